"""Estimates from block sums: ratios with intervals, gathered piece by piece in constant memory.

A block (all rotations of a line-up on the same luck) is the unit. For a ratio of sums the standard error is the
linearised one of survey sampling (Cochran, Sampling Techniques, ch. 6); for a constant weight it is exactly the
standard error of the mean of block means.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri, stdtrit

CONFIDENCE = 0.95
POWER = 0.80


class Estimate(NamedTuple):
    """A value with its 95% interval, the blocks it rests on and the difference they would show (power 80%)."""

    value: float
    low: float
    high: float
    blocks: int
    detects: float


NOTHING = Estimate(float("nan"), float("nan"), float("nan"), 0, float("nan"))


@dataclass
class BlockSums:
    """Running sums of y (value) and x (weight) over blocks."""

    blocks: int = 0
    y: float = 0.0
    x: float = 0.0
    yy: float = 0.0
    xy: float = 0.0
    xx: float = 0.0

    def add(self, y: np.ndarray, x: np.ndarray) -> None:
        """Add blocks: sums of value and weight within each, shapes (blocks,)."""
        self.blocks += len(y)
        self.y += float(y.sum())
        self.x += float(x.sum())
        self.yy += float((y * y).sum())
        self.xy += float((x * y).sum())
        self.xx += float((x * x).sum())

    def estimate(self, proportion: bool = False) -> Estimate:
        """The ratio y/x with its interval; a proportion without spread at 0 or 1 gets a Wilson interval."""
        if self.blocks == 0 or self.x == 0:
            return NOTHING
        n, ratio = self.blocks, self.y / self.x
        if n == 1:
            return Estimate(ratio, float("nan"), float("nan"), 1, float("nan"))
        error = self.error()
        if error == 0:
            return self._without_spread(ratio, proportion)
        half = float(stdtrit(n - 1, 0.5 + CONFIDENCE / 2)) * error
        low, high = ratio - half, ratio + half
        if proportion:
            low, high = max(low, 0.0), min(high, 1.0)
        return Estimate(ratio, float(low), float(high), n, float(detectable(error)))

    def error(self) -> float:
        """Standard error of the ratio y/x; NaN where there is none yet."""
        if self.blocks < 2 or self.x == 0:
            return float("nan")
        n, ratio = self.blocks, self.y / self.x
        residual = max(self.yy - 2 * ratio * self.xy + ratio * ratio * self.xx, 0.0)
        noise = 1e-12 * max(self.yy, ratio * ratio * self.xx)  # rounding of the sums, not spread
        return 0.0 if residual <= noise else float(np.sqrt(residual * n / (n - 1)) / abs(self.x))

    def _without_spread(self, ratio: float, proportion: bool) -> Estimate:
        if not proportion or 0.0 < ratio < 1.0:
            return Estimate(ratio, ratio, ratio, self.blocks, 0.0)
        low, high = wilson(round(ratio * self.blocks), self.blocks)
        return Estimate(ratio, low, high, self.blocks, high - low)


def detectable(error: float) -> float:
    """The smallest true difference from a fixed value that would be found with power 80%."""
    return float(error * (ndtri(0.5 + CONFIDENCE / 2) + ndtri(POWER)))


def wilson(successes: int, n: int) -> tuple[float, float]:
    """Wilson's 95% interval of a plain proportion."""
    z = float(ndtri(0.5 + CONFIDENCE / 2))
    p = successes / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low = 0.0 if successes == 0 else float(centre - half)  # exactly, not up to rounding
    high = 1.0 if successes == n else float(centre + half)
    return low, high
