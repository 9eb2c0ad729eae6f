"""The legal actions of each phase, each once."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import EMPTY, ONE, chains_from, count, index, lines, lowest
from temple_sim.games.five.cards import card_of, chain_need, filled_for
from temple_sim.games.five.exchange import room_at
from temple_sim.games.five.pyramid import empty_of, level_mask
from temple_sim.games.five.tables import (
    ALL_LEFT,
    BIRD,
    BLANK,
    BLESS,
    BLESSING,
    BUILDING,
    CHAIN,
    CHOOSING,
    OWN,
    OWN_CARD,
    PIECE,
    REUSE,
    SEND,
    SHARE,
    SHARING,
    SLOT_COUNT,
    SLOTS,
    STOP,
    SUPREME,
    TAKE,
    TAKE_OWN,
    TILE,
    TOP_SPACE,
)


@jit
def legal_actions(state, rules, out):
    """Fill `out` with the legal action codes (layout in tables.py); their number."""
    seat, phase = state.to_move, state.phase
    if phase == SHARING:
        return _shares(state, seat, out)
    if phase == CHOOSING:
        return _takes(state, seat, out)
    if phase == BIRD:
        return _sends(state, seat, out)
    if phase == BUILDING:
        return _tiles(state, seat, out)
    if phase == OWN_CARD:
        return _own_cards(state, rules, out)
    if phase == BLESSING:
        return _blessings(state, rules, seat, out)
    return _priest_actions(state, rules, seat, out)


@jit
def _seen_before(state, seat, slot, skipped):
    """Whether an equal tile lies earlier in the hand, the place `skipped` left out."""
    seen = False
    for earlier in range(slot):
        seen = seen or (earlier != skipped and state.held[seat, earlier] == state.held[seat, slot])
    return seen


@jit
def _shares(state, seat, out):
    n = 0
    both = state.level == 1 and state.players > 2  # neighbours to give to
    for keep in range(state.held_n[seat]):
        if _seen_before(state, seat, keep, -1):
            continue
        if not both:
            out[n] = SHARE | keep << 4 | ALL_LEFT << 6
            n += 1
            continue
        for left in range(state.held_n[seat]):
            if left != keep and not _seen_before(state, seat, left, keep):
                out[n] = SHARE | keep << 4 | left << 6
                n += 1
    return n


@jit
def _takes(state, seat, out):
    n = 0
    for slot in range(state.held_n[seat]):
        if not _seen_before(state, seat, slot, -1):
            out[n] = TAKE | slot << 4
            n += 1
    return n


@jit
def _sends(state, seat, out):
    n = 0
    for place in range(3):
        if room_at(state, seat, place) > 0:
            out[n] = SEND | place << 4
            n += 1
    return n


@jit
def _tiles(state, seat, out):
    if state.level == 3:
        out[0] = TILE | TOP_SPACE << 8
        out[1] = BLANK
        return 2
    n, level = 0, state.level - 1
    laid = state.top[seat, level]
    for slot in range(state.held_n[seat]):
        if _seen_before(state, seat, slot, -1):
            continue
        for k in range(SLOT_COUNT[level]):
            space = SLOTS[level, k]
            if (laid >> np.uint64(space)) & ONE == EMPTY:
                code = TILE | slot << 4 | space << 8
                for turn in range(4):
                    out[n + turn] = code | turn << 6
                n += 4
    return n


@jit
def _own_cards(state, rules, out):
    n = 0
    for god in range(5):
        if state.deck_next[god] < rules.cards[god]:
            out[n] = TAKE_OWN | god << 4
            n += 1
    return n


@jit
def _priest_actions(state, rules, seat, out):
    out[0] = STOP
    n = _pieces(state, seat, out, 1)
    rest = usable_spaces(state, rules, seat)
    while rest != EMPTY:
        space = lowest(rest)
        rest ^= space
        out[n] = CHAIN | index(space) << 4
        n += 1
    return n


@jit
def _pieces(state, seat, out, n):
    if state.piece_n[seat, 0] + state.piece_n[seat, 1] == 0:
        return n
    empty = empty_of(state, seat)
    for length in range(2, 4):
        if state.piece_n[seat, length - 2] == 0:
            continue
        for down in range(2):
            rest = EMPTY
            for height in range(4):  # all on one level
                rest |= lines(empty & level_mask(state, seat, height), length, 8 if down else 1)
            n = _piece_codes(state, seat, length, down, rest, out, n)
    return n


@jit
def _piece_codes(state, seat, length, down, starts, out, n):
    for colour in range(4):
        if state.pieces[seat, 4 * (length - 2) + colour] == 0:
            continue
        code = PIECE | colour << 4 | length << 6 | down << 8
        rest = starts
        while rest != EMPTY:
            space = lowest(rest)
            rest ^= space
            out[n] = code | index(space) << 9
            n += 1
    return n


@jit
def usable_spaces(state, rules, seat):
    """Spaces of all chains a seat may use now, as a mask."""
    reserve = state.reserve[seat]
    if state.chains_used >= state.chains_allowed:
        return EMPTY
    return _chain_spaces(state, rules, seat, reserve >= 2, reserve >= 1 and state.effect[seat] == REUSE)


@jit
def lacks_priests(state, rules, seat):
    """Whether only the number of priests keeps a seat from using one more chain."""
    again = state.effect[seat] == REUSE
    if state.chains_used >= state.chains_allowed or state.reserve[seat] >= (1 if again else 2):
        return False
    return _chain_spaces(state, rules, seat, True, again) != EMPTY


@jit
def _chain_spaces(state, rules, seat, fresh, again):
    found = EMPTY
    if fresh or again:
        for colour in range(4):
            need = chain_need(state, rules, seat, colour)
            found |= chains_from(state.colour[seat, colour], state.priests[seat], need, fresh, again)
    return found


@jit
def _blessings(state, rules, seat, out):
    n = _subsets(state, rules, seat, int(state.chain_colour), out, 0)
    n = _subsets(state, rules, seat, SUPREME, out, n)
    return _subsets(state, rules, seat, OWN, out, n)


@jit
def _subsets(state, rules, seat, god, out, n):
    """Every non-empty set of free cells of a card that chain and reserve can fill."""
    card = card_of(state, seat, god)
    if card < 0:
        return n
    free = ((1 << int(rules.cells[card])) - 1) & ~filled_for(state, seat, god)
    cells = free
    while cells > 0:
        if rules.total[card, cells] <= state.chain_length and count(np.uint64(cells)) <= state.reserve[seat]:
            out[n] = BLESS | god << 4 | cells << 7
            n += 1
        cells = (cells - 1) & free
    return n
