"""Temple of Five for the referee: what the ruleset says and which actions are legal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import combinations, permutations
from typing import Any

from .five_board import COLOURS, Chain, chains, free_slots, strips

Rules = dict[str, Any]
State = dict[str, Any]
Action = dict[str, Any]
Card = dict[str, Any]

GODS = "RYGBW"
EFFECTS = ("reuse", "extra", "two_bonus", "own_card")


def canonical(value: Any) -> str:
    """A text that is equal for equal JSON values."""
    return json.dumps(value, sort_keys=True)


def copy(value: Any) -> Any:
    """A JSON value with fresh lists and dicts."""
    if isinstance(value, dict):
        return {key: copy(item) for key, item in value.items()}
    return [copy(item) for item in value] if isinstance(value, list) else value


def _each_once(actions: Iterable[Action]) -> list[Action]:
    return list({canonical(action): action for action in actions}.values())


# --- what the ruleset says ----------------------------------------------------------------------


def levels(rules: Rules) -> list[int]:
    """The level of every round of the game."""
    return [level for level in (1, 2, 3) for _ in range(rules[f"level{level}"]["rounds"])]


def draw_count(rules: Rules, level: int) -> int:
    """How many tiles a seat draws in an exchange of this level."""
    return int(rules[f"level{level}"]["draw"])


def places(players: int, draw: int) -> list[str]:
    """To whom the tiles drawn in an exchange must go."""
    third = "left" if players == 2 else "right"
    return ["keep", "left", third][:draw]


def make_card(god: str, text: str) -> Card:
    """The card of a god written as cells / points / unfinished points."""
    cells, points, unfinished = text.split("/")
    numbers = [int(digit) for digit in cells]
    return {
        "god": god,
        "cells": numbers,
        "points": int(points),
        "unfinished": int(unfinished),
        "taken": [None] * len(numbers),
        "owner": None,
    }


def all_cards(rules: Rules, god: str) -> list[Card]:
    """All blessing cards of a god."""
    texts = rules["blessings"]["supreme" if god == "W" else "colour"]
    return [make_card(god, text) for text in texts]


def _all_tiles(rules: Rules) -> list[str]:
    counts = [pair for kind in rules["tiles"].values() for pair in kind.items()]
    return [face for face, count in counts for _ in range(count)]


def _all_specials(rules: Rules) -> list[str]:
    colours, effects = [colour * 4 for colour in COLOURS], list(EFFECTS)
    return {"colour": colours * 2, "effect": effects * 2, "mixed": colours + effects}[rules["special"]["set"]]


def _all_pieces(rules: Rules, length: int) -> list[str]:
    count = rules["bonus"]["two" if length == 2 else "three"]
    return [f"{colour}{length}" for colour in COLOURS for _ in range(count)]


def _bears(mark: Any, card: Card, cell: int) -> bool:
    return cell == len(card["cells"]) - 1 if mark == "last" else card["cells"][cell] == mark


def symbol(rules: Rules, card: Card, cell: int) -> int | None:
    """The length of the bonus piece printed under a cell of a card, if any."""
    symbols = rules["blessings"]["symbols"]
    if _bears(symbols["three_space"], card, cell):
        return 3
    return 2 if _bears(symbols["two_space"], card, cell) else None


def full_stacks(rules: Rules) -> dict[str, list[str]]:
    """The content of the four stacks before anything is drawn, in no special order."""
    return {
        "tile_stack": _all_tiles(rules),
        "special_stack": _all_specials(rules),
        "bonus2_stack": _all_pieces(rules, 2),
        "bonus3_stack": _all_pieces(rules, 3),
    }


def leader(taken: list[int | None]) -> int | None:
    """The seat with most priests on a card; among equals the one with the leftmost priest."""
    seats = [seat for seat in taken if seat is not None]
    # max keeps the first of equals, and the list runs from left to right
    return max(seats, key=seats.count) if seats else None


# --- legal actions -------------------------------------------------------------------------------


def legal(rules: Rules, state: State) -> list[Action]:
    """All legal actions of a state, each once."""
    options: dict[str, Callable[[Rules, State], list[Action]]] = {
        "exchange": _share_actions,
        "bird": _send_actions,
        "choose": _take_actions,
        "build": _build_actions,
        "priest": _priest_actions,
        "bless": _bless_actions,
        "own": _own_actions,
    }
    return [] if state["phase"] is None else options[state["phase"]](rules, state)


def _handed(order: list[str], tiles: Iterable[str]) -> dict[str, list[str]]:
    """The tiles by the place they go to."""
    given: dict[str, list[str]] = {"keep": [], "left": [], "right": []}
    for place, tile in zip(order, tiles, strict=True):
        given[place] = sorted([*given[place], tile])
    return given


def _share_actions(rules: Rules, state: State) -> list[Action]:
    order = places(len(state["reserve"]), draw_count(rules, state["level"]))
    actions = []
    for tiles in permutations(state["tiles_held"][state["to_move"]]):
        given = _handed(order, tiles)
        shown = {place: got if len(got) > 1 else got[0] for place, got in given.items() if got}
        actions.append({"type": "share", **shown})
    return _each_once(actions)


def open_places(rules: Rules, state: State) -> list[str]:
    """The places of the seat to move that still wait for a tile."""
    left_over = places(len(state["reserve"]), draw_count(rules, state["level"]))
    for place, tiles in (state["sent"][state["to_move"]] or {}).items():
        for _ in tiles:
            left_over.remove(place)
    return left_over


def _send_actions(rules: Rules, state: State) -> list[Action]:
    return [{"type": "send", "to": place} for place in dict.fromkeys(open_places(rules, state))]


def _take_actions(rules: Rules, state: State) -> list[Action]:
    return [{"type": "take", "tile": tile} for tile in dict.fromkeys(state["tiles_held"][state["to_move"]])]


def _build_actions(rules: Rules, state: State) -> list[Action]:
    seat, level = state["to_move"], state["level"]
    turns = range(1) if level == 3 else range(4)
    actions: list[Action] = [
        {"type": "tile", "tile": tile, "row": row, "col": col, "turn": turn}
        for tile in dict.fromkeys(state["tiles_held"][seat])
        for row, col in free_slots(state["height"][seat], level)
        for turn in turns
    ]
    return [*actions, {"type": "blank"}] if level == 3 else actions


def _priest_actions(rules: Rules, state: State) -> list[Action]:
    return [*_bonus_actions(state), *_chain_actions(rules, state), {"type": "stop"}]


def _bonus_actions(state: State) -> list[Action]:
    seat = state["to_move"]
    return [
        {"type": "bonus", "piece": piece, "cells": [list(cell) for cell in cells]}
        for piece in dict.fromkeys(state["bonus"][seat])
        for cells in strips(state["view"][seat], state["height"][seat], int(piece[1]))
    ]


def _chain_actions(rules: Rules, state: State) -> list[Action]:
    if state["chains_used"] >= state["chains_allowed"]:
        return []
    visible = chains(state["view"][state["to_move"]], rules["chain"]["minimum"])
    usable = [chain for chain in visible if _usable(state, chain)]
    return [{"type": "chain", "cell": list(cell)} for chain in usable for cell in sorted(chain.cells)]


def has_priest(state: State, chain: Chain) -> bool:
    """Whether a priest of the seat to move stands on the chain."""
    return any(tuple(cell) in chain.cells for cell in state["priests"][state["to_move"]])


def _usable(state: State, chain: Chain) -> bool:
    seat = state["to_move"]
    reuse = has_priest(state, chain)
    if reuse and state["effect"][seat] != "reuse":
        return False
    spare = state["reserve"][seat] - (0 if reuse else 1)
    return any(_cell_sets(card, chain.length, spare) for card in targets(state, chain.colour).values())


def targets(state: State, colour: str) -> dict[str, Card]:
    """The cards a chain of this colour may bless, by the name an action gives them."""
    cards = {god: state["open"][god] for god in (colour, "W")}
    own = [card for card in state["private"] if card["owner"] == state["to_move"]]
    cards["own"] = own[0] if own else None
    return {name: card for name, card in cards.items() if card is not None}


def _cell_sets(card: Card, length: int, spare: int) -> list[list[int]]:
    """All sets of free cells that the chain's length and the spare priests can fill."""
    free = [cell for cell, seat in enumerate(card["taken"]) if seat is None]
    sizes = range(1, min(spare, len(free)) + 1)
    sets = [list(cells) for size in sizes for cells in combinations(free, size)]
    return [cells for cells in sets if sum(card["cells"][cell] for cell in cells) <= length]


def _bless_actions(rules: Rules, state: State) -> list[Action]:
    chain, spare = state["chain"], state["reserve"][state["to_move"]]
    return [
        {"type": "bless", "god": name, "cells": cells}
        for name, card in targets(state, chain["colour"]).items()
        for cells in _cell_sets(card, chain["length"], spare)
    ]


def _own_actions(rules: Rules, state: State) -> list[Action]:
    return [{"type": "own", "god": god} for god in GODS if state["decks"][god]]
