"""`temple-sim balance`: look for rules that reach a target."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from temple_sim.cli import options, pairs, show

Free = Annotated[str, typer.Option(help="Rules to turn, comma-separated.")]
Target = Annotated[str, typer.Option(help="metric=value, or an expression to make small.")]
Penalty = Annotated[float, typer.Option(min=0, help="Cost of turning every rule through its whole range.")]
Storage = Annotated[Path | None, typer.Option(help="Where the search is kept. [default: runs/balance-<game>.db]")]


def balance(
    game: options.GameName,
    free: Free,
    target: Target = "seat_gap=0",
    players: options.Players = None,
    policy: Annotated[str | None, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    trials: Annotated[int, typer.Option(min=1, max=100_000, help="Trials in all; stored ones count.")] = 60,
    penalty: Penalty = 0.01,
    blocks: Annotated[int, typer.Option(min=2, help="Blocks a trial.")] = 1000,
    seed: options.Seed = 1,
    storage: Storage = None,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Search rules for a target, then replay the best five and the printed rules on fresh luck.

    Examples:

      temple-sim balance raider --free wild.from,rooms.storage --target seat_gap=0

      temple-sim balance raider --free wild.from --target "abs(seat_gap) + 0.1*abs(turns.mean-30)"
    """
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.balance import balance as search
    from temple_sim.experiments.balance import parse_target
    from temple_sim.experiments.trial import Trial, dials

    options.check_format(format)
    found, objective = options.find_game(game, None), parse_target(target)
    line_up = options.match_spec(found, 1, players, policy, seed, found.schema.defaults()).policies
    chosen = dials(found, [key.strip() for key in free.split(",")])
    trial = Trial(found, line_up, blocks, seed, Workers(jobs))
    file = storage or Path("runs") / f"balance-{game}.db"
    kept = f"finished trials are in {file}, and the same command goes on from there."
    with pairs.interruptible(kept), pairs.Progress(trials, quiet, unit="trials") as told:
        candidates = search(trial, chosen, objective, trials, penalty, file, lambda done: told("trials", done))
    _show(candidates, [d.key for d in chosen], objective.names, target, format)


def _show(candidates: Sequence[Any], keys: list[str], names: list[str], target: str, format: str) -> None:
    columns = ("rules", *keys, "searched", "fresh", "shrinkage", "distance", *names)
    rows = []
    for place, c in enumerate(candidates):
        label = "as printed" if place == 0 else f"best {place}"
        values = [c.values[name] for name in names]
        rows.append((label, *(c.rules[key] for key in keys), c.searched, c.fresh, c.shrinkage, c.distance, *values))
    if format == "json":
        show.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif format == "csv":
        show.print_csv(columns, rows)
    else:
        text = [[value if isinstance(value, str) else f"{value:.4g}" for value in row] for row in rows]
        title = f"Rules that make {target} small: what the search saw, and the same rules on fresh luck"
        show.console().print(show.text_table(title, columns, text))
