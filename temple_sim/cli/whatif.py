"""`temple-sim whatif run|quick|diff`: change a rule, see what changes and whether it is noise."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import options, pairs, show

if TYPE_CHECKING:
    from temple_sim.experiments.cells import Cell
    from temple_sim.experiments.spec import Experiment
    from temple_sim.experiments.whatif import Line, Plan

app = typer.Typer(help="Change a rule, see what changes and whether it is noise.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="What-if file (TOML).", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show the cells and the estimated time; play nothing.")]
Resume = Annotated[bool, typer.Option("--resume/--fresh", help="Go on from runs that are there, or play all anew.")]
FailOn = Annotated[str | None, typer.Option(help="Exit code 1 when a variant is 'different' (or 'undecided').")]


@dataclass(frozen=True)
class Way:
    """How an experiment is run and shown; none of it changes a result."""

    page: Path | None  # folder of the page, if there is to be one
    command: str
    dry_run: bool = False
    resume: bool = True
    fail_on: str | None = None
    store: Path = pairs.STORE
    jobs: int = -1
    backend: str = "threads"
    format: str = "table"
    quiet: bool = False

    def __post_init__(self) -> None:
        options.check_format(self.format)
        if self.fail_on is not None:
            options.check_format(self.fail_on, ("different", "undecided"))
        if self.page is not None:
            options.check_writable(self.page)


@app.command("run")
def run_file(
    file: File,
    settings: Annotated[list[str] | None, typer.Option("--set", help="Change the file: design.blocks=500.")] = None,
    precision: pairs.Precision = None,
    dry_run: DryRun = False,
    resume: Resume = True,
    fail_on: FailOn = None,
    out: pairs.Out = None,
    page: pairs.WithPage = True,
    store: pairs.Store = pairs.STORE,
    jobs: options.Jobs = -1,
    backend: options.Backend = "threads",
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Run a what-if experiment; write its page, figures and tables.

    Examples:

      temple-sim whatif run scripts/experiments/raider-head-start.toml

      temple-sim whatif run my.toml --set design.blocks=500 --dry-run

      temple-sim whatif run my.toml --precision 0.2%
    """
    from temple_sim.experiments.spec import read_experiment

    experiment = read_experiment(file, settings)
    changed = [part for setting in settings or [] for part in ("--set", setting)]
    exact = ["--precision", precision] if precision else []
    command = shlex.join(["temple-sim", "whatif", "run", str(file), *changed, *exact])
    folder = (out or pairs.PAGES / file.stem) if page else None
    way = Way(folder, command, dry_run, resume, fail_on, store, jobs, backend, format, quiet)
    run_and_show(experiment, precision, way)


@app.command()
def quick(
    game: options.GameName,
    change: Annotated[str, typer.Argument(help="key=value,value,...", show_default=False)],
    players: options.Players = None,
    policy: Annotated[str, typer.Option("--policy", "--policies", help="Line-up.")] = "planner",
    metric: Annotated[str, typer.Option(help="What is compared; see 'temple-sim metrics GAME'.")] = "turns.mean",
    margin: Annotated[float, typer.Option(help="Differences up to this do not matter.")] = 0.02,
    blocks: Annotated[int, typer.Option(help="Blocks a cell.")] = 10_000,
    precision: pairs.Precision = None,
    seed: options.Seed = 1,
    file: Annotated[Path | None, typer.Option(help="Write the TOML here.", show_default="<game>-whatif.toml")] = None,
    fail_on: FailOn = None,
    out: pairs.Out = None,
    page: pairs.WithPage = True,
    store: pairs.Store = pairs.STORE,
    jobs: options.Jobs = -1,
    format: options.Format = "table",
    quiet: options.Quiet = False,
) -> None:
    """Try values of one rule and write down the what-if file that was run.

    Example:

      temple-sim whatif quick trail score.first_to_temple=0,3,8 --players 4
    """
    from temple_sim.core.errors import UserError
    from temple_sim.experiments.spec import check_experiment

    key, equals, text = change.partition("=")
    if not equals or not text.strip():
        raise UserError(f"'{change}': expected key=value,value,...")
    tables: dict[str, Any] = {
        "schema": 1, "game": game or "", "question": f"What does {key} do?", "policies": policy.split(","),
        "metric": {"primary": metric, "margin": margin}, "design": {"blocks": blocks, "seed": seed},
        "variant": [{"id": "value", "grid": {key.strip(): pairs.parse_values(text)}}],
    }  # fmt: skip
    if players:
        tables["players"] = [players]
    written = file or Path(f"{game}-whatif.toml")
    exact = ["--precision", precision] if precision else []
    command = shlex.join(["temple-sim", "whatif", "run", str(written), *exact])
    folder = (out or pairs.PAGES / written.stem) if page else None
    way = Way(folder, command, False, True, fail_on, store, jobs, format=format, quiet=quiet)
    run_and_show(check_experiment(tables, change), precision, way, before=lambda: _write_file(tables, written, quiet))


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
    from temple_sim.core.errors import UserError
    from temple_sim.experiments.whatif import compare_runs

    options.check_format(format)
    if not margin > 0:
        raise UserError(f"--margin must be above 0, not {margin:g}.")
    found = compare_runs(run_a, run_b, metric or [])
    judged = verdicts(list(found.values()), margin)
    rows = [
        pairs.pair_cells(name, pair, pair.interval(), verdict)
        for (name, pair), verdict in zip(found.items(), judged, strict=True)
    ]
    columns = ("metric", *pairs.PAIR_COLUMNS)
    pairs.print_rows(f"{run_b} against {run_a}, margin {margin:g}", columns, rows, format, left=1)


def run_and_show(experiment: "Experiment", precision: str | None, way: Way, before: Any = None) -> None:
    """Expand and check everything, then `before()`, then play (or plan), write the page and show the result."""
    from temple_sim.engine.runner import Workers
    from temple_sim.experiments.cells import expand
    from temple_sim.experiments.store import forget
    from temple_sim.experiments.whatif import plan, run_experiment

    workers, cells = Workers(way.jobs, way.backend), expand(experiment)
    if precision is not None:
        experiment = with_precision(experiment, cells, precision)
    if before:
        before()
    if way.dry_run:
        _show_plan(experiment, cells, plan(cells, way.store))
        return
    if not way.resume:
        forget(cells, way.store)
    kept = f"what was played is in {way.store}, and the same command goes on from there."
    with pairs.interruptible(kept), pairs.Progress(sum(cell.match.n for cell in cells), way.quiet) as told:
        lines = run_experiment(experiment, cells, way.store, workers, told)
    _show_lines(experiment, cells, lines, way.format)
    if way.page is not None:
        pairs.write_page(experiment, cells, lines, way.command, way.page, way.quiet)
    if way.fail_on and any(line.verdict == way.fail_on for line in lines):
        raise typer.Exit(1)


def with_precision(experiment: "Experiment", cells: "Sequence[Cell]", text: str) -> "Experiment":
    """The experiment that stops as soon as the interval of its primary metric is that narrow."""
    from temple_sim.analysis.measures import metrics_of

    name = experiment.metric.primary
    value = pairs.parse_precision(text, name, metrics_of(cells[0].match)[name].share)
    return experiment.model_copy(update={"design": experiment.design.model_copy(update={"precision": value})})


def _show_plan(experiment: "Experiment", cells: "Sequence[Cell]", planned: "Plan") -> None:
    rows = [
        (c.variant, str(c.setting.players), c.setting.policies + (" (check)" if c.setting.check else ""),
         c.setting.assumed, f"{c.match.n:,}")
        for c in cells
    ]  # fmt: skip
    out = show.console()
    columns = ("variant", "players", "policies", "assumed", "games")
    out.print(show.text_table(experiment.question or "Cells", columns, rows, 4))
    most = "at most " if experiment.design.sequential else ""
    time = f"about {planned.seconds:.0f} s on one core"
    out.print(f"{planned.cells} cells; {most}{planned.games:,} games to play ({planned.there:,} are there), {time}.")


def _show_lines(experiment: "Experiment", cells: "Sequence[Cell]", lines: "Sequence[Line]", format: str) -> None:
    rows = []
    for line in lines:
        where = (line.variant, str(line.setting.players), line.setting.policies, line.setting.assumed)
        primary = pairs.pair_cells(experiment.metric.primary, line.primary, line.interval, line.verdict)
        rows.append((*where, *primary))
        for name, pair in line.secondary.items():
            rows.append((*where, *pairs.pair_cells(name, pair, pair.interval(), "")))
    title = f"{experiment.question or experiment.game}: variant minus baseline, margin {experiment.metric.margin:g}"
    columns: tuple[str, ...] = ("variant", "players", "policies", "assumed", "metric", *pairs.PAIR_COLUMNS)
    if format == "table":
        title, columns, rows = pairs.without_constants(title, columns, rows, ("players", "policies", "assumed"))
    pairs.print_rows(title, columns, rows, format, left=columns.index("metric") + 1)
    if format == "table":
        pairs.print_remarks(experiment, cells, lines)
