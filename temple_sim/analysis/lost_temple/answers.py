"""Main conclusions in a word each, so that they can be tried again under other policies and assumptions."""

from collections.abc import Callable, Sequence

import pandas as pd
from scipy.special import ndtri

from temple_sim.analysis.lost_temple.characters import pick_share, share_of_hands, won_by
from temple_sim.analysis.lost_temple.race import interference, start_values, token_values
from temple_sim.analysis.paired import verdict_of

MARGIN = 0.02  # difference of W that matters
NEGLECTED = 0.5  # of the picks a blind choice would give


def top(table: pd.DataFrame, label: str = "character") -> str | None:
    """The label with the highest value, if its interval lies above those of all others."""
    known = table.dropna(subset=["low", "high"]).sort_values("value", ascending=False)
    if len(known) < 2:
        return None
    first, rest = known.iloc[0], known.iloc[1:]
    return str(first[label]) if first["low"] > rest["high"].max() else None


def neglected(frame: pd.DataFrame) -> str | None:
    """Characters picked less than half as often as a blind choice would, "a, b" or "none"."""
    table = pick_share(frame)
    bound = NEGLECTED * table["blind"]
    below, above = table["high"] < bound, table["low"] >= bound
    if not (below | above).all():
        return None
    return ", ".join(table.loc[below, "character"]) or "none"


def shaman_start(frame: pd.DataFrame) -> str | None:
    """Being dealt the shaman: "good", "bad" or "even" against an equal share."""
    row = start_values(frame).set_index("character").loc["shaman"]
    return graded(row["low"] - row["equal"], row["high"] - row["equal"])


def idol_token(frame: pd.DataFrame) -> str | None:
    """Revealing an idol token against another one: "good", "bad" or "even"."""
    row = token_values(frame).set_index("token").loc["idol"]
    return graded(row["low"], row["high"])


def graded(low: float, high: float) -> str | None:
    """A difference of W in a word."""
    word = verdict_of(low, high, MARGIN)
    if word == "different":
        return "good" if low > 0 else "bad"
    return "even" if word == "equivalent" else None


def hits_more(frame: pd.DataFrame) -> str | None:
    """Which hits more often, the "curse" or the "robbery"."""
    table = interference(frame)
    return top(table[table["what"] == "hits another seat"], "kind")


def best_start(frame: pd.DataFrame) -> str | None:
    """The start that wins most, if it lies above an equal share by more than the margin; "none" if no start may.

    It is picked among all starts, so its interval is widened (Bonferroni).
    """
    table = start_values(frame).dropna(subset=["low", "high"])
    if table.empty:
        return None
    first = table.loc[table["value"].idxmax()]
    wider = float(ndtri(1 - 0.025 / len(table)) / ndtri(0.975))
    if first["gap"] - wider * (first["value"] - first["low"]) > MARGIN:
        return str(first["character"])
    return "none" if (table["high"] - table["equal"] < MARGIN).all() else None


def most_picked(frame: pd.DataFrame) -> str | None:
    """The character picked most often when offered."""
    return top(share_of_hands(frame))


def winning_move(frame: pd.DataFrame) -> str | None:
    """The character whose turn wins most games."""
    return top(won_by(frame))


ANSWERS: dict[str, Callable[[pd.DataFrame], str | None]] = {
    "most picked": most_picked,
    "neglected": neglected,
    "winning move": winning_move,
    "start too good": best_start,
    "shaman start": shaman_start,
    "idol token": idol_token,
    "hits more": hits_more,
}


def dependence(tried: Sequence[tuple[str, str, str | None, str | None]]) -> pd.DataFrame:
    """How far conclusions depend on each estimated component.

    tried   (component, question, answer with the value as it is, answer with another plausible value)
    Columns: component, question, tried, same, changed, open (of either value), others (what it changes to).
    """
    lines = pd.DataFrame(tried, columns=["component", "question", "own", "other"])
    rows = []
    for (component, question), part in lines.groupby(["component", "question"], sort=False):
        settled = part["own"].notna() & part["other"].notna()
        changed = settled & (part["own"] != part["other"])
        others = "; ".join(dict.fromkeys(part.loc[changed, "other"]))
        counts = {"same": settled & ~changed, "changed": changed, "open": ~settled}
        row = {"component": component, "question": question, "tried": len(part)}
        rows.append(row | {name: int(which.sum()) for name, which in counts.items()} | {"others": others})
    columns = ["component", "question", "tried", "same", "changed", "open", "others"]
    return pd.DataFrame(rows, columns=columns)
