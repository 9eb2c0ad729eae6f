"""Lost Temple's own questions: characters, start spaces, the idol, curses and robberies, jungle, player count.

`characters` and `race` read the frame of a run (a line per game and seat), `values` the frame of valued actions,
`answers` says which conclusions are tried under other policies and assumptions.
"""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from temple_sim.analysis.lost_temple.answers import ANSWERS, NEGLECTED, dependence
from temple_sim.analysis.lost_temple.bands import BEHIND, GEMS, band
from temple_sim.analysis.lost_temple.characters import (
    gems_a_turn,
    holders_win,
    pick_share,
    pick_share_by_place,
    picked,
    spaces_a_turn,
    turns_that_win,
    won_by,
)
from temple_sim.analysis.lost_temple.race import (
    SHARES_BY_PLAYERS,
    first_picks,
    idol,
    interference,
    jungle,
    loot,
    move_sources,
    player_counts,
    start_values,
    token_values,
)
from temple_sim.analysis.lost_temple.values import (
    character_values,
    character_values_by,
    name_values,
    pay_values,
    pick_balance,
    scout_values,
    with_thirds,
)
from temple_sim.engine.match import Match
from temple_sim.games.lost_temple.tables import CARDS, CHARACTERS

__all__ = [
    "ANSWERS", "EQUAL_STARTS", "GROUPS", "NEGLECTED", "SHARES_BY_PLAYERS", "VALUED_PHASES", "VARIANTS",
    "character_values",
    "character_values_by", "controls", "dependence", "features", "first_picks", "gems_a_turn", "holders_win",
    "idol", "interference", "jungle", "loot", "move_sources", "name_values", "pay_values", "pick_balance",
    "pick_share", "pick_share_by_place", "picked", "player_counts", "scout_values", "spaces_a_turn", "standings",
    "start_values", "token_values", "turns_that_win", "with_thirds", "won_by",
]  # fmt: skip

# What a report values: the draft above all. `look` has 66 pairs to choose from, `step` and `swap` matter little.
GROUPS = {
    "draft": "character",
    "curse": "character",
    "rob": "character",
    "pay": "type",
    "scout": "spaces",
}  # by default
VALUED_PHASES = {"draft": 4.0, "curse": 0.5, "rob": 0.5, "pay": 0.5, "scout": 0.5}  # nine characters share the draft
EQUAL_STARTS = "all seats start alike"
VARIANTS = {EQUAL_STARTS: {f"characters.{name}": {"start": 1, "gems": 1, "machete": False} for name in CHARACTERS}}


def features(view: Mapping[str, Any], action: Mapping[str, Any]) -> dict[str, Any]:
    """The character picked or named, the hand offered, and how the seat stands.

    gems and behind are bands; round counts from 1; called is the character whose turn it is (None in the draft).
    """
    seat = view["to_move"]
    gap = max(view["positions"]) - view["positions"][seat]
    return {
        "character": action.get("character"),
        "spaces": action.get("spaces"),
        "called": view["called"],
        "hand": " ".join(view["hand"]),
        "hand size": len(view["hand"]),
        "gems": band(view["gems"][seat], GEMS),
        "behind": band(gap, BEHIND),
        "round": view["round"],
    }


def standings(frame: pd.DataFrame) -> dict[str, pd.Series]:
    """Position when the first meeple had covered a third, and two thirds, of the way to the end.

    NaN in games that ended before the turn was over in which that happened.
    """
    found = {}
    for moment in ("one_third", "two_thirds"):
        at = frame[f"at_third.{moment}"].astype(float)
        found[f"{moment.replace('_', ' ')} of the track"] = at.where(at.groupby(frame["game"]).transform("max") > 0)
    return found


def controls(frame: pd.DataFrame, match: Match) -> pd.DataFrame:
    """Luck of the deal: 1 for the start character dealt, less its chance of 1 in 9.

    The last character is left out, because the nine columns add up to 0.
    """
    dealt = {f"start {name}": frame[f"start.{name}"] - 1 / CARDS for name in CHARACTERS[:-1]}
    return pd.DataFrame(dealt, index=frame.index)
