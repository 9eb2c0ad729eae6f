"""Figures of what-if experiments. Each takes lines of results and optional axes, and returns the axes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.colors import ListedColormap

from temple_sim.experiments.whatif import Line, conclusion
from temple_sim.reports.style import COLOURS, MARGIN_BAND, MARKERS, new_axes

VERDICT_COLOURS = {"different": COLOURS[1], "equivalent": COLOURS[2], "undecided": "#BBBBBB"}


def delta_forest(lines: Sequence[Line], metric: str, margin: float, axes: Any = None) -> Any:
    """Effect and interval of every variant and setting, with the band of differences that do not matter."""
    axes = axes or new_axes(7.5, 1.2 + 0.34 * len(lines))
    axes.axvspan(-margin, margin, color=MARGIN_BAND, alpha=0.2, linewidth=0)
    axes.axvline(0, color="black", linewidth=0.8)
    for place, line in enumerate(lines):
        low, high = line.interval
        colour = VERDICT_COLOURS[line.verdict]
        marker = MARKERS[list(VERDICT_COLOURS).index(line.verdict)]
        axes.plot([low, high], [place, place], color=colour, linewidth=2)
        axes.plot(line.primary.effect, place, marker=marker, color=colour, markersize=7)
    axes.set_yticks(range(len(lines)), [label_of(line) for line in lines])
    axes.invert_yaxis()
    axes.set_xlabel(f"{metric}: variant minus baseline (band: margin {margin:g})")
    _verdict_legend(axes)
    return axes


def label_of(line: Line) -> str:
    """A line's variant and setting in short."""
    where = f"{line.setting.players} players, {line.setting.policies}"
    return f"{line.variant} ({where}{', ' + line.setting.assumed if line.setting.uncertain else ''})"


def _verdict_legend(axes: Any) -> None:
    for place, (verdict, colour) in enumerate(VERDICT_COLOURS.items()):
        axes.plot([], [], marker=MARKERS[place], color=colour, linewidth=2, label=verdict)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.18), ncols=3, frameon=False)


def dose_response(
    doses: Sequence[float], effects: Sequence[float], lows: Sequence[float], highs: Sequence[float],
    key: str, metric: str, printed: float, margin: float, axes: Any = None,
) -> Any:  # fmt: skip
    """Effect against the value of one rule, with its interval band; the printed value is the zero."""
    axes = axes or new_axes()
    axes.axhspan(-margin, margin, color=MARGIN_BAND, alpha=0.2, linewidth=0)
    axes.fill_between(doses, lows, highs, color=COLOURS[0], alpha=0.25, linewidth=0)
    axes.plot(doses, effects, marker="o", color=COLOURS[0])
    axes.axvline(printed, color="black", linewidth=0.8, linestyle="--")
    axes.set_xlabel(f"{key} (dashed: as it is, {printed:g})")
    axes.set_ylabel(f"change of {metric}")
    return axes


def robustness_matrix(lines: Sequence[Line], variant: str, axes: Any = None) -> Any:
    """Verdicts of a variant: rows are players and policies, columns the values of uncertain components."""
    own = [line for line in lines if line.variant == variant]
    rows = list(dict.fromkeys((line.setting.players, line.setting.policies) for line in own))
    columns = list(dict.fromkeys(line.setting.assumed for line in own))
    verdicts = list(VERDICT_COLOURS)
    grid = np.full((len(rows), len(columns)), np.nan)
    axes = axes or new_axes(2.5 + 1.5 * len(columns), 1.2 + 0.5 * len(rows))
    for line in own:
        row = rows.index((line.setting.players, line.setting.policies))
        column = columns.index(line.setting.assumed)
        grid[row, column] = verdicts.index(line.verdict)
        text = f"{line.verdict}\n{line.primary.effect:+.4g}"
        axes.text(column, row, text, ha="center", va="center", fontsize=8)
    colours = ListedColormap([VERDICT_COLOURS[v] for v in verdicts])
    axes.imshow(grid, cmap=colours, vmin=-0.5, vmax=len(verdicts) - 0.5, alpha=0.45, aspect="auto")
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), [f"{players} players, {policies}" for players, policies in rows])
    axes.grid(False)
    axes.set_title(f"{variant}: {conclusion(lines, variant)}")
    return axes
