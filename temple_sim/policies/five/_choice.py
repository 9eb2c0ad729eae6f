"""Taking the action worth most."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.games.five.bits import EMPTY, count, flood, index, lowest
from temple_sim.games.five.cards import chain_need
from temple_sim.games.five.legal import usable_spaces
from temple_sim.games.five.tables import (
    ALL_LEFT,
    AREA,
    BIRD,
    BLANK,
    BLESSING,
    CHAIN,
    DECK,
    FACES,
    KEEP,
    LEFT,
    PIECE,
    PRIEST,
    SHARING,
    STOP,
    TAKE,
    TILE,
    TOP_SPACE,
    cells_of,
    colour_of,
    god_of,
    left_of,
    piece_mask,
    place_of,
    slot_of,
    turn_of,
    type_of,
)
from temple_sim.policies.five._claims import best_claim, claim_value, leader_now, leading_opponent, rounds_left
from temple_sim.policies.five._growth import best_place, pyramid_values, tile_value

TIES = 0  # the only source of chance
NO_CHAINS = (0.0,) * 4
NO_HAND = (0.0,) * 9  # three tiles, three owners


@jit
def best_action(view, rules, actions, n, w, rng):
    """Index of the action worth most; equal ones are equally likely."""
    if view.phase == PRIEST:
        return _priest_action(view, rules, actions, n, w, rng)
    seat = np.int64(view.to_move)
    left = target = 0
    now, hand = NO_CHAINS, NO_HAND
    if view.phase == BLESSING:
        left, target = rounds_left(view, rules), leading_opponent(view, rules, w, seat)
    elif view.phase == SHARING or view.phase == BIRD:
        hand = _hand_values(view, rules, w, seat)
    else:
        now = pyramid_values(view, w, seat)
    best, choice, ties = -1e9, 0, 1
    for i in range(n):
        action = np.int64(actions[i])
        if view.phase == BLESSING:
            god = god_of(action)
            before = leader_now(view, seat, god)
            worth = claim_value(view, rules, w, seat, god, cells_of(action), left, target, before)
        elif view.phase == SHARING:
            worth = _share_value(view, w, seat, action, hand)
        elif view.phase == BIRD:
            worth = _send_value(view, rules, w, seat, action, hand)
        else:
            worth = _other_value(view, rules, w, seat, action, now)
        if worth > best:
            best, choice, ties = worth, i, 1
        elif worth == best:
            ties += 1
            if below(rng, TIES, ties) == 0:
                choice = i
    return choice


@jit
def _hand_values(view, rules, w, seat):
    """What each of three tiles in a hand would be worth to its holder, to the left and to the right neighbour."""
    values = NO_HAND
    for turn in range(3):
        owner = (seat + (0 if turn == 0 else 1 if turn == 1 else view.players - 1)) % view.players
        weighed = turn == 0 or w.gift != 0.0
        now = pyramid_values(view, w, owner) if weighed else NO_CHAINS
        for slot in range(3):
            tile = np.int64(view.held[seat, slot])
            values = values[1:] + (best_place(view, rules, w, owner, now, tile) if weighed else 0.0,)
    return values


@jit
def _share_value(view, w, seat, action, hand):
    """The tile kept, less a share of what the others are worth to those who get them."""
    keep, left = place_of(action), left_of(action)
    worth = hand[keep]
    for slot in range(np.int64(view.held_n[seat])):
        if slot != keep:
            worth -= w.gift * hand[slot + (3 if left in (slot, ALL_LEFT) else 6)]
    return worth


@jit
def _send_value(view, rules, w, seat, action, hand):
    """A tile kept is worth what it brings; one sent, what a tile with the usual number of decorations would bring."""
    slot, to = np.int64(view.held_n[seat]) - 1, place_of(action)
    worth = max(hand[slot], 0.0)
    if to == KEEP:
        return worth
    worth *= _usual_decorations(rules) / max(1.0, _decorations(rules, np.int64(view.held[seat, slot])))
    return worth - w.gift * hand[slot + (3 if to == LEFT else 6)]


@jit
def _decorations(rules, tile):
    face = rules.face
    return count(np.uint64(face[tile, 0, 0] | face[tile, 0, 1] | face[tile, 0, 2] | face[tile, 0, 3]))


@jit
def _usual_decorations(rules):
    total = 0
    for tile in range(FACES):
        if rules.face_count[tile] > 0:
            total += rules.face_count[tile] * _decorations(rules, tile)
    return total / max(1, np.int64(rules.tiles))


@jit
def _other_value(view, rules, w, seat, action, now):
    """Laying a tile or none, taking a special tile, or drawing a private card."""
    kind = type_of(action)
    if kind in (TILE, BLANK, TAKE):
        turn, space = (turn_of(action), slot_of(action)) if kind == TILE else (0, TOP_SPACE)
        tile = np.int64(view.held[seat, place_of(action)]) if kind != BLANK else -1
        return tile_value(view, rules, w, seat, now, tile, turn, space)
    god, points = god_of(action), 0.0
    for place in range(np.int64(rules.cards[god])):
        points += rules.points[god * DECK + place]
    return points / max(1, np.int64(rules.cards[god]))


@jit
def _priest_action(view, rules, actions, n, w, rng):
    """Use the best chain, or first lay the piece that makes a better one; stop when neither is worth its priests."""
    seat = np.int64(view.to_move)
    usable = usable_spaces(view, rules, seat)
    open_turn = view.chains_used < view.chains_allowed and view.reserve[seat] >= 2
    left, target = rounds_left(view, rules), leading_opponent(view, rules, w, seat)
    worth, space = _best_chain(view, rules, w, seat, usable, left, target)
    piece = -1
    if open_turn and view.piece_n[seat, 0] + view.piece_n[seat, 1] > 0:
        piece = _best_piece(view, actions, n, seat, rng)
    if piece >= 0 and _piece_value(view, rules, w, seat, np.int64(actions[piece]), left, target) > max(worth, 0.0):
        return piece
    wanted = STOP if worth <= 0.0 else CHAIN | space << 4
    for i in range(n):
        if actions[i] == wanted:
            return i
    return 0


@jit
def _best_chain(view, rules, w, seat, usable, left, target):
    """The worth of the best usable chain and the space for its priest."""
    best, where = 0.0, 0
    for colour in range(4):
        rest = usable & view.colour[seat, colour]
        while rest != EMPTY:
            chain = flood(lowest(rest), rest)
            rest ^= chain
            again = chain & view.priests[seat] != EMPTY
            space = _priest_space(view, chain)
            worth = _use_value(view, rules, w, seat, colour, chain, 0 if again else 1, left, target)
            if worth > best:
                best, where = worth, space
    return best, where


@jit
def _coverable(view, chain):
    """Spaces of a chain where a later tile will lie."""
    return chain & AREA[view.level] if view.level < 3 else EMPTY


@jit
def _priest_space(view, chain):
    """The first space of a chain that a later tile will cover, or else its first."""
    later = _coverable(view, chain)
    return index(lowest(later if later != EMPTY else chain))


@jit
def _use_value(view, rules, w, seat, colour, chain, priest, left, target):
    """What using a chain is worth: its length as such, the best cells it fills, less its priest."""
    length = count(chain)
    if w.longest != 0.0:
        return w.longest * length
    worth = best_claim(view, rules, w, seat, colour, length, view.reserve[seat] - priest, left, target)
    if left > 0 and priest > 0:
        worth -= w.chain * (0.5 if _coverable(view, chain) != EMPTY else 1.0)
    return worth


@jit
def _best_piece(view, actions, n, seat, rng):
    """Index of the piece that makes the longest chain without an own priest, of equals a shorter piece; -1 none."""
    best, choice, ties = 0, -1, 1
    for i in range(n):
        action = np.int64(actions[i])
        if type_of(action) != PIECE:
            continue
        piece = piece_mask(action)
        chain = flood(piece, view.colour[seat, colour_of(action)] | piece)
        worth = 4 * count(chain) - count(piece) if chain & view.priests[seat] == EMPTY else 0
        if worth > best:
            best, choice, ties = worth, i, 1
        elif worth == best and choice >= 0:
            ties += 1
            if below(rng, TIES, ties) == 0:
                choice = i
    return choice


@jit
def _piece_value(view, rules, w, seat, action, left, target):
    """What the chain through a piece would be worth, less the piece."""
    piece, colour = piece_mask(action), colour_of(action)
    chain = flood(piece, view.colour[seat, colour] | piece)
    if count(chain) < chain_need(view, rules, seat, colour):
        return 0.0
    return _use_value(view, rules, w, seat, colour, chain, 1, left, target) - w.piece * rules.bonus_left
