"""The course of the game: set-up, what each action does, and who is next."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.random import begin_turn, shuffle
from temple_sim.core.records import FINISHED
from temple_sim.games.five.cards import bless, draw_card, draw_piece, open_next
from temple_sim.games.five.exchange import begin_exchange, change_hands, discard_from_hand, send, share, take
from temple_sim.games.five.legal import lacks_priests
from temple_sim.games.five.priests import note_blessing, place_piece, use_chain
from temple_sim.games.five.pyramid import lay_tile, longest_chain
from temple_sim.games.five.scoring import score_of
from temple_sim.games.five.tables import (
    BIRD,
    BLANK,
    BLESS,
    BLESSING,
    BOARDS,
    BUILD,
    BUILDING,
    CHAIN,
    CHOOSING,
    DECK,
    DECKS,
    EXCHANGE,
    EXTRA,
    FACE_DOWN,
    FACES,
    FIRST_SPECIAL,
    NO_EFFECT,
    OWN_CARD,
    PIECE,
    PIECES,
    PRIEST,
    PRIESTS,
    PRIVATE,
    SEND,
    SHARE,
    SHARING,
    SPECIAL_KINDS,
    SPECIALS,
    STOP,
    TAKE,
    TAKE_OWN,
    TILE,
    TILES,
    TOP_SPACE,
    TWO_BONUS,
    cells_of,
    god_of,
    place_of,
    slot_of,
    turn_of,
    type_of,
)


@jit
def setup(state, rules, players, rng):
    """Deal the boards, shuffle every stack and deck, open a card for each god; the first seat draws its tiles."""
    state.turn = 1
    begin_turn(rng, 1)
    state.held[:, :] = -1
    state.goes[:, :] = -1
    state.given[:, :] = -1
    state.aside[:, :] = -1
    state.own_card[:] = -1
    state.own_cells[:] = -1
    _deal_boards(state, rules, players, rng)
    _shuffle_tiles(state, rules, rng)
    _shuffle_pieces(state, rules, rng)
    for god in range(5):
        for place in range(rules.cards[god]):
            state.deck[god, place] = god * DECK + place
        shuffle(state.deck[god], rules.cards[god], rng, DECKS)
        open_next(state, rules, god)
    state.round_number = state.level = 1
    state.chains_allowed = rules.chains_per_turn
    _begin_go(state, rules)


@jit
def _deal_boards(state, rules, players, rng):
    # All four are shuffled whatever the number of seats, so that seats keep their board when others leave.
    for seat in range(4):
        state.board[seat] = seat
    shuffle(state.board, 4, rng, BOARDS)
    for seat in range(4):
        if seat >= players:
            state.board[seat] = 0
            continue
        for colour in range(4):
            state.colour[seat, colour] = rules.printed[state.board[seat], colour]
        state.reserve[seat] = rules.priests


@jit
def _shuffle_tiles(state, rules, rng):
    n = 0
    for face in range(FACES):
        for _ in range(rules.face_count[face]):
            state.tile_stack[n] = face
            n += 1
    shuffle(state.tile_stack, n, rng, TILES)
    n = 0
    for kind in range(SPECIAL_KINDS):
        for _ in range(rules.special_count[kind]):
            state.special_stack[n] = FIRST_SPECIAL + kind
            n += 1
    shuffle(state.special_stack, n, rng, SPECIALS)


@jit
def _shuffle_pieces(state, rules, rng):
    for kind in range(2):
        n = 4 * rules.per_colour[kind]
        for place in range(n):
            state.piece_stack[kind, place] = place % 4
        shuffle(state.piece_stack[kind], n, rng, PIECES + kind)


@jit
def apply_action(state, rules, action, rng):
    """Do a legal action and go on to the next decision, or to the end."""
    seat, kind = state.to_move, type_of(action)
    if TILE <= kind <= BLANK:
        _build(state, rules, seat, action)
        if state.held_n[seat] == 0:
            _end_go(state, rules, rng)
    elif kind == PIECE:
        place_piece(state, seat, action)
    elif kind == CHAIN:
        use_chain(state, rules, seat, action)
        state.phase = BLESSING
    elif kind == BLESS:
        note_blessing(state, rules, seat, god_of(action), cells_of(action))
        bless(state, rules, seat, god_of(action), cells_of(action))
        state.chain_space, state.chain_colour, state.chain_length = 0, 0, 0
        state.phase = PRIEST
    elif kind == TAKE_OWN:
        _take_private(state, rules, seat, god_of(action))
    elif kind == STOP:
        state.turns_by_chains[seat, min(3, state.chains_used)] += 1
        if lacks_priests(state, rules, seat):
            state.idle[seat] += 1
        _end_go(state, rules, rng)
    else:
        _exchange(state, rules, seat, action, rng)


@jit
def _exchange(state, rules, seat, action, rng):
    kind = type_of(action)
    if kind == SHARE:
        share(state, rules, seat, action)
    elif kind == TAKE:
        take(state, seat, place_of(action))
    elif kind == SEND and not send(state, rules, seat, place_of(action)):
        return  # the next tile is drawn and waits
    _end_go(state, rules, rng)


@jit
def _take_private(state, rules, seat, god):
    """The top card of a deck becomes the seat's own, to be filled by nobody else."""
    state.own_card[seat] = draw_card(state, rules, god)
    state.own_cells[seat] = 0
    state.effect[seat] = NO_EFFECT
    state.phase = PRIEST


@jit
def _build(state, rules, seat, action):
    face_up = type_of(action) == TILE
    slot, space = (place_of(action), slot_of(action)) if face_up else (0, TOP_SPACE)
    tile = int(state.held[seat, slot])
    discard_from_hand(state, seat, slot)
    lay_tile(state, rules, seat, tile, turn_of(action) if face_up else 0, space, face_up)
    if tile >= FIRST_SPECIAL:
        special = tile - FIRST_SPECIAL
        state.special[seat] = 2 + special if face_up else FACE_DOWN
        if not face_up:
            state.aside[seat, 2] = tile
        elif special >= 4:
            state.effect[seat] = special - 3


@jit
def _begin_go(state, rules):
    """A seat's go in the step begins: it draws its tiles, or its effect happens."""
    seat = state.to_move
    if state.step == EXCHANGE:
        begin_exchange(state, rules, seat)
        state.phase = CHOOSING if state.level == 3 else BIRD if rules.bird == 1 else SHARING
    elif state.step == BUILD:
        state.phase = BUILDING
    else:
        state.phase = PRIEST
        _begin_priests(state, rules, seat)


@jit
def _begin_priests(state, rules, seat):
    effect = state.effect[seat]
    if effect == EXTRA:
        state.chains_allowed += 1
    elif effect == TWO_BONUS:
        draw_piece(state, rules, seat, 2)
        draw_piece(state, rules, seat, 2)
    elif effect == PRIVATE:
        for god in range(5):
            if state.deck_next[god] < rules.cards[god]:
                state.phase = OWN_CARD
                return
    else:
        return  # a chain used again takes its effect later
    state.effect[seat] = NO_EFFECT


@jit
def _end_go(state, rules, rng):
    """The seat has finished this step: the next seat, the next step, the next round, or the end."""
    state.done += 1
    state.chains_used = 0
    state.chains_allowed = rules.chains_per_turn
    if state.done == state.players:
        if state.step == PRIESTS and not _next_round(state, rules):
            state.over, state.end_reason = 1, FINISHED
            return
        if state.step == EXCHANGE and state.level < 3:
            change_hands(state, rules)
        state.step = (state.step + 1) % 3
        state.done = 0
    state.to_move = (state.first + state.done) % state.players
    state.turn += 1
    begin_turn(rng, state.turn)
    _begin_go(state, rules)


@jit
def _next_round(state, rules):
    """The token passes left and the round counts on, maybe on the next level. False after the last round."""
    last = 0
    for level in range(state.level):
        last += rules.rounds[level]
    if state.round_number == last:
        _measure_level(state, rules)
        if state.level == 3 or rules.rounds[state.level] == 0:
            return False
        state.level += 1
    state.round_number += 1
    state.first = (state.first + 1) % state.players
    return True


@jit
def _measure_level(state, rules):
    """A level is complete: note the largest chains and by how much each seat leads."""
    level = state.level - 1
    for seat in range(state.players):
        state.formed[seat, level] = longest_chain(state, seat)
        best = np.int64(-1_000_000)
        for other in range(state.players):
            if other != seat:
                best = max(best, score_of(state, rules, other))
        state.lead[seat, level] = score_of(state, rules, seat) - best
