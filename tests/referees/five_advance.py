"""Temple of Five for the referee: the deal and the state that follows an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .five_board import EMPTY, blank_height, blank_view, chains, covered, turned, written
from .five_legal import (
    EFFECTS,
    GODS,
    Action,
    Card,
    Rules,
    State,
    all_cards,
    copy,
    draw_count,
    full_stacks,
    has_priest,
    leader,
    levels,
    open_places,
    symbol,
    targets,
)


def deal(
    rules: Rules, players: int, boards: list[str], stacks: dict[str, list[str]], decks: dict[str, list[Card]]
) -> State:
    """The start state that follows from dealt boards, shuffled stacks and shuffled decks."""
    seats = range(players)
    state: State = {
        "first": 0,
        "round": 0,
        "boards": list(boards),
        "view": [blank_view(rules["boards"], letter) for letter in boards],
        "height": [blank_height() for _ in seats],
        "priests": [[] for _ in seats],
        "reserve": [rules["priests"]] * players,
        "bonus": [[] for _ in seats],
        "tiles_held": [[] for _ in seats],
        **copy(stacks),
        "decks": copy(decks),
        "open": {},
        "private": [],
        "won": [[] for _ in seats],
        "chains_used": 0,
        "chains_allowed": rules["chains_per_turn"],
        "chain": None,
        "goal": copy(rules["variant"]["ultimate_goal"]),
        "sent": [None] * players,
        "effect": [None] * players,
        "over": False,
    }
    for god in GODS:
        _open_next(state, god)
    _begin_round(rules, state)
    return state


def _shuffled(items: list[Any], rng: random.Random) -> list[Any]:
    return rng.sample(items, len(items))


def deal_random(rules: Rules, players: int, rng: random.Random) -> State:
    """A start state dealt with the given source of chance."""
    letters = sorted(set(rules["boards"]) - {"spaces"})
    stacks = {name: _shuffled(items, rng) for name, items in full_stacks(rules).items()}
    decks = {god: _shuffled(all_cards(rules, god), rng) for god in GODS}
    return deal(rules, players, rng.sample(letters, players), stacks, decks)


def _open_next(state: State, god: str) -> None:
    deck = state["decks"][god]
    state["open"][god] = deck.pop(0) if deck else None


def _draw(stack: list[Any], count: int) -> list[Any]:
    drawn = stack[:count]
    del stack[:count]
    return drawn


def advance(rules: Rules, players: int, state: State, action: Action, observed: State | None) -> State:
    """The state after a legal action.

    `observed` is never needed: after the deal every draw is the front of a stack shown in the state.
    """
    steps: dict[str, Callable[[Rules, State, Action], None]] = {
        "share": _share,
        "send": _send,
        "take": _take,
        "tile": _tile,
        "blank": _blank,
        "bonus": _bonus,
        "chain": _chain,
        "bless": _bless,
        "own": _own,
        "stop": _stop,
    }
    after: State = copy(state)
    steps[action["type"]](rules, after, action)
    return after


def _next_seat(state: State) -> int | None:
    """The seat that acts next in this step, or None when all have acted."""
    seat = (state["to_move"] + 1) % len(state["reserve"])
    return None if seat == state["first"] else seat


def _begin_round(rules: Rules, state: State) -> None:
    state["round"] += 1
    state["level"] = levels(rules)[state["round"] - 1]
    state["step"] = "exchange"
    _begin_exchange(rules, state, state["first"])


def _begin_exchange(rules: Rules, state: State, seat: int) -> None:
    level, bird = state["level"], rules["variant"]["bird_in_hand"]
    state["to_move"] = seat
    if level == 3:
        state["phase"] = "choose"
    else:
        state["phase"] = "bird" if bird else "exchange"
    if state["phase"] == "bird":
        _show_next_tile(rules, state)
    else:
        stack = state["special_stack" if level == 3 else "tile_stack"]
        state["tiles_held"][seat] = _draw(stack, draw_count(rules, level))


def _show_next_tile(rules: Rules, state: State) -> None:
    state["tiles_held"][state["to_move"]] += _draw(state["tile_stack"], 1)
    left_over = open_places(rules, state)
    if len(left_over) == 1:
        _put(state, left_over[0])
        _end_exchange(rules, state)


def _put(state: State, place: str) -> None:
    """Send the tile shown last to a place."""
    seat = state["to_move"]
    given = state["sent"][seat] or {"keep": [], "left": [], "right": []}
    given[place] = sorted([*given[place], state["tiles_held"][seat][-1]])
    state["sent"][seat] = given


def _send(rules: Rules, state: State, action: Action) -> None:
    _put(state, action["to"])
    _show_next_tile(rules, state)


def _share(rules: Rules, state: State, action: Action) -> None:
    given = {place: action.get(place, []) for place in ("keep", "left", "right")}
    tiles = {place: sorted(got) if isinstance(got, list) else [got] for place, got in given.items()}
    state["sent"][state["to_move"]] = tiles
    _end_exchange(rules, state)


def _take(rules: Rules, state: State, action: Action) -> None:
    state["tiles_held"][state["to_move"]] = [action["tile"]]
    _end_exchange(rules, state)


def _end_exchange(rules: Rules, state: State) -> None:
    following = _next_seat(state)
    if following is not None:
        _begin_exchange(rules, state, following)
        return
    if state["level"] < 3:
        _hand_over(state)
    state.update(step="build", phase="build", to_move=state["first"])


def _hand_over(state: State) -> None:
    sent, players = state["sent"], len(state["reserve"])
    for seat in range(players):
        from_right, from_left = sent[seat - 1]["left"], sent[(seat + 1) % players]["right"]
        state["tiles_held"][seat] = sorted(sent[seat]["keep"] + from_right + from_left)
    state["sent"] = [None] * players


def _tile(rules: Rules, state: State, action: Action) -> None:
    tile = action["tile"]
    if tile in EFFECTS:
        state["effect"][state["to_move"]] = tile
        face = EMPTY * 4
    else:
        face = turned(tile, action["turn"])
    _lay(rules, state, tile, face, (action["row"], action["col"]))


def _blank(rules: Rules, state: State, action: Action) -> None:
    _lay(rules, state, state["tiles_held"][state["to_move"]][0], EMPTY * 4, (3, 3))


def _lay(rules: Rules, state: State, tile: str, face: str, slot: tuple[int, int]) -> None:
    seat, cells = state["to_move"], covered(*slot)
    state["tiles_held"][seat].remove(tile)
    state["view"][seat] = written(state["view"][seat], cells, face)
    state["height"][seat] = written(state["height"][seat], cells, str(state["level"]) * 4)
    stay = [cell for cell in state["priests"][seat] if tuple(cell) not in cells]
    state["reserve"][seat] += len(state["priests"][seat]) - len(stay)
    state["priests"][seat] = stay
    if not state["tiles_held"][seat]:
        _end_build(rules, state)


def _end_build(rules: Rules, state: State) -> None:
    following = _next_seat(state)
    if following is None:
        state["step"] = "priests"
        _begin_priests(rules, state, state["first"])
    else:
        state["to_move"] = following


def _begin_priests(rules: Rules, state: State, seat: int) -> None:
    state.update(to_move=seat, phase="priest", chains_used=0, chains_allowed=rules["chains_per_turn"])
    effect = state["effect"][seat]
    if effect == "own_card" and any(state["decks"].values()):
        state["phase"] = "own"
    elif effect != "reuse":
        state["effect"][seat] = None
    if effect == "extra":
        state["chains_allowed"] += 1
    elif effect == "two_bonus":
        _gain(state, 2)
        _gain(state, 2)


def _gain(state: State, length: int) -> None:
    """The seat to move draws a bonus piece, if there is one left."""
    seat = state["to_move"]
    state["bonus"][seat] = sorted(state["bonus"][seat] + _draw(state[f"bonus{length}_stack"], 1))


def _bonus(rules: Rules, state: State, action: Action) -> None:
    seat, cells = state["to_move"], [(row, col) for row, col in action["cells"]]
    state["bonus"][seat].remove(action["piece"])
    state["view"][seat] = written(state["view"][seat], cells, action["piece"][0] * len(cells))


def _chain(rules: Rules, state: State, action: Action) -> None:
    seat, (row, col) = state["to_move"], action["cell"]
    visible = chains(state["view"][seat], rules["chain"]["minimum"])
    chain = next(chain for chain in visible if (row, col) in chain.cells)
    if has_priest(state, chain):
        state["effect"][seat] = None
    else:
        state["reserve"][seat] -= 1
        state["priests"][seat] = sorted([*state["priests"][seat], [row, col]])
    state["chains_used"] += 1
    state["chain"] = {"cell": [row, col], "colour": chain.colour, "length": chain.length}
    state["phase"] = "bless"


def _bless(rules: Rules, state: State, action: Action) -> None:
    seat, cells = state["to_move"], action["cells"]
    card = targets(state, state["chain"]["colour"])[action["god"]]
    state["reserve"][seat] -= len(cells)
    for cell in cells:
        card["taken"][cell] = seat
    length = symbol(rules, card, cells[0]) if len(cells) == 1 else None
    if length is not None:
        _gain(state, length)
    if None not in card["taken"]:
        _complete(state, card)
    state.update(chain=None, phase="priest")


def _complete(state: State, card: Card) -> None:
    winner = leader(card["taken"])
    for seat in card["taken"]:
        state["reserve"][seat] += 1
    state["won"][winner].append({**card, "taken": [None] * len(card["taken"])})
    if card["owner"] is None:
        _open_next(state, card["god"])
    else:
        state["private"].remove(card)
    if winner != state["to_move"]:
        _gain(state, 2)


def _own(rules: Rules, state: State, action: Action) -> None:
    seat = state["to_move"]
    card = state["decks"][action["god"]].pop(0)
    state["private"].append({**card, "owner": seat})
    state["effect"][seat] = None
    state["phase"] = "priest"


def _stop(rules: Rules, state: State, action: Action) -> None:
    state.update(chains_used=0, chains_allowed=rules["chains_per_turn"])
    following = _next_seat(state)
    if following is not None:
        _begin_priests(rules, state, following)
    elif state["round"] == len(levels(rules)):
        state.update(to_move=None, phase=None, over=True)
    else:
        state["first"] = (state["first"] + 1) % len(state["reserve"])
        _begin_round(rules, state)
