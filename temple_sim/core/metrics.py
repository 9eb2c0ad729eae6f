"""Columns of a result row, and metrics over them: what a game counts and what can be asked of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from temple_sim.core.records import END_REASONS, FINISHED, record_dtype

Values = Mapping[str, Any]
Labels = Callable[[Values], Sequence[str]]


@dataclass(frozen=True)
class Column:
    """One field of a game's result row: a number a game or a seat, or a vector with a label an entry."""

    name: str
    dtype: str
    meaning: str
    per_seat: bool = True
    size: int = 0  # entries reserved; 0 for a single number
    labels: Labels | None = None  # names of the entries in use under a ruleset, at most `size`


SHARED_COLUMNS = (
    Column("index", "i8", "number of the game in its run", per_seat=False),
    Column("turns", "i4", "turns played", per_seat=False),
    Column("plies", "i4", "decisions made", per_seat=False),
    Column("end_reason", "u1", " or ".join(f"{i} {r}" for i, r in enumerate(END_REASONS)), per_seat=False),
    Column("share", "f8", "win share: 1 for a win, 1/k for one shared by k"),
    Column("score", "f4", "the game's own points"),
)


def result_dtype(columns: Sequence[Column], seats: int) -> np.dtype:
    """The result row's layout: the shared columns, then the game's; per-seat fields have a leading seat axis."""

    def field(column: Column) -> tuple[Any, ...]:
        shape = ((seats,) if column.per_seat else ()) + ((column.size,) if column.size else ())
        return (column.name, column.dtype, shape)

    return record_dtype([field(column) for column in (*SHARED_COLUMNS, *columns)])


Rows = Any  # a structured array of result rows, one a game
Measure = Callable[[Rows], np.ndarray]


@dataclass(frozen=True)
class Metric:
    """A ratio of two sums over a run: `value` over `weight`, each (games,) or (games, seats).

    Without a weight it is a mean. `share` says that it lies between 0 and 1 and is shown in percent.
    """

    name: str
    meaning: str
    value: Measure
    weight: Measure | None = None
    share: bool = False


@dataclass(frozen=True)
class Table:
    """A headline: metrics by name, laid out in rows and columns. A cell may be empty (None)."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str | None, ...]], ...]


def column_metrics(columns: Sequence[Column], values: Values) -> list[Metric]:
    """The mean of every column (and labelled entry), named `column.mean` or `column.label.mean`."""
    metrics = []
    for column in columns:
        if column.name == "index":
            continue
        if not column.size:
            metrics.append(Metric(f"{column.name}.mean", f"mean: {column.meaning}", _field(column.name)))
            continue
        for place, label in enumerate(labels_of(column, values)):
            name = f"{column.name}.{label}.mean"
            metrics.append(Metric(name, f"mean: {column.meaning} ({label})", _field(column.name, place)))
    return metrics


def over_entries(values: np.ndarray, weights: Sequence[float] | None = None) -> np.ndarray:
    """Sum over the short last axis, entries weighted if asked: far faster than numpy's own sum over it."""
    factors = weights if weights is not None else [1.0] * values.shape[-1]
    total = np.zeros(values.shape[:-1])
    for entry, factor in enumerate(factors):
        total += values[..., entry] * factor
    return total


def labels_of(column: Column, values: Values) -> Sequence[str]:
    """Labels of a vector column's entries under a ruleset."""
    return column.labels(values) if column.labels else [str(i) for i in range(column.size)]


def _field(name: str, place: int | None = None) -> Measure:
    if place is None:
        return lambda rows: rows[name]
    return lambda rows: rows[name][..., place]


SHARED_METRICS = (
    Metric("finished", "share of games that ended by the rules", lambda r: r["end_reason"] == FINISHED, share=True),
    Metric("ties", "share of games with more than one winner", lambda r: (r["share"] > 0).sum(axis=1) > 1, share=True),
)
