"""The rules of Temple Raider: setup, legal actions, and what an action does."""

from temple_sim.core.jit import jit
from temple_sim.core.random import begin_turn, below, shuffle
from temple_sim.core.records import LIMIT
from temple_sim.games.raider.columns import count_turn
from temple_sim.games.raider.moves import (
    discard,
    finish,
    move_down,
    move_left,
    move_up,
    pop,
    push_card,
    push_effect,
    refill,
    resolve,
)
from temple_sim.games.raider.tables import (
    ALTAR_ROOM,
    ANY,
    CARD,
    COLUMNS,
    COPY,
    DECKS,
    DICE_ROLL,
    ERUPT,
    LEFT,
    NONE,
    PICK,
    PUSH,
    ROOM,
    SMALLEST,
    STOP,
    STORAGE,
    STORAGE_ROOM,
    USE,
    WILD,
    bumps_of,
    column_of,
    dice_of,
    kind_of,
    room_of,
    seat_of,
    slot_of,
    step_of,
)
from temple_sim.games.raider.temple import altar_full, count, unused_dice


@jit
def setup(state, rules, players, rng):
    """Place the relics, give the head starts, deal the cards and roll for turn 1."""
    state.winner = state.in_play = NONE
    state.turn = 1
    begin_turn(rng, 1)
    for seat in range(players):
        for column in range(1, COLUMNS + 1):
            state.relics[seat, column] = 1
        state.steps_left[seat] = rules.total_steps
        if rules.head_start[seat]:
            state.relics[seat, rules.head_start[seat]] = 2
            state.steps_left[seat] -= 1
        for card in range(rules.deck_size):
            state.deck[seat, card] = rules.deck[card]
        shuffle(state.deck[seat], rules.deck_size, rng, DECKS + seat)
        state.deck_n[seat] = rules.deck_size
        state.board[seat, :] = NONE
        refill(state, rules, seat, rng)
    _roll(state, rules, rng)


@jit
def _roll(state, rules, rng):
    """Roll the dice in play; the active seat picks first."""
    state.dice_lava = state.dice_used = 0
    for die in range(state.players + 1):
        face = rules.faces[die, below(rng, DICE_ROLL, rules.sides[die])]
        state.dice_face[die] = face
        if (rules.lava_faces[die] >> face) & 1:
            state.dice_lava |= 1 << die
    for seat in range(state.players):
        state.hand[seat] = 0
    state.to_move = state.active
    state.phase = PICK


@jit
def apply_action(state, rules, action, rng):
    """Do what the seat to move has chosen, and go on to the next decision or the end."""
    phase = state.phase
    state.phase = USE  # an escape below makes it ROOM
    if phase == PICK:
        _pick(state, dice_of(action))
    elif phase == USE:
        if _use(state, rules, action, rng):
            _end_visit(state, rules, rng)
            return
    elif phase == ROOM:
        _enter_room(state, room_of(action))
    else:
        _do_effect(state, rules, action, phase, rng)
    _go_on(state, rules, rng)


@jit
def _go_on(state, rules, rng):
    """Resolve what is pending; then the seat uses its other die, or its visit ends."""
    if state.over == 0 and state.phase != ROOM and resolve(state, rules, rng):
        seat = state.to_move
        if state.in_play >= 0:
            discard(state, seat, state.in_play)
            state.in_play = NONE
        if unused_dice(state, seat):
            state.phase = USE
        else:
            _end_visit(state, rules, rng)
    elif state.over:
        count_turn(state, rules)


@jit
def _end_visit(state, rules, rng):
    """The next seat picks a die; after the last one the turn passes to the left."""
    state.dice_unused[state.to_move] += count(unused_dice(state, state.to_move))
    state.used_any = 0
    state.to_move = (state.to_move + 1) % state.players
    if state.to_move != state.active:
        state.phase = PICK
        return
    count_turn(state, rules)
    if state.turn == rules.limit_turns:
        finish(state, LIMIT)
        return
    state.turn += 1
    begin_turn(rng, state.turn)
    state.active = (state.active + 1) % state.players
    _roll(state, rules, rng)


@jit
def _pick(state, dice):
    """Take dice; two that show lava cause an eruption (RD-1)."""
    seat = state.to_move
    state.hand[seat] = dice
    if seat == state.active and (state.dice_lava & dice) == dice:
        push_effect(state, ERUPT)


@jit
def _use(state, rules, action, rng):
    """Use dice, resupply or stop. True when that ends the visit."""
    seat, kind = state.to_move, kind_of(action)
    if kind == STOP:
        return True
    if kind == STORAGE:
        state.camp[seat] -= 1
        state.storage[seat] += 1
        state.resupplies_storage[seat] += 1
        return True
    if kind == LEFT:
        move_left(state, rules, seat, column_of(action), step_of(action))
        state.resupplies_left[seat] += 1
        return True
    _spend(state, seat, dice_of(action), bumps_of(action))
    if kind == CARD:
        state.in_play = slot_of(action)
        card = state.board[seat, state.in_play]
        state.cards_used[seat, card] += 1
        push_card(state, rules, card)
        return False
    if kind == WILD:
        state.wilds[seat] += 1
        if altar_full(state, rules, seat):
            push_effect(state, SMALLEST)
    move_down(state, rules, seat, column_of(action), step_of(action), rng)
    state.altar_moves[seat] += kind == WILD and state.pending_n > 0
    return False


@jit
def _spend(state, seat, dice, bumps):
    """Mark dice as used and pay for the bumps."""
    state.dice_used |= dice
    state.used_any = 1
    state.storage[seat] -= bumps
    state.camp[seat] += bumps
    state.bumps[seat] += bumps
    if dice & (dice - 1):
        state.dice_summed[seat] += 2
    else:
        state.dice_alone[seat] += 1


@jit
def _enter_room(state, room):
    """Put the relic that has just escaped into a room."""
    seat = state.to_move
    if room == ALTAR_ROOM:
        state.altar[seat] += 1
    elif room == STORAGE_ROOM:
        state.storage[seat] += 1
    else:
        state.camp[seat] += 1
    state.placed[seat, room] += 1


@jit
def _do_effect(state, rules, action, effect, rng):
    """Carry out or decline the first of the pending effects."""
    seat, kind = state.to_move, kind_of(action)
    pop(state)
    if kind == ANY:
        move_down(state, rules, seat, column_of(action), step_of(action), rng)
    elif kind == COPY:
        push_card(state, rules, state.board[seat, slot_of(action)])
    elif kind == ERUPT:
        move_up(state, seat_of(action), column_of(action), step_of(action))
        state.eruptions_caused[seat] += 1
        state.eruptions_suffered[seat_of(action)] += 1
    elif kind == PUSH:
        move_up(state, seat_of(action), column_of(action), step_of(action))
        state.pushes_made[seat] += 1
        state.pushes_suffered[seat_of(action)] += 1
    elif effect == ERUPT:
        state.eruptions_declined[seat] += 1
    else:
        state.pushes_declined[seat] += 1
