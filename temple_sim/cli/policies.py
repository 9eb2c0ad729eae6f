"""`temple-sim policies`: who can play, and how strong they are."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show
from temple_sim.core.errors import UserError

if TYPE_CHECKING:
    from temple_sim.experiments.payoff import Cell

GameOrAll = Annotated[str | None, typer.Argument(help="Game; all games without it.", show_default=False)]
Payoff = Annotated[bool, typer.Option("--payoff", help="Play all against all and show who beats whom.")]


def policies(
    game: GameOrAll = None,
    payoff: Payoff = False,
    players: options.Players = None,
    n: options.Games = "20000",
    seed: options.Seed = 1,
    jobs: options.Jobs = -1,
    ruleset: options.RulesetFile = None,
    settings: options.Settings = None,
    game_file: options.GameFile = None,
    policy_file: options.PolicyFiles = None,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """List policies with their parameters; with --payoff, let all play all.

    Examples:

      temple-sim policies raider

      temple-sim policies raider --payoff --players 3 --n 20000
    """
    options.check_format(format)
    if not payoff:
        _list(game, game_file, policy_file, format)
        return
    found = options.find_game(game, game_file)
    rules = options.changed_rules(found, ruleset, settings)
    count = options.parse_count(n)
    spec = options.match_spec(found, count, players, "random", seed, rules, game_file, policy_file)
    _payoff(spec, jobs, format, quiet)


def _list(game: str | None, game_file: Any, files: Any, format: str) -> None:
    from temple_sim.games import game_names
    from temple_sim.policies.registry import policies_of

    names = [None] if game_file else [game] if game else game_names()
    rows = []
    for name in names:
        found = options.find_game(name, game_file)
        for p in policies_of(found, files or ()).values():
            parameters = "; ".join(
                f"{q.name}={q.default:g} ({q.low:g} to {q.high:g}: {q.meaning})" for q in p.parameters
            )
            rows.append((found.name, p.name, p.meaning, parameters, p.source))
    columns = ("game", "policy", "how it plays", "parameters", "proposed by")
    if format == "json":
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif format == "csv":
        show.print_csv(columns, rows)
    else:
        show.console().print(show.text_table("Policies", columns, rows, left=5))


def _payoff(spec: Any, jobs: int, format: str, quiet: bool) -> None:
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.payoff import mean_share, payoff
    from temple_sim.policies.registry import policies_of

    match = spec.resolve()
    names = list(policies_of(match.game, map(Path, spec.policy_files)))
    if match.players < 2:
        raise UserError("A payoff table needs two seats; for one, 'temple-sim run --players 1 --policies NAME' tells.")
    if len(names) < 2:
        raise UserError(f"{match.game.title} has no policy but '{names[0]}': there is nobody to play against.")
    console = show.console(stderr=True)
    with console.status("Playing ...") as status:
        tell = status.update if console.is_terminal and not quiet else lambda text: None
        cells = list(payoff(spec, names, match.players, Workers(jobs), tell))
    names.sort(key=lambda name: -mean_share(cells, name))
    if format == "table":
        _payoff_table(cells, names, match)
        return
    columns = ("row", "column", "w", "low", "high", "blocks")
    rows = [(c.row, c.column, c.w.value, c.w.low, c.w.high, c.w.blocks) for c in cells]
    if format == "csv":
        show.print_csv(columns, rows)
    else:
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])


def _payoff_table(cells: "Sequence[Cell]", names: list[str], match: Any) -> None:
    from temple_sim.experiments.payoff import mean_share

    found = {(c.row, c.column): c.w for c in cells}
    fair = show.percent(1 / match.players, 1)

    def cell(row: str, column: str) -> str:
        if row == column:
            return fair
        w = found[row, column]
        half = "" if w.low != w.low else f" ±{50 * (w.high - w.low):.1f}"
        return "-" if w.value != w.value else f"{100 * w.value:.1f}{half}"

    rows = [(row, show.percent(mean_share(cells, row), 1), *(cell(row, column) for column in names)) for row in names]
    others = "one opponent" if match.players == 2 else f"{match.players - 1} opponents"
    title = (
        f"{match.game.title}, {match.players} players: W in percent of the row's policy against {others} of the "
        f"column's\n({cells[0].w.blocks:,} blocks a pair, ± half the 95% interval; an equal share is {fair})"
    )
    show.console().print(show.text_table(title, ("", "mean", *names), rows))
