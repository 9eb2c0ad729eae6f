"""What a report is made of: sections with figures and tables, and one line for each verdict."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pandas as pd

LONG = 36  # letters from which a cell is a sentence
Draw = Callable[[], Any]  # gives the axes of a fresh figure


class Told(str):
    """A number with its interval as text, which keeps the numbers for files: a page rounds, a CSV does not."""

    numbers: tuple[float, float, float]  # value, low, high
    share: bool  # a share or a difference of shares

    @classmethod
    def of(cls, text: str, numbers: tuple[float, float, float], share: bool) -> "Told":
        """A text and the numbers it tells."""
        told = cls(text)
        told.numbers, told.share = numbers, share
        return told


@dataclass(frozen=True)
class Table:
    """A table with the text of every cell; the first column names the rows."""

    identity: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    frame: pd.DataFrame  # the figures behind it, for CSV

    @property
    def wide(self) -> frozenset[int]:
        """Places of columns that hold sentences: they are wrapped."""
        return frozenset(i for i in range(len(self.columns)) if any(len(row[i]) > LONG for row in self.rows))


@dataclass(frozen=True)
class Figure:
    """A figure, what it shows in words, and the table behind it.

    caption  the finding; what is plotted; the interval; the number of blocks; how many would show the margin
    """

    identity: str
    title: str
    description: str
    caption: str
    draw: Draw
    table: Table | None = None


@dataclass(frozen=True)
class Verdict:
    """One question with its answer: robust, policy-dependent, data-dependent or undecided, and the figures for it."""

    question: str
    word: str
    answer: str
    estimated: tuple[str, ...] = ()  # estimated components it rests on

    @property
    def badge(self) -> str:
        """The word without what is said of it in brackets."""
        return self.word.partition(" (")[0]

    @property
    def remark(self) -> str:
        """What is said of the word, in brackets; "" without."""
        return self.word[len(self.badge) :].strip()


@dataclass(frozen=True)
class Section:
    """A part of a report."""

    identity: str
    title: str
    lead: str = ""
    paragraphs: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()
    verdicts: tuple[Verdict, ...] = field(default=())
    number: str = ""  # set by `numbered`; else that of `PARTS`

    @property
    def heading(self) -> str:
        """Number and title."""
        return f"{self.number or PARTS.get(self.identity, '')} {self.title}".strip()


PARTS = {
    "verdict": "1", "provenance": "2", "alerts": "3", "seats": "4", "policies": "6", "pace": "7", "tension": "8",
    "anatomy": "9", "luck": "10", "whatif": "11", "sensitivity": "11", "robustness": "12", "glossary": "13",
}  # fmt: skip  # the parts every report has, under the same number everywhere


def numbered(part: str, sections: Iterable[Section | None]) -> list[Section]:
    """The sections of one part, those that say something: 5, or 5.1, 5.2 ... when there are several."""
    kept = [section for section in sections if section is not None]
    if len(kept) == 1:
        return [replace(kept[0], number=part)]
    return [replace(section, number=f"{part}.{place}") for place, section in enumerate(kept, 1)]


def tables_of(section: Section) -> list[Table]:
    """A section's tables, those behind figures included."""
    behind = [figure.table for figure in section.figures if figure.table]
    return [*behind, *section.tables]


def unrounded(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame whose columns of told intervals are three columns of numbers."""
    columns: dict[str, Any] = {}
    for name in frame.columns:
        cells = list(frame[name])
        if any(isinstance(cell, Told) for cell in cells):
            triples = [cell.numbers if isinstance(cell, Told) else (None, None, None) for cell in cells]
            columns |= {f"{name}{end}": [t[i] for t in triples] for i, end in enumerate(("", " low", " high"))}
        else:
            columns[name] = cells
    return pd.DataFrame(columns)


def table_of(
    identity: str, caption: str, frame: pd.DataFrame, formats: Mapping[str, Callable[[Any], str]] | None = None,
    columns: Sequence[str] | None = None,
) -> Table:  # fmt: skip
    """A table from a frame: the columns named (all by default), each shown by its format or as it is."""
    shown = list(columns or frame.columns)
    formats = formats or {}
    rows = tuple(tuple(_cell(row[name], formats.get(name)) for name in shown) for row in frame.to_dict("records"))
    return Table(identity, caption, tuple(shown), rows, frame)


def _cell(value: Any, format: Callable[[Any], str] | None) -> str:
    if value is None or value != value:
        return "-"
    if format:
        return format(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def counted(players: int) -> str:
    """A number of players in words."""
    return "1 player" if players == 1 else f"{players} players"


def percent(value: float) -> str:
    """A share in percent."""
    return f"{100 * value:.1f}%"


def exact_percent(value: float) -> str:
    """A share in percent with one decimal more: for small ones, as the difference that a number of games shows."""
    return f"{100 * value:.2f}%"


def points(value: float) -> str:
    """A difference of shares in percentage points."""
    return f"{100 * value:+.1f}"
