"""`temple-sim whatif run|quick|diff`: change a rule, see what changes and whether it is noise."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, show

if TYPE_CHECKING:
    from temple_sim.experiments.spec import Experiment
    from temple_sim.experiments.whatif import Line

app = typer.Typer(help="Change a rule, see what changes and whether it is noise.", no_args_is_help=True)
STORE = Path("runs") / "whatif"

File = Annotated[Path, typer.Argument(help="What-if file (TOML).", show_default=False)]
Store = Annotated[Path, typer.Option(help="Where runs are kept and found again.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the cells and the estimated time; play nothing.")]
Resume = Annotated[bool, typer.Option("--resume/--fresh", help="Go on from runs that are there, or play all anew.")]
FailOn = Annotated[str | None, typer.Option(help="Exit code 1 when a variant is 'different' (or 'undecided').")]


@app.command("run")
def run_file(
    file: File,
    settings: Annotated[list[str] | None, typer.Option("--set", help="Change the file: design.blocks=500.")] = None,
    dry_run: DryRun = False,
    resume: Resume = True,
    fail_on: FailOn = None,
    store: Store = STORE,
    jobs: options.Jobs = -1,
    backend: options.Backend = "threads",
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Run a what-if experiment.

    Examples:

      temple-sim whatif run scripts/experiments/raider-head-start.toml

      temple-sim whatif run my.toml --set design.blocks=500 --dry-run
    """
    from temple_sim.experiments.spec import read_experiment

    experiment = read_experiment(file, settings)
    _run(experiment, dry_run, resume, fail_on, store, jobs, backend, format, quiet)


@app.command()
def quick(
    game: options.GameName,
    change: Annotated[str, typer.Argument(help="key=value,value,...", show_default=False)],
    players: options.Players = None,
    policy: Annotated[str, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    metric: Annotated[str, typer.Option(help="What is compared; see 'temple-sim metrics GAME'.")] = "turns.mean",
    margin: Annotated[float, typer.Option(help="Differences up to this do not matter.")] = 0.02,
    blocks: Annotated[int, typer.Option(help="Blocks a cell.")] = 10_000,
    seed: options.Seed = 1,
    out: Annotated[Path | None, typer.Option(help="Write the TOML here. [default: <game>-whatif.toml]")] = None,
    store: Store = STORE,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Try values of one rule and write down the what-if file that was run.

    Example:

      temple-sim whatif quick trail score.first_to_temple=0,3,8 --players 4
    """
    from temple_sim.core.errors import UserError
    from temple_sim.core.ruleset import parse_value
    from temple_sim.experiments.spec import check_experiment

    key, equals, text = change.partition("=")
    if not equals:
        raise UserError(f"'{change}': expected key=value,value,...")
    values = parse_value(f"[{text}]")
    tables: dict[str, Any] = {
        "schema": 1, "game": game, "question": f"What does {key} do?", "policies": policy.split(","),
        "metric": {"primary": metric, "margin": margin}, "design": {"blocks": blocks, "seed": seed},
        "variant": [{"id": "value", "grid": {key: values if isinstance(values, list) else [values]}}],
    }  # fmt: skip
    if players:
        tables["players"] = [players]
    experiment = check_experiment(tables, change)
    _write_file(tables, out or Path(f"{game}-whatif.toml"), quiet)
    _run(experiment, False, True, None, store, jobs, "threads", format, quiet)


def _write_file(tables: dict[str, Any], file: Path, quiet: bool) -> None:
    from temple_sim.cli.rules import to_toml
    from temple_sim.core.errors import UserError

    try:
        file.write_text(to_toml(tables))
    except OSError as problem:
        raise UserError(f"Cannot write {file}: {problem.strerror}.") from None
    if not quiet:
        show.note(f"Wrote {file}; 'temple-sim whatif run {file}' repeats this.")


@app.command()
def diff(
    run_a: Annotated[Path, typer.Argument(help="Run folder (the baseline).", show_default=False)],
    run_b: Annotated[Path, typer.Argument(help="Run folder (the variant).", show_default=False)],
    metric: Annotated[
        list[str] | None, typer.Option(help="What is compared. [default: win shares, turns, ties]")
    ] = None,
    margin: Annotated[float, typer.Option(help="Differences up to this do not matter.")] = 0.02,
    format: options.Format = "table",
) -> None:
    """Compare two runs on the same luck: same game, seats and seed.

    Example:

      temple-sim whatif diff runs/printed runs/changed --metric turns.mean
    """
    from temple_sim.analysis.paired import verdicts
    from temple_sim.experiments.whatif import compare_runs

    options.check_format(format)
    pairs = compare_runs(run_a, run_b, metric or [])
    judged = verdicts(list(pairs.values()), margin)
    rows = [
        pair_cells(name, pair, pair.interval(), verdict)
        for (name, pair), verdict in zip(pairs.items(), judged, strict=True)
    ]
    print_rows(f"{run_b} against {run_a}, margin {margin:g}", ("metric", *PAIR_COLUMNS), rows, format, left=1)


PAIR_COLUMNS = ("baseline", "variant", "effect", "low", "high", "VRF", "blocks", "verdict")


def pair_cells(name: str, pair: Any, interval: tuple[float, float], verdict: str) -> tuple[Any, ...]:
    """The cells of a comparison after its metric: see PAIR_COLUMNS."""
    low, high = interval
    return name, pair.baseline, pair.variant, pair.effect, low, high, pair.vrf, pair.blocks, verdict


def _run(
    experiment: "Experiment", dry_run: bool, resume: bool, fail_on: str | None, store: Path, jobs: int, backend: str,
    format: str, quiet: bool,
) -> None:  # fmt: skip
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.cells import expand
    from temple_sim.experiments.store import forget
    from temple_sim.experiments.whatif import plan, run_experiment

    options.check_format(format)
    if fail_on is not None:
        options.check_format(fail_on, ("different", "undecided"))
    workers = Workers(jobs, backend)
    cells = expand(experiment)
    if not resume:
        forget(cells, store)
    if dry_run:
        _show_plan(experiment, cells, plan(cells, store))
        return
    with Progress(sum(cell.match.n for cell in cells), quiet) as told:
        lines = run_experiment(experiment, cells, store, workers, told)
    _show_lines(experiment, lines, format, quiet)
    if fail_on and any(line.verdict == fail_on for line in lines):
        raise typer.Exit(1)


class Progress:
    """A progress bar over all games of an experiment, on a terminal only. Entered, it gives `told(what, count)`."""

    def __init__(self, total: int, quiet: bool, unit: str = "games") -> None:
        from rich.progress import Progress

        console = show.console(stderr=True)
        self.bar = Progress(console=console, transient=True, disable=quiet or not console.is_terminal)
        self.task = self.bar.add_task(unit, total=total)

    def __enter__(self) -> Any:
        self.bar.start()
        return lambda what, count: self.bar.update(self.task, advance=count, description=what[:40])

    def __exit__(self, *problem: object) -> None:
        self.bar.stop()


def _show_plan(experiment: "Experiment", cells: Sequence[Any], planned: Any) -> None:
    rows = [
        (c.variant, str(c.setting.players), c.setting.policies + (" (check)" if c.setting.check else ""),
         c.setting.assumed, f"{c.match.n:,}")
        for c in cells
    ]  # fmt: skip
    out = show.console()
    out.print(
        show.text_table(experiment.question or "Cells", ("variant", "players", "policies", "assumed", "games"), rows, 4)
    )
    time = f"about {planned.seconds:.0f} s on one core"
    out.print(f"{planned.cells} cells; {planned.games:,} games to play ({planned.there:,} are there), {time}.")


def _show_lines(experiment: "Experiment", lines: "Sequence[Line]", format: str, quiet: bool) -> None:
    from temple_sim.experiments.whatif import conclusion

    keys = ("variant", "players", "policies", "assumed")
    rows = []
    for line in lines:
        where = (str(line.setting.players), line.setting.policies, line.setting.assumed)
        rows.append(
            (line.variant, *where, *pair_cells(experiment.metric.primary, line.primary, line.interval, line.verdict))
        )
        for name, pair in line.secondary.items():
            rows.append((line.variant, *where, *pair_cells(name, pair, pair.interval(), "")))
    title = f"{experiment.question or experiment.game}: variant minus baseline, margin {experiment.metric.margin:g}"
    print_rows(title, (*keys, "metric", *PAIR_COLUMNS), rows, format, left=5)
    if format == "table":
        out = show.console()
        for variant in dict.fromkeys(line.variant for line in lines):
            out.print(f"{variant}: {conclusion(lines, variant)}", markup=False)


def print_rows(title: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]], format: str, left: int) -> None:
    """Rows as a table, or as plain JSON or CSV."""
    if format == "json":
        show.print_json([dict(zip(columns, map(_plain, row), strict=True)) for row in rows])
    elif format == "csv":
        show.print_csv(columns, [[_plain(value) for value in row] for row in rows])
    else:
        text = [[value if isinstance(value, str) else _number(value) for value in row] for row in rows]
        show.console().print(show.text_table(title, columns, text, left))


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and (value != value or abs(value) == float("inf")) else value


def _number(value: float) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if abs(value) == float("inf"):
        return "no noise"
    return f"{value:.4f}" if abs(value) < 10 else f"{value:.2f}"
