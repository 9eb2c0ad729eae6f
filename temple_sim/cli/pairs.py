"""What the commands of experiments share: options, tables of paired comparisons, progress, and where pages go."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from temple_sim.cli import show

if TYPE_CHECKING:
    from temple_sim.experiments.cells import Cell
    from temple_sim.experiments.spec import Experiment
    from temple_sim.experiments.whatif import Line

STORE = Path("runs") / "whatif"
PAGES = Path("reports") / "experiments"
PAIR_COLUMNS = ("baseline", "changed", "effect", "low", "high", "VRF", "blocks", "verdict")

Store = Annotated[Path, typer.Option(help="Where runs are kept and found again.")]
Out = Annotated[
    Path | None, typer.Option(help="Folder for page, figures and tables.", show_default="reports/experiments/<name>")
]
WithPage = Annotated[bool, typer.Option("--page/--no-page", help="Write the page, or print the table only.")]
Precision = Annotated[
    str | None,
    typer.Option(help="Stop when the interval of the metric is this narrow either way: 0.2% of a share, or a number."),
]


def parse_precision(text: str, metric: str, share: bool) -> float:
    """A half-width from `0.2%` or `0.002`. UserError when it is none, or percent of what is no share."""
    from temple_sim.core.errors import UserError

    bare = text.strip()
    if bare.endswith("%") and not share:
        raise UserError(f"{metric} is not a share; give --precision as a number such as 0.1, not '{text}'.")
    try:
        value = float(bare[:-1]) / 100 if bare.endswith("%") else float(bare)
    except ValueError:
        value = float("nan")
    if not 0 < value < float("inf"):
        raise UserError(f"--precision must be above 0, such as 0.2% or 0.002, not '{text}'.")
    return value


def parse_values(text: str) -> list[Any]:
    """The values of `a,b,c`: numbers, words, or TOML lists in brackets."""
    from temple_sim.core.ruleset import parse_value

    values = parse_value(f"[{text}]")
    return values if isinstance(values, list) else [parse_value(part.strip()) for part in text.split(",")]


def write_page(
    experiment: "Experiment", cells: "Sequence[Cell]", lines: "Sequence[Line]", command: str, folder: Path, quiet: bool
) -> None:
    """The page of an experiment with its figures and tables, and where it lies."""
    from temple_sim.reports.experiment import write_outcome
    from temple_sim.reports.outcome import Outcome

    path = write_outcome(Outcome(experiment, cells, lines, command), folder, folder.name)
    if not quiet:
        show.note(f"Page: {path}")


@contextmanager
def interruptible(kept: str) -> Iterator[None]:
    """Turn Ctrl-C into one line that says what is kept, and exit code 130."""
    try:
        yield
    except KeyboardInterrupt:
        show.error(f"Interrupted; {kept}")
        raise typer.Exit(130) from None


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


def pair_cells(name: str, pair: Any, interval: tuple[float, float], verdict: str) -> tuple[Any, ...]:
    """The cells of a comparison after its metric: see PAIR_COLUMNS."""
    low, high = interval
    return name, pair.baseline, pair.variant, pair.effect, low, high, pair.vrf, pair.blocks, verdict


def without_constants(
    title: str, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]], names: Sequence[str]
) -> tuple[str, tuple[str, ...], list[tuple[Any, ...]]]:
    """Move those of the named columns that say the same in every row into the title."""
    gone = [n for n in names if len({row[columns.index(n)] for row in rows}) == 1]
    kept = [place for place, name in enumerate(columns) if name not in gone]
    said = "".join(f"; {name} {rows[0][columns.index(name)]}" for name in gone)
    return title + said, tuple(columns[p] for p in kept), [tuple(row[p] for p in kept) for row in rows]


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


def print_remarks(experiment: "Experiment", cells: "Sequence[Cell]", lines: "Sequence[Line]") -> None:
    """Under a table: the conclusion of each variant, what ended play, and what pairing gained."""
    from temple_sim.experiments.gain import net_gain
    from temple_sim.experiments.whatif import conclusion, governed

    out = show.console()
    players = list(dict.fromkeys(line.setting.players for line in lines))
    for variant in dict.fromkeys(line.variant for line in lines):
        for count in players:
            where = f"{variant}, {count} players" if len(players) > 1 else variant
            out.print(f"{where}: {conclusion(lines, variant, count)}", markup=False, soft_wrap=True)
    for text in governed(experiment, lines):
        out.print(text, markup=False, soft_wrap=True)
    out.print(str(net_gain(cells, lines)), markup=False, soft_wrap=True)
