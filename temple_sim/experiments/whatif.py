"""Running a what-if experiment: all cells on common luck, every variant against the baseline of its setting."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.paired import Paired, Verdict, compare, sequential_verdicts, verdicts
from temple_sim.analysis.sequence import looks
from temple_sim.core.errors import UserError, unknown
from temple_sim.engine.runner import Workers, prepare
from temple_sim.experiments.cells import Cell, Setting
from temple_sim.experiments.spec import BASELINE, Experiment
from temple_sim.experiments.store import Sums, block_arrays, games_there, play_stored, shorter
from temple_sim.results import Results

FINISHED = "finished"  # the metric that tells how many games hit no guard
Conclusion = Literal["robust", "policy-dependent", "data-dependent", "undecided", "one policy, values as they are"]


@dataclass(frozen=True)
class Line:
    """One variant against the baseline in one setting: the primary metric with its verdict, then the others.

    faults   games of the two that hit a guard and ended without a winner
    """

    variant: str
    setting: Setting
    changes: dict[str, Any]
    primary: Paired
    interval: tuple[float, float]
    verdict: Verdict
    secondary: dict[str, Paired] = field(default_factory=dict)
    faults: int = 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval of the effect."""
        return (self.interval[1] - self.interval[0]) / 2


@dataclass(frozen=True)
class _Pair:
    """A variant's comparisons with the baseline, by metric."""

    cell: Cell
    metrics: dict[str, Paired]
    faults: int


@dataclass(frozen=True)
class Plan:
    """What a run of an experiment will cost: cells, games still to play, and seconds on one core."""

    cells: int
    games: int
    there: int
    seconds: float


def plan(cells: Sequence[Cell], store: Path) -> Plan:
    """Count the games that are missing and time a few of each line-up."""
    seconds, there = 0.0, 0
    speed: dict[tuple[str, ...], float] = {}
    for cell in cells:
        done = games_there(cell.match, store)
        there += done
        line_up = cell.match.spec.policies
        if line_up not in speed:
            speed[line_up] = prepare(cell.match)
        seconds += (cell.match.n - done) * speed[line_up]
    total = sum(cell.match.n for cell in cells)
    return Plan(len(cells), total - there, there, seconds)


def run_experiment(
    experiment: Experiment, cells: Sequence[Cell], store: Path, workers: Workers, told: Callable[[str, int], None]
) -> list[Line]:
    """Play every cell (or what is missing of it) and compare. `told(cell, games)` hears of progress."""
    pairs: list[_Pair] = []
    table = sum(cell.variant != BASELINE for cell in cells)
    for group in _by_setting(cells):
        pairs += _play_setting(experiment, group, table, store, workers, told)
    return _judged(experiment, pairs)


def _by_setting(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    for setting in dict.fromkeys(cell.setting for cell in cells):
        yield [cell for cell in cells if cell.setting == setting]


def _play_setting(
    experiment: Experiment, group: list[Cell], table: int, store: Path, workers: Workers,
    told: Callable[[str, int], None],
) -> list[_Pair]:  # fmt: skip
    """Comparisons of each variant with the baseline; looked at several times when the experiment may stop early."""
    blocks = experiment.design.blocks
    pairs: list[_Pair] = []
    for look in looks(blocks) if experiment.design.sequential else [blocks]:
        baseline, *variants = [_sums(experiment, cell, look, store, workers, told) for cell in group]
        pairs = [_paired(cell, baseline, sums) for cell, sums in zip(group[1:], variants, strict=True)]
        if look == blocks or _enough(experiment, pairs, table):
            break
    return pairs


def _sums(
    experiment: Experiment, cell: Cell, blocks: int, store: Path, workers: Workers, told: Callable[[str, int], None]
) -> dict[str, Sums]:
    match = shorter(cell.match, blocks)
    results = play_stored(match, store, workers, lambda games: told(cell.variant, games))
    known = metrics_of(match)
    names = dict.fromkeys([experiment.metric.primary, *experiment.metric.secondary, FINISHED])
    return block_arrays(results, [known[name] for name in names], blocks)


def _paired(cell: Cell, baseline: dict[str, Sums], variant: dict[str, Sums]) -> _Pair:
    faults = sum(round(float((x - y).sum())) for y, x in (baseline[FINISHED], variant[FINISHED]))
    return _Pair(cell, {name: compare(baseline[name], variant[name]) for name in variant}, faults)


def _enough(experiment: Experiment, pairs: Sequence[_Pair], table: int) -> bool:
    """Whether a look may be the last: every interval is narrow enough, or every verdict clear."""
    design, metric = experiment.design, experiment.metric
    primary = [pair.metrics[metric.primary] for pair in pairs]
    if design.precision is not None:
        spans = [pair.always_valid(design.blocks) for pair in primary]
        return all((high - low) / 2 <= design.precision for low, high in spans)
    return "undecided" not in sequential_verdicts(primary, metric.margin, design.blocks, table)


def _judged(experiment: Experiment, pairs: Sequence[_Pair]) -> list[Line]:
    """Intervals, and verdicts at 5% for the table as a whole."""
    design, metric = experiment.design, experiment.metric
    primary = [pair.metrics[metric.primary] for pair in pairs]
    if design.sequential:
        intervals = [pair.always_valid(design.blocks) for pair in primary]
        judged = sequential_verdicts(primary, metric.margin, design.blocks)
    else:
        intervals, judged = [pair.interval() for pair in primary], verdicts(primary, metric.margin)
    return [
        Line(
            pair.cell.variant, pair.cell.setting, dict(pair.cell.changes), pair.metrics[metric.primary], interval,
            verdict, {name: pair.metrics[name] for name in metric.secondary}, pair.faults,
        )
        for pair, interval, verdict in zip(pairs, intervals, judged, strict=True)
    ]  # fmt: skip


def governed(experiment: Experiment, lines: Sequence[Line]) -> list[str]:
    """For each setting, in words, whether the number of blocks or the rule to stop early ended play."""
    design, told = experiment.design, []
    if not design.sequential:
        return []
    for setting in dict.fromkeys(line.setting for line in lines):
        own = [line for line in lines if line.setting == setting]
        blocks, widest = own[0].primary.blocks, max(line.half_width for line in own)
        if design.precision is not None:
            ended = "precision" if widest <= design.precision else "n"
            aim = f"widest interval ±{widest:.4g}, asked for ±{design.precision:.4g}"
        else:
            ended = "n" if "undecided" in {line.verdict for line in own} else "the verdict"
            aim = f"widest interval ±{widest:.4g}"
        told.append(f"{setting}: {ended} governed, {blocks:,} of at most {design.blocks:,} blocks ({aim}).")
    return told


def compare_runs(baseline: Path, variant: Path, names: Sequence[str]) -> dict[str, Paired]:
    """Two run folders on the same luck, by metric (win shares, turns and ties when none is named)."""
    return compare_results(Results.load(baseline), Results.load(variant), names)


def compare_results(first: Results, second: Results, names: Sequence[str]) -> dict[str, Paired]:
    """Two runs on the same luck, as `compare_runs`. UserError when they cannot be paired."""
    for what in ("game", "seed"):
        if getattr(first.match.spec, what) != getattr(second.match.spec, what):
            raise UserError(f"The runs are not on the same luck: their {what} differs.")
    if first.match.players != second.match.players or first.match.block != second.match.block:
        raise UserError("The runs cannot be paired: their seats or seat rotations differ.")
    blocks = min(first.games // first.match.block, second.games // second.match.block)
    if blocks < 2:
        raise UserError("The runs have fewer than two whole blocks in common.")
    known = (metrics_of(first.match), metrics_of(second.match))
    shared = [name for name in known[0] if name in known[1]]
    for name in names:
        if name not in shared:
            raise unknown("metric of both runs", name, shared)
    wanted = names or [*(name for name in shared if name.startswith("W.")), "turns.mean", "ties"]
    sums = [block_arrays(run, [k[n] for n in wanted], blocks) for run, k in zip((first, second), known, strict=True)]
    return {name: compare(sums[0][name], sums[1][name]) for name in wanted}


def conclusion(lines: Sequence[Line], variant: str, players: int | None = None) -> Conclusion:
    """Whether a variant's verdict under the question's line-up holds under the other policies and uncertain values.

    Contrary is the other verdict, or an effect the other way. A line that is undecided is no contrary, and no support.
    """
    own = [line for line in lines if line.variant == variant and players in (None, line.setting.players)]
    main = [line for line in own if not line.setting.check and not line.setting.uncertain]
    words = {_direction(line) for line in main}
    if len(words) != 1 or "undecided" in words:
        return "undecided"
    contrary = [line.setting for line in own if _direction(line) not in (*words, "undecided")]
    as_it_is = [setting for setting in contrary if not setting.uncertain]
    if any(not setting.check for setting in contrary) or (contrary and not as_it_is):
        return "data-dependent"
    if contrary:
        return "policy-dependent"
    if len(own) == len(main):
        return "one policy, values as they are"
    return "undecided" if any(line.verdict == "undecided" for line in own) else "robust"


def _direction(line: Line) -> str:
    """The verdict, with the sign of a difference."""
    return line.verdict + ("+-"[line.primary.effect < 0] if line.verdict == "different" else "")
