"""Numbers with intervals as text, and plain rich tables."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text


def text_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> Group:
    """A titled table with its first `left` columns left-aligned, the rest as numbers."""
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(Text(column), justify="left" if place < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: square brackets are no markup
    return Group(Text(title, style="bold"), table)


def percent(value: float, digits: int = 2) -> str:
    """A share in percent; a dash when there is none."""
    return "-" if value != value else f"{100 * value:.{digits}f}%"


def interval(estimate: Any, share: bool) -> str:
    """`33.1% [32.9, 33.3]` or `41.2 [41.1, 41.3]`."""
    value, low, high = estimate.value, estimate.low, estimate.high
    if value != value:
        return "-"
    if share:
        return f"{100 * value:.2f}%" + ("" if low != low else f" [{100 * low:.2f}, {100 * high:.2f}]")
    digits = 2 if abs(value) < 1000 else 0
    return f"{value:.{digits}f}" + ("" if low != low else f" [{low:.{digits}f}, {high:.{digits}f}]")


def plain_value(value: Any) -> str:
    """A ruleset value in one short text."""
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
