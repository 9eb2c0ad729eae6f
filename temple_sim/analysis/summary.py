"""The summary of a run: who wins, how long it lasts, how it ends, and the game's own headlines."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from temple_sim.analysis.estimate import BlockSums, Estimate
from temple_sim.analysis.measures import block_sums, metrics_of, win_metrics
from temple_sim.analysis.quantiles import Quantile
from temple_sim.core.errors import UserError, unknown
from temple_sim.core.metrics import Metric, Rows
from temple_sim.core.records import END_REASONS
from temple_sim.engine.match import Match

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass
class Summary:
    """Gathers rows piece by piece, in constant memory. Only whole blocks count towards rates.

    UserError for an extra metric that does not exist.
    """

    match: Match
    extra: tuple[str, ...] = ()  # more metrics to gather
    games: int = 0
    turns: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))  # games by number of turns
    ends: np.ndarray = field(default_factory=lambda: np.zeros(len(END_REASONS), np.int64))
    plies: int = 0
    _held: Rows = None  # rows of a block that is not whole yet

    def __post_init__(self) -> None:
        """Find out what is asked for."""
        match, known = self.match, metrics_of(self.match)
        self.tables = list(match.game.headlines(match.ruleset.values, match.players))
        shown = [name for table in self.tables for _, cells in table.rows for name in cells if name]
        wins = [metric.name for metric in win_metrics(match)]
        for name in self.extra:
            if name not in known:
                raise unknown(f"metric of {match.game.name}", name, known)
            if isinstance(known[name], Quantile):
                raise UserError(f"{name} needs all rows at once; compare it with 'whatif' or 'sweep'.")
        names = (*wins, "turns.mean", "ties", *shown, *self.extra)
        self.wanted: dict[str, Metric] = {name: known[name] for name in names}
        self.sums = {name: BlockSums() for name in self.wanted}

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
        for name, metric in self.wanted.items():
            self.sums[name].add(*block_sums(metric, rows, self.match))

    @property
    def policies(self) -> dict[str, Estimate]:
        """Win share of each policy of the line-up."""
        return {label: self.estimate(f"W.{label}") for label in dict.fromkeys(e.label for e in self.match.line_up)}

    @property
    def seats(self) -> dict[int, Estimate]:
        """Win share of each seat."""
        return {seat: self.estimate(f"W.seat.{seat}") for seat in range(self.match.players)}

    def estimate(self, name: str) -> Estimate:
        """One of the wanted metrics."""
        return self.sums[name].estimate(self.wanted[name].share)

    def turn_quantiles(self) -> dict[float, int]:
        """Quantiles of the number of turns."""
        reached = np.cumsum(self.turns)
        return {q: int(np.searchsorted(reached, q * self.games)) for q in QUANTILES} if self.games else {}

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "policies": [{"policy": k, **plain(v)} for k, v in self.policies.items()],
            "seats": [{"seat": k, **plain(v)} for k, v in self.seats.items()],
            "turns": {**plain(self.estimate("turns.mean")), "quantiles": self.turn_quantiles()},
            "ties": plain(self.estimate("ties")),
            "end_reasons": {reason: int(n) for reason, n in zip(END_REASONS, self.ends, strict=True)},
            "headlines": [
                {
                    "title": table.title,
                    "columns": list(table.columns),
                    "rows": [
                        {"row": row, "cells": [plain(self.estimate(c)) | {"metric": c} if c else None for c in cells]}
                        for row, cells in table.rows
                    ],
                }
                for table in self.tables
            ],
        }


def plain(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain values; what is not a number is None."""
    return {k: None if v != v else v for k, v in estimate._asdict().items()}
