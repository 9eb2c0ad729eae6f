"""Reading a position: which relics can move, which is the smallest, what dice add up to, how far a seat is.

A mask has bit s for the relic on step s of a column. Policies use these functions too: a view has the state's layout.
"""

from temple_sim.core.jit import jit
from temple_sim.games.raider.tables import COLUMNS, bumps_of, dice_of


@jit
def movable_down(state, seat, column):
    """Mask of the relics that can move one step down; from the last step they escape."""
    relics = state.relics[seat, column]
    return relics & ~(relics >> 1)


@jit
def movable_up(state, seat, column):
    """Mask of the relics that can move one step up."""
    relics = state.relics[seat, column]
    return relics & ~(relics << 1) & ~1


@jit
def movable_by_eruption(state, rules, seat, column):
    """Mask of the relics in lava that can move one step up."""
    return movable_up(state, seat, column) & rules.lava[column]


@jit
def movable_left(state, rules, seat, column):
    """Mask of the relics that can move to the same step of the column with the next lower number."""
    if column < 2:
        return 0
    exists = (1 << rules.steps[column - 1]) - 1
    return state.relics[seat, column] & exists & ~state.relics[seat, column - 1]


@jit
def smallest_column(state, seat):
    """Column of the seat's smallest relic: the lowest number; 0 when no relic is left."""
    for column in range(1, COLUMNS + 1):
        if state.relics[seat, column]:
            return column
    return 0


@jit
def highest_step(mask):
    """The highest step in a mask that is not empty: of two relics in a column the one closest to escaping."""
    step = 0
    while mask > 1:
        mask >>= 1
        step += 1
    return step


@jit
def count(mask):
    """How many bits a mask has."""
    n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


@jit
def dice_sum(state, dice):
    """What the dice of a mask add up to."""
    total, die = 0, 0
    while dice:
        if dice & 1:
            total += state.dice_face[die]
        dice >>= 1
        die += 1
    return total


@jit
def number_of(state, rules, action):
    """The number a RELIC, CARD or WILD action uses: its dice and the bumps."""
    return dice_sum(state, dice_of(action)) + bumps_of(action) * rules.bonus


@jit
def free_dice(state):
    """Mask of the dice in play that no seat has taken yet this turn."""
    dice = (1 << (state.players + 1)) - 1
    for seat in range(state.players):
        dice &= ~state.hand[seat]
    return dice


@jit
def unused_dice(state, seat):
    """Mask of the dice a seat has taken and not used."""
    return state.hand[seat] & ~state.dice_used


@jit
def altar_full(state, rules, seat):
    """Whether a wild of the seat also moves its smallest relic."""
    return state.altar[seat] >= rules.altar


@jit
def can_copy(state, rules, seat, mirror):
    """Whether a mirror in a slot finds another card that is face up and no mirror."""
    for slot in range(rules.slots):
        kind = state.board[seat, slot]
        if slot != mirror and kind >= 0 and not rules.card_copies[kind]:
            return True
    return False


@jit
def progress(state, rules, seat):
    """Steps a seat has gone: all its steps at the start less those its relics still have to go."""
    return rules.total_steps - state.steps_left[seat]
