"""The summary of a run: who wins, how long it lasts, how it ends, and the game's own headlines."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from temple_sim.analysis.estimate import BlockSums, Estimate
from temple_sim.core.metrics import Metric, Rows
from temple_sim.core.records import END_REASONS
from temple_sim.engine.match import Match

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class Summary:
    """Gathers rows piece by piece, in constant memory. Only whole blocks count towards rates."""

    match: Match
    games: int = 0
    policies: dict[str, BlockSums] = field(default_factory=dict)
    seats: list[BlockSums] = field(default_factory=list)
    metrics: dict[str, BlockSums] = field(default_factory=dict)
    turns: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))  # games by number of turns
    ends: np.ndarray = field(default_factory=lambda: np.zeros(len(END_REASONS), np.int64))
    plies: int = 0
    _held: Rows = None  # rows of a block that is not whole yet

    def __post_init__(self) -> None:
        """Find out what is asked for."""
        match = self.match
        self.policies = {label: BlockSums() for label in dict.fromkeys(e.label for e in match.line_up)}
        self.seats = [BlockSums() for _ in range(match.players)]
        self.tables = list(match.game.headlines(match.ruleset.values, match.players))
        known = {m.name: m for m in match.game.all_metrics(match.ruleset.values, match.players)}
        wanted = [name for table in self.tables for _, cells in table.rows for name in cells if name]
        self.wanted: dict[str, Metric] = {name: known[name] for name in ("turns.mean", *wanted, "ties")}
        self.metrics = {name: BlockSums() for name in self.wanted}

    def add(self, rows: np.ndarray) -> None:
        """Add result rows in the order of the games."""
        self.games += len(rows)
        self.plies += int(rows["plies"].sum())
        counts = np.bincount(rows["turns"], minlength=len(self.turns))
        counts[: len(self.turns)] += self.turns
        self.turns = counts
        self.ends += np.bincount(rows["end_reason"], minlength=len(END_REASONS))
        if self._held is not None and len(self._held):
            rows = np.concatenate([self._held, rows])
        whole = len(rows) - len(rows) % self.match.block
        self._held = rows[whole:].copy()
        if whole:
            self._add_blocks(rows[:whole])

    @property
    def left_out(self) -> int:
        """Games of an unfinished last block."""
        return 0 if self._held is None else len(self._held)

    def _add_blocks(self, rows: np.ndarray) -> None:
        match, size = self.match, self.match.block
        share = rows["share"][:, : match.players].astype(np.float64)
        ones = np.ones(len(rows) // size)
        for seat, sums in enumerate(self.seats):
            sums.add(_per_block(share[:, seat], size), ones * size)
        labels = np.array([entry.label for entry in match.line_up])[match.order]
        for label, sums in self.policies.items():
            mine = np.tile(labels == label, (len(ones), 1))
            sums.add(_per_block(_seats_summed(share * mine, match.players), size), ones * mine[:size].sum())
        for name, metric in self.wanted.items():
            value, weight = measure(metric, rows, match.players)
            self.metrics[name].add(_per_block(value, size), _per_block(weight, size))

    def estimate(self, name: str) -> Estimate:
        """One of the wanted metrics."""
        return self.metrics[name].estimate(self.wanted[name].share)

    def turn_quantiles(self) -> dict[float, int]:
        """Quantiles of the number of turns."""
        reached = np.cumsum(self.turns)
        return {q: int(np.searchsorted(reached, q * self.games)) for q in QUANTILES} if self.games else {}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "policies": [{"policy": k, **_plain(v.estimate(True))} for k, v in self.policies.items()],
            "seats": [{"seat": i, **_plain(v.estimate(True))} for i, v in enumerate(self.seats)],
            "turns": {**_plain(self.estimate("turns.mean")), "quantiles": self.turn_quantiles()},
            "ties": _plain(self.estimate("ties")),
            "end_reasons": {reason: int(n) for reason, n in zip(END_REASONS, self.ends, strict=True)},
            "headlines": [
                {
                    "title": table.title,
                    "columns": list(table.columns),
                    "rows": [
                        {"row": row, "cells": [_plain(self.estimate(c)) | {"metric": c} if c else None for c in cells]}
                        for row, cells in table.rows
                    ],
                }
                for table in self.tables
            ],
        }


def measure(metric: Metric, rows: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """A metric's value and weight of each game, shapes (games,): seats in use are summed."""
    value = _seats_summed(metric.value(rows), players)
    if metric.weight is not None:
        return value, _seats_summed(metric.weight(rows), players)
    per_seat = np.ndim(metric.value(rows[:1])) > 1
    return value, np.full(len(rows), float(players if per_seat else 1))


def _seats_summed(values: np.ndarray, players: int) -> np.ndarray:
    values = np.asarray(values)
    if values.ndim == 1:
        return values.astype(np.float64)
    return _sum_of([values[:, seat] for seat in range(players)])


def _per_block(values: np.ndarray, size: int) -> np.ndarray:
    return _sum_of([values[place::size] for place in range(size)])


def _sum_of(columns: list[np.ndarray]) -> np.ndarray:
    """Columns added up one by one: many times faster than summing over a short last axis."""
    total = columns[0].astype(np.float64)
    for column in columns[1:]:
        total += column
    return total


def _plain(estimate: Estimate) -> dict[str, Any]:
    return {k: None if v != v else v for k, v in estimate._asdict().items()}
