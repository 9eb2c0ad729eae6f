"""Words, tables and figures that the sections of Trail to the Temple share: intervals, thin cells, action values."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from scipy.special import ndtri

from temple_sim.reports import figures
from temple_sim.reports.document import Figure, Table, percent, table_of, with_interval
from temple_sim.reports.material import Material
from temple_sim.reports.shared import blocks_for

THIN = 20  # decisions below which a value is withheld
FEW = 100  # blocks below which a rate is withheld
PRECISE = 0.05  # half width of a gain that a verdict may build on
POWER = 1.43  # a difference shown with power 80%, in half widths of a 95% interval
ALONE = "one policy, values as they are"
MISSING = "undecided"
Row = Mapping[Any, Any]


def enough(table: pd.DataFrame) -> pd.DataFrame:
    """The lines that are not thin: values by decisions, rates by blocks."""
    kept = table[table["offered"] >= THIN] if "offered" in table else table[table["blocks"] >= FEW]
    return kept.reset_index(drop=True)


def withheld(table: pd.DataFrame, kept: pd.DataFrame) -> str:
    """How many thin cells are left out, for a caption."""
    count = len(table) - len(kept)
    return f" ({count} thin cell{'s' * (count != 1)} withheld)" if count else ""


def gain(row: Row, value: str = "gain", low: str = "gain_low", high: str = "gain_high") -> str:
    """A difference of W in points with its interval."""
    return f"{100 * row[value]:+.1f} points [{100 * row[low]:+.1f}, {100 * row[high]:+.1f}]"


def effect(row: Row) -> str:
    """The same of a line with value, low and high."""
    return gain(row, "value", "low", "high")


def settled(row: Row, lines: int) -> bool:
    """Whether a gain differs from 0 though picked among several lines (Bonferroni), and is known to 5 points.

    A few dozen games leave intervals so wide that among all tables some exclude 0 by chance.
    """
    wider = float(ndtri(1 - 0.025 / max(lines, 1)) / ndtri(0.975))
    low, high = (row["gain"] + wider * (row[end] - row["gain"]) for end in ("gain_low", "gain_high"))
    return bool((low > 0 or high < 0) and row["gain_high"] - row["gain_low"] < 2 * PRECISE)


def amount(row: Row) -> str:
    """A mean with its interval."""
    return f"{row['value']:.2f} [{row['low']:.2f}, {row['high']:.2f}]"


def rate(row: Row) -> str:
    """A share with its interval."""
    return f"{100 * row['value']:.1f}% [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"


def basis(kept: pd.DataFrame, material: Material, share: bool = True) -> str:
    """The interval, its blocks, and how many blocks would show the margin (shares) or what these show (means)."""
    blocks, shows = int(kept["blocks"].min()), float(kept["detects"].max())
    if not share:
        told = f", which show differences from {shows:.2f} on" if shows == shows else ""
        return f"95% intervals over {blocks:,} blocks or more{told}"
    thinnest = kept.loc[kept["detects"].idxmax()] if kept["detects"].notna().any() else kept.iloc[0]
    needed = max(blocks_for(shows, int(thinnest["blocks"]), material.margin), 2)
    return (
        f"95% intervals over {blocks:,} blocks or more; {needed:,} blocks would show {100 * material.margin:g} points "
        "in every cell"
    )


def basis_of_values(kept: pd.DataFrame, material: Material, phase: str) -> str:
    """Decisions and rollouts behind values, and how many decisions a line would show the margin."""
    frame = material.valued[phase]
    half = (kept["gain_high"] - kept["gain_low"]) / 2
    needed = (kept["offered"] * (POWER * half / material.margin) ** 2).max()
    told = f"; about {needed:,.0f} decisions a line would show {100 * material.margin:g} points" if needed > 0 else ""
    count, games = frame["decision"].nunique(), frame["game"].nunique()
    return (
        f"95% intervals by bootstrap over {games:,} games; {count:,} decisions, {material.rollouts} rollouts of each "
        f"action{told}"
    )


def value_table(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """A table of action values; thin lines are withheld."""
    kept = enough(table)
    lines = kept.drop(columns=["low", "high", "gain_low", "gain_high"]).astype({"RA": object, "gain": object})
    lines["RA"] = [gain(row, "RA", "low", "high").replace(" points", "") for row in kept.to_dict("records")]
    lines["gain"] = [
        gain(row).replace(" points", "") if row["gain"] == row["gain"] else "-" for row in kept.to_dict("records")
    ]
    names = {"RA": "RA, points", "gain": "against the mean other, points", "W": "W when forced"}
    formats: dict[str, Any] = {"chosen": percent, "W when forced": percent}
    formats |= dict.fromkeys(("units", "rank", "steps", "mover"), _whole)
    return table_of(identity, caption + withheld(table, kept), lines.rename(columns=names), formats)


def _whole(value: Any) -> str:
    """A whole number that missing neighbours have made a float; a name as it is."""
    return value if isinstance(value, str) else f"{value:g}"


def rate_lines(identity: str, caption: str, table: pd.DataFrame, share: bool = True, name: str = "rate") -> Table:
    """A table of rates or means; thin lines are withheld."""
    kept = enough(table)
    formats: dict[str, Any] = dict.fromkeys(("detects", "W", "games", "share of all", "brings first marker"), percent)
    formats["detects"] = percent if share else (lambda value: f"{value:.3f}")
    shown = with_interval(kept, "value", share=share, name=name)
    return table_of(identity, caption + withheld(table, kept), shown, formats)


def value_forest(
    material: Material, phase: str, identity: str, title: str, table: pd.DataFrame, label: str, what: str
) -> Figure | None:
    """Dots of the gain against the mean other action, best first; None unless two lines are not thin."""
    kept = enough(table).dropna(subset=["gain"])
    if len(kept) < 2:
        return None
    best, worst = kept.iloc[kept["gain"].argmax()], kept.iloc[kept["gain"].argmin()]
    finding = f"{str(best[label]).capitalize()}: {gain(best)}; {worst[label]}: {gain(worst)}"
    caption = (
        f"{finding}. {what}: W when forced minus the mean of the decision's other actions. "
        f"{basis_of_values(kept, material, phase)}{withheld(table, kept)}."
    )
    drawn = kept.drop(columns=["low", "high"]).rename(columns={"gain": "value", "gain_low": "low", "gain_high": "high"})
    axis = "points of W against the mean other action (band: margin)"
    return Figure(
        identity, title, f"Dots with intervals. {caption}", caption,
        lambda: figures.forest(drawn, label, reference=0.0, margin=material.margin, xlabel=axis),
        value_table(f"{identity}-table", f"{title}: action values, phase {phase}", table),
    )  # fmt: skip


def kept_figures(*found: Figure | None) -> tuple[Figure, ...]:
    """Those that there is something to show for."""
    return tuple(figure for figure in found if figure is not None)
