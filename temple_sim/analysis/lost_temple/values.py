"""What characters are worth by rollouts. All take a frame of valued actions of one phase (`analysis.actions`)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import action_values, against_others, bootstrap_mean, values_among

THIRDS = 3


def character_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of picking each character, best RA first.

    Columns as of `action_values` by character, then with intervals mean (against the mean other card in hand) and
    best (against the best other card): both differences of W, with `_low` and `_high`.
    """
    return values_among(valued, ["character"])


def pick_balance(valued: pd.DataFrame) -> pd.DataFrame:
    """Whether the policy picks a character too rarely or too often.

    passed      RA where it was left in the hand: above 0, taking it would have been better
    taken       value against the best other card where it was picked: below 0, another would have been better
    Columns: character, passed, passed_low, passed_high, passed_n (decisions), likewise taken.
    """
    other = against_others(valued)
    rows = []
    for character, part in other.groupby("character", observed=True):
        left, kept = part[~part["chosen"].astype(bool)], part[part["chosen"].astype(bool)]
        rows.append({"character": character} | _told("passed", left, "RA") | _told("taken", kept, "best"))
    return pd.DataFrame(rows)


def _told(name: str, part: pd.DataFrame, column: str) -> dict[str, Any]:
    low, high = bootstrap_mean(part[column].to_numpy(), part["game"].to_numpy())
    mean = float(part[column].mean()) if len(part) else float("nan")
    return {name: mean, f"{name}_low": low, f"{name}_high": high, f"{name}_n": len(part)}


def character_values_by(valued: pd.DataFrame, part: str) -> pd.DataFrame:
    """Value by character and another column (`third`, `behind`, `gems`), as `values_among` gives it."""
    return values_among(valued, ["character", part])


def with_thirds(valued: pd.DataFrame) -> pd.DataFrame:
    """With the column third: the rounds in three bands that hold about as many of the decisions each, "rounds 1-5".

    Bands of rounds, not of a game's own length, because that is what players know when they pick.
    """
    if valued.empty:
        return valued.assign(third=[])
    edges = third_edges(valued.drop_duplicates("decision")["round"].to_numpy())
    names = [_rounds(low, high) for low, high in edges]
    labels = [next(name for name, (_, high) in zip(names, edges, strict=True) if r <= high) for r in valued["round"]]
    return valued.assign(third=pd.Categorical(labels, names, ordered=True))


def third_edges(rounds: np.ndarray) -> list[tuple[int, int]]:
    """First and last round of each band; fewer bands when there are not so many rounds."""
    lasts: Sequence[int] = sorted({int(np.quantile(rounds, k / THIRDS, method="lower")) for k in (1, 2, 3)})
    firsts = [int(rounds.min()), *(last + 1 for last in lasts[:-1])]
    return list(zip(firsts, lasts, strict=True))


def _rounds(low: int, high: int) -> str:
    return f"rounds {low}-{high}" if high > low else f"round {low}"


def name_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of naming each character in a curse or a robbery, best RA first."""
    return action_values(valued, ["character"])


def pay_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of paying and of staying, for priest and elder (called)."""
    return action_values(valued, ["called", "type"])


def scout_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Value of how far the scout goes: not at all, as far as it can, or a part of it."""
    most = valued.groupby("decision")["spaces"].transform("max")
    kinds = np.select([valued["spaces"] == most, valued["spaces"] == 0], ["as far as it can", "not at all"], "a part")
    return action_values(valued.assign(goes=kinds), ["goes"])
