"""Records and codes as the names that traces show, and a game told for people."""

from temple_sim.games.five.packing import cards_of, faces_of, parse_card
from temple_sim.games.five.tables import (
    ALL_LEFT,
    BLESS,
    CELLS,
    CHAIN,
    COLOURS,
    DECK,
    EFFECTS,
    FIRST_SPECIAL,
    GODS,
    LETTERS,
    OWN,
    PHASES,
    PIECE,
    PLACES,
    SEND,
    SHARE,
    STEPS,
    TAKE,
    TAKE_OWN,
    TILE,
    TYPES,
    cells_of,
    colour_of,
    god_of,
    left_of,
    length_of,
    piece_mask,
    place_of,
    slot_of,
    space_of,
    turn_of,
    type_of,
)

NO_VIEW = "." * 8 + (".######." * 6) + "." * 8  # the border alone
NO_HEIGHT = "0" * 8 + ("0------0" * 6) + "0" * 8
SPECIAL_NAMES = (*(colour * 4 for colour in COLOURS), *EFFECTS)


def state_dict(state, values):
    """The complete state, hidden parts included, with the names of the trace."""
    seats, over = range(int(state.players)), bool(state.over)
    tiles = _tile_names(values)
    total = sum(sum(values[f"tiles.{group}"].values()) for group in ("single", "double", "quad"))
    return {
        "level": int(state.level), "round": int(state.round_number), "step": STEPS[state.step],
        "first": int(state.first),
        "to_move": None if over else int(state.to_move), "phase": None if over else PHASES[state.phase],
        "boards": [LETTERS[state.board[seat]] for seat in seats],
        "view": [_view(state, seat) for seat in seats],
        "height": [_heights(state, seat) for seat in seats],
        "priests": [_spaces(int(state.priests[seat])) for seat in seats],
        "reserve": [int(state.reserve[seat]) for seat in seats],
        "bonus": [_pieces(state, seat) for seat in seats],
        "tiles_held": [[_tile(tiles, tile) for tile in state.held[seat, : state.held_n[seat]]] for seat in seats],
        "tile_stack": [_tile(tiles, tile) for tile in state.tile_stack[state.tile_next : total]],
        "special_stack": [_tile(tiles, tile) for tile in state.special_stack[state.special_next :]],
        "bonus2_stack": _piece_stack(state, values["bonus.two"], 2),
        "bonus3_stack": _piece_stack(state, values["bonus.three"], 3),
        "decks": {name: _deck(state, god, values) for god, name in enumerate(GODS)},
        "open": {name: _open(state, god, values) for god, name in enumerate(GODS)},
        "private": [_private(state, seat, values) for seat in _in_turn_order(state) if state.own_cells[seat] >= 0],
        "won": [_won(state, seat, values) for seat in seats],
        "chains_used": int(state.chains_used), "chains_allowed": int(state.chains_allowed), "chain": _chain(state),
        "goal": values["variant.ultimate_goal"],
        "sent": [_sent(state, seat, tiles) for seat in seats],
        "effect": [EFFECTS[state.effect[seat] - 1] if state.effect[seat] else None for seat in seats],
        "over": over,
    }  # fmt: skip


def _tile_names(values):
    """Names by tile code; codes between the faces and the special tiles are not used."""
    faces = faces_of(values)
    return (*faces, *(FIRST_SPECIAL - len(faces)) * ("",), *SPECIAL_NAMES)


def _tile(tiles, code):
    return tiles[code] if code >= 0 else "?"


def _spaces(mask):
    return [[space // 8, space % 8] for space in range(64) if (mask >> space) & 1]


def _painted(masks, symbols, ground):
    """Eight rows of eight symbols: `ground` (64 of them), painted over by a symbol for each mask."""
    spaces = list(ground)
    for mask, symbol in zip(masks, symbols, strict=True):
        mask = int(mask)
        while mask:
            spaces[(mask & -mask).bit_length() - 1] = symbol
            mask &= mask - 1
    return ["".join(spaces[8 * row : 8 * row + 8]) for row in range(8)]


def _view(state, seat):
    return _painted([*state.top[seat], *state.colour[seat]], "..." + COLOURS, NO_VIEW)


def _heights(state, seat):
    return _painted(state.top[seat], "123", NO_HEIGHT)


def _pieces(state, seat):
    held = [(f"{COLOURS[piece % 4]}{2 + piece // 4}", int(state.pieces[seat, piece])) for piece in range(8)]
    return sorted(name for name, n in held for _ in range(n))


def _piece_stack(state, each, length):
    colours = state.piece_stack[length - 2, state.piece_next[length - 2] : 4 * each]
    return [f"{COLOURS[colour]}{length}" if colour >= 0 else "?" for colour in colours]


def _card(code, values, taken=(), owner=None):
    god, place = divmod(int(code), DECK)
    cells, points, unfinished = parse_card(cards_of(values)[god][place])
    taken = list(taken)[: len(cells)] or [None] * len(cells)
    return {
        "god": GODS[god], "cells": list(cells), "points": points, "unfinished": unfinished,
        "taken": taken, "owner": owner,
    }  # fmt: skip


def _deck(state, god, values):
    size = len(cards_of(values)[god])
    return [_card(code, values) if code >= 0 else "?" for code in state.deck[god, state.deck_next[god] : size]]


def _open(state, god, values):
    if state.open[god] < 0:
        return None
    masks = [(seat, int(state.on[god, seat])) for seat in range(int(state.players))]
    taken = [next((seat for seat, mask in masks if (mask >> cell) & 1), None) for cell in range(CELLS)]
    return _card(state.open[god], values, taken)


def _private(state, seat, values):
    taken = [seat if (int(state.own_cells[seat]) >> cell) & 1 else None for cell in range(CELLS)]
    return _card(state.own_card[seat], values, taken, seat)


def _in_turn_order(state):
    players = int(state.players)
    return [(int(state.first) + k) % players for k in range(players)]


def _won(state, seat, values):
    won = [int(state.won_card[k]) for k in range(int(state.won_n)) if state.won_by[k] == seat]
    return [_card(code, values, owner=seat if code == state.own_card[seat] else None) for code in won]


def _chain(state):
    if state.chain_length == 0:
        return None
    cell = [int(state.chain_space) // 8, int(state.chain_space) % 8]
    return {"cell": cell, "colour": COLOURS[state.chain_colour], "length": int(state.chain_length)}


def _sent(state, seat, tiles):
    decided = [(int(state.goes[seat, slot]), slot) for slot in range(3) if state.goes[seat, slot] >= 0]
    if not decided:
        return None
    return {
        name: sorted(_tile(tiles, state.held[seat, slot]) for goes, slot in decided if goes == place)
        for place, name in enumerate(PLACES)
    }


def action_dict(action, state, values):
    """An action in the form of the rules page."""
    kind, seat = type_of(action), int(state.to_move)
    tiles = _tile_names(values) if kind in (SHARE, TAKE, TILE) else ()

    def held(slot):
        return tiles[state.held[seat, slot]]

    if kind == SHARE:
        detail = _share_dict(action, state, [held(slot) for slot in range(int(state.held_n[seat]))])
    elif kind == TAKE:
        detail = {"tile": held(place_of(action))}
    elif kind == SEND:
        detail = {"to": PLACES[place_of(action)]}
    elif kind == TILE:
        row, col = divmod(slot_of(action), 8)
        detail = {"tile": held(place_of(action)), "row": row, "col": col, "turn": turn_of(action)}
    elif kind == PIECE:
        cells = _spaces(int(piece_mask(action)))
        detail = {"piece": f"{COLOURS[colour_of(action)]}{length_of(action)}", "cells": cells}
    elif kind == CHAIN:
        detail = {"cell": list(divmod(space_of(action), 8))}
    elif kind == BLESS:
        god, cells = god_of(action), cells_of(action)
        picked = [cell for cell in range(CELLS) if (cells >> cell) & 1]
        detail = {"god": "own" if god == OWN else GODS[god], "cells": picked}
    else:
        detail = {"god": GODS[god_of(action)]} if kind == TAKE_OWN else {}
    return {"type": TYPES[kind], **detail}


def _share_dict(action, state, hand):
    keep, left = place_of(action), left_of(action)
    others = sorted(tile for slot, tile in enumerate(hand) if slot != keep)
    if left == ALL_LEFT:
        return {"keep": hand[keep], "left": others if len(others) > 1 else others[0]}
    return {"keep": hand[keep], "left": hand[left], "right": hand[3 - keep - left]}
