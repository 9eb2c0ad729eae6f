"""Figures of several panels that games share: columns of dots, stacked bars, heat maps; and calibration."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.reports.figures import dot, heat, reference_line
from temple_sim.reports.style import COLOURS, MARKERS, new_axes, new_panels

SHADES = ("#009E73", "#56B4E9", "#E69F00", "#CC79A7", "#999999", "#F0E442")
ROOM = 7.0  # percent below which a number does not fit its bar


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


def dot_columns(labels: Sequence[str], measures: Sequence[Measure], known: Sequence[str] = ()) -> Any:
    """Dots with intervals, one line a label and one column a measure; the first axes.

    known   labels that look alike in every figure: colour and marker by their place here, not by their line
    """
    width = max(5.0, 1.4 + 2.2 * len(measures))
    grid = new_panels(1, len(measures), width, 1.4 + 0.34 * len(labels), sharey=True)[0]
    for axes, measure in zip(grid, measures, strict=True):
        factor = 100 if measure.percent else 1
        if measure.reference is not None:
            reference_line(axes, measure.reference * factor, measure.margin * factor)
        for row in measure.frame.to_dict("records"):
            name, place = row[measure.label], labels.index(row[measure.label])
            if measure.tick:
                at = row[measure.tick] * factor
                axes.plot(at, place, marker="|", color="black", markersize=13, markeredgewidth=1.5)
            low, value, high = (factor * row[part] for part in ("low", "value", "high"))
            dot(axes, place, low, value, high, known.index(name) if name in known else None)
        axes.set_title(measure.title, fontsize=9)
    grid[0].set_yticks(range(len(labels)), labels)
    grid[0].set_ylim(len(labels) - 0.5, -0.5)
    return grid[0]


def by_players(panels: Mapping[str, pd.DataFrame]) -> Any:
    """A rate by number of players, one small panel each, with intervals; the first axes. Frames: players, value, ..."""
    rows = -(-len(panels) // 2)
    grid = new_panels(rows, 2, 7.0, 0.4 + 1.7 * rows).ravel()
    for place, (axes, (title, frame)) in enumerate(zip(grid, panels.items(), strict=False)):
        factor = 100 if frame["share"].all() else 1
        colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
        axes.vlines(frame["players"], frame["low"] * factor, frame["high"] * factor, color=colour, linewidth=2)
        axes.plot(frame["players"], frame["value"] * factor, color=colour, marker=marker, linewidth=1)
        axes.set_xticks(list(frame["players"]))
        axes.set_ylim(0, 1.1 * float(frame[["value", "high"]].max().max()) * factor or 1)
        axes.set_title(f"{title}, percent" if factor == 100 else title, fontsize=9)
        axes.grid(axis="y", alpha=0.3)
    for axes in grid[len(panels) :]:
        axes.set_axis_off()
    grid[min(len(panels), len(grid)) - 1].set_xlabel("players")
    return grid[0]


def share_bars(panels: Mapping[str, pd.DataFrame], ylabel: str = "", unit: str = "percent") -> Any:
    """Stacked bars with numbers, a panel each: rows of a frame are bars (the same in all), columns parts of 1."""
    height = 1.3 + 0.36 * max(len(frame) for frame in panels.values())
    grid = new_panels(1, len(panels), 7.0 if len(panels) > 1 else 6.0, height, sharey=True)[0]
    for axes, (title, frame) in zip(grid, panels.items(), strict=True):
        _bars(axes, 100 * frame)
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(unit)
    grid[0].set_ylabel(ylabel)
    handles, labels = grid[0].get_legend_handles_labels()
    grid[0].figure.legend(handles, labels, loc="outside upper center", ncols=min(len(labels), 6), frameon=False)
    return grid[0]


def _bars(axes: Any, frame: pd.DataFrame) -> None:
    places, left = np.arange(len(frame)), np.zeros(len(frame))
    for number, (name, values) in enumerate(frame.items()):
        shade, size = SHADES[number % len(SHADES)], values.fillna(0.0).to_numpy(float)
        axes.barh(places, size, 0.8, left=left, color=shade, edgecolor="white", linewidth=0.6, label=name)
        for place in places[size >= ROOM]:
            at = left[place] + size[place] / 2
            axes.text(at, place, f"{size[place]:.0f}", ha="center", va="center", fontsize=9)
        left += size
    axes.set_yticks(places, [str(name) for name in frame.index])
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.set_xticks([0, 50, 100])
    axes.grid(False)


def heats(panels: Mapping[str, pd.DataFrame], xlabel: str, ylabel: str) -> Any:
    """Heat maps below each other on one scale, shares of 1 with the percent in every cell."""
    height = 0.6 + sum(0.9 + 0.3 * len(frame) for frame in panels.values())
    grid = new_panels(len(panels), 1, 5.4, height)[:, 0]
    most = max(float(np.nanmax(100 * frame.to_numpy(float))) for frame in panels.values())
    for axes, (title, frame) in zip(grid, panels.items(), strict=True):
        heat(100 * frame, title, digits=0, axes=axes, most=most).set_ylabel(ylabel)
    grid[-1].set_xlabel(xlabel)
    return grid[0]


def calibration(frame: pd.DataFrame) -> Any:
    """Observed against predicted shares with intervals, one marker a factor; on the dashed line they agree."""
    axes = new_axes(5.2, 5.0)
    axes.plot([0, 100], [0, 100], color="black", linewidth=0.8, linestyle="--")
    for number, (factor, part) in enumerate(frame.groupby("factor", sort=False)):
        colour, marker = COLOURS[number % len(COLOURS)], MARKERS[number % len(MARKERS)]
        x = 100 * part["predicted"]
        axes.vlines(x, 100 * part["low"], 100 * part["high"], color=colour, linewidth=1.5)
        axes.plot(x, 100 * part["value"], marker, color=colour, markersize=7, label=f"x{factor}")
    axes.set_xlabel("predicted odds, percent")
    axes.set_ylabel("observed share, percent")
    axes.set_xlim(0, 100)
    axes.set_ylim(0, 100)
    axes.grid(axis="both", alpha=0.3)
    axes.legend(title="final factor", frameon=False, loc="upper left")
    return axes
