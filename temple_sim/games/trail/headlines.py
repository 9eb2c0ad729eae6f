"""Metrics of Trail to the Temple and the tables a run prints."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from temple_sim.core.metrics import Measure, Metric, Table
from temple_sim.games.trail.columns import ARRIVALS, ENDS, MOVER_MEANINGS
from temple_sim.games.trail.tables import DRONES, MOVERS, RESULTS, TILES

Values = Mapping[str, Any]
SOURCES = ("explorers", "artifacts", "crates", "bonus")
SIDES = ("winners", "losers")
RANKS = ("1st", "2nd", "3rd", "4th", "5th", "6th")
CHECKPOINTS = ("a quarter", "half", "three quarters")  # of the way


def metrics(values: Values, players: int) -> list[Metric]:
    """What a run can be asked beyond the means of its columns."""
    return [*_endings(), *_solo(players), *_sources(players), *_drone_odds(values), *_met_tiles(), *_movers()]


def headlines(values: Values, players: int) -> list[Table]:
    """The tables of a run."""
    results = [_shares_table("Result", "result", RESULTS)] if players == 1 else []
    ends = _shares_table("How games end: markers at the temple", "end", ENDS)
    arrivals = _shares_table("What brought the first marker to the temple", "arrival", ARRIVALS)
    rows = tuple((source, tuple(f"from_{source}.{side}" for side in SIDES)) for source in SOURCES)
    return [*results, ends, arrivals, Table("Points by source", SIDES, rows), _odds_table(values)]


def _shares_table(title: str, prefix: str, names: Sequence[str]) -> Table:
    return Table(title, ("games",), tuple((name.replace("_", " "), (f"{prefix}.{name}",)) for name in names))


def _shares(prefix: str, names: Sequence[str], column: str, meaning: str) -> list[Metric]:
    """The share of games for each value of a column."""
    return [
        Metric(f"{prefix}.{name}", f"games: {meaning} {name.replace('_', ' ')}", _equals(column, i), share=True)
        for i, name in enumerate(names)
    ]


def _endings() -> list[Metric]:
    ends = _shares("end", ENDS, "ended_by", "at the temple at the end (or stopped at the turn limit):")
    return ends + _shares("arrival", ARRIVALS, "arrival", "the first marker at the temple was moved by")


def _solo(players: int) -> list[Metric]:
    return _shares("result", RESULTS, "result", "solo result") if players == 1 else []


def _sources(players: int) -> list[Metric]:
    """Points by source, of seats with and without a share of the win."""
    found = []
    for source in SOURCES:
        column = f"from_{source}"
        for side in SIDES:
            value, weight = _of_side(column, side, players), _side(side, players)
            found.append(Metric(f"{column}.{side}", f"points for {source}, mean over {side}", value, weight))
    return found


def _drone_odds(values: Values) -> list[Metric]:
    """For drones by their rank at a checkpoint: the odds of each final factor."""
    found = []
    for quarter, place in enumerate(CHECKPOINTS, 1):
        for rank, name in enumerate(RANKS):
            for factor in _factors(values):
                meaning = f"of drones with {rank} further ahead at {place} of the way, the share that ends at x{factor}"
                value, weight = _rank_with_factor(quarter, rank, factor), _rank(quarter, rank)
                found.append(Metric(f"quarter{quarter}.{name}.x{factor}", meaning, value, weight, share=True))
    return found


def _odds_table(values: Values) -> Table:
    factors = _factors(values)
    rows = tuple((name, tuple(f"quarter2.{name}.x{factor}" for factor in factors)) for name in RANKS)
    return Table("Drones by rank half-way: odds of each final factor", tuple(f"x{factor}" for factor in factors), rows)


def _factors(values: Values) -> Sequence[int]:
    return sorted(set(values["score.drone_rank"]), reverse=True)


def _met_tiles() -> list[Metric]:
    return [
        Metric(f"met.{tile}", f"share of games in which {tile.replace('_', ' ')} was revealed", _met(i), share=True)
        for i, tile in enumerate(TILES)
    ]


def _movers() -> list[Metric]:
    return [
        Metric(f"moved.{mover}", f"spaces all drones together were moved by {meaning}", _summed(f"moved_{mover}"))
        for mover, meaning in zip(MOVERS, MOVER_MEANINGS, strict=True)
    ]


# --- measures over rows


def _equals(name: str, value: int) -> Measure:
    return lambda rows: rows[name] == value


def _summed(name: str) -> Measure:
    return lambda rows: rows[name].sum(axis=1, dtype=np.int64)


def _met(tile: int) -> Measure:
    return lambda rows: rows["found"][:, :, tile].sum(axis=1) > 0


def _side(side: str, players: int) -> Measure:
    def measure(rows: Any) -> np.ndarray:
        wins = rows["share"][:, :players] > 0
        return wins if side == "winners" else ~wins

    return measure


def _of_side(name: str, side: str, players: int) -> Measure:
    seats = _side(side, players)
    return lambda rows: rows[name][:, :players] * seats(rows)


def _ranks(rows: Any, quarter: int) -> np.ndarray:
    """Drones strictly further ahead of each at a checkpoint, shape (games, drones); -1 where it was not reached."""
    space = rows[f"quarter{quarter}"]
    ahead = sum((space[:, other, None] > space).astype(np.int8) for other in range(DRONES))
    return np.where(space < 0, -1, ahead)


def _rank(quarter: int, rank: int) -> Measure:
    return lambda rows: (_ranks(rows, quarter) == rank).sum(axis=1)


def _rank_with_factor(quarter: int, rank: int, factor: int) -> Measure:
    return lambda rows: ((_ranks(rows, quarter) == rank) & (rows["factor"] == factor)).sum(axis=1)
