"""Quantiles of result columns, made fit for blocks: each game's value is replaced by what it adds to the quantile.

A quantile is no ratio of sums. But q + (p - G(x)) / f, with G the share of values below q that x stands for and f the
density at q, has the quantile as its mean and the right error over blocks (its influence function; van der Vaart,
Asymptotic Statistics, 21.2). Columns hold whole numbers, so the mass of each is spread evenly half-way to its
neighbours: the quantile moves smoothly when rules do.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from temple_sim.core.metrics import Measure, Metric
from temple_sim.engine.match import Match

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Quantile(Metric):
    """A quantile of a column over games, or over seats in games: `value` gives the column's values."""

    level: float = 0.5


def quantile_metrics(match: Match) -> list[Metric]:
    """`turns.q95` and so on for every column that is one number a game or seat."""
    found: list[Metric] = []
    for column in match.game.all_columns:
        if column.size or column.name in ("index", "end_reason", "share"):
            continue
        for level in LEVELS:
            percent = round(100 * level)
            name, meaning = f"{column.name}.q{percent:02}", f"{percent}% quantile: {column.meaning}"
            found.append(Quantile(name, meaning, _field(column.name), level=level))
    return found


def _field(name: str) -> Measure:
    return lambda rows: rows[name]


def values_by_block(metric: Quantile, rows: np.ndarray, match: Match) -> np.ndarray:
    """The values of whole blocks of rows, shape (blocks, values a block)."""
    values = np.asarray(metric.value(rows), np.float64)
    if values.ndim > 1:
        values = values[:, : match.players]
    return values.reshape(len(rows) // match.block, -1)


def linearised(level: float, parts: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Value and weight sums of each block whose ratio is the quantile, shapes (blocks,)."""
    values = np.concatenate(parts)
    weight = np.full(len(values), float(values.shape[1]))
    known, counts = np.unique(values, return_counts=True)
    if len(known) < 2:
        return values.sum(axis=1), weight
    middles = (known[1:] + known[:-1]) / 2
    edges = np.concatenate([[2 * known[0] - middles[0]], middles, [2 * known[-1] - middles[-1]]])
    share = counts / counts.sum()
    reached = np.cumsum(share)
    place = min(int(np.searchsorted(reached, level - 1e-12)), len(known) - 1)
    within = (level - (reached[place] - share[place])) / share[place]
    width = edges[place + 1] - edges[place]
    below = np.where(values < known[place], 1.0, np.where(values == known[place], within, 0.0))
    adds = edges[place] + within * width + (level - below) * width / share[place]
    return adds.sum(axis=1), weight
