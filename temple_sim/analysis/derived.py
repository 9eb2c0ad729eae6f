"""Metrics that are made of a game's columns but need more than one of them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from temple_sim.core.metrics import Metric
from temple_sim.engine.match import Match


def derived(match: Match) -> list[Metric]:
    """The winning margin of any game with two seats or more, and what is derived of the game's own columns."""
    found = [_lead(match.players)] if match.players > 1 else []
    return found + OF_GAMES.get(match.game.name, lambda players: [])(match.players)


def _lead(players: int) -> Metric:
    """How far apart the two best scores are: the closeness of a game."""

    def apart(rows: Any) -> np.ndarray:
        best = np.sort(rows["score"][:, :players], axis=1)
        return best[:, -1] - best[:, -2]

    return Metric("lead.mean", "score of the best seat minus that of the second", apart)


def _trail(players: int) -> list[Metric]:
    """Who brings the first marker to the temple: needs a bonus above 0, by which the seat is known."""

    def first(rows: Any) -> np.ndarray:
        return rows["from_bonus"] > 0

    def won(rows: Any) -> np.ndarray:
        return rows["share"] * first(rows)

    def needed(rows: Any) -> np.ndarray:
        return (rows["share"] * first(rows)) * (_without_bonus(rows, players) <= 0)[:, None]

    return [
        Metric("first_to_temple.win", "win share of the seat that brings the first marker there", won, first, True),
        Metric("first_to_temple.needs", "of these, wins that its bonus alone brought", needed, won, True),
    ]


def _without_bonus(rows: Any, players: int) -> np.ndarray:
    """Points by which the seat with the bonus would lead without it."""
    score, bonus = rows["score"][:, :players].astype(float), rows["from_bonus"][:, :players].astype(float)
    own = bonus > 0
    mine = np.where(own, score - bonus, 0.0).sum(axis=1)
    return mine - np.where(own, -np.inf, score).max(axis=1)


OF_GAMES: Mapping[str, Callable[[int], list[Metric]]] = {"trail": _trail}
