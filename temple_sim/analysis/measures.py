"""Metrics of a match as sums within blocks: what every estimate is made of."""

import numpy as np

from temple_sim.analysis.derived import derived
from temple_sim.analysis.quantiles import quantile_metrics
from temple_sim.core.metrics import Metric
from temple_sim.engine.match import Match


def metrics_of(match: Match) -> dict[str, Metric]:
    """Every metric of a match by name: win shares by seat and policy, derived ones, the game's, quantiles."""
    own = [*win_metrics(match), *derived(match), *match.game.all_metrics(match.ruleset.values, match.players)]
    own += quantile_metrics(match)
    return {metric.name: metric for metric in own}


def win_metrics(match: Match) -> list[Metric]:
    """`W.seat.0` ... for the seats and `W.planner` ... for the policies of the line-up."""
    seats = [_seat_metric(seat) for seat in range(match.players)]
    labels = np.array([entry.label for entry in match.line_up])
    return seats + [_policy_metric(match, labels, label) for label in dict.fromkeys(labels.tolist())]


def _seat_metric(seat: int) -> Metric:
    return Metric(f"W.seat.{seat}", f"win share of seat {seat}", lambda rows: rows["share"][:, seat], share=True)


def _policy_metric(match: Match, labels: np.ndarray, label: str) -> Metric:
    sits = np.zeros((match.block, match.game.max_players))
    sits[:, : match.players] = labels[match.order] == label

    def seats_of(rows: np.ndarray) -> np.ndarray:
        return sits[rows["index"] % match.block]

    meaning = f"win share of a seat that plays {label}"
    return Metric(f"W.{label}", meaning, lambda rows: rows["share"] * seats_of(rows), seats_of, share=True)


def block_sums(metric: Metric, rows: np.ndarray, match: Match) -> tuple[np.ndarray, np.ndarray]:
    """A metric's value and weight summed within each block of whole blocks of rows, shapes (blocks,)."""
    value, weight = game_sums(metric, rows, match.players)
    return _per_block(value, match.block), _per_block(weight, match.block)


def game_sums(metric: Metric, rows: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """A metric's value and weight of each game, shapes (games,): seats in use are summed."""
    value = metric.value(rows)
    if metric.weight is not None:
        return _over_seats(value, players), _over_seats(metric.weight(rows), players)
    return _over_seats(value, players), np.full(len(rows), float(players if np.ndim(value) > 1 else 1))


def _over_seats(values: np.ndarray, players: int) -> np.ndarray:
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
