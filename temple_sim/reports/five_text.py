"""What only Temple of Five's report words: groups of winners and others, prices by playing on with a lever."""

import pandas as pd

from temple_sim.reports.document import Table, table_of
from temple_sim.reports.wording import (
    FEW,
    Row,
    amount,
    change,
    enough,
    in_points,
    rate,
    values_needed,
    with_interval,
    withheld,
)

ASKED_AGAIN = "this is what was asked again under other policies and assumptions"
AMOUNTS = ("points", "priests in hand")  # how the lines of a table of ratios begin that are no shares


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
    kept = enough(table)
    return table_of(identity, caption + withheld(table, kept), with_interval(kept, "difference", change))
