"""What happens to relics, cards and rooms: single moves, escapes, refills, and the effects still to resolve."""

from temple_sim.core.jit import jit
from temple_sim.core.random import shuffle
from temple_sim.core.records import FINISHED
from temple_sim.games.raider.tables import (
    ANY,
    COLUMNS,
    COPY,
    DECKS,
    END,
    ERUPT,
    NONE,
    PUSH,
    RELICS,
    ROOM,
    SMALLEST,
    STORE,
)
from temple_sim.games.raider.temple import (
    can_copy,
    highest_step,
    movable_by_eruption,
    movable_down,
    movable_up,
    smallest_column,
)


@jit
def move_up(state, seat, column, step):
    """A relic one step back up."""
    state.relics[seat, column] ^= 3 << (step - 1)
    state.steps_left[seat] += 1


@jit
def move_left(state, rules, seat, column, step):
    """A relic to the same step of the column with the next lower number."""
    state.relics[seat, column] ^= 1 << step
    state.relics[seat, column - 1] ^= 1 << step
    state.steps_left[seat] += rules.steps[column - 1] - rules.steps[column]


@jit
def move_down(state, rules, seat, column, step, rng):
    """A relic one step down; beyond the last step it escapes."""
    state.steps_left[seat] -= 1
    if step + 1 < rules.steps[column]:
        state.relics[seat, column] ^= 3 << step
        return
    state.relics[seat, column] ^= 1 << step
    _escape(state, rules, seat, column, rng)


@jit
def _escape(state, rules, seat, column, rng):
    """A relic is out: the last one wins at once, any other refills the board and asks for a room."""
    k = state.escaped[seat]
    state.escape_column[seat, k] = column
    state.escape_turn[seat, k] = state.turn
    state.escaped[seat] = k + 1
    if k + 1 == RELICS:
        state.winner = seat
        finish(state, FINISHED)
        return
    refill(state, rules, seat, rng)
    state.phase = ROOM


@jit
def finish(state, reason):
    """The game is over."""
    while state.pending_n > 0:
        pop(state)
    state.used_any = 0
    state.over = 1
    state.end_reason = reason
    state.phase = END


@jit
def refill(state, rules, seat, rng):
    """Draw a card into each empty slot, in slot order, while there are cards."""
    for slot in range(rules.slots):
        if state.board[seat, slot] < 0:
            if state.deck_n[seat] == 0 and rules.reshuffle:
                _reshuffle(state, seat, rng)
            if state.deck_n[seat] == 0:
                return
            state.deck_n[seat] -= 1
            state.board[seat, slot] = state.deck[seat, state.deck_n[seat]]


@jit
def _reshuffle(state, seat, rng):
    """The discard pile becomes the deck."""
    n = state.discard_n[seat]
    for i in range(n):
        state.deck[seat, i] = state.discard[seat, i]
        state.discard[seat, i] = 0
    shuffle(state.deck[seat], n, rng, DECKS + seat)
    state.deck_n[seat] = n
    state.discard_n[seat] = 0


@jit
def discard(state, seat, slot):
    """A card from its slot to the top of the discard pile."""
    n = state.discard_n[seat]
    state.discard[seat, n] = state.board[seat, slot]
    state.discard_n[seat] = n + 1
    state.board[seat, slot] = NONE


@jit
def push_effect(state, effect):
    """Put an effect in front of those still to resolve."""
    state.pending[state.pending_n] = effect
    state.pending_n += 1


@jit
def push_card(state, rules, kind):
    """Put a card's effects in front of those still to resolve, in order."""
    for i in range(rules.card_length[kind] - 1, -1, -1):
        push_effect(state, rules.card_effects[kind, i])


@jit
def pop(state):
    """Take away the first effect."""
    state.pending_n -= 1
    state.pending[state.pending_n] = 0


@jit
def resolve(state, rules, rng):
    """Work through the effects. True once none is left; False when one waits for a decision, or the game is over."""
    seat = state.to_move
    while state.pending_n > 0:
        effect = state.pending[state.pending_n - 1]
        if effect == SMALLEST:
            pop(state)
            column = smallest_column(state, seat)
            move_down(state, rules, seat, column, highest_step(state.relics[seat, column]), rng)
            if state.phase == ROOM or state.over:
                return False
        elif effect == STORE:
            pop(state)
            if state.camp[seat] > 0 and state.storage[seat] < rules.storage:
                state.camp[seat] -= 1
                state.storage[seat] += 1
        elif can_choose(state, rules, seat, effect):
            state.phase = effect
            return False
        else:
            pop(state)
    return True


@jit
def can_choose(state, rules, seat, effect):
    """Whether an effect that needs a decision finds something to choose; otherwise it is skipped."""
    if effect == COPY:
        return can_copy(state, rules, seat, state.in_play)
    for column in range(1, COLUMNS + 1):
        if effect == ANY and movable_down(state, seat, column):
            return True
        for owner in range(state.players):
            if effect == ERUPT and movable_by_eruption(state, rules, owner, column):
                return True
            if effect == PUSH and owner != seat and movable_up(state, owner, column):
                return True
    return False
