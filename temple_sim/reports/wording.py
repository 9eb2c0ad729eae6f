"""Words that all games' sections share: numbers with intervals, thin cells, what an interval rests on and settles.

A share is `33.1% [32.9, 33.3]`, a difference of shares `+1.2 points [+0.3, +2.1]`; other means have two decimals.
`ends` begins the names of the columns of an interval: low and high, or gain_low and gain_high with "gain_".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr, ndtri

from temple_sim.analysis.paired import holm, verdict_of
from temple_sim.reports.document import Table, Told, exact_percent, percent, points, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.robust import ONE_POLICY, UNDECIDED

THIN = 20  # decisions, choices or moments below which a value is withheld
FEW = 100  # blocks or events below which a rate is withheld
PRECISE = 0.05  # half width of a difference of W that a verdict may build on
POWER = 1.43  # a difference shown with power 80%, in half widths of a 95% interval
NOTHING = "Too few games for rates (all thin cells withheld)."
NAMES = {
    "offered": "decisions", "chosen": "taken", "W": "W when forced", "gain": "against mean other",
    "mean": "against mean other", "best": "against best other",
}  # fmt: skip
SHARES = ("blind", "equal", "biggest", "predicted", "W", "share of all", "brings first marker")  # shown in percent
Row = Mapping[Any, Any]
Write = Callable[..., str]


def rate(row: Row, value: str = "value", ends: str = "") -> str:
    """A share with its interval if it has one."""
    return _with_ends(row, value, ends, lambda share: f"{100 * share:.1f}", "%")


def gain(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of shares in points, with its interval."""
    return _with_ends(row, value, ends, points, " points")


def in_points(row: Row, value: str = "value", ends: str = "") -> str:
    """The same below a heading that says points."""
    return _with_ends(row, value, ends, points)


def amount(row: Row, value: str = "value", ends: str = "") -> str:
    """A mean with its interval."""
    return _with_ends(row, value, ends, lambda mean: f"{mean:.2f}")


def change(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of means with its interval."""
    return _with_ends(row, value, ends, lambda difference: f"{difference:+.2f}")


def _with_ends(row: Row, value: str, ends: str, write: Callable[[float], str], unit: str = "") -> str:
    if row[value] != row[value]:
        return "-"
    low, high = row[f"{ends}low"], row[f"{ends}high"]
    return f"{write(row[value])}{unit}" + ("" if low != low else f" [{write(low)}, {write(high)}]")


def with_interval(
    frame: pd.DataFrame, value: str = "value", write: Write = rate, name: str = "", ends: str = ""
) -> pd.DataFrame:
    """A frame whose value, low and high are one column of text."""
    if value not in frame:  # nothing was found, not even columns
        return pd.DataFrame(columns=[name or value])
    low, high = f"{ends}low", f"{ends}high"
    share = write in (rate, gain, in_points)
    told = [
        Told.of(write(row, value, ends), (row[value], row[low], row[high]), share) for row in frame.to_dict("records")
    ]
    place = list(frame.columns.drop([low, high])).index(value)
    shown = frame.drop(columns=[value, low, high])
    shown.insert(place, name or value, pd.Series(told, shown.index, dtype=object))
    return shown


def listed(names: Sequence[str]) -> str:
    """Names in a sentence."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "none"


def enough(table: pd.DataFrame) -> pd.DataFrame:
    """The lines that are not thin: of values by decisions, choices or moments, of rates by blocks and events."""
    least = {count: THIN for count in ("offered", "choices", "moments") if count in table}
    least = least or {count: FEW for count in ("blocks", "events") if count in table}
    return table[table[list(least)].ge(pd.Series(least)).all(axis=1)].reset_index(drop=True)


def withheld(table: pd.DataFrame, kept: pd.DataFrame) -> str:
    """How many thin cells are left out, for a caption."""
    count = len(table) - len(kept)
    return f" ({count} thin cell{'s' * (count != 1)} withheld)" if count else ""


def basis(kept: pd.DataFrame, margin: float | None = None) -> str:
    """The interval, its blocks, and how many would show the margin (shares) or what these show (without a margin)."""
    blocks, shows = int(kept["blocks"].min()), float(kept["detects"].max())
    told = f"95% intervals over {blocks:,} blocks{' or more' * bool(kept['blocks'].max() > blocks)}"
    if margin is not None:
        return "; ".join(filter(None, [told, blocks_needed(kept, margin)]))
    return told + (f", which show differences from {shows:.2f} on" if shows == shows else "")


def blocks_needed(kept: pd.DataFrame, margin: float) -> str:
    """How many blocks would show the margin in every line of shares; nothing where no line says what it shows."""
    needed = kept["blocks"] * (kept["detects"] / margin) ** 2
    told = f"{max(2, int(np.ceil(needed.max()))):,} blocks" if needed.notna().any() else ""
    return f"{told} would show {100 * margin:g} points{' in every line' * (len(kept) > 1)}" if told else ""


def basis_of_values(kept: pd.DataFrame, material: Material, phase: str, ends: str = "") -> str:
    """Decisions and rollouts behind values, and how many decisions a line would show the margin."""
    valued = material.valued[phase]
    return (
        f"95% intervals by bootstrap over {valued['game'].nunique():,} games; {valued['decision'].nunique():,} "
        f"decisions, {material.rollouts} rollouts of each action"
        f"{values_needed(kept, material.margin, 'offered', ends, 'decisions')}"
    )


def values_needed(kept: pd.DataFrame, margin: float, count: str, ends: str = "", what: str = "") -> str:
    """How many decisions or moments a line would show the margin; nothing where there are no intervals."""
    needed = (kept[count] * (POWER * (kept[f"{ends}high"] - kept[f"{ends}low"]) / 2 / margin) ** 2).max()
    if not needed > 0:
        return ""
    return f"; about {max(2, int(np.ceil(needed))):,} {what or count} a line would show {100 * margin:g} points"


def clear(table: pd.DataFrame, value: str, ends: str = "") -> pd.Series:
    """Which lines differ from 0 at 5% for the table as a whole (Holm, normal errors of the intervals' width)."""
    errors = (table[f"{ends}high"] - table[f"{ends}low"]) / (2 * ndtri(0.975))
    p = [_p(difference, error) for difference, error in zip(table[value], errors, strict=True)]
    return pd.Series(holm(p), index=table.index, dtype=float) <= 0.05


def _p(value: float, error: float) -> float:
    """Two-sided p-value of a difference from 0; 1 where there is no interval."""
    if not error > 0:
        return 0.0 if error == 0 and value != 0 else 1.0
    return float(2 * ndtr(-abs(value) / error))


def widened(row: Row, lines: int, value: str = "value", ends: str = "") -> tuple[float, float]:
    """The interval of a line that was picked among several (Bonferroni)."""
    wider = float(ndtri(1 - 0.025 / max(lines, 1)) / ndtri(0.975))
    low, high = (row[value] + wider * (row[f"{ends}{end}"] - row[value]) for end in ("low", "high"))
    return low, high


def settled(row: Row, lines: int, value: str = "value", ends: str = "") -> bool:
    """Whether a difference of W is not 0 though picked among several lines, and is known to 5 points.

    A few dozen games leave intervals so wide that among all tables some exclude 0 by chance.
    """
    low, high = widened(row, lines, value, ends)
    return bool((low > 0 or high < 0) and row[f"{ends}high"] - row[f"{ends}low"] < 2 * PRECISE)


def word(row: Row, ends: str = "") -> str:
    """What a verdict by rollouts of one policy is worth: undecided when its interval holds zero."""
    return ONE_POLICY if row[f"{ends}low"] > 0 or row[f"{ends}high"] < 0 else UNDECIDED


def leaning(low: float, high: float, margin: float) -> str:
    """What a difference of W is, in words, as far as its interval and the margin settle it."""
    size = f"{100 * margin:g} points"
    found = verdict_of(low, high, margin)
    if found == "different":
        return f"{'Yes' if low > 0 else 'No, it harms'}, by more than {size}"
    if found == "equivalent":
        return f"Hardly: by less than {size} either way"
    side = "Yes" if low > 0 else "No, it harms" if high < 0 else ""
    return f"{side}; whether by more than {size} is not settled" if side else "Not settled at this number of games"


def rate_lines(identity: str, caption: str, table: pd.DataFrame, write: Write = rate, name: str = "rate") -> Table:
    """A table of rates, differences (`in_points`) or means (`amount`); thin lines are withheld."""
    kept = enough(table)
    formats: dict[str, Any] = {column: percent for column in SHARES if column != name}
    formats |= {"gap": points, "events": _whole}
    formats["detects"] = (lambda value: f"{value:.3f}") if write is amount else exact_percent
    return table_of(identity, caption + withheld(table, kept), with_interval(kept, "value", write, name), formats)


def value_lines(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """A table of action values in points of W, each with its interval where it has one; thin lines are withheld."""
    shown = kept = enough(table)
    formats: dict[str, Any] = dict.fromkeys(("units", "rank", "steps", "mover"), _whole)
    formats |= dict.fromkeys((NAMES["W"], NAMES["chosen"]), percent)
    for value, ends in (("RA", ""), ("gain", "gain_"), ("mean", "mean_"), ("best", "best_")):
        if f"{ends}low" in shown:
            shown = with_interval(shown, value, in_points, ends=ends)
        elif value in shown:
            formats[NAMES.get(value, value)] = points
    return table_of(identity, f"{caption}, in points of W{withheld(table, kept)}", shown.rename(columns=NAMES), formats)


def _whole(value: Any) -> str:
    """A whole number that missing neighbours have made a float; a name as it is."""
    return value if isinstance(value, str) else f"{value:,.0f}"
