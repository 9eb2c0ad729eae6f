"""Records and codes as the names that traces show, and a game told in lines of text."""

from collections.abc import Mapping
from typing import Any

from temple_sim.games.lost_temple.draft import drafter
from temple_sim.games.lost_temple.pack import chance_spaces
from temple_sim.games.lost_temple.piles import card_at, first_of, kind_of, pile_size, second_of
from temple_sim.games.lost_temple.tables import ACTIONS, CARDS, CHARACTERS, CURSE, LOOK, MOVE, PHASES, PICK, ROB, TOKENS

Values = Mapping[str, Any]


def _or_none(number: Any) -> int | None:
    return int(number) if number >= 0 else None


def _character(card: Any) -> str | None:
    return CHARACTERS[card] if 0 <= card < CARDS else None


def _pile(pile: Any) -> list[str]:
    return [CHARACTERS[card_at(pile, place)] for place in range(pile_size(pile))]


def _chosen(state: Any) -> list[list[str]]:
    chosen: list[list[str]] = [[] for _ in range(state.players)]
    for place in range(state.drafted):
        chosen[drafter(state, place)].append(CHARACTERS[state.picks[place] - 1])
    return chosen


def state_dict(state: Any, values: Values) -> dict[str, Any]:
    """The complete state by the names of the rules, hidden parts included."""
    players, over = int(state.players), bool(state.over)
    spaces = chance_spaces(values, players)
    tokens = sum(values[f"tokens.{name}"]["count"] for name in TOKENS)
    names = [TOKENS[kind] for kind in state.tokens[:tokens]]
    known = [
        [space for slot, space in enumerate(spaces) if int(state.known[slot]) >> seat & 1] for seat in range(players)
    ]
    return {
        "round": int(state.round_number),
        "phase": None if over else PHASES[state.phase],
        "to_move": None if over else int(state.to_move),
        "called": _character(state.called),
        "idol": int(state.idol),
        "idol_claim": _or_none(state.idol_claim),
        "positions": state.position[:players].tolist(),
        "gems": state.gems[:players].tolist(),
        "machetes": state.machetes[:players].tolist(),
        "gem_supply": int(state.gem_supply),
        "machete_supply": int(state.machete_supply),
        "face_up": _pile(state.face_up),
        "face_down": _pile(state.face_down),
        "hand": _pile(state.hand),
        "chosen": _chosen(state),
        "leftover": _pile(state.leftover),
        "cursed": _character(state.cursed),
        "cursed_by": _or_none(state.cursed_by),
        "robbed": _character(state.robbed),
        "robbed_by": _or_none(state.robbed_by),
        "chance": {str(space): name for space, name in zip(spaces, names, strict=False)},
        "reserve": names[len(spaces) :],
        "known": known,
        "looked": None if state.looked_low < 0 else [int(state.looked_low), int(state.looked_high)],
        "idol_void": bool(state.idol_void),
        "winner": _or_none(state.winner),
    }


def action_dict(action: int, state: Any, values: Values) -> dict[str, Any]:
    """An action code by the names of the rules."""
    kind = kind_of(action)
    named: dict[str, Any] = {"type": ACTIONS[kind]}
    if kind in (PICK, CURSE, ROB):
        named["character"] = CHARACTERS[first_of(action)]
    elif kind == LOOK:
        named["spaces"] = [int(first_of(action)), int(second_of(action))]
    elif kind == MOVE:
        named["spaces"] = int(first_of(action))
    return named


def narrate(before: dict[str, Any], action: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """What was done, then what followed from it up to the next decision."""
    lines = [f"Seat {before['to_move']} {_deed(before, action)}"]
    lines += [line for seat in range(len(after["positions"])) for line in _changes(seat, before, after)]
    if after["idol_claim"] != before["idol_claim"] and after["idol_claim"] is not None:
        lines.append(f"  seat {after['idol_claim']} claims the idol for the next round")
    if after["phase"] is None:
        return lines
    if after["round"] != before["round"]:
        lines += round_lines(after)
    elif after["called"] != before["called"]:
        lines.append(f"The {after['called']} is called: seat {after['to_move']}")
    return lines


def _deed(before: dict[str, Any], action: dict[str, Any]) -> str:
    kind = action["type"]
    if kind == "pick":
        return f"picks the {action['character']} from {', '.join(before['hand'])}"
    if kind in ("curse", "rob"):
        return f"{kind}s the {action['character']}"
    if kind == "look":
        low, high = (f"{space} ({before['chance'][str(space)]})" for space in action["spaces"])
        return f"looks at the tokens on {low} and {high}"
    if kind in ("swap", "keep"):
        return "swaps the two tokens" if kind == "swap" else "leaves the two tokens where they are"
    if kind == "move":
        return f"moves {action['spaces']} as {before['called']}"
    return f"{'pays and moves' if kind == 'pay' else 'stays'} as {before['called']}"


def _changes(seat: int, before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """One line on what changed for a seat, if anything did."""
    names = {"positions": "space", "gems": "gems", "machetes": "machetes"}
    changed = [
        f"{name} {before[key][seat]} -> {after[key][seat]}"
        for key, name in names.items()
        if before[key][seat] != after[key][seat]
    ]
    return [f"  seat {seat}: {', '.join(changed)}"] if changed else []


def round_lines(state: dict[str, Any]) -> list[str]:
    """The beginning of a round."""
    up = f"; face up: {', '.join(state['face_up'])}" if state["face_up"] else ""
    return [f"Round {state['round']}: seat {state['idol']} holds the idol{up}"]
