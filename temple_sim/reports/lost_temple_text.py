"""Words for the figures of Lost Temple's report: rates with intervals, what is withheld, what would show the margin."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from scipy.special import ndtr

from temple_sim.analysis.lost_temple import character_values
from temple_sim.analysis.paired import holm, verdict_of
from temple_sim.reports.document import Table, percent, points, table_of, with_interval
from temple_sim.reports.material import Material
from temple_sim.reports.shared import blocks_for

THIN = 20  # decisions below which a value is withheld
FEW = 100  # blocks or events below which a rate is withheld
NOTHING = "Too few games for rates (all thin cells withheld)."
ONE_POLICY = "one policy, values as they are"
Z = 1.96  # half widths of a 95% interval in standard errors
POWER = 1.43  # a difference shown with power 80%, in half widths of a 95% interval
Row = Mapping[Any, Any]


def draft_of(material: Material) -> pd.DataFrame | None:
    """Valued picks, or None where the draft was not valued."""
    return material.valued.get("draft")


def values_of(material: Material) -> pd.DataFrame | None:
    """Values of characters in the draft, or None where it was not valued."""
    valued = draft_of(material)
    return None if valued is None else character_values(valued)


def enough(table: pd.DataFrame) -> pd.DataFrame:
    """The lines that are not thin: of values by decisions, of rates by blocks and events."""
    if "offered" in table:
        return table[table["offered"] >= THIN]
    kept = table["blocks"] >= FEW
    return table[kept & (table["events"] >= FEW)] if "events" in table else table[kept]


def withheld(table: pd.DataFrame, kept: pd.DataFrame) -> str:
    """How many thin cells are left out, for a caption."""
    count = len(table) - len(kept)
    return f" ({count} thin cell{'s' * (count != 1)} withheld)" if count else ""


def clear(table: pd.DataFrame, value: str, low: str, high: str) -> pd.Series:
    """Which lines differ from 0 at 5% for the table as a whole (Holm, normal errors of the intervals' width)."""
    error = (table[high] - table[low]) / (2 * Z)
    p = [_p(v, e) for v, e in zip(table[value], error, strict=True)]
    return pd.Series(holm(p), index=table.index, dtype=float) <= 0.05


def _p(value: float, error: float) -> float:
    """Two-sided p-value of a difference from 0; 1 where there is no interval."""
    if not error > 0:
        return 0.0 if error == 0 and value != 0 else 1.0
    return float(2 * ndtr(-abs(value) / error))


def leaning(low: float, high: float, margin: float) -> str:
    """What a difference of W is, in words, as far as its interval and the margin settle it."""
    size = f"{100 * margin:g} points"
    word = verdict_of(low, high, margin)
    if word == "different":
        return f"{'Yes' if low > 0 else 'No, it harms'}, by more than {size}"
    if word == "equivalent":
        return f"Hardly: by less than {size} either way"
    side = "Yes" if low > 0 else "No, it harms" if high < 0 else ""
    return f"{side}; whether by more than {size} is not settled" if side else "Not settled at this number of games"


def rate(row: Row) -> str:
    """A share with its interval."""
    return f"{100 * row['value']:.1f}% [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"


def amount(row: Row, value: str = "value") -> str:
    """A mean with its interval."""
    return f"{row[value]:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def gain(row: Row, value: str = "value", low: str = "low", high: str = "high") -> str:
    """A difference of W in points with its interval."""
    return f"{100 * row[value]:+.1f} points [{100 * row[low]:+.1f}, {100 * row[high]:+.1f}]"


def basis(kept: pd.DataFrame, margin: float) -> str:
    """The interval, its blocks, and how many blocks would show the margin, for shares."""
    return f"95% intervals over {int(kept['blocks'].min()):,} blocks; {needed(kept, margin)}"


def needed(kept: pd.DataFrame, margin: float) -> str:
    """How many blocks would show the margin in every line of shares."""
    count = max(blocks_for(float(kept["detects"].max()), int(kept["blocks"].min()), margin), 2)
    return f"{count:,} blocks show {100 * margin:g} points"


def basis_of_amounts(kept: pd.DataFrame) -> str:
    """The interval, its blocks, and the difference they show, for means."""
    blocks, shows = int(kept["blocks"].min()), float(kept["detects"].max())
    return f"95% intervals over {blocks:,} blocks, which show differences from {shows:.2f} on"


def basis_of_values(kept: pd.DataFrame, material: Material) -> str:
    """Decisions and rollouts behind values of the draft, and how many decisions a line would show the margin."""
    count, games = material.valued["draft"]["decision"].nunique(), material.valued["draft"]["game"].nunique()
    half = (kept["high"] - kept["low"]) / 2
    lines = int((kept["offered"] * (POWER * half / material.margin) ** 2).max())
    return (
        f"95% intervals by bootstrap over {games:,} games; {count:,} decisions, {material.rollouts} rollouts of each "
        f"action; {lines:,} decisions a line show {100 * material.margin:g} points"
    )


def rate_lines(identity: str, caption: str, table: pd.DataFrame, share: bool = True, name: str = "rate") -> Table:
    """A table of rates; thin lines are withheld."""
    kept = enough(table)
    shown = with_interval(kept, "value", share=share, name=name)
    formats: dict[str, Any] = {"events": _whole, "blind": percent, "equal": percent, "gap": points}
    formats["detects"] = percent if share else (lambda value: f"{value:.3f}")
    return table_of(identity, caption + withheld(table, kept), shown, formats)


def value_lines(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """A table of action values; thin lines are withheld."""
    kept = enough(table)
    shown = kept.copy()
    for value in ("RA", "mean", "best"):
        if value in kept:
            low, high = ("low", "high") if value == "RA" else (f"{value}_low", f"{value}_high")
            told = [
                f"{100 * r[value]:+.2f} [{100 * r[low]:+.2f}, {100 * r[high]:+.2f}]" for r in kept.to_dict("records")
            ]
            shown[value] = told
            shown = shown.drop(columns=[low, high])
    names = {"RA": "RA, points", "mean": "against the mean other, points", "best": "against the best other, points",
             "W": "W when forced"}  # fmt: skip
    formats = {"chosen": percent, "W when forced": percent}
    return table_of(identity, caption + withheld(table, kept), shown.rename(columns=names), formats)


def _points(row: Row, value: str, low: str, high: str) -> str:
    return f"{100 * row[value]:+.2f} [{100 * row[low]:+.2f}, {100 * row[high]:+.2f}]"


def _whole(value: float) -> str:
    return f"{value:,.0f}"


def listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "none"
