"""The place of each seat in the turn order of the last round, which the moving first player token settles."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from temple_sim.analysis.fairness import seat_fairness

COLUMNS = ["players", "place", "seat", "value", "low", "high", "gap", "detects", "blocks"]


def last_round(values: Mapping[str, Any], players: int) -> list[int]:
    """Seats in the order in which they act in the last round: the token passes left after every round."""
    rounds = sum(int(values[f"level{level}.rounds"]) for level in (1, 2, 3))
    return [(rounds - 1 + k) % players for k in range(players)] if rounds else []


def last_places(frames: Mapping[int, pd.DataFrame], values: Mapping[str, Any]) -> pd.DataFrame:
    """W by place in the last round, for every number of players above one.

    Columns: players, place (1 acts first), seat, value, low, high, gap (W minus an equal share), detects, blocks.
    """
    tables = []
    for players, frame in frames.items():
        order = last_round(values, players)
        if players > 1 and order:
            place = {seat: k + 1 for k, seat in enumerate(order)}
            table = seat_fairness(frame)
            table = table.assign(players=players, place=table["seat"].map(place)).sort_values("place")
            tables.append(table[COLUMNS])
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame(columns=COLUMNS)
