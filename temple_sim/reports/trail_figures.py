"""Figures of Trail to the Temple: stacked bars with numbers, predicted against observed, rows of heat maps."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from temple_sim.reports.style import COLOURS, MARKERS, new_axes

SHADES = ("#009E73", "#56B4E9", "#E69F00", "#CC79A7", "#999999", "#F0E442")
ROOM = 7.0  # percent below which a number does not fit its bar


def share_bars(panels: Mapping[str, pd.DataFrame], ylabel: str = "", unit: str = "percent") -> Any:
    """Stacked bars with numbers, a panel each: rows of a frame are bars (the same in all), columns parts of 1."""
    height = 1.3 + 0.36 * max(len(frame) for frame in panels.values())
    width = 7.0 if len(panels) > 1 else 6.0
    grid = plt.subplots(1, len(panels), figsize=(width, height), sharey=True, layout="constrained", squeeze=False)[1][0]
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


def calibration(frame: pd.DataFrame, axes: Any = None) -> Any:
    """Observed against predicted shares with intervals, one marker a factor; on the dashed line they agree."""
    axes = axes or new_axes(5.2, 5.0)
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


def heats(panels: Mapping[str, pd.DataFrame], xlabel: str, ylabel: str) -> Any:
    """Heat maps below each other on one scale, shares of 1 with the percent in every cell."""
    size = (5.4, 0.6 + sum(0.9 + 0.3 * len(frame) for frame in panels.values()))
    grid = plt.subplots(len(panels), 1, figsize=size, layout="constrained", squeeze=False)[1][:, 0]
    most = max(float(np.nanmax(frame.to_numpy(float))) for frame in panels.values())
    for axes, (title, frame) in zip(grid, panels.items(), strict=True):
        values = frame.to_numpy(float)
        x, y = np.arange(frame.shape[1]), np.arange(frame.shape[0])
        axes.pcolormesh(x, y, values, shading="nearest", cmap="Blues", vmin=0, vmax=most)
        axes.invert_yaxis()
        axes.set_xticks(range(frame.shape[1]), [str(name) for name in frame.columns])
        axes.set_yticks(range(frame.shape[0]), [str(name) for name in frame.index])
        axes.grid(False)
        axes.set_title(title, fontsize=10)
        axes.set_ylabel(ylabel)
        for row, column in np.argwhere(~np.isnan(values)):
            colour = "black" if values[row, column] < 0.6 * most else "white"
            number = f"{100 * values[row, column]:.0f}"
            axes.text(column, row, number, ha="center", va="center", fontsize=9, color=colour)
    grid[-1].set_xlabel(xlabel)
    return grid[0]


def two_forests(left: pd.DataFrame, right: pd.DataFrame, label: str, titles: tuple[str, str]) -> Any:
    """Two columns of dots with intervals for the same lines, in points of W; frames with value, low, high."""
    names = list(dict.fromkeys([*left[label], *right[label]]))
    size = (7.0, 1.3 + 0.36 * len(names))
    grid = plt.subplots(1, 2, figsize=size, sharey=True, layout="constrained")[1]
    for axes, frame, title in zip(grid, (left, right), titles, strict=True):
        axes.axvline(0, color="black", linewidth=0.8, linestyle="--")
        for row in frame.to_dict("records"):
            place = names.index(row[label])
            colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
            axes.plot([100 * row["low"], 100 * row["high"]], [place, place], color=colour, linewidth=2)
            axes.plot(100 * row["value"], place, marker, color=colour, markersize=7)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("points of W")
    grid[0].set_yticks(range(len(names)), [str(name) for name in names])
    grid[0].set_ylim(len(names) - 0.5, -0.5)
    return grid[0]
