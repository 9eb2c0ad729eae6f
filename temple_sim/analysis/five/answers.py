"""The main questions in one word each, for the report to ask again under other policies and assumptions.

Every answer is None when the intervals do not decide it. A habit is what winners do more than the others ("yes") or
less ("no"): no measure of what it is worth, which rollouts tell.
"""

from collections.abc import Callable, Mapping

import pandas as pd

from temple_sim.analysis.estimate import Estimate
from temple_sim.analysis.fairness import clustered
from temple_sim.analysis.five.chains import TURNS
from temple_sim.analysis.five.points import KINDS, SOURCES, boards

SHORT, MIDDLE = 4, 7  # longest chain of each class; longer ones are long
BINDS = 0.05  # share of priest turns from which priests are called short
FAIR = 0.02  # W off an equal share that does not matter


def best_length(frame: pd.DataFrame) -> str | None:
    """The class of chains that earns most for a space: "short", "middle" or "long"."""
    labels = [name.removeprefix("lengths.") for name in frame.columns if name.startswith("lengths.")]
    sums: dict[str, list[pd.Series]] = {}
    for label in labels:
        length = int(label.rstrip("+"))
        name = "short" if length <= SHORT else "middle" if length <= MIDDLE else "long"
        earned, spaces = sums.setdefault(name, [frame["score"] * 0.0, frame["score"] * 0.0])
        sums[name] = [earned + frame[f"earned.{label}"], spaces + length * frame[f"lengths.{label}"].astype(float)]
    return _highest({name: clustered(frame, *pair) for name, pair in sums.items() if pair[1].any()})


def second_chain(frame: pd.DataFrame) -> str | None:
    """Whether the second chain of a turn earns "less" than the first, "more", or "as much" within a tenth."""
    turns = frame[list(TURNS)].astype(float)
    second, first = turns[list(TURNS[2:])].sum(axis=1), turns[list(TURNS[1:])].sum(axis=1)
    if not second.any():
        return None
    level = clustered(frame, "earned_by_order.first", first).value
    found = clustered(frame, "earned_by_order.second", second)
    return _against(found, level, 0.1 * level, ("less", "as much", "more"))


def priests_bind(frame: pd.DataFrame) -> str | None:
    """Whether more than a twentieth of the priest turns stop for want of priests: "yes" or "no"."""
    found = clustered(frame, frame["idle"].astype(float), frame[list(TURNS)].astype(float).sum(axis=1), share=True)
    return "yes" if found.low > BINDS else "no" if found.high < BINDS else None


def board(frame: pd.DataFrame) -> str | None:
    """The board that wins most by more than the margin, or "equal" when all are within it."""
    table = boards(frame)
    if len(table) < 2:
        return None
    if ((table["low"] - table["equal"] > -FAIR) & (table["high"] - table["equal"] < FAIR)).all():
        return "equal"
    ahead = table[table["low"] - table["equal"] > FAIR]
    return str(ahead.iloc[0]["board"]) if len(ahead) == 1 else None


def main_source(frame: pd.DataFrame) -> str | None:
    """The source in which winners lead the others most."""
    return _highest({name.removeprefix("points."): _apart(frame, name) for name in SOURCES})


def single_claims(frame: pd.DataFrame) -> str | None:
    """Whether winners fill single cells more often than the others: "yes", "no", or None."""
    return _winners_more(frame, "claims.1", [f"claims.{n}" for n in range(1, 7)])


def leftmost(frame: pd.DataFrame) -> str | None:
    """Whether winners fill leftmost cells more often."""
    return _winners_more(frame, "leftmost", [f"claims.{n}" for n in range(1, 7)])


def covering(frame: pd.DataFrame) -> str | None:
    """Whether winners put a larger part of their chain priests where a tile can cover them."""
    return _winners_more(frame, "coverable", ["on_chains"])


def supreme(frame: pd.DataFrame) -> str | None:
    """Whether winners claim on the supreme god's card more often."""
    return _winners_more(frame, "supreme", [f"claims.{n}" for n in range(1, 7)])


def kept_tiles(frame: pd.DataFrame) -> str | None:
    """The kind of tile that is kept most often when drawn."""
    rates = {}
    for kind in KINDS:
        drawn = (frame[f"kept.{kind}"].astype(float) + frame[f"gave.{kind}"]).astype(float)
        if drawn.any():
            rates[kind] = clustered(frame, frame[f"kept.{kind}"].astype(float), drawn, share=True)
    return _highest(rates)


def _apart(frame: pd.DataFrame, column: str) -> Estimate:
    """Winners' mean of a column minus the others', block by block."""
    won, values = frame["share"] > 0, frame[column].astype(float)
    means = values.groupby([frame["block"], won]).mean().unstack().dropna()
    if means.shape[1] < 2 or means.empty:
        return clustered(frame, values * 0)
    apart = (means[True] - means[False]).rename("apart").reset_index()
    return clustered(apart, "apart")


def _winners_more(frame: pd.DataFrame, part: str, whole: list[str]) -> str | None:
    """Whether winners' share of a count is higher than that of the others."""
    total = frame[whole].astype(float).sum(axis=1)
    usual = clustered(frame, frame[part].astype(float), total).value
    if usual != usual:
        return None
    surplus = (frame[part] - usual * total).rename("surplus")
    return _sign(_apart(frame[["block", "share"]].assign(surplus=surplus), "surplus"), ("no", "yes"))


def _sign(found: Estimate, words: tuple[str, str]) -> str | None:
    return words[0] if found.high < 0 else words[1] if found.low > 0 else None


def _against(found: Estimate, level: float, margin: float, words: tuple[str, str, str]) -> str | None:
    """Below a level by more than the margin, within it, or above."""
    if found.high < level - margin:
        return words[0]
    if found.low > level + margin:
        return words[2]
    return words[1] if level - margin < found.low and found.high < level + margin else None


def _highest(found: Mapping[str, Estimate]) -> str | None:
    """The name whose interval lies above all others'."""
    if not found:
        return None
    best = max(found, key=lambda name: found[name].value)
    others = [estimate.high for name, estimate in found.items() if name != best]
    return best if all(found[best].low > high for high in others) else None


ANSWERS: dict[str, Callable[[pd.DataFrame], str | None]] = {
    "best length": best_length, "second chain": second_chain, "priests bind": priests_bind, "board": board,
    "main source": main_source, "habit: one cell": single_claims, "habit: leftmost": leftmost,
    "habit: covering": covering, "habit: supreme": supreme, "tiles kept most": kept_tiles,
}  # fmt: skip
