"""What a way to reduce variance gains for a CPU second, not only for a game.

VRF counts games: how many times more of them a comparison on separate luck needs for the same error. The net gain also
counts what a game costs: VRF x (CPU seconds of the same games on separate luck) / (CPU seconds on common luck). Pairing
plays no game that an unpaired comparison would not play, so the ratio is near 1; it is measured, not assumed.
"""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass

from temple_sim.engine.match import Match, MatchSpec
from temple_sim.engine.playout import Table
from temple_sim.engine.runner import prepare
from temple_sim.experiments.cells import Cell
from temple_sim.experiments.whatif import Line

SECONDS = 0.5  # CPU time of a measurement
ROUNDS = 5
OTHER_LUCK = 777_777_777  # added to the seed of the unpaired games


@dataclass(frozen=True)
class NetGain:
    """Net gain of pairing over the lines of a table (infinite where a variant never differs), and the cost measured."""

    lowest: float
    highest: float
    cost: float  # CPU seconds of games on separate luck over those on common luck

    def __str__(self) -> str:
        span = f"{self.lowest:.2f}" if self.lowest == self.highest else f"{self.lowest:.2f} to {self.highest:.2f}"
        text = f"Net gain of pairing per CPU second: {span} (VRF x {self.cost:.2f}, the measured CPU cost of a game on "
        text += "separate luck over one on common luck)."
        return text if self.lowest >= 1 else text + " Below 1 the common luck does not help."


def net_gain(cells: Sequence[Cell], lines: Sequence[Line]) -> NetGain:
    """Measure what games cost on common and on separate luck; gains of all lines from it."""
    cost = cost_ratio(cells[0].match, cells[1].match)
    gains = [line.primary.vrf * cost for line in lines if line.primary.vrf == line.primary.vrf]
    finite = [gain for gain in gains if gain != float("inf")] or gains or [float("nan")]
    return NetGain(min(finite), max(finite), cost)


def cost_ratio(baseline: Match, variant: Match) -> float:
    """CPU seconds of baseline and variant on separate luck over those on common luck, the median of a few rounds."""
    apart = MatchSpec(**{**vars(variant.spec), "seed": variant.seed + OTHER_LUCK}).resolve()
    games = max(1, round(SECONDS / ROUNDS / 3 / max(prepare(baseline), prepare(variant))))
    tables = [Table(match) for match in (baseline, variant, apart)]
    ratios = []
    for part in range(ROUNDS):
        base, common, separate = (_cpu_seconds(table, part * games, games) for table in tables)
        ratios.append((base + separate) / (base + common))
    return statistics.median(ratios)


def _cpu_seconds(table: Table, first: int, games: int) -> float:
    start = time.process_time()
    table.play(first, games)
    return max(time.process_time() - start, 1e-9)
