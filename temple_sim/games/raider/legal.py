"""The legal actions of each phase.

Where a count starts as np.int64(0), a plain 0 would compile the function it is passed to once more.
"""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.raider.tables import (
    ALTAR_ROOM,
    ANY,
    AT_BUMPS,
    AT_COLUMN,
    AT_DICE,
    AT_PLACE,
    AT_STEP,
    CAMP_ROOM,
    CARD,
    COLUMNS,
    COPY,
    LEFT,
    PICK,
    PUSH,
    RELIC,
    ROOM,
    STOP,
    STORAGE,
    STORAGE_ROOM,
    USE,
    WILD,
)
from temple_sim.games.raider.temple import (
    can_copy,
    dice_sum,
    free_dice,
    movable_by_eruption,
    movable_down,
    movable_left,
    movable_up,
    unused_dice,
)


@jit
def legal_actions(state, rules, out):
    """Fill out[:n] with the codes of the legal actions."""
    phase, seat = state.phase, state.to_move
    if phase == PICK:
        return _picks(state, seat, out)
    if phase == USE:
        return _uses(state, rules, seat, out)
    if phase == ROOM:
        return _rooms(state, rules, seat, out)
    if phase == ANY:
        return _movable(state, seat, ANY, out, np.int64(0))
    if phase == COPY:
        return _copies(state, rules, seat, out)
    return _moves_up(state, rules, seat, phase, out)


@jit
def _relics(mask, code, column, out, n):
    """An action for each relic of a mask: `code` completed with column and step."""
    code |= column << AT_COLUMN
    step = 0
    while mask:
        if mask & 1:
            out[n] = code | (step << AT_STEP)
            n += 1
        mask >>= 1
        step += 1
    return n


@jit
def _movable(state, seat, code, out, n):
    """An action for each own relic that can move down."""
    for column in range(1, COLUMNS + 1):
        n = _relics(movable_down(state, seat, column), code, column, out, n)
    return n


@jit
def _picks(state, seat, out):
    """Every pair for the active seat, every single die for the others."""
    free, n = free_dice(state), 0
    for first in range(state.players + 1):
        if not (free >> first) & 1:
            continue
        if seat != state.active:
            out[n] = PICK | (1 << first << AT_DICE)
            n += 1
            continue
        for second in range(first + 1, state.players + 1):
            out[n] = PICK | (((1 << first) | (1 << second)) << AT_DICE)
            n += 1
    return n


@jit
def _uses(state, rules, seat, out):
    """Every way to use one die or both; before the first use the resupplies; and to stop."""
    dice = unused_dice(state, seat)
    first = dice & -dice
    n = _uses_of(state, rules, seat, first, out, np.int64(0))
    if dice != first:
        n = _uses_of(state, rules, seat, dice ^ first, out, n)
        n = _uses_of(state, rules, seat, dice, out, n)
    if not state.used_any:
        n = _resupplies(state, rules, seat, out, n)
    out[n] = STOP
    return n + 1


@jit
def _uses_of(state, rules, seat, dice, out, n):
    """What one die, or two dice combined, can be used for with each number of bumps."""
    number, combined = dice_sum(state, dice), (dice & (dice - 1)) != 0
    for bumps in range(state.storage[seat] + 1):
        spent = (dice << AT_DICE) | (bumps << AT_BUMPS)
        if combined and number >= rules.wild_from:
            n = _movable(state, seat, WILD | spent, out, n)
        else:
            if number <= COLUMNS:
                n = _relics(movable_down(state, seat, number), RELIC | spent, number, out, n)
            for slot in range(rules.slots):
                if _usable(state, rules, seat, slot, number):
                    out[n] = CARD | spent | (slot << AT_PLACE)
                    n += 1
        number += rules.bonus
    return n


@jit
def _usable(state, rules, seat, slot, number):
    """Whether a slot holds a card of the number that may be used: a mirror needs a card to copy (RD-2)."""
    kind = state.board[seat, slot]
    if kind < 0 or rules.card_number[kind] != number:
        return False
    return not rules.card_copies[kind] or can_copy(state, rules, seat, slot)


@jit
def _resupplies(state, rules, seat, out, n):
    """A relic from camp to storage, or a relic one column to the left."""
    if state.camp[seat] > 0 and state.storage[seat] < rules.storage:
        out[n] = STORAGE
        n += 1
    for column in range(2, COLUMNS + 1):
        n = _relics(movable_left(state, rules, seat, column), LEFT, column, out, n)
    return n


@jit
def _rooms(state, rules, seat, out):
    """The rooms with space."""
    n = 0
    if state.altar[seat] < rules.altar:
        out[n] = ROOM | (ALTAR_ROOM << AT_PLACE)
        n += 1
    if state.storage[seat] < rules.storage:
        out[n] = ROOM | (STORAGE_ROOM << AT_PLACE)
        n += 1
    if state.camp[seat] < rules.camp:
        out[n] = ROOM | (CAMP_ROOM << AT_PLACE)
        n += 1
    return n


@jit
def _copies(state, rules, seat, out):
    """The other face-up cards that are no mirrors."""
    n = 0
    for slot in range(rules.slots):
        kind = state.board[seat, slot]
        if slot != state.in_play and kind >= 0 and not rules.card_copies[kind]:
            out[n] = COPY | (slot << AT_PLACE)
            n += 1
    return n


@jit
def _moves_up(state, rules, seat, effect, out):
    """Relics an eruption or a push can move up, and to decline."""
    n = 0
    for owner in range(state.players):
        if effect == PUSH and owner == seat:
            continue
        code = effect | (owner << AT_PLACE)
        for column in range(1, COLUMNS + 1):
            mask = movable_by_eruption(state, rules, owner, column)
            if effect == PUSH:
                mask = movable_up(state, owner, column)
            n = _relics(mask, code, column, out, n)
    out[n] = STOP
    return n + 1
