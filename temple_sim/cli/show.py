"""Showing results: rich tables for people, JSON and CSV for programs."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

PIPED_WIDTH = 140


def console(stderr: bool = False) -> Console:
    """A console that uses colour and the terminal's width only on a terminal."""
    made = Console(stderr=stderr, highlight=False, soft_wrap=False)
    if not made.is_terminal:
        made.width = PIPED_WIDTH
    return made


def note(text: str) -> None:
    """A remark for people, on standard error."""
    console(stderr=True).print(text, style="dim", markup=False)


def error(text: str) -> None:
    """One line about what went wrong."""
    print("Error: " + " ".join(text.split()), file=sys.stderr)


def text_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], left: int = 1) -> Group:
    """A titled table with its first `left` columns left-aligned, the rest as numbers."""
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(Text(column), justify="left" if place < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))  # Text: square brackets are no markup
    return Group(Text(title, style="bold"), table)


def print_json(data: Any) -> None:
    """Plain JSON on standard output; what is not a number is null."""
    print(json.dumps(_without_nan(data), indent=2, allow_nan=False))


def print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Plain CSV on standard output."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if value is None else value for value in _without_nan(row)] for row in rows)
    print(buffer.getvalue(), end="")


def _without_nan(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_nan(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_without_nan(value) for value in data]
    return None if isinstance(data, float) and data != data else data


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
