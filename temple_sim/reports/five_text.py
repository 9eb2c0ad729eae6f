"""What only Temple of Five's report words: groups of winners and others, prices by playing on with a lever."""

import pandas as pd

from temple_sim.reports.document import Table, table_of
from temple_sim.reports.material import Material
from temple_sim.reports.wording import (
    FEW,
    Row,
    amount,
    change,
    enough,
    in_points,
    rate,
    values_needed,
    widened,
    with_interval,
    withheld,
)

AMOUNTS = ("points", "priests in hand")  # how the lines of a table of ratios begin that are no shares


def of_w(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of win shares with its interval and its unit."""
    return f"{in_points(row, value, ends)} points of W"


def of_game(row: Row, value: str = "value", ends: str = "") -> str:
    """A difference of scores with its interval and its unit."""
    return f"{change(row, value, ends)} points of the game"


def habit(material: Material, name: str, what: str) -> str:
    """What the habit of winners says, in how many settings: no measure of worth, so it does not word a verdict."""
    found = [check.answers.get(name) for check in material.checks]
    if not any(found):
        return ""
    yes, no = found.count("yes"), found.count("no")
    return (
        f" As a habit, winners {what} more than the others in {yes} of {len(found)} settings of policy and estimated "
        f"values and less in {no}, which is no measure of what it is worth."
    )


def outstanding(table: pd.DataFrame) -> Row | None:
    """The line of action values whose gain lies above all others' beyond the noise of comparing so many."""
    kept = enough(table).dropna(subset=["gain"])
    if len(kept) < 2:
        return None
    ordered = kept.sort_values("gain", ascending=False)
    best, second = ordered.iloc[0], ordered.iloc[1]
    low, _ = widened(best, len(kept), "gain", "gain_")
    _, high = widened(second, len(kept), "gain", "gain_")
    return best if low > high else None


def groups(row: Row) -> str:
    """The share of winners and of the others; nothing when there are none of a kind, or too few blocks."""
    if row["winners"] != row["winners"] or row["others"] != row["others"] or row["blocks"] < FEW:
        return ""
    return f"winners {100 * row['winners']:.1f}%, others {100 * row['others']:.1f}%"


def basis_of_prices(kept: pd.DataFrame, margin: float) -> str:
    """Moments behind prices, and how many would show the margin."""
    told = f"95% bootstrap intervals over blocks, {int(kept['moments'].min()):,} moments a line or more"
    return told + values_needed(kept, margin, "moments")


def price_table(identity: str, caption: str, prices: pd.DataFrame) -> Table:
    """Prices in points of W and in points of the game; thin lines are withheld."""
    kept = enough(prices)
    shown = with_interval(kept, "W", in_points, "points of W")
    shown = with_interval(shown, "score", change, "points of the game", ends="score_")
    return table_of(identity, caption + withheld(prices, kept), shown)


def ratio_table(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """Ratios of all seats, winners and others: shares in percent, amounts as they are; thin lines are withheld."""
    kept, lines = enough(table), []
    for row in kept.to_dict("records"):
        told = amount if row["what"].startswith(AMOUNTS) else rate
        line = {"what": row["what"], "all seats": told(row)}
        line |= {group: told(row, group, f"{group}_") for group in ("winners", "others")}
        lines.append(line | {"blocks": int(row["blocks"])})
    columns = ["what", "all seats", "winners", "others", "blocks"]
    return table_of(identity, caption + withheld(table, kept), pd.DataFrame(lines, columns=columns))


def anatomy_table(identity: str, caption: str, table: pd.DataFrame) -> Table:
    """Means of winners and others with the interval of their difference; thin lines are withheld."""
    happened = table[(table["winners"] != 0) | (table["others"] != 0)]
    kept = enough(happened)
    told = f"{caption}; the difference is the mean of those within blocks that hold both, not that of the two means"
    return table_of(identity, told + withheld(happened, kept), with_interval(kept, "difference", change))
