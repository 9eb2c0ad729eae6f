"""Figures of Temple of Five: two curves over one axis, and prices by level for several groups."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from temple_sim.reports.style import COLOURS, MARKERS, new_axes, new_panels


def points_curve(frame: pd.DataFrame) -> Any:
    """Points a chain above points a space, by chain length, with intervals; the upper axes.

    Columns: spaces, points with low and high, a space with a_low and a_high.
    """
    upper, lower = new_panels(2, 1, 7, 5, sharex=True)[:, 0]
    for side, names, place in ((upper, ("points", "low", "high"), 0), (lower, ("a space", "a_low", "a_high"), 1)):
        value, low, high = (frame[name] for name in names)
        errors = [value - low, high - value]
        side.errorbar(frame["spaces"], value, yerr=errors, color=COLOURS[place], marker=MARKERS[place], capsize=2)
        side.set_ylim(0, 1.1 * float(high.max()) or 1.0)
        side.grid(True, axis="y")
    lower.set_xlabel("spaces of the chain")
    lower.set_xticks(frame["spaces"])
    upper.set_ylabel("points of the game a chain")
    lower.set_ylabel("points of the game a space")
    return upper


def prices(frame: pd.DataFrame, by: str, ylabel: str, groups: Sequence[str]) -> Any:
    """Prices in points of W by level, a line for each group; a dashed line at zero."""
    axes = new_axes(7, 3.5)
    axes.axhline(0, color="black", linewidth=0.8, linestyle="--")
    for place, group in enumerate(groups):
        part = frame[frame[by] == group]
        x = part["level"] + 0.08 * (place - (len(groups) - 1) / 2)
        errors = [100 * (part["W"] - part["low"]), 100 * (part["high"] - part["W"])]
        axes.errorbar(
            x, 100 * part["W"], yerr=errors, color=COLOURS[place], marker=MARKERS[place], capsize=3,
            linestyle="-", label=group,
        )  # fmt: skip
    levels = sorted(frame["level"].unique())
    axes.set_xticks(levels, [f"level {level}" for level in levels])
    axes.set_ylabel(ylabel)
    axes.grid(True, axis="y")
    axes.legend(frameon=False)
    return axes
