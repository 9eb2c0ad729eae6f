"""Confidence sequences: intervals and p-values that stay valid however often they are looked at, and stopped on.

The asymptotic sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), a normal mixture. It is tightest near
the number of blocks it is tuned to, which must be chosen before the first block is played.
"""

import numpy as np

from temple_sim.analysis.estimate import CONFIDENCE

ALPHA = 1 - CONFIDENCE
FIRST_LOOK = 500  # blocks before the first look: the sequence is an asymptotic one
GROWTH = 1.25  # each look has so many times the blocks of the one before


def looks(blocks: int) -> list[int]:
    """The numbers of blocks after which a run that may stop early asks whether it shall; the last is all of them."""
    found, look = [], float(FIRST_LOOK)
    while look < blocks:
        found.append(int(look))
        look *= GROWTH
    return [*found, blocks]


def _rho2(tuned_to: int) -> float:
    """The mixture's variance for which the 95% sequence is tightest at `tuned_to` blocks (their equation 10)."""
    return float((-2 * np.log(ALPHA) + np.log(1 - 2 * np.log(ALPHA))) / tuned_to)


def half_width(error: float, blocks: int, tuned_to: int) -> float:
    """Half the width of the 95% confidence sequence. `error` is the standard error after so many blocks."""
    if blocks < 2:
        return float("inf")
    v = blocks * _rho2(tuned_to)
    return float(error * np.sqrt((v + 1) / v * np.log((v + 1) / ALPHA**2)))


def p_value(distance: float, error: float, blocks: int, tuned_to: int) -> float:
    """Always-valid p-value of an estimate that lies `distance` beyond the hypothesis; 1 on the hypothesis' own side."""
    if np.isnan(distance) or np.isnan(error) or distance <= 0 or blocks < 2:
        return 1.0
    if error == 0:
        return 0.0
    v = blocks * _rho2(tuned_to)
    return float(min(1.0, np.sqrt(v + 1) * np.exp(-0.5 * (distance / error) ** 2 * v / (v + 1))))
