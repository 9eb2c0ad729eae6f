"""Temple Raider's own questions: what dice, cards, rooms and columns are worth, and whether the lead holds.

`relics` reads the frame of a run (a line per game and seat), `values` the frame of valued actions.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.fairness import clustered, score_anatomy, seat_difference
from temple_sim.analysis.raider.relics import attacks, column_out, escapes, standings, step_values
from temple_sim.analysis.raider.values import (
    HALVES,
    alone_or_sum,
    pair_grid,
    pick_shift,
    pick_values,
    room_values,
    step_worth,
    use_values,
)
from temple_sim.core.random import draws_of, scaled
from temple_sim.engine.match import Match
from temple_sim.games.raider.tables import DICE_ROLL

__all__ = [
    "ANSWERS", "AT_ALL_COUNTS", "GROUPS", "HALVES", "NO_HEAD_START", "VALUED_PHASES", "VARIANTS", "alone_or_sum",
    "attacks", "controls", "dice_use", "escapes", "features", "head_starts", "pair_grid", "pick_shift", "pick_values",
    "room_values", "standings", "step_values", "step_worth", "use_values",
]  # fmt: skip

VALUED_PHASES = ("pick", "use", "room")  # what a report values
GROUPS = {"pick": "numbers", "use": "use", "room": "room"}  # what values are grouped by when nobody says so
NO_HEAD_START = "no head starts"
VARIANTS = {NO_HEAD_START: {"temple.head_start": [None] * 4}}  # what a report plays besides
AT_ALL_COUNTS = (NO_HEAD_START,)  # those asked for at every number of players
USES = ("dice_alone", "dice_summed", "dice_unused", "bumps", "wilds", "altar_moves")
OWN_TURNS = 8  # own turns of each seat whose dice count as luck


def features(view: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """What an action is about: numbers taken, how dice are used (of how many left), the column, card or room."""
    faces = {die["die"]: die["face"] for die in view["dice"]}
    lava = {die["die"]: die["lava"] for die in view["dice"]}
    taken = action.get("dice", [])
    numbers = sorted(faces[name] for name in taken)
    slot = action.get("slot")
    card = view["board"][view["to_move"]][slot] if slot is not None else None
    held = [die for die in view["dice"] if die["taken_by"] == view["to_move"] and not die["used"]]
    return {
        "numbers": "+".join(map(str, numbers)),
        "picks": len(taken),
        "dice left": len(held),
        "bumps": action.get("bumps", 0),
        "eruption": len(taken) == 2 and all(lava[name] for name in taken),
        "use": "summed" if len(taken) == 2 else "alone" if taken else action["type"],
        "column": action.get("column"),
        "card": card,
        "room": action.get("room"),
    }


def controls(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """Luck of the dice in each seat's first own turns: pips and different numbers rolled, less their exact means.

    The rolls are read off the keyed luck, so those of turns that a short game never reached count too and the means
    stay exact. Columns: pips, different.
    """
    players, dice = match.players, match.ruleset.values["dice"][: match.players + 1]
    blocks = np.sort(frame["block"].unique())
    pips, different = np.zeros((len(blocks), players)), np.zeros((len(blocks), players))
    for turn in range(1, OWN_TURNS * players + 1):
        draws = draws_of(match.seed, blocks, turn, DICE_ROLL, len(dice))
        rolled = np.column_stack(
            [np.array(die["faces"])[scaled(draws[:, i], len(die["faces"]))] for i, die in enumerate(dice)]
        )
        seat = (turn - 1) % players
        pips[:, seat] += rolled.sum(axis=1)
        different[:, seat] += _different(rolled)
    pips -= OWN_TURNS * sum(np.mean(die["faces"]) for die in dice)
    different -= OWN_TURNS * _expected_different([die["faces"] for die in dice])
    place = np.searchsorted(blocks, frame["block"].to_numpy()), frame["seat"].to_numpy()
    return pd.DataFrame({"pips": pips[place], "different": different[place]}, index=frame.index)


def _different(rolled: np.ndarray) -> np.ndarray:
    """How many different numbers each row holds."""
    ordered = np.sort(rolled, axis=1)
    return 1 + (np.diff(ordered, axis=1) != 0).sum(axis=1)


def _expected_different(dice: Sequence[Sequence[int]]) -> float:
    """Mean number of different numbers on independent dice: a number is there unless every die misses it."""
    numbers = {face for faces in dice for face in faces}
    return sum(1 - float(np.prod([1 - list(faces).count(n) / len(faces) for faces in dice])) for n in numbers)


def alone_or_summed(frame: pd.DataFrame) -> str | None:
    """Whether more dice are used alone or in sums."""
    used = frame["dice_alone"].astype(int) + frame["dice_summed"].astype(int)
    alone = clustered(frame, "dice_alone", used, share=True)
    return "alone" if alone.low > 0.5 else "summed" if alone.high < 0.5 else None


def first_out(frame: pd.DataFrame) -> str | None:
    """The column that relics leave from first."""
    return column_out(frame, True)


def last_out(frame: pd.DataFrame) -> str | None:
    """The column that relics leave from last."""
    return column_out(frame, False)


ANSWERS = {"column out first": first_out, "column out last": last_out, "dice mostly used": alone_or_summed}


def head_starts(frame: pd.DataFrame, without: pd.DataFrame) -> pd.DataFrame:
    """W by seat with the head starts (W) and without (other W) on the same luck, and the difference they make."""
    return seat_difference(frame, without)


def dice_use(frame: pd.DataFrame) -> pd.DataFrame:
    """How dice are used, a seat and game, by winners and others: see `fairness.score_anatomy`."""
    table = score_anatomy(frame, USES)
    return table.assign(source=[use.replace("_", " ") for use in table["source"]])
