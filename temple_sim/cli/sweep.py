"""`temple-sim sweep`: one rule turned through its values, a dose-response table and plot."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from temple_sim.cli import options, pairs, show

Change = Annotated[str, typer.Argument(help="key=from:to:step or key=value,value,...", show_default=False)]


def sweep(
    game: options.GameName,
    change: Change,
    players: options.Players = None,
    policy: Annotated[str, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    metric: Annotated[str, typer.Option(help="What is measured; see 'temple-sim metrics GAME'.")] = "turns.mean",
    margin: Annotated[float, typer.Option(help="Differences up to this do not matter.")] = 0.02,
    blocks: Annotated[int, typer.Option(min=2, help="Blocks a value.")] = 10_000,
    seed: options.Seed = 1,
    store: pairs.Store = pairs.STORE,
    out: pairs.Out = None,
    page: pairs.WithPage = True,
    plot: Annotated[Path | None, typer.Option(help="Write the dose-response plot (PNG) here too.")] = None,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Turn one rule and show how a metric follows, each value against the rule as it is, on common luck.

    Example:

      temple-sim sweep trail drones.track=10:20:2 --players 4 --out reports/track
    """
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.cells import expand
    from temple_sim.experiments.spec import check_experiment
    from temple_sim.experiments.whatif import run_experiment

    options.check_format(format)
    key, values = parse_sweep(change)
    tables: dict[str, Any] = {
        "game": game or "", "question": f"How does {metric} follow {key}?", "policies": policy.split(","),
        "metric": {"primary": metric, "margin": margin}, "design": {"blocks": blocks, "seed": seed},
        "variant": [{"id": "value", "grid": {key: values}}],
    }  # fmt: skip
    if players:
        tables["players"] = [players]
    experiment = check_experiment(tables, change)
    cells, workers = expand(experiment), Workers(jobs)
    folder = out or pairs.PAGES / f"{game}-{key}"
    if page:
        options.check_writable(folder)
    kept = f"what was played is in {store}, and the same command goes on from there."
    with pairs.interruptible(kept), pairs.Progress(sum(cell.match.n for cell in cells), quiet) as told:
        lines = run_experiment(experiment, cells, store, workers, told)
    rows = [
        (show.plain_value(line.changes[key]), *pairs.pair_cells(metric, line.primary, line.interval, line.verdict))
        for line in lines
    ]
    columns = (key, "metric", *pairs.PAIR_COLUMNS)
    pairs.print_rows(f"{metric} by {key}, against the rules as they are", columns, rows, format, left=2)
    if format == "table":
        pairs.print_remarks(experiment, cells, lines)
    if plot:
        _plot(plot, key, metric, margin, cells, lines)
    if page:
        again = f"--players {cells[0].match.players} --policies {policy} --metric {metric} --margin {margin:g}"
        command = f"temple-sim sweep {game} {shlex.quote(change)} {again} --blocks {blocks} --seed {seed}"
        pairs.write_page(experiment, cells, lines, command, folder, quiet)


def parse_sweep(text: str) -> tuple[str, list[Any]]:
    """Key and values of `key=from:to:step` (both ends included) or `key=value,value`."""
    from temple_sim.core.errors import UserError

    key, equals, span = text.partition("=")
    if not equals or not span.strip():
        raise UserError(f"'{text}': expected key=from:to:step or key=value,value,...")
    if ":" not in span:
        return key.strip(), pairs.parse_values(span)
    try:
        numbers = [float(part) for part in span.split(":")]
        low, high, step = numbers if len(numbers) == 3 else (*numbers, 1.0)
        count = int((high - low) / step + 1e-9) + 1
    except (ValueError, ZeroDivisionError, OverflowError):
        raise UserError(f"'{text}': expected key=from:to:step with three numbers.") from None
    if not 1 <= count <= 1000:
        raise UserError(f"'{text}' has {max(count, 0)} values; a sweep takes 1 to 1000.")
    found = [low + step * place for place in range(count)]
    whole = all(value == int(value) for value in (low, step))
    return key.strip(), [int(value) if whole else round(value, 10) for value in found]


def _plot(file: Path, key: str, metric: str, margin: float, cells: Any, lines: Any) -> None:
    from temple_sim.analysis.measures import metrics_of
    from temple_sim.core.errors import UserError
    from temple_sim.reports.style import save_png
    from temple_sim.reports.whatif_figures import dose_response

    printed = cells[0].match.ruleset.values.get(key)
    doses = [line.changes[key] for line in lines]
    if not all(isinstance(value, int | float) for value in [*doses, printed]):
        raise UserError(f"{key} is not a number, so its sweep has no plot.")
    lows, highs = zip(*(line.interval for line in lines), strict=True)
    effects = [line.primary.effect for line in lines]
    share = metrics_of(cells[0].match)[metric].share
    try:
        save_png(dose_response(doses, effects, lows, highs, key, metric, printed, margin, share), file)
    except (OSError, ValueError) as problem:
        raise UserError(f"Cannot write {file}: {getattr(problem, 'strerror', None) or problem}.") from None
    show.note(f"Wrote {file}.")
