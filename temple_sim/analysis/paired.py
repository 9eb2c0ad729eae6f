"""Paired comparison: a variant against the baseline, block by block on the same luck, and what to call the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import ndtr, stdtrit

from temple_sim.analysis.estimate import CONFIDENCE
from temple_sim.analysis.sequence import ALPHA, half_width, p_value

Verdict = Literal["different", "equivalent", "undecided"]


@dataclass(frozen=True)
class Paired:
    """Difference of a metric, variant minus baseline.

    error   standard error of the effect under pairing; vrf: how many times more blocks an unpaired comparison of the
            same precision would need (1: pairing gained nothing; infinite when the two never differ)
    """

    baseline: float
    variant: float
    error: float
    blocks: int
    vrf: float

    @property
    def effect(self) -> float:
        """Variant minus baseline."""
        return self.variant - self.baseline

    def interval(self) -> tuple[float, float]:
        """95% interval of the effect for a number of blocks fixed in advance."""
        if self.blocks < 2:
            return float("nan"), float("nan")
        half = float(stdtrit(self.blocks - 1, 0.5 + CONFIDENCE / 2)) * self.error
        return self.effect - half, self.effect + half

    def always_valid(self, tuned_to: int) -> tuple[float, float]:
        """95% confidence sequence: it may be looked at after any number of blocks, and stopped on."""
        half = half_width(self.error, self.blocks, tuned_to)
        return self.effect - half, self.effect + half


def compare(baseline: tuple[np.ndarray, np.ndarray], variant: tuple[np.ndarray, np.ndarray]) -> Paired:
    """Pair two runs on the same luck: (value, weight) sums of each block, shapes (blocks,).

    Errors are the linearised ones of a ratio, so metrics with a random denominator are covered too.
    """
    blocks = min(len(baseline[0]), len(variant[0]))
    rates, residuals = [], []
    for y, x in (baseline, variant):
        y, x = y[:blocks], x[:blocks]
        total = x.sum()
        rate = float(y.sum() / total) if total else float("nan")
        rates.append(rate)
        residuals.append((y - rate * x) * (blocks / total) if total else np.full(blocks, np.nan))
    factor = 1 / (blocks * max(blocks - 1, 1))
    apart = float(((residuals[0] ** 2).sum() + (residuals[1] ** 2).sum()) * factor)
    paired = float(((residuals[1] - residuals[0]) ** 2).sum() * factor)
    vrf = apart / paired if paired != 0 else float("inf")
    return Paired(rates[0], rates[1], float(np.sqrt(paired)), blocks, vrf)


def verdict_of(low: float, high: float, margin: float) -> Verdict:
    """Interval against margin: wholly outside, wholly inside, or neither."""
    if low > margin or high < -margin:
        return "different"
    if -margin < low and high < margin:
        return "equivalent"
    return "undecided"


def verdicts(pairs: Sequence[Paired], margin: float) -> list[Verdict]:
    """Verdicts of a table at 5% for the table as a whole (Holm).

    "different" rejects that the effect lies within the margin, "equivalent" that it lies outside (two one-sided tests).
    """
    outside = holm([_p(abs(pair.effect) - margin, pair.error) for pair in pairs])
    inside = holm([_p(margin - abs(pair.effect), pair.error) for pair in pairs])
    return [
        "different" if p <= ALPHA / 2 else "equivalent" if q <= ALPHA else "undecided"
        for p, q in zip(outside, inside, strict=True)
    ]


def sequential_verdicts(pairs: Sequence[Paired], margin: float, tuned_to: int, table: int = 0) -> list[Verdict]:
    """Verdicts that hold at 5% for the table whenever play is stopped (Holm on always-valid p-values).

    table   lines of the whole table, when `pairs` are a part of it: each then counts as one of so many (Bonferroni),
            so that a verdict reached here stands when the table is judged as a whole
    """

    def adjusted(distances: Sequence[float]) -> list[float]:
        p = [p_value(d, pair.error, pair.blocks, tuned_to) for d, pair in zip(distances, pairs, strict=True)]
        return [min(1.0, table * one) for one in p] if table else holm(p)

    outside = adjusted([abs(pair.effect) - margin for pair in pairs])
    inside = adjusted([margin - abs(pair.effect) for pair in pairs])
    return [
        "different" if p <= ALPHA else "equivalent" if q <= ALPHA else "undecided"
        for p, q in zip(outside, inside, strict=True)
    ]


def _p(distance: float, error: float) -> float:
    """One-sided p-value of a distance to the margin."""
    if np.isnan(distance) or np.isnan(error):
        return 1.0
    if error == 0:
        return 0.0 if distance > 0 else 1.0
    return float(ndtr(-distance / error))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment."""
    order = np.argsort(p)
    adjusted, highest = [1.0] * len(p), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = highest
    return adjusted
