"""Showing results: rich tables for people, JSON and CSV for programs."""

import csv
import io
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console

from temple_sim.reports.text import interval, percent, plain_value, text_table

__all__ = [
    "console", "error", "interval", "note", "percent", "plain_value", "print_csv", "print_json", "text_table",
]  # fmt: skip

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
