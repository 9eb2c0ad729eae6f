"""Running a what-if experiment: all cells on common luck, every variant against the baseline of its setting."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from temple_sim.analysis.measures import metrics_of
from temple_sim.analysis.paired import Paired, Verdict, compare, verdict_of, verdicts
from temple_sim.core.errors import UserError, unknown
from temple_sim.engine.runner import Workers, prepare
from temple_sim.experiments.cells import Cell, Setting
from temple_sim.experiments.spec import Experiment
from temple_sim.experiments.store import block_arrays, games_there, play_stored, shorter
from temple_sim.results import Results

FIRST_LOOK = 1000  # blocks played before a "precise" experiment first asks whether it may stop
Conclusion = Literal["robust", "policy-dependent", "data-dependent", "undecided"]


@dataclass(frozen=True)
class Line:
    """One variant against the baseline in one setting: the primary metric with its verdict, then the others."""

    variant: str
    setting: Setting
    changes: dict[str, Any]
    primary: Paired
    interval: tuple[float, float]
    verdict: Verdict
    secondary: dict[str, Paired] = field(default_factory=dict)


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
    lines: list[Line] = []
    for setting, group in _by_setting(cells):
        pairs = _play_setting(experiment, group, store, workers, told)
        lines += _judged(experiment, setting, group, pairs)
    return lines


def _by_setting(cells: Sequence[Cell]) -> Iterator[tuple[Setting, list[Cell]]]:
    for setting in dict.fromkeys(cell.setting for cell in cells):
        yield setting, [cell for cell in cells if cell.setting == setting]


def _play_setting(
    experiment: Experiment, group: list[Cell], store: Path, workers: Workers, told: Callable[[str, int], None]
) -> list[dict[str, Paired]]:
    """Comparisons of each variant with the baseline, by metric; looked at several times when `stop` is precise."""
    blocks = experiment.design.blocks
    looks = [blocks] if experiment.design.stop == "fixed" else _looks(blocks)
    pairs: list[dict[str, Paired]] = []
    for look in looks:
        sums = [_sums(experiment, cell, look, store, workers, told) for cell in group]
        pairs = [{name: compare(sums[0][name], variant[name]) for name in variant} for variant in sums[1:]]
        if look == blocks or all(_settled(experiment, pair) for pair in pairs):
            break
    return pairs


def _looks(blocks: int) -> list[int]:
    looks, look = [], FIRST_LOOK
    while look < blocks:
        looks.append(look)
        look *= 2
    return [*looks, blocks]


def _sums(
    experiment: Experiment, cell: Cell, blocks: int, store: Path, workers: Workers, told: Callable[[str, int], None]
) -> dict[str, Any]:
    match = shorter(cell.match, blocks)
    results = play_stored(match, store, workers, lambda games: told(cell.variant, games))
    known = metrics_of(match)
    names = dict.fromkeys([experiment.metric.primary, *experiment.metric.secondary])
    return block_arrays(results, [known[name] for name in names], blocks)


def _always_valid(experiment: Experiment, pair: Paired) -> tuple[float, float]:
    return pair.always_valid(tuned_to=experiment.design.blocks)


def _settled(experiment: Experiment, pairs: dict[str, Paired]) -> bool:
    metric = experiment.metric
    low, high = _always_valid(experiment, pairs[metric.primary])
    return verdict_of(low, high, metric.margin) != "undecided"


def _judged(
    experiment: Experiment, setting: Setting, group: list[Cell], pairs: list[dict[str, Paired]]
) -> Iterator[Line]:
    metric = experiment.metric
    primary = [pair[metric.primary] for pair in pairs]
    precise = experiment.design.stop == "precise"
    intervals = [_always_valid(experiment, pair) if precise else pair.interval() for pair in primary]
    if precise:
        judged = [verdict_of(low, high, metric.margin) for low, high in intervals]
    else:
        judged = verdicts(primary, metric.margin)
    for cell, pair, interval, verdict in zip(group[1:], pairs, intervals, judged, strict=True):
        others = {name: pair[name] for name in metric.secondary}
        yield Line(cell.variant, setting, dict(cell.changes), pair[metric.primary], interval, verdict, others)


def compare_runs(baseline: Path, variant: Path, names: Sequence[str]) -> dict[str, Paired]:
    """Two run folders on the same luck, by metric (win shares, turns and ties when none is named)."""
    first, second = Results.load(baseline), Results.load(variant)
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


def conclusion(lines: Sequence[Line], variant: str) -> Conclusion:
    """Whether a variant's verdict under the question's line-up holds under the other policies and uncertain values."""
    own = [line for line in lines if line.variant == variant]
    main = {line.verdict for line in own if not line.setting.check and not line.setting.uncertain}
    if len(main) != 1 or main == {"undecided"}:
        return "undecided"
    if {line.verdict for line in own if not line.setting.check} != main:
        return "data-dependent"
    if {line.verdict for line in own} != main:
        return "policy-dependent"
    return "robust"
