"""What a valued action is about, and what tokens, cards, tiles and colours are worth by rollouts (RA)."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from temple_sim.analysis.actions import action_values, bootstrap_mean
from temple_sim.games.trail.tables import COLOURS, LETTERS

# What a report values, with how many decisions of each in parts of the usual number: most tables are about cards, games
# are quick, and a trade has ten times as many actions as a card. What one discards at the base camp hardly matters.
VALUED_PHASES = {"play": 10.0, "drone": 4.0, "pottery": 1.0, "snake": 2.0, "shrine": 2.0}
GROUPS = {
    "play": "kind", "drone": "rank", "shrine": "rank", "snake": "held", "pottery": "kind", "base_camp": "changed",
}  # fmt: skip  # what values are grouped by when nobody says so

COLOUR_OF = dict(zip(LETTERS, COLOURS, strict=True))
KIND_OF = {"E": "explorer token", "C": "crate", "D": "drone token"} | dict.fromkeys(LETTERS, "artifact")
BLANK = dict.fromkeys(
    (
        "kind", "token", "units", "colour", "rank", "held", "steps", "mover", "behind", "behind_spaces", "drive",
        "tile", "spaces", "stake", "changed", "crate",
    )
)  # fmt: skip
OPTION_COLUMNS = ["offered", "chosen", "W", "RA", "low", "high", "games", "gain", "gain_low", "gain_high"]

Dict = Mapping[str, Any]


def features(view: Dict, action: Dict) -> dict[str, Any]:
    """What an action is about; None where a feature does not apply.

    kind           of token taken, or "temple" (reached) or "stop" (no trade)
    token, units   its name; artifacts or crates on it, spaces of a drone token, points in first place
    colour, rank   the drone it is about; 1 + the number of drones strictly further ahead at that time
    held           an artifact token's colour among the own ones: "new", "main" (most artifacts), "second"
    steps, mover   of a card; the place of its explorer before the move: 1 + the number strictly ahead
    behind         tokens that fall behind; behind_spaces: spaces that moves drones
    drive          of a card: "drone token", "own left behind", "others left behind" or "no drone moved"
    tile           whether a face-down tile lies under the token
    spaces, stake  of a drone decision: of the token; who has most artifacts of the colour: "own", "rival", "shared"
    changed        cards discarded at the base camp; crate: crates given for a trade
    """
    found = {
        "play": _of_play, "drone": _of_drone, "give_up": _of_gift, "trade": _of_trade, "discard": _of_discard,
        "stop": lambda view, action: {"kind": "stop"},
    }[action["type"]](view, action)  # fmt: skip
    return BLANK | found


def _of_play(view: Dict, action: Dict) -> dict[str, Any]:
    explorer, steps = (int(part) for part in action["card"].split("+"))
    places = [_place(view, number) for number in range(len(view["explorers"]))]
    ahead = [slot for slot, token in enumerate(view["path"]) if token and slot > places[explorer - 1]]
    slot = ahead[steps - 1] if steps <= len(ahead) else None
    lands = len(view["path"]) if slot is None else slot
    left = _left_behind(view, [*places[: explorer - 1], lands, *places[explorer:]], slot)
    taken = {"kind": "temple"} if slot is None else _of_token(view, view["path"][slot])
    return taken | {
        "steps": steps,
        "mover": 1 + sum(_tokens_from(view, p) < _tokens_from(view, places[explorer - 1]) for p in places),
        "behind": len(left),
        "behind_spaces": sum(int(token[1:]) for token in left if token[0] in COLOUR_OF),
        "drive": _drive(view, taken["kind"], left),
        "tile": any(tile["slot"] == slot and not tile["revealed"] for tile in view["tiles"]),
    }


def _place(view: Dict, number: int) -> int:
    slot = view["explorers"][number]
    return len(view["path"]) if slot == "temple" else int(slot)


def _tokens_from(view: Dict, place: int) -> int:
    """Tokens between a place and the temple; -1 at the temple."""
    return -1 if place == len(view["path"]) else sum(token is not None for token in view["path"][place + 1 :])


def _left_behind(view: Dict, places: Sequence[int], taken: int | None) -> list[str]:
    return [token for slot, token in enumerate(view["path"][: max(min(places), 0)]) if token and slot != taken]


def _drive(view: Dict, kind: str, left: Sequence[str]) -> str:
    if kind == "drone token":
        return kind
    stakes = {_stake(view, COLOUR_OF[token[0]]) for token in left if token[0] in COLOUR_OF}
    return "own left behind" if "own" in stakes else "others left behind" if stakes else "no drone moved"


def _of_token(view: Dict, token: str) -> dict[str, Any]:
    kind = KIND_OF[token[0]]
    units = int(token[1:].rpartition(":")[2].partition("/")[0])
    found = {"kind": kind, "token": token, "units": units}
    if kind != "artifact":
        return found
    colour = COLOUR_OF[token[0]]
    own = _artifacts(view["taken"][view["to_move"]])
    held = "new" if own[colour] == 0 else "main" if own[colour] == max(own.values()) else "second"
    return found | {"colour": colour, "rank": _rank(view, colour), "held": held}


def _artifacts(tokens: Sequence[str]) -> dict[str, int]:
    return {
        colour: sum(int(token[1:]) for token in tokens if token[0] == letter) for letter, colour in COLOUR_OF.items()
    }


def _rank(view: Dict, colour: str) -> int:
    return 1 + sum(space > view["drones"][colour] for space in view["drones"].values())


def _stake(view: Dict, colour: str) -> str:
    """Who holds most artifacts of a colour: the mover, somebody else, or nobody alone."""
    held = [_artifacts(tokens)[colour] for tokens in view["taken"]]
    own = held.pop(view["to_move"])
    rival = max([*held, _artifacts(view["adversary"])[colour]])
    return "own" if own > rival else "rival" if rival > own else "shared"


def _of_drone(view: Dict, action: Dict) -> dict[str, Any]:
    colour, landing = action["colour"], view["landing"]
    spaces = int(landing["token"][1:]) if landing else None
    return {"colour": colour, "rank": _rank(view, colour), "spaces": spaces, "stake": _stake(view, colour)}


def _of_gift(view: Dict, action: Dict) -> dict[str, Any]:
    return _of_token(view, action["token"])


def _of_trade(view: Dict, action: Dict) -> dict[str, Any]:
    return _of_token(view, view["path"][action["slot"]]) | {"crate": int(action["crate"][1:])}


def _of_discard(view: Dict, action: Dict) -> dict[str, Any]:
    return {"changed": len(action["cards"])}


def option_values(valued: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """RA by groups of actions, and beside it the gain against the mean of the decision's actions outside the group.

    RA compares with what a good policy takes, so it is below 0 for most; the gain says what is better than what.
    Columns: the groups, then OPTION_COLUMNS (intervals by bootstrap over games). Empty when nothing was valued.
    """
    keys = list(by)
    if any(key not in valued for key in keys) or valued[keys].dropna().empty:
        return pd.DataFrame(columns=[*keys, *OPTION_COLUMNS])
    kept = valued.dropna(subset=keys)
    table = action_values(kept, keys)
    gains = _gains(valued, kept, keys)
    lines = []
    for group, part in gains.groupby(keys, observed=True, sort=True):
        low, high = bootstrap_mean(part["gain"].to_numpy(), part["game"].to_numpy())
        line = {"gain": part["gain"].mean(), "gain_low": low, "gain_high": high}
        lines.append(dict(zip(keys, group, strict=True)) | line)
    columns = [*keys, "gain", "gain_low", "gain_high"]
    merged = table.merge(pd.DataFrame(lines, columns=columns), on=keys, how="left")
    return merged.sort_values(["gain", "RA"], ascending=False, ignore_index=True, na_position="last")


def _gains(valued: pd.DataFrame, kept: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """Per decision and group: mean value of the group minus that of all other actions; none without others."""
    whole = valued.groupby("decision")["value"].agg(["sum", "size"])
    each = kept.groupby(["game", "decision", *keys], observed=True, sort=False)["value"].agg(["sum", "size"])
    each = each.reset_index()
    of_all = whole.loc[each["decision"]].reset_index(drop=True)
    others = (of_all["size"] - each["size"]).replace(0, np.nan)
    each["gain"] = each["sum"] / each["size"] - (of_all["sum"] - each["sum"]) / others
    return each.dropna(subset=["gain"])


def token_values(valued: pd.DataFrame) -> pd.DataFrame:
    """What taking each kind of token, or reaching the temple, is worth (phase `play`)."""
    return option_values(valued, ["kind"])


def token_values_by_rank(valued: pd.DataFrame) -> pd.DataFrame:
    """What an artifact token is worth by the rank of its drone when it is taken (1: no drone further ahead).

    The gain compares with the other artifact tokens of the same decision.
    """
    return option_values(_artifact_tokens(valued), ["rank"])


def token_values_by_stage(valued: pd.DataFrame) -> pd.DataFrame:
    """The same kinds by part of the game (stage 0 the earliest)."""
    return option_values(valued, ["kind", "stage"])


def unit_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Tokens by kind and by the number on them."""
    return option_values(valued, ["kind", "units"])


def card_values(valued: pd.DataFrame) -> pd.DataFrame:
    """What playing a card of so many steps is worth."""
    return option_values(valued, ["steps"])


def mover_values(valued: pd.DataFrame) -> pd.DataFrame:
    """What moving the leading, middle or rear explorer is worth (mover: its place before the move)."""
    return option_values(valued, ["mover"])


def tile_step_values(valued: pd.DataFrame) -> pd.DataFrame:
    """What taking a token with a face-down tile under it is worth, the kind of tile being unknown."""
    return option_values(_with_token(valued), ["tile"])


def drive_values(valued: pd.DataFrame) -> pd.DataFrame:
    """Drone tokens against letting artifact tokens fall behind, of own colours or of others'."""
    return option_values(_with_token(valued), ["drive"])


def _with_token(valued: pd.DataFrame) -> pd.DataFrame:
    """Without the moves to the temple, which take no token and end the game."""
    return valued[valued["kind"] != "temple"] if "kind" in valued else valued


def colour_choice(valued: pd.DataFrame) -> pd.DataFrame:
    """Artifact tokens of the own main colour, of another one held, or of a new one, against each other."""
    return option_values(_artifact_tokens(valued), ["held"])


def _artifact_tokens(valued: pd.DataFrame) -> pd.DataFrame:
    return valued[valued["kind"] == "artifact"] if "kind" in valued else valued


def drone_choice(valued: pd.DataFrame) -> pd.DataFrame:
    """Which drone a drone token should move: by who holds most of its artifacts (phase `drone`)."""
    return option_values(valued, ["stake"])


def drone_choice_by_rank(valued: pd.DataFrame) -> pd.DataFrame:
    """The same by the drone's rank."""
    return option_values(valued, ["rank"])


def tile_choices(valued: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """What choosing well at each kind of decision is worth: W of the policy's choice minus that of a random action.

    Columns: phase, decisions, gain, low, high. Only the phases that were valued.
    """
    lines = []
    for phase, frame in valued.items():
        if frame.empty:
            continue
        each = frame.groupby(["game", "decision"])["RA"].mean().mul(-1).reset_index()
        low, high = bootstrap_mean(each["RA"].to_numpy(), each["game"].to_numpy())
        lines.append({"phase": phase, "decisions": len(each), "gain": each["RA"].mean(), "low": low, "high": high})
    return pd.DataFrame(lines, columns=["phase", "decisions", "gain", "low", "high"])
