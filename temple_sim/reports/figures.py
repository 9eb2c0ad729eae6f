"""Figures that all games share. Each takes a frame and returns the axes."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap

from temple_sim.reports.document import counted
from temple_sim.reports.style import COLOURS, MARGIN_BAND, MARKERS, new_axes

ROOM = 9  # letters of a column's name that fit side by side


def forest(
    frame: pd.DataFrame, label: str, reference: float | None = None, margin: float = 0.0, percent: bool = True,
    xlabel: str = "",
) -> Any:  # fmt: skip
    """Points with intervals, one line each; a reference line and the band around it that does not matter."""
    axes = new_axes(7, 1.0 + 0.3 * len(frame))
    factor = 100 if percent else 1
    if reference is not None:
        reference_line(axes, reference * factor, margin * factor)
    for place, row in enumerate(frame.to_dict("records")):
        dot(axes, place, row["low"] * factor, row["value"] * factor, row["high"] * factor)
    axes.set_yticks(range(len(frame)), [str(name) for name in frame[label]])
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_xlabel(xlabel)
    return axes


def reference_line(axes: Any, reference: float, margin: float = 0.0) -> None:
    """A dashed line, and the band around it that does not matter."""
    if margin:
        axes.axvspan(reference - margin, reference + margin, color=MARGIN_BAND, alpha=0.2, lw=0)
    axes.axvline(reference, color="black", linewidth=0.8, linestyle="--")


def dot(axes: Any, place: int, low: float, value: float, high: float, number: int | None = None) -> None:
    """A value with its interval on a line of its own; its number (the place, if none) says the colour and marker."""
    number = place if number is None else number
    colour, marker = COLOURS[number % len(COLOURS)], MARKERS[(number + number // len(COLOURS)) % len(MARKERS)]
    axes.plot([low, high], [place, place], color="black", linewidth=3)  # a rim, so that yellow shows on white
    axes.plot([low, high], [place, place], color=colour, linewidth=2)
    axes.plot(value, place, marker=marker, color=colour, markersize=8, markeredgecolor="black", markeredgewidth=0.4)


def seat_forest(tables: Mapping[int, pd.DataFrame], margin: float) -> Any:
    """W by seat for every player count, as distance from an equal share."""
    rows = [
        {"label": f"{players} players, seat {row['seat']}", "players": players} | row
        for players, table in tables.items()
        for row in table.to_dict("records")
    ]
    frame = pd.DataFrame(rows)
    for name in ("value", "low", "high"):
        frame[name] = frame[name] - frame["equal"]
    label = "W minus an equal share, percentage points (band: margin)"
    return forest(frame, "label", reference=0.0, margin=margin, xlabel=label)


def heat(
    grid: pd.DataFrame, title: str, unit: str = "", centre: float | None = None, digits: int = 1, axes: Any = None,
    most: float | None = None, xlabel: str = "", ylabel: str = "",
) -> Any:  # fmt: skip
    """A matrix with the number in every cell; diverging colours when it has a centre, else from 0 to `most`."""
    axes = axes or new_axes(2.2 + 0.75 * grid.shape[1], 1.3 + 0.42 * grid.shape[0])
    values = grid.to_numpy(float)
    bound = {} if most is None else {"vmin": 0.0, "vmax": most}
    if centre is not None:
        reach = np.nanmax(np.abs(values - centre)) or 1.0
        bound = {"vmin": centre - reach, "vmax": centre + reach}
    mesh = cells(axes, grid, values, cmap="PuOr" if centre is not None else "Blues", **bound)
    for row, column in np.argwhere(~np.isnan(values)):
        shade = mesh.norm(values[row, column])
        light = 0.25 < shade < 0.75 if centre is not None else shade < 0.6
        text = f"{values[row, column]:.{digits}f}"
        axes.text(column, row, text, ha="center", va="center", color="black" if light else "white", fontsize=8)
    axes.set_title(f"{title}{' (' + unit + ')' if unit else ''}")
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    return axes


def words(grid: pd.DataFrame, title: str) -> Any:
    """A matrix of words, a colour a word."""
    axes = new_axes(2.6 + 1.15 * grid.shape[1], 1.2 + 0.32 * grid.shape[0])
    known = list(dict.fromkeys(sorted(grid.to_numpy().ravel())))
    shades = {word: COLOURS[place % len(COLOURS)] for place, word in enumerate(known)}
    numbers = np.array([[known.index(word) for word in row] for row in grid.to_numpy()])
    colours = ListedColormap(list(shades.values()))
    cells(axes, grid, numbers, cmap=colours, vmin=-0.5, vmax=len(shades) - 0.5, alpha=0.35)
    for row, column in np.ndindex(grid.shape):
        axes.text(column, row, grid.iloc[row, column], ha="center", va="center", fontsize=8)
    axes.set_title(title)
    return axes


def cells(axes: Any, grid: pd.DataFrame, values: np.ndarray, **colours: Any) -> Any:
    """Coloured cells with the frame's names on both axes: drawn as shapes, which stay small in a page."""
    mesh = axes.pcolormesh(np.arange(grid.shape[1]), np.arange(grid.shape[0]), values, shading="nearest", **colours)
    axes.invert_yaxis()
    names = [str(c) for c in grid.columns]
    crowded = grid.shape[1] > 8 or max(map(len, names), default=0) > ROOM
    axes.set_xticks(range(grid.shape[1]), names, rotation=35 if crowded else 0, ha="right" if crowded else "center")
    axes.set_yticks(range(grid.shape[0]), [str(r) for r in grid.index])
    axes.grid(False)
    return mesh


def lengths(turns: Mapping[int, pd.Series]) -> Any:
    """Distribution of the number of turns per player count."""
    axes = new_axes()
    for place, (players, values) in enumerate(turns.items()):
        low, high = int(values.min()), int(values.max())
        width = max(1, (high - low) // 60)
        share, edges = np.histogram(values, bins=np.arange(low, high + 2 * width, width))
        heights = 100 * share / share.sum() / width
        axes.step(edges[:-1], heights, where="mid", color=COLOURS[place], label=counted(players))
    axes.set_xlabel("turns")
    axes.set_ylabel("games with that many turns, percent")
    axes.legend(frameon=False)
    return axes


def anatomy(frame: pd.DataFrame) -> Any:
    """Points by source, winners beside the others."""
    axes = new_axes(7, 1.2 + 0.5 * len(frame))
    places = np.arange(len(frame))
    axes.barh(places - 0.2, frame["winners"], 0.38, color=COLOURS[0], label="winners")
    axes.barh(places + 0.2, frame["others"], 0.38, color=COLOURS[4], hatch="//", edgecolor="white", label="others")
    axes.set_yticks(places, frame["source"])
    axes.invert_yaxis()
    axes.set_xlabel("mean a seat and game")
    axes.legend(frameon=False)
    return axes


def curve(x: Sequence[Any], frame: pd.DataFrame, xlabel: str, ylabel: str, reference: float | None = None) -> Any:
    """A share along ordered points with its interval band."""
    axes = new_axes()
    places = range(len(x))
    axes.fill_between(places, 100 * frame["low"], 100 * frame["high"], color=COLOURS[0], alpha=0.25, linewidth=0)
    axes.plot(places, 100 * frame["value"], marker="o", color=COLOURS[0])
    if reference is not None:
        axes.axhline(100 * reference, color="black", linewidth=0.8, linestyle="--")
    axes.set_xticks(places, [str(name) for name in x])
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.set_ylim(0, 100)
    return axes
