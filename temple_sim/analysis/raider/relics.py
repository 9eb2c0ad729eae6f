"""Temple Raider: which columns relics leave from, what a lead in steps tells, eruptions and pushes. Run frames in."""

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.fairness import clustered, score_anatomy

COLUMNS = range(1, 11)
BANDS = ("-6 or less", "-5 to -3", "-2 or -1", "0", "+1 or +2", "+3 to +5", "+6 or more")
ATTACKS = {
    ("eruptions", "caused"): "eruptions_caused",
    ("eruptions", "suffered"): "eruptions_suffered",
    ("eruptions", "declined"): "eruptions_declined",
    ("pushes", "caused"): "pushes_made",
    ("pushes", "suffered"): "pushes_suffered",
    ("pushes", "declined"): "pushes_declined",
}


def standings(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Steps gone at the end of the first turn in which some seat had a quarter, half, three quarters behind it."""
    labels = ("first_quarter", "half", "third_quarter")
    reached = {label: frame[f"quarter_turn.{label}"] > 0 for label in labels}
    steps = {label: frame[f"quarter_progress.{label}"].astype(float) for label in labels}
    return {label.replace("_", " "): steps[label].where(reached[label]) for label in labels}


def escapes(frame: pd.DataFrame) -> pd.DataFrame:
    """Which columns relics leave from first. A column is that of the relic when it left; resupply moves relics left.

    Columns: column; order with low and high (place of the column among the ten by the first relic that left from it;
    columns no relic left from share the last places, so nothing is dropped); left with left_low and left_high (share
    of the seats from which a relic left there); turn with turn_low and turn_high (of the game, where one left);
    relics a seat; blocks; events (seats from which one left).
    """
    first, turns = _first_escapes(frame)
    places, rows = column_places(first), []
    for k, column in enumerate(COLUMNS):
        left = pd.Series(first[:, k] > 0, index=frame.index).astype(float)
        turn = pd.Series(turns[:, k], index=frame.index).astype(float)
        order = clustered(frame, pd.Series(places[:, k], index=frame.index))
        share, when = clustered(frame, left, share=True), clustered(frame, turn, left)
        row = {"column": column, "order": order.value, "low": order.low, "high": order.high}
        row |= {"left": share.value, "left_low": share.low, "left_high": share.high}
        row |= {"turn": when.value, "turn_low": when.low, "turn_high": when.high}
        relics = sum((frame[f"escape_column.{place}"] == column).mean() for place in _places(frame))
        rows.append(row | {"relics a seat": float(relics), "blocks": order.blocks, "events": float(left.sum())})
    return pd.DataFrame(rows)


def _first_escapes(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """For each line and column: which of the seat's escapes was the first from there, in which turn; 0: none was."""
    first = np.zeros((len(frame), len(COLUMNS)), int)
    turns = np.zeros_like(first)
    for place in sorted(_places(frame), reverse=True):
        came, turn = frame[f"escape_column.{place}"].to_numpy(int), frame[f"escape_turn.{place}"].to_numpy(int)
        lines = np.flatnonzero(came)
        first[lines, came[lines] - 1], turns[lines, came[lines] - 1] = place, turn[lines]
    return first, turns


def column_places(first: np.ndarray) -> np.ndarray:
    """Places of the columns by their first escape; those without one share the mean of the places left."""
    left = first > 0
    before = (left[:, None, :] & (first[:, None, :] < first[:, :, None])).sum(axis=2)
    count = left.sum(axis=1, keepdims=True)
    return np.where(left, before + 1.0, (count + 1 + first.shape[1]) / 2)


def _places(frame: pd.DataFrame) -> list[int]:
    labels = [name.rsplit(".", 1)[1] for name in frame.columns if name.startswith("escape_column.")]
    return [int(label) for label in labels]


def column_out(frame: pd.DataFrame, first: bool) -> str | None:
    """The column with the lowest (first) or highest mean place; None unless its interval stands clear of all others."""
    table = escapes(frame).sort_values("order", ascending=first).dropna(subset=["low", "high"])
    if len(table) < 2:
        return None
    one, rest = table.iloc[0], table.iloc[1:]
    apart = one["high"] < rest["low"].min() if first else one["low"] > rest["high"].max()
    return f"column {int(one['column'])}" if apart else None


def step_values(frame: pd.DataFrame) -> pd.DataFrame:
    """What a lead in steps at half-way tells: W by lead over the best other seat, in bands of steps."""
    standing = standings(frame)["half"]
    rest = _best_other(standing, frame)
    lead = (standing - rest).round()
    bands = pd.cut(lead, [-np.inf, -6, -3, -1, 0, 2, 5, np.inf], labels=BANDS)
    rows = []
    for band in BANDS:
        part = frame[bands == band]
        if part["block"].nunique() > 1:
            rows.append({"lead at half": band} | clustered(part, "share", share=True)._asdict())
    return pd.DataFrame(rows, columns=["lead at half", *Estimate._fields])


def _best_other(standing: pd.Series, frame: pd.DataFrame) -> pd.Series:
    """The best standing among the other seats of the same game."""
    seats = frame["seat"].nunique()
    grid = standing.to_numpy().reshape(-1, seats)
    others = np.empty_like(grid)
    for seat in range(seats):
        others[:, seat] = np.delete(grid, seat, axis=1).max(axis=1)
    return pd.Series(others.ravel(), index=frame.index)


def attacks(frame: pd.DataFrame) -> pd.DataFrame:
    """Eruptions and pushes a seat and game: caused, suffered and declined; all seats, and winners against the others.

    Columns: kind, what, all with all_low and all_high, winners, others, difference with low and high, blocks.
    """
    table = score_anatomy(frame, list(ATTACKS.values()))
    every = [clustered(frame, name) for name in ATTACKS.values()]
    table = table.drop(columns="source")
    for place, field in enumerate(("value", "low", "high")):
        table.insert(place, ("all", "all_low", "all_high")[place], [getattr(one, field) for one in every])
    table.insert(0, "what", [what for _, what in ATTACKS])
    table.insert(0, "kind", [kind for kind, _ in ATTACKS])
    return table
