"""What a seat may know, and drawing a full state that fits it.

Hidden: the order of every stack and deck, other seats' bonus pieces (not their number and lengths), the tiles others
hold except those this seat gave them, where they sent theirs, the special tile they did not take or laid face down.
"""

from temple_sim.core.jit import jit
from temple_sim.core.random import below, shuffle
from temple_sim.core.records import copy_record
from temple_sim.games.five.exchange import receiver, room_at, sort_hand
from temple_sim.games.five.tables import (
    BUILD,
    DECK,
    DECKS,
    EXCHANGE,
    FACE_DOWN,
    FACES,
    FIRST_SPECIAL,
    PIECES,
    SPECIAL_KINDS,
    SPECIALS,
    TILES,
)


@jit
def observe(state, rules, seat, view):
    """Copy the state and mask what `seat` may not know (-1, or 0 where something is counted)."""
    copy_record(view, state)
    view.tile_stack[:] = -1
    view.special_stack[:] = -1
    view.piece_stack[:, :] = -1
    view.deck[:, :] = -1
    for other in range(state.players):
        if other != seat:
            _hide_seat(state, seat, view, other)


@jit
def _hide_seat(state, seat, view, other):
    for slot in range(3):
        view.held[other, slot] = -1
        view.goes[other, slot] = -1
        view.aside[other, slot] = -1
    for piece in range(8):
        view.pieces[other, piece] = 0
    for note in range(2):
        view.given[other, note] = -1
    for group in range(4):
        view.kept[other, group] = 0
        view.gave[other, group] = 0
    known = 0  # what this seat gave is known, and stands first
    for note in range(2):
        if state.given[seat, note] >= 0 and receiver(state, seat, note) == other:
            view.held[other, known] = state.given[seat, note]
            known += 1
    if known == 2 and view.held[other, 0] > view.held[other, 1]:
        first = view.held[other, 0]
        view.held[other, 0] = view.held[other, 1]
        view.held[other, 1] = first


@jit
def determinize(view, rules, seat, state, rng):
    """Draw a full state at random among those that fit the view of `seat`. Counters of hidden things stay masked."""
    copy_record(state, view)
    _redraw_tiles(state, rules, seat, rng)
    _redraw_specials(state, rules, seat, rng)
    _redraw_pieces(state, rules, seat, rng)
    _redraw_decks(state, rules, rng)


@jit
def _redraw_tiles(state, rules, seat, rng):
    """The unseen tiles lie shuffled at the end of the stack; other hands draw from them first."""
    start = int(rules.tiles)
    for face in range(FACES):
        for _ in range(rules.face_count[face] - state.laid[face] - _held(state, face)):
            start -= 1
            state.tile_stack[start] = face
    shuffle(state.tile_stack[start:], rules.tiles - start, rng, TILES)
    if state.level == 3:
        return
    for other in range(state.players):
        for slot in range(state.held_n[other]):
            if state.held[other, slot] < 0:
                state.held[other, slot] = state.tile_stack[start]
                state.tile_stack[start] = -1
                start += 1
    for other in range(state.players):
        if state.step == EXCHANGE and other != seat:
            _redraw_sent(state, rules, other, rng)
        elif state.step == BUILD:
            _redraw_gifts(state, rules, seat, other, rng)
            sort_hand(state, other)


@jit
def _held(state, tile):
    """Tiles of a code in the hands that can be seen."""
    n = 0
    for seat in range(state.players):
        for slot in range(state.held_n[seat]):
            n += 1 if state.held[seat, slot] == tile else 0
    return n


@jit
def _place_in_step(state, seat):
    return (seat - state.first + state.players) % state.players


@jit
def _redraw_sent(state, rules, other, rng):
    """Another seat has decided some of its tiles: all ways to send them are equally likely."""
    decided, place = int(state.held_n[other]), _place_in_step(state, other)
    if place == state.done:  # its own go: nothing is decided yet, or all but the tile drawn last
        decided = max(0, decided - 1) if rules.bird == 1 else 0
    for slot in range(decided):
        pick = below(rng, TILES, room_at(state, other, 0) + room_at(state, other, 1) + room_at(state, other, 2))
        place = 0
        while pick >= room_at(state, other, place):
            pick -= room_at(state, other, place)
            place += 1
        state.goes[other, slot] = place


@jit
def _gifts(state, giver, holder):
    """How many tiles a seat gave another in this round."""
    n = 0
    for note in range(2 if state.level == 1 else 1):
        n += 1 if giver != holder and receiver(state, giver, note) == holder else 0
    return n


@jit
def _redraw_gifts(state, rules, seat, holder, rng):
    """Which tiles of a hand came from the other givers. Its tiles from `seat` stand first and are known.

    A gift may be laid already: it is any of the tiles of unknown origin, those in the hand or those laid.
    """
    known = 0
    for note in range(2):
        if holder != seat and state.given[seat, note] >= 0 and receiver(state, seat, note) == holder:
            known += 1
    unknown = rules.draw[state.level - 1] - _gifts(state, seat, holder)
    used = -1
    for giver in range(state.players):
        for note in range(_gifts(state, giver, holder) if giver != seat else 0):
            pick = below(rng, TILES, unknown - (1 if used >= 0 else 0))
            if used >= 0 and pick >= used:
                pick += 1
            used = pick
            # With two seats both notes are gifts to the same seat; else the note is the one that points to it.
            own = note if state.players == 2 or receiver(state, giver, 0) == holder else 1
            in_hand = known + pick < state.held_n[holder]
            state.given[giver, own] = state.held[holder, known + pick] if in_hand else -1


@jit
def _redraw_specials(state, rules, seat, rng):
    start = SPECIAL_KINDS
    for kind in range(SPECIAL_KINDS):
        tile = FIRST_SPECIAL + kind
        seen = _held(state, tile) if state.level == 3 else 0
        for other in range(state.players):
            seen += 1 if state.special[other] == 2 + kind else 0
            for place in range(3):
                seen += 1 if state.aside[other, place] == tile else 0
        for _ in range(rules.special_count[kind] - seen):
            start -= 1
            state.special_stack[start] = tile
    shuffle(state.special_stack[start:], SPECIAL_KINDS - start, rng, SPECIALS)
    if state.level < 3:
        return
    for other in range(state.players):
        if other == seat:
            continue
        for slot in range(state.held_n[other]):
            state.held[other, slot] = _next_special(state, start)
            start += 1
        if state.step != EXCHANGE or _place_in_step(state, other) < state.done:
            for place in range(rules.draw[2] - 1):
                state.aside[other, place] = _next_special(state, start)
                start += 1
        if state.special[other] == FACE_DOWN:
            state.aside[other, 2] = _next_special(state, start)
            start += 1


@jit
def _next_special(state, start):
    tile = state.special_stack[start]
    state.special_stack[start] = -1
    return tile


@jit
def _redraw_pieces(state, rules, seat, rng):
    for kind in range(2):
        total = 4 * rules.per_colour[kind]
        start = total
        for colour in range(4):
            piece = 4 * kind + colour
            seen = state.pieces[seat, piece]
            for other in range(state.players):
                seen += state.placed[other, piece]
            for _ in range(rules.per_colour[kind] - seen):
                start -= 1
                state.piece_stack[kind, start] = colour
        shuffle(state.piece_stack[kind, start:], total - start, rng, PIECES + kind)
        for other in range(state.players):
            if other != seat:
                for _ in range(state.piece_n[other, kind]):
                    state.pieces[other, 4 * kind + state.piece_stack[kind, start]] += 1
                    state.piece_stack[kind, start] = -1
                    start += 1


@jit
def _redraw_decks(state, rules, rng):
    for god in range(5):
        seen = 0
        for place in range(state.won_n):
            if state.won_card[place] // DECK == god:
                seen |= 1 << (int(state.won_card[place]) - god * DECK)
        for seat in range(state.players):
            if state.own_card[seat] >= 0 and state.own_card[seat] // DECK == god:
                seen |= 1 << (int(state.own_card[seat]) - god * DECK)
        if state.open[god] >= 0:
            seen |= 1 << (int(state.open[god]) - god * DECK)
        start = int(rules.cards[god])
        for place in range(rules.cards[god]):
            if (seen >> place) & 1 == 0:
                start -= 1
                state.deck[god, start] = god * DECK + place
        shuffle(state.deck[god, start:], rules.cards[god] - start, rng, DECKS)
