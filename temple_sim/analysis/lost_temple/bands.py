"""Bands of numbers, and ratios of column sums with their intervals."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import BlockSums

GEMS = ((1, "0-1 gems"), (4, "2-4 gems"), (8, "5-8 gems"), (None, "9+ gems"))
BEHIND = ((0, "in the lead"), (4, "1-4 behind"), (9, "5-9 behind"), (None, "10+ behind"))
Bands = Sequence[tuple[int | None, str]]


def band(number: int, bands: Bands) -> str:
    """The name of the first band that reaches up to a number; the last one has no upper end (None)."""
    return next(name for most, name in bands if most is None or number <= most)


def names_of(bands: Bands) -> list[str]:
    """The bands' names in order."""
    return [name for _, name in bands]


def ratios(
    frame: pd.DataFrame,
    by: str,
    values: Mapping[str, pd.Series],
    weights: Mapping[str, pd.Series] | pd.Series,
    share: bool = False,
) -> pd.DataFrame:
    """The ratio of the sums of values and weights for each label; blocks are the unit.

    weights     one for all labels, or one a label
    Columns: `by` (the label), value, low, high, blocks, detects, events (the sum of the weight).
    """
    blocks, place = np.unique(frame["block"], return_inverse=True)

    def sums(column: pd.Series) -> np.ndarray:
        return np.bincount(place, column.to_numpy(float), len(blocks))

    rows = []
    for label, value in values.items():
        weight = sums(weights[label] if isinstance(weights, Mapping) else weights)
        total = BlockSums()
        total.add(sums(value), weight)
        rows.append({by: label} | total.estimate(share)._asdict() | {"events": float(weight.sum())})
    return pd.DataFrame(rows, columns=[by, "value", "low", "high", "blocks", "detects", "events"])
