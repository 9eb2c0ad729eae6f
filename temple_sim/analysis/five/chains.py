"""Chains and the priests that use them: points by length and by order in the turn, and where priests are lost."""

from collections.abc import Sequence

import pandas as pd

from temple_sim.analysis.actions import bootstrap_mean
from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.fairness import clustered

ORDERS = ("first", "second", "later")
TURNS = ("turns_by_chains.0", "turns_by_chains.1", "turns_by_chains.2", "turns_by_chains.3+")
USED = ("chains.level1", "chains.level2", "chains.level3")
LENGTH_COLUMNS = ["length", "spaces", "chains", "used", "points", *Estimate._fields[1:], "a space", "a_low", "a_high"]
GROUP_COLUMNS = [f"{group}{end}" for group in ("winners", "others") for end in ("", "_low", "_high")]
RATIO_COLUMNS = ["what", *Estimate._fields, *GROUP_COLUMNS]
FEW, MANY = 2, 5  # priests in hand: up to 2, 3 to 4, from 5


def points_by_length(frame: pd.DataFrame) -> pd.DataFrame:
    """What a used chain earns by its length: points of cards credited to the chain that filled the cells.

    Columns: length (text), spaces (NaN for the open class), chains (a seat and game), points with low, high and
    blocks, and a space (points divided by the length) with its low and high. Lengths nobody used are left out.
    """
    rows = []
    for name in (column for column in frame.columns if column.startswith("lengths.")):
        label = name.removeprefix("lengths.")
        used = frame[name].astype(float)
        worth = clustered(frame, f"earned.{label}", used)
        if used.sum() == 0:
            continue
        spaces = float(label) if label.isdigit() else float("nan")
        row = {"length": label, "spaces": spaces, "chains": used.mean(), "used": int(used.sum())}
        row |= _named(worth, "points")
        rows.append(row | {"a space": worth.value / spaces, "a_low": worth.low / spaces, "a_high": worth.high / spaces})
    return pd.DataFrame(rows, columns=LENGTH_COLUMNS)


def _named(estimate: Estimate, name: str) -> dict[str, float]:
    row = estimate._asdict()
    return {name: row.pop("value")} | row


def points_by_order(frame: pd.DataFrame) -> pd.DataFrame:
    """What the first, second and later chain of a turn earn.

    Columns: chain, used (a seat and game), value (points of cards a chain), low, high, blocks, detects. Which turns
    have a second chain is the policy's choice: what one more chain is worth is told by `prices`.
    """
    turns = frame[list(TURNS)].astype(float)
    first = turns[list(TURNS[1:])].sum(axis=1)
    second = turns[list(TURNS[2:])].sum(axis=1)
    later = frame[list(USED)].astype(float).sum(axis=1) - first - second
    rows = []
    for order, used in zip(ORDERS, (first, second, later), strict=True):
        if used.sum() > 0:
            worth = clustered(frame, f"earned_by_order.{order}", used)
            rows.append({"chain": order, "used": used.mean()} | worth._asdict())
    return pd.DataFrame(rows, columns=["chain", "used", *Estimate._fields])


def turns_by_chains(frame: pd.DataFrame) -> pd.DataFrame:
    """Share of priest turns by number of chains used: all seats with interval, winners and others."""
    total = frame[list(TURNS)].astype(float).sum(axis=1)
    happened = [name for name in TURNS if frame[name].any()]  # the rules may forbid a third
    named = {name.rsplit(".", 1)[1] + " chains": (frame[name].astype(float), total) for name in happened}
    return ratios(frame, named)


def priest_economy(frame: pd.DataFrame) -> pd.DataFrame:
    """Where priests go and whether they run short: all seats with interval, winners and others.

    Lines: turns short of priests (stopped with a usable chain left but too few priests, of all priest turns), chain
    priests put where a later tile can cover them, card priests returned by a full card, points for a priest on
    cards, spaces of chains lost beyond the cells filled, priests in hand at the end.
    """
    total = frame[list(TURNS)].astype(float).sum(axis=1)
    cards = frame[["points.colour", "points.supreme", "points.unfinished"]].astype(float).sum(axis=1)
    spaces = frame[["spaces.level1", "spaces.level2", "spaces.level3"]].astype(float).sum(axis=1)
    chains, on_cards = frame["on_chains"].astype(float), frame["on_cards"].astype(float)
    return ratios(
        frame,
        {
            "priest turns short of priests": (frame["idle"].astype(float), total),
            "chain priests where a tile can cover them": (frame["coverable"].astype(float), chains),
            "card priests returned by a full card": (frame["returned"].astype(float), on_cards),
            "chain spaces lost beyond the cells": (frame["wasted"].astype(float), spaces),
            "points of cards for a priest on cards": (cards, on_cards),
            "priests in hand at the end": (frame["reserve"].astype(float), chains * 0 + 1),
        },
    )


def ratios(frame: pd.DataFrame, named: dict[str, tuple[pd.Series, pd.Series]]) -> pd.DataFrame:
    """Ratios of sums. Columns: what, value, low, high, blocks, detects, winners, others (with their own intervals)."""
    won = frame["share"] > 0
    rows = []
    for what, (value, weight) in named.items():
        row: dict[str, object] = {"what": what, **clustered(frame, value, weight)._asdict()}
        for group, part in (("winners", won), ("others", ~won)):
            one = clustered(frame, value * part, weight * part)
            row |= {group: one.value, f"{group}_low": one.low, f"{group}_high": one.high}
        rows.append(row)
    return pd.DataFrame(rows, columns=RATIO_COLUMNS)


def by_reserve(found: pd.DataFrame) -> pd.DataFrame:
    """Lines of `levers.played_on` with the priests in hand as a class."""
    classes = pd.cut(found["reserve"], [-1, FEW, MANY - 1, 99], labels=["0 to 2", "3 or 4", "5 or more"])
    return found.assign(hand=classes.astype(str))


def prices(found: pd.DataFrame, by: Sequence[str] = ("level",), sign: int = 1) -> pd.DataFrame:
    """What a lever is worth, by groups of moments: the same games with it and without it (`levers.played_on`).

    sign    -1 when the lever takes something away, so that a price is what one has from it
    Columns: the groups, moments, games, W (a share) with low and high, score with score_low and score_high. Intervals
    come from a bootstrap over blocks.
    """
    rows = []
    for group, part in found.groupby(list(by), sort=True):
        row: dict[str, object] = dict(zip(by, group, strict=True))
        row |= {"moments": len(part), "games": part["game"].nunique()}
        for column, prefix in (("W", ""), ("score", "score_")):
            change = sign * (part[f"{column} with"] - part[f"{column} without"]).to_numpy(float)
            low, high = bootstrap_mean(change, part["block"].to_numpy())
            row |= {column: float(change.mean()), f"{prefix}low": low, f"{prefix}high": high}
        rows.append(row)
    columns = [*by, "moments", "games", "W", "low", "high", "score", "score_low", "score_high"]
    return pd.DataFrame(rows, columns=columns)
