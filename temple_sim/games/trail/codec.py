"""Records and action codes as the names that traces show, and a game told in words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from temple_sim.games.trail.scoring import adversary_points, points, solo_result
from temple_sim.games.trail.state import RULES, pack, token_groups
from temple_sim.games.trail.tables import (
    ACT_DISCARD,
    ACT_DRONE,
    ACT_GIVE_UP,
    ACT_PLAY,
    ACT_STOP,
    ADVERSARY,
    CARD_KINDS,
    COLOURS,
    FIRST_CRATE,
    LETTERS,
    NONE,
    PAYLOAD,
    PHASES,
    RESULTS,
    SLOT_BITS,
    STEPS,
    TEMPLE,
    TILES,
    VALUES,
)

Dict = dict[str, Any]
Values = Mapping[str, Any]


def card_name(code: int) -> str:
    """`1+3`: the first explorer moves over three tokens."""
    return f"{code // STEPS + 1}+{code % STEPS + 1}"


def token_names(values: Values) -> dict[int, str]:
    """Name of each token code a ruleset uses: `R3`, `E1:8/4`, `C4`, `D2`."""
    heads = [*LETTERS, "E1:", "E2:", "E3:", "C", "D"]
    groups = enumerate(token_groups(values))
    return {g * VALUES + i: heads[g] + value for g, table in groups for i, value in enumerate(table)}


def _listed(counts: Iterable[int], names: Mapping[int, str]) -> list[str]:
    return [names[code] for code, count in enumerate(counts) for _ in range(count)]


CARD_NAMES = {code: card_name(code) for code in range(CARD_KINDS)}


def state_dict(state: Any, values: Values) -> Dict:
    """The complete state, hidden parts included; None for what a view hides.

    Hands and taken tokens are sorted; other lists are in order of receipt, but a draw from the box disturbs its order.
    """
    names = token_names(values)
    over, players = bool(state.over), int(state.players)
    left = int(state.left[0]) | int(state.left[1]) << 64
    cards = 3 * sum(values["cards.per_explorer"].values())
    landing = int(state.landing)
    return {
        "turn": int(state.turn),
        "to_move": None if over else int(state.to_move),
        "phase": None if over else PHASES[state.phase],
        "active": int(state.active),
        "path": [names[int(state.path[s])] if left >> s & 1 else None for s in range(state.slots)],
        "explorers": ["temple" if slot == TEMPLE else slot for slot in state.explorers.tolist()],
        "tiles": [_tile(state, place) for place in range(state.tiles_n)],
        "drones": dict(zip(COLOURS, state.drones.tolist(), strict=True)),
        "hands": [_listed(row, CARD_NAMES) for row in state.hand[:players].tolist()],
        "deck": [CARD_NAMES.get(c) for c in state.cards[state.drawn : cards].tolist()],
        "discard": [CARD_NAMES[c] for c in state.cards[: state.discard_n].tolist()],
        "box": [names[code] for code in state.box[: state.box_n].tolist()],
        "taken": [_listed(row, names) for row in state.taken[:players].tolist()],
        "adversary": _listed(state.taken[ADVERSARY].tolist(), names) if players == 1 else [],
        "queue": _queue(state),
        "landing": None if landing == NONE else {"slot": landing, "token": names[int(state.path[landing])]},
        "outer": int(state.outer_n),
        "first_to_temple": None if state.first == NONE else int(state.first),
        "ending": bool(state.ending),
        "over": over,
    }


def _tile(state: Any, place: int) -> Dict:
    kind, revealed = int(state.tile_kind[place]), bool(state.tile_seat[place] != NONE)
    return {"slot": int(state.tile_slot[place]), "tile": None if kind == NONE else TILES[kind], "revealed": revealed}


def _queue(state: Any) -> list[int]:
    rounds = ((state.queue_seat, state.queue_n), (state.outer_seat, state.outer_n))
    return [int(first + i) % int(state.players) for first, count in rounds for i in range(count)]


def action_dict(action: int, state: Any, values: Values) -> Dict:
    """An action code in words; `state` is the record before the action."""
    kind, payload = action & ~PAYLOAD, action & PAYLOAD
    if kind == ACT_PLAY:
        return {"type": "play", "card": card_name(payload)}
    if kind == ACT_DRONE:
        return {"type": "drone", "colour": COLOURS[payload]}
    if kind == ACT_DISCARD:
        hand = _listed(state.hand[state.to_move].tolist(), CARD_NAMES)
        return {"type": "discard", "cards": [card for i, card in enumerate(hand) if payload >> i & 1]}
    if kind == ACT_STOP:
        return {"type": "stop"}
    names = token_names(values)
    if kind == ACT_GIVE_UP:
        return {"type": "give_up", "token": names[payload]}
    crate, slot = names[FIRST_CRATE + (payload >> SLOT_BITS)], payload & ((1 << SLOT_BITS) - 1)
    return {"type": "trade", "crate": crate, "slot": slot}


def end_dict(state: Any, values: Values) -> Dict:
    """What the end line says more: the result of a solo game."""
    if state.players > 1:
        return {}
    rules = np.zeros(1, RULES)
    pack(values, rules[0])
    own, adversaries = points(state, rules[0], 0), adversary_points(state, rules[0])
    return {"result": RESULTS[solo_result(own, *adversaries)]}


# --- a game in words


def narrate(before: Dict, action: Dict, after: Dict) -> list[str]:
    """What a decision did, a line an event."""
    lines = [f"Turn {before['turn']}, seat {before['to_move']} {_deed(before, action, after)}"]
    revealed = zip(before["tiles"], after["tiles"], strict=True)
    lines += [f"  the tile is {a['tile'].replace('_', ' ')}" for b, a in revealed if a["revealed"] > b["revealed"]]
    more = len(after["path"]) - len(before["path"])
    lines += [f"  {more} tokens come back from the box"] if more else []
    moves = [(colour, start, after["drones"][colour]) for colour, start in before["drones"].items()]
    lines += [f"  the {colour} drone goes from {start} to {end}" for colour, start, end in moves if end != start]
    lines += [f"  the adversaries get {token}" for token in _gained(before["adversary"], after["adversary"])]
    if after["ending"] > before["ending"]:
        first = after["first_to_temple"]
        lines.append(f"  the temple is reached, first by {'nobody' if first is None else f'seat {first}'}")
    return lines


def _gained(before: list[str], after: list[str]) -> list[str]:
    """Tokens in one list beyond those of another."""
    return list((Counter(after) - Counter(before)).elements())


def _deed(before: Dict, action: Dict, after: Dict) -> str:
    kind = action["type"]
    if kind == "play":
        return _move(before, action["card"], after)
    if kind == "drone":
        return f"moves the {action['colour']} drone"
    if kind == "discard":
        return f"changes {', '.join(action['cards']) or 'no cards'}"
    if kind == "give_up":
        return f"gives up {action['token']}"
    if kind == "stop":
        return "trades nothing"
    return f"trades {action['crate']} for {before['path'][action['slot']]}"


def _move(before: Dict, card: str, after: Dict) -> str:
    explorer, steps = card.split("+")
    deed = f"moves explorer {explorer} by {steps}"
    if after["explorers"][int(explorer) - 1] == "temple":
        return f"{deed} to the temple"
    seat = before["to_move"]
    return f"{deed} and takes {' '.join(_gained(before['taken'][seat], after['taken'][seat])) or 'a token'}"
