"""`temple-sim trace`: one game told step by step."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show

if TYPE_CHECKING:
    from temple_sim.engine.match import Match

Run = Annotated[Path | None, typer.Option("--run", help="Tell games of this run folder.")]
Index = Annotated[int, typer.Option("--index", "-i", help="Number of the (first) game.")]
HowMany = Annotated[int, typer.Option("--games", help="How many games to tell, from --index on.")]
Out = Annotated[Path | None, typer.Option(help="Write to this file.")]


def trace(
    game: options.Game = None,
    run: Run = None,
    index: Index = 0,
    games: HowMany = 1,
    players: options.Players = None,
    policies: Annotated[str | None, typer.Option("--policies", "--policy", help="Line-up, as for run.")] = None,
    seed: options.Seed = 1,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    policy_file: options.PolicyFiles = None,
    out: Out = None,
    format: Annotated[str, typer.Option("--format", "-f", help="text or jsonl.")] = "text",
) -> None:
    """Tell games move by move: for people, or as JSON lines with the complete state and all legal actions.

    Examples:

      temple-sim trace --game raider --players 3 --seed 7

      temple-sim trace --run runs/my-run --index 123456 --format jsonl
    """
    options.check_format(format, ("text", "jsonl"))
    if run is not None:
        match = _match_of_run(run)
    else:
        found = options.find_game(game, game_file)
        rules = options.changed_rules(found, ruleset, settings)
        count = max(index + games, 1)
        spec = options.match_spec(found, count, players, policies, seed, rules, game_file, policy_file)
        match = spec.resolve()
    _write(match, _numbers(match, index, games, whole_run=run is not None), out, format)


def _match_of_run(folder: Path) -> "Match":
    from temple_sim.results import Results

    return Results.load(folder).match


def _numbers(match: "Match", index: int, games: int, whole_run: bool) -> range:
    from temple_sim.core.errors import UserError

    if games < 1:
        raise UserError(f"--games must be at least 1, not {games}.")
    if index < 0:
        raise UserError(f"--index must be 0 or more, not {index}.")
    if whole_run and index + games > match.n:
        raise UserError(f"The run has games 0 to {match.n - 1}; game {index + games - 1} is not one of them.")
    return range(index, index + games)


def _write(match: "Match", numbers: range, out: Path | None, format: str) -> None:
    from temple_sim.core.errors import UserError
    from temple_sim.engine.playout import Table
    from temple_sim.engine.trace import narrate_game, trace_game

    table = Table(match)

    def lines() -> Any:
        for number in numbers:
            if format == "text":
                yield from narrate_game(table, number)
                yield ""
            else:
                yield from (json.dumps(event, separators=(",", ":")) for event in trace_game(table, number))

    if out is None:
        for line in lines():
            print(line)
        return
    if out.exists():
        raise UserError(f"{out} exists already; choose another --out.")
    try:
        with open(out, "w", encoding="utf-8") as stream:
            stream.writelines(line + "\n" for line in lines())
    except OSError as problem:
        raise UserError(f"Cannot write {out}: {problem.strerror}.") from None
    show.note(f"Wrote {out}.")
