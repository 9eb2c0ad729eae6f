"""What tokens earn in points, and whether one colour is better than several."""

import numpy as np
import pandas as pd

from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.fairness import clustered

RATE = ["value", "low", "high", "blocks", "detects"]
SOURCES = {
    "from_artifacts": "artifacts", "from_explorers": "explorer tokens", "from_crates": "crates",
    "from_bonus": "first at the temple",
}  # fmt: skip
THIRDS = ("most spread out", "middle third", "most in one colour")


def _colours(frame: pd.DataFrame) -> list[str]:
    return [name.partition(".")[2] for name in frame if name.startswith("artifacts.")]


def _total(frame: pd.DataFrame, stem: str, names: list[str]) -> pd.Series:
    return frame[[f"{stem}.{name}" for name in names]].astype(int).sum(axis=1)


def token_points(frame: pd.DataFrame) -> pd.DataFrame:
    """Points that a token taken earns at the end, by kind; tokens given up or traded later count as taken.

    Columns: kind, value, low, high, ..., tokens (a seat and game).
    """
    groups = {
        "artifact": (_colours(frame), "from_artifacts"), "crate": (["crate"], "from_crates"),
        "explorer token": (["explorer1", "explorer2", "explorer3"], "from_explorers"),
    }  # fmt: skip
    lines = []
    for kind, (names, points) in groups.items():
        taken = _total(frame, "taken", names)
        line = {"kind": kind} | clustered(frame, points, taken)._asdict()
        lines.append(line | {"tokens": float(taken.mean())})
    taken = frame["taken.drone"]
    lines.append(
        {"kind": "drone token", "value": 0.0, "tokens": float(taken.mean()), "blocks": frame["block"].nunique()}
    )
    return pd.DataFrame(lines, columns=["kind", *RATE, "tokens"])


def points_by_colour(frame: pd.DataFrame) -> pd.DataFrame:
    """Mean final factor of each colour's artifacts: no colour is privileged by the rules, so all should agree.

    Columns: colour, value, low, high, ...
    """
    games = frame[frame["seat"] == 0]
    lines = [{"colour": colour} | clustered(games, f"factor.{colour}")._asdict() for colour in _colours(frame)]
    return pd.DataFrame(lines, columns=["colour", *RATE])


def _excess(frame: pd.DataFrame) -> pd.Series:
    """Share of the win minus the mean of seats with the same number of artifact tokens taken, in the same seat."""
    taken = _total(frame, "taken", _colours(frame))
    return frame["share"] - frame.groupby([taken.rename("taken"), frame["seat"]])["share"].transform("mean")


def colours_collected(frame: pd.DataFrame) -> pd.DataFrame:
    """W by number of colours held at the end, and the same among seats with as many artifact tokens.

    W alone is confounded: whoever takes more tokens gets more colours. `value` is the adjusted difference from an equal
    number of tokens; it is still no experiment, since colours are chosen knowing where the drones stand.
    Columns: colours, value, low, high, ..., W, seats (lines).
    """
    held = (frame[[f"artifacts.{colour}" for colour in _colours(frame)]] > 0).sum(axis=1)
    return _by_group(frame, held, "colours")


def concentration(frame: pd.DataFrame) -> pd.DataFrame:
    """The same by how much of a seat's artifacts its biggest colour holds, in thirds among seats with as many tokens.

    Columns: concentration, value, low, high, ..., W, seats (lines), biggest (mean share of the biggest colour).
    """
    biggest, third = _thirds(frame)
    table = _by_group(frame, third, "concentration")
    table["biggest"] = [float(biggest[third == name].mean()) for name in table["concentration"]]
    return table


def _thirds(frame: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    """Share of the biggest colour, and its third among seats with as many artifact tokens (nothing held: NaN)."""
    held = frame[[f"artifacts.{colour}" for colour in _colours(frame)]].astype(int)
    biggest = held.max(axis=1) / held.sum(axis=1).replace(0, np.nan)
    taken = _total(frame, "taken", _colours(frame))
    rank = biggest.groupby(taken).rank(pct=True)
    return biggest, pd.cut(rank, [0, 1 / 3, 2 / 3, 1], labels=list(THIRDS))


def _by_group(frame: pd.DataFrame, group: pd.Series, name: str) -> pd.DataFrame:
    excess, lines = _excess(frame), []
    for key in sorted(group.dropna().unique(), key=lambda k: THIRDS.index(k) if k in THIRDS else k):
        part = frame[group == key]
        estimate = clustered(part, excess[part.index])
        lines.append({name: key} | estimate._asdict() | {"W": float(part["share"].mean()), "seats": len(part)})
    return pd.DataFrame(lines, columns=[name, *RATE, "W", "seats"])


def one_colour_or_several(frame: pd.DataFrame) -> Estimate:
    """Adjusted W of the third most in one colour minus that of the third most spread out, within blocks' luck."""
    _, third = _thirds(frame)
    one, spread = third == THIRDS[2], third == THIRDS[0]
    if frame["seat"].nunique() < 2 or not one.any() or not spread.any():
        return clustered(frame.iloc[:0], "share")
    weight = one / one.sum() - spread / spread.sum()
    return clustered(frame, weight * _excess(frame) * len(frame))
