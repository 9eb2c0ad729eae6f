"""Figures of Lost Temple: a character a line, several measures side by side; and rates by number of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd

from temple_sim.games.lost_temple.tables import CHARACTERS
from temple_sim.reports.style import COLOURS, MARGIN_BAND, MARKERS


@dataclass(frozen=True)
class Measure:
    """One column of dots: a frame with label, value, low, high (and `tick`: a mark of its own for each line)."""

    frame: pd.DataFrame
    label: str
    title: str
    percent: bool = True
    reference: float | None = None
    margin: float = 0.0
    tick: str | None = None


def look(label: str, place: int) -> tuple[str, str]:
    """Colour and marker of a line; a character has the same ones in every figure."""
    number = CHARACTERS.index(label) if label in CHARACTERS else place
    return COLOURS[number % len(COLOURS)], MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]


def dot_columns(labels: Sequence[str], measures: Sequence[Measure]) -> Any:
    """Dots with intervals, one line a label and one column a measure; the first axes."""
    size = (max(5.0, 1.4 + 2.2 * len(measures)), 1.4 + 0.34 * len(labels))
    grid = plt.subplots(1, len(measures), figsize=size, sharey=True, layout="constrained", squeeze=False)[1][0]
    for axes, measure in zip(grid, measures, strict=True):
        _dots(axes, labels, measure)
    grid[0].set_yticks(range(len(labels)), labels)
    grid[0].set_ylim(len(labels) - 0.5, -0.5)
    return grid[0]


def _dots(axes: Any, labels: Sequence[str], measure: Measure) -> None:
    """One column."""
    factor = 100 if measure.percent else 1
    if measure.reference is not None:
        low, high = ((measure.reference + side * measure.margin) * factor for side in (-1, 1))
        if measure.margin:
            axes.axvspan(low, high, color=MARGIN_BAND, alpha=0.2, lw=0)
        axes.axvline(measure.reference * factor, color="black", linewidth=0.8, linestyle="--")
    for row in measure.frame.to_dict("records"):
        place = labels.index(row[measure.label])
        colour, marker = look(row[measure.label], place)
        span = [row["low"] * factor, row["high"] * factor]
        axes.plot(span, [place, place], color="black", linewidth=3)  # a rim, so that yellow shows on white
        axes.plot(span, [place, place], color=colour, linewidth=2)
        if measure.tick:
            axes.plot(row[measure.tick] * factor, place, marker="|", color="black", markersize=13, markeredgewidth=1.5)
        axes.plot(row["value"] * factor, place, marker=marker, color=colour, markersize=8, markeredgecolor="black",
                  markeredgewidth=0.4)  # fmt: skip
    axes.set_title(measure.title, fontsize=9)


def by_players(panels: Mapping[str, pd.DataFrame]) -> Any:
    """A rate by number of players, one small panel each, with intervals; the first axes. Frames: players, value, ..."""
    rows = -(-len(panels) // 2)
    size = (7.0, 0.4 + 1.7 * rows)
    grid = plt.subplots(rows, 2, figsize=size, layout="constrained", squeeze=False)[1].ravel()
    for place, (axes, (title, frame)) in enumerate(zip(grid, panels.items(), strict=False)):
        factor = 100 if frame["share"].all() else 1
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        axes.vlines(frame["players"], frame["low"] * factor, frame["high"] * factor, color=colour, linewidth=2)
        axes.plot(frame["players"], frame["value"] * factor, color=colour, marker=marker, linewidth=1)
        axes.set_xticks(list(frame["players"]))
        axes.set_ylim(0, 1.1 * float(frame["high"].max()) * factor or 1)
        axes.set_title(f"{title}, percent" if factor == 100 else title, fontsize=9)
        axes.grid(axis="y", alpha=0.3)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    grid[min(len(panels), len(grid)) - 1].set_xlabel("players")
    return grid[0]
