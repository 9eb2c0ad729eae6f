"""The main questions reduced to one word each, to be asked again under other policies and other assumptions."""

from collections.abc import Callable

import pandas as pd

from temple_sim.analysis.fairness import clustered
from temple_sim.analysis.trail.collecting import one_colour_or_several
from temple_sim.analysis.trail.course import drive_gap, tile_luck
from temple_sim.analysis.trail.drones import MOMENTS, drone_frame
from temple_sim.analysis.trail.solo import solo_results
from temple_sim.games.trail.columns import ENDS

MARGIN = 0.02
EVEN = 0.5


def ending(frame: pd.DataFrame) -> str | None:
    """Whether explorers or drones end most games."""
    games = frame[frame["seat"] == 0]
    for code, name in enumerate(ENDS[:2]):
        if clustered(games, games["ended_by"] == code, share=True).low > EVEN:
            return name
    return None


def drone_race(frame: pd.DataFrame) -> str | None:
    """Whether a drone that leads half-way earns the highest factor more often than not: "likely" or "unlikely"."""
    drones = drone_frame(frame)
    leaders = drones[(drones["moment"] == MOMENTS[1]) & (drones["rank"] == 1)]
    if leaders.empty:
        return None
    estimate = clustered(leaders, leaders["factor"] == drones["factor"].max(), share=True)
    return "likely" if estimate.low > EVEN else "unlikely" if estimate.high < EVEN else None


def drives(frame: pd.DataFrame) -> str | None:
    """What moves drones further: "left behind" or "drone tokens"."""
    gap = drive_gap(frame).iloc[0]
    return "left behind" if gap["low"] > 0 else "drone tokens" if gap["high"] < 0 else None


def colours(frame: pd.DataFrame) -> str | None:
    """Whether seats with most of their artifacts in one colour win more than those spread out: "one" or "several".

    "even" when the difference lies within the margin.
    """
    apart = one_colour_or_several(frame)
    return _of_interval(apart.low, apart.high, "one", "several")


def tiles(frame: pd.DataFrame) -> str | None:
    """Whether the kind of tile a seat reveals moves its W by more than the margin: "yes" or "no"."""
    table = tile_luck(frame)
    if table.empty:
        return None
    if ((table["low"] > MARGIN) | (table["high"] < -MARGIN)).any():
        return "yes"
    return "no" if ((table["low"] > -MARGIN) & (table["high"] < MARGIN)).all() else None


def solo_result(frame: pd.DataFrame) -> str | None:
    """The result that more than half of solo games have."""
    table = solo_results(frame)
    likely = table[table["low"] > EVEN]
    return None if likely.empty else str(likely["result"].iloc[0])


def _of_interval(low: float, high: float, above: str, below: str) -> str | None:
    if low > MARGIN:
        return above
    if high < -MARGIN:
        return below
    return "even" if low > -MARGIN and high < MARGIN else None


ANSWERS: dict[str, Callable[[pd.DataFrame], str | None]] = {
    "what ends games": ending,
    "half-way leader x2": drone_race,
    "what moves drones": drives,
    "colours to collect": colours,
    "tiles matter": tiles,
}
