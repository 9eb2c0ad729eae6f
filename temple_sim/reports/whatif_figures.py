"""Figures of what-if experiments. Each takes lines of results and optional axes, and returns the axes.

`share` says that the metric is one, so that its effects are drawn in percentage points.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.colors import ListedColormap

from temple_sim.experiments.whatif import Line, conclusion
from temple_sim.reports.style import COLOURS, MARGIN_BAND, MARKERS, new_axes

VERDICT_COLOURS = {"different": COLOURS[1], "equivalent": COLOURS[2], "undecided": "#888888"}


def unit_of(share: bool) -> str:
    """How an effect's unit is written on an axis."""
    return ", percentage points" if share else ""


def delta_forest(lines: Sequence[Line], metric: str, margin: float, share: bool = False, axes: Any = None) -> Any:
    """Effect and interval of every line, with the band of differences that do not matter."""
    factor = 100 if share else 1
    axes = axes or new_axes(7.5, 1.4 + 0.34 * len(lines))
    axes.axvspan(-margin * factor, margin * factor, color=MARGIN_BAND, alpha=0.2, linewidth=0)
    axes.axvline(0, color="black", linewidth=0.8)
    for place, line in enumerate(lines):
        low, high = line.interval
        colour = VERDICT_COLOURS[line.verdict]
        marker = MARKERS[list(VERDICT_COLOURS).index(line.verdict)]
        axes.plot([low * factor, high * factor], [place, place], color=colour, linewidth=2)
        axes.plot(line.primary.effect * factor, place, marker=marker, color=colour, markersize=7)
    same = len({line.setting for line in lines}) == 1
    axes.set_yticks(range(len(lines)), [line.variant if same else label_of(line) for line in lines])
    axes.set_ylim(len(lines) - 0.5, -0.5)
    axes.set_xlabel(f"{metric}: variant minus baseline{unit_of(share)} (band: margin)")
    _verdict_legend(axes, dict.fromkeys(line.verdict for line in lines))
    return axes


def label_of(line: Line) -> str:
    """A line's variant and setting in short."""
    return f"{line.variant} ({line.setting})"


def _verdict_legend(axes: Any, shown: dict[Any, None]) -> None:
    for place, (verdict, colour) in enumerate(VERDICT_COLOURS.items()):
        if verdict in shown:
            axes.plot([], [], marker=MARKERS[place], color=colour, linewidth=2, label=verdict)
    axes.figure.legend(loc="outside lower left", ncols=3, frameon=False)


def dose_response(
    doses: Sequence[float], effects: Sequence[float], lows: Sequence[float], highs: Sequence[float],
    key: str, metric: str, printed: float, margin: float, share: bool = False, axes: Any = None,
) -> Any:  # fmt: skip
    """Effect against the value of one rule, with its interval band; the printed value is the zero."""
    axes = axes or new_axes()
    factor = 100 if share else 1
    points = sorted({(printed, 0.0, 0.0, 0.0), *zip(doses, effects, lows, highs, strict=True)})
    at, effect, low, high = (np.array(values) for values in zip(*points, strict=True))
    axes.axhspan(-margin * factor, margin * factor, color=MARGIN_BAND, alpha=0.2, linewidth=0)
    axes.fill_between(at, low * factor, high * factor, color=COLOURS[0], alpha=0.25, linewidth=0)
    axes.plot(at, effect * factor, marker="o", color=COLOURS[0])
    axes.axvline(printed, color="black", linewidth=0.8, linestyle="--")
    axes.grid(True, axis="y")
    axes.set_xlabel(f"{key} (dashed: as it is, {printed:g})")
    axes.set_ylabel(f"change of {metric}{unit_of(share)}", fontsize=9)
    return axes


def robustness_matrix(lines: Sequence[Line], variant: str, share: bool = False, axes: Any = None) -> Any:
    """Verdicts of a variant: rows are players and policies, columns the values of uncertain components."""
    own = [line for line in lines if line.variant == variant]
    rows = list(dict.fromkeys((line.setting.players, line.setting.policies) for line in own))
    columns = list(dict.fromkeys(line.setting.assumed for line in own))
    verdicts = list(VERDICT_COLOURS)
    grid = np.full((len(rows), len(columns)), np.nan)
    axes = axes or new_axes(2.6 + 1.3 * len(columns), 1.0 + 0.5 * len(rows))
    for line in own:
        row = rows.index((line.setting.players, line.setting.policies))
        column = columns.index(line.setting.assumed)
        grid[row, column] = verdicts.index(line.verdict)
        effect = f"{100 * line.primary.effect:+.2f}" if share else f"{line.primary.effect:+.4g}"
        axes.text(column, row, f"{line.verdict}\n{effect}", ha="center", va="center", fontsize=8)
    colours = ListedColormap([VERDICT_COLOURS[v] for v in verdicts])
    axes.imshow(grid, cmap=colours, vmin=-0.5, vmax=len(verdicts) - 0.5, alpha=0.45, aspect="auto")
    crowded = max(map(len, columns)) > 18
    axes.set_xticks(range(len(columns)), [c.replace("=", "=\n") if crowded else c for c in columns], fontsize=8)
    axes.set_yticks(range(len(rows)), [f"{players} players, {policies}" for players, policies in rows])
    axes.grid(False)
    players = list(dict.fromkeys(line.setting.players for line in own))
    words = {count: conclusion(lines, variant, count) for count in players}
    said = "; ".join(f"{n} players: {w}" for n, w in words.items()) if len(players) > 1 else words[players[0]]
    axes.set_title(f"{variant}: {said}")
    return axes


def screening(frame: pd.DataFrame, metric: str, dummy: str, share: bool = False, axes: Any = None) -> Any:
    """Morris mu* of every rule with its interval; the dashed line is the upper end of the dummy's, which is noise."""
    axes = axes or new_axes(7.5, 1.0 + 0.3 * len(frame))
    factor = 100 if share else 1
    noise = float(frame.loc[frame["parameter"] == dummy, "high"].iloc[0]) * factor
    axes.axvline(noise, color="black", linewidth=0.8, linestyle="--")
    for place, row in enumerate(frame.to_dict("records")):
        colour, marker = (COLOURS[1], "s") if row["above_dummy"] else ("#888888", "o")
        axes.plot([max(row["low"], 0) * factor, row["high"] * factor], [place, place], color=colour, linewidth=2)
        axes.plot(row["mu_star"] * factor, place, marker=marker, color=colour, markersize=6)
    axes.set_yticks(range(len(frame)), frame["parameter"])
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_xlabel(f"mean absolute change of {metric} over a rule's range{unit_of(share)} (dashed: noise)")
    return axes


def slope_forest(frame: pd.DataFrame, metric: str, dummy: str, share: bool = False, axes: Any = None) -> Any:
    """Change of the metric between the two steps around each rule's printed value, with intervals."""
    axes = axes or new_axes(7.5, 1.0 + 0.3 * len(frame))
    factor = 100 if share else 1
    axes.axvline(0, color="black", linewidth=0.8)
    for place, row in enumerate(frame.to_dict("records")):
        apart = (row["to"] - row["from"]) * factor
        clear = (row["low"] > 0 or row["high"] < 0) and row["parameter"] != dummy
        colour, marker = (COLOURS[0], "s") if clear else ("#888888", "o")
        axes.plot([row["low"] * apart, row["high"] * apart], [place, place], color=colour, linewidth=2)
        axes.plot(row["slope"] * apart, place, marker=marker, color=colour, markersize=6)
    labels = [f"{row['parameter']} {row['from']:g} to {row['to']:g}" for row in frame.to_dict("records")]
    axes.set_yticks(range(len(frame)), labels)
    axes.set_ylim(len(frame) - 0.5, -0.5)
    axes.set_xlabel(f"change of {metric} over the step{unit_of(share)}")
    return axes
