"""Words and tables of Temple of Five's report: values with intervals, what is withheld, what would show the margin."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from temple_sim.reports.document import Table, percent, table_of, with_interval
from temple_sim.reports.material import Material
from temple_sim.reports.shared import blocks_for

THIN = 20  # decisions or moments below which a value is withheld
FEW = 100  # blocks, or things counted, below which a rate is withheld
POWER = 1.43  # a difference shown with power 80%, in half widths of a 95% interval
ONE_POLICY = "one policy, values as they are"
UNDECIDED = "undecided"
ASKED_AGAIN = "this is what was asked again under other policies and assumptions"
AMOUNTS = ("points", "priests in hand")  # how the lines of a table of ratios begin that are no shares
Row = Mapping[Any, Any]


def gain(row: Row, value: str = "value", low: str = "low", high: str = "high") -> str:
    """A difference of W in percentage points with its interval."""
    return f"{100 * row[value]:+.1f} points of W [{100 * row[low]:+.1f}, {100 * row[high]:+.1f}]"


def amount(row: Row, value: str = "value", low: str = "low", high: str = "high") -> str:
    """A mean in the game's own points or pieces, with its interval."""
    return f"{row[value]:.2f} [{row[low]:.2f}, {row[high]:.2f}]"


def share(row: Row, value: str = "value", low: str = "low", high: str = "high") -> str:
    """A share in percent with its interval."""
    return f"{100 * row[value]:.1f}% [{100 * row[low]:.1f}, {100 * row[high]:.1f}]"


def groups(row: Row) -> str:
    """The share of winners and of the others; nothing when there are none of a kind."""
    if row["winners"] != row["winners"] or row["others"] != row["others"]:
        return ""
    return f"winners {100 * row['winners']:.1f}%, others {100 * row['others']:.1f}%"


def word(row: Row, low: str = "low", high: str = "high") -> str:
    """What a verdict by rollouts of one policy is worth: undecided when its interval holds zero."""
    return ONE_POLICY if row[low] > 0 or row[high] < 0 else UNDECIDED


def enough(table: pd.DataFrame, count: str, least: int) -> pd.DataFrame:
    """The lines that are not thin."""
    return table[table[count] >= least].reset_index(drop=True) if len(table) else table


def withheld(table: pd.DataFrame, kept: pd.DataFrame) -> str:
    """How many thin cells are left out, for a caption."""
    count = len(table) - len(kept)
    return f" ({count} thin cell{'s' * (count != 1)} withheld)" if count else ""


def basis(kept: pd.DataFrame, margin: float | None) -> str:
    """Interval and blocks; with a margin how many blocks show it, else the difference they show."""
    blocks, shows = int(kept["blocks"].min()), float(kept["detects"].max())
    if margin is None:
        return f"95% intervals over {blocks:,} blocks, which show differences from {shows:.2f} on"
    needed = max(blocks_for(shows, blocks, margin), 2)
    return f"95% intervals over {blocks:,} blocks; {needed:,} blocks show {100 * margin:g} points"


def basis_of_values(kept: pd.DataFrame, material: Material, phase: str, count: str = "offered") -> str:
    """Decisions and rollouts behind values, and how many decisions a line would show the margin."""
    valued = material.valued[phase]
    needed = _needed(kept, count, material.margin)
    return (
        f"95% bootstrap intervals over {valued['game'].nunique():,} games, {valued['decision'].nunique():,} decisions, "
        f"{material.rollouts} rollouts of each action; about {needed:,} decisions a line show "
        f"{100 * material.margin:g} points"
    )


def basis_of_prices(kept: pd.DataFrame, margin: float) -> str:
    """Moments behind prices, and how many would show the margin."""
    moments, needed = int(kept["moments"].min()), _needed(kept, "moments", margin)
    return (
        f"95% bootstrap intervals over blocks, {moments:,} moments a line or more; about {needed:,} show "
        f"{100 * margin:g} points"
    )


def _needed(kept: pd.DataFrame, count: str, margin: float) -> int:
    """How many decisions or moments would show the margin on every line."""
    needed = kept[count] * (POWER * (kept["high"] - kept["low"]) / 2 / margin) ** 2
    return max(2, int(needed.max())) if needed.notna().any() else 2


def value_table(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """Action values in points of W; thin lines are withheld."""
    kept = enough(table, "offered", THIN)
    shown = with_interval(_scaled(kept, ("RA", "low", "high")), "RA", share=False, name="RA, points of W")
    names = {"offered": "decisions", "W": "W when forced", "chosen": "taken by the policy"}
    formats = {"W when forced": percent, "taken by the policy": percent}
    return table_of(identity, caption + withheld(table, kept), shown.rename(columns=names), formats)


def _scaled(table: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    return table.assign(**{name: 100 * table[name].astype(float) for name in columns})


def price_table(identity: str, caption: str, prices: pd.DataFrame) -> Table:
    """Prices in points of W and in points of the game; thin lines are withheld."""
    kept = enough(prices, "moments", THIN)
    shown = with_interval(_scaled(kept, ("W", "low", "high")), "W", share=False, name="points of W")
    scores = shown.rename(columns={"score_low": "low", "score_high": "high"})
    shown = with_interval(scores, "score", share=False, name="points of the game")
    return table_of(identity, caption + withheld(prices, kept), shown)


def ratio_table(identity: str, caption: str, table: pd.DataFrame, name: str = "all seats") -> Table:
    """Ratios of all seats, winners and others: shares in percent, amounts as they are."""
    lines = []
    for row in table.to_dict("records"):
        told = amount if row["what"].startswith(AMOUNTS) else share
        line = {"what": row["what"], name: told(row)}
        for group in ("winners", "others"):
            known = row[group] == row[group]
            line[group] = told(row, group, f"{group}_low", f"{group}_high") if known else "-"
        lines.append(line | {"blocks": int(row["blocks"])})
    return table_of(identity, caption, pd.DataFrame(lines, columns=["what", name, "winners", "others", "blocks"]))


def anatomy_table(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """Means of winners and others with the interval of their difference."""
    return table_of(identity, caption, with_interval(table, "difference", share=False))
