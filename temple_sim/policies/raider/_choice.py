"""Taking the action worth most."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.games.raider.tables import (
    ALTAR_ROOM,
    ANY,
    CARD,
    COPY,
    DICE,
    ERUPT,
    LEFT,
    PICK,
    PUSH,
    RELIC,
    ROOM,
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
from temple_sim.games.raider.temple import dice_sum, free_dice, unused_dice
from temple_sim.policies.raider._values import (
    best_loss,
    best_step_in,
    card_value,
    effects_value,
    loss_value,
    lowest,
    malice,
    number_value,
    step_value,
    twice_value,
    waits_of,
    way_value,
    wild_value,
)

NOTHING = (0.0,) * DICE
NEVER = np.int64(1 << 20)  # the number from which a single die is wild
TIES = 0  # the only source of chance
FIRST = 1e-6  # a card is used before a relic: an escape then fills its slot


@jit
def best_action(view, rules, actions, n, w, rng):
    """Index of the action worth most; equal ones are equally likely."""
    seat = np.int64(view.to_move)
    waits = waits_of(view, rules, w)
    mine, theirs, fire = _prospects(view, rules, waits, w, seat)
    best, choice, ties = -1e9, 0, 1
    for i in range(n):
        worth = _action_value(view, rules, waits, w, seat, np.int64(actions[i]), mine, theirs, fire)
        if worth > best:
            best, choice, ties = worth, i, 1
        elif worth == best:
            ties += 1
            if below(rng, TIES, ties) == 0:
                choice = i
    return choice


@jit
def _prospects(view, rules, waits, w, seat):
    """What each die that can still be picked or used is worth to the seat and to the next, and an eruption."""
    mine = theirs = NOTHING
    fire = 0.0
    if view.phase == PICK:
        free = free_dice(view)
        mine = _dice_values(view, rules, waits, w, seat, free)
        following = (seat + 1) % view.players
        if w.deny and following != view.active:
            theirs = _step_values(view, rules, waits, w, following, free)
        if seat == view.active and view.dice_lava & (view.dice_lava - 1):
            fire = best_loss(view, rules, waits, w, seat, ERUPT)
    elif view.phase == USE:
        unused = unused_dice(view, seat)
        if unused & (unused - 1):
            mine = _dice_values(view, rules, waits, w, seat, unused)
    return mine, theirs, fire


@jit
def _dice_values(view, rules, waits, w, seat, mask):
    values = NOTHING
    for die in range(DICE):
        worth = 0.0
        if (mask >> die) & 1:
            worth = number_value(view, rules, waits, w, seat, np.int64(view.dice_face[die]), NEVER)
        values = values[1:] + (worth,)
    return values


@jit
def _step_values(view, rules, waits, w, seat, mask):
    values = NOTHING
    for die in range(DICE):
        worth = 0.0
        if (mask >> die) & 1:
            worth = best_step_in(view, rules, waits, w, seat, np.int64(view.dice_face[die]))
        values = values[1:] + (worth,)
    return values


@jit
def _action_value(view, rules, waits, w, seat, action, mine, theirs, fire):
    """What an action is worth to the seat to move."""
    kind = kind_of(action)
    if kind == PICK:
        return _pick_value(view, rules, waits, w, seat, dice_of(action), mine, theirs, fire)
    if kind in (RELIC, CARD, WILD):
        return _use_value(view, rules, waits, w, seat, action, kind, mine)
    if kind == ANY:
        return step_value(view, rules, waits, w, seat, column_of(action), step_of(action))
    if kind in (ERUPT, PUSH):
        loss = loss_value(rules, waits, w, column_of(action), step_of(action))
        return loss * malice(view, w, seat, seat_of(action))
    if kind == COPY:
        return effects_value(view, rules, waits, w, seat, np.int64(view.board[seat, slot_of(action)]))
    if kind == ROOM:
        return _room_value(view, rules, w, seat, room_of(action))
    if kind == STORAGE:
        return w.bump
    if kind == LEFT:
        column, step = column_of(action), step_of(action)
        before = way_value(waits, w, column, rules.steps[column] - step)
        return before - way_value(waits, w, column - 1, rules.steps[column - 1] - step)
    return 0.0  # to stop


@jit
def _pick_value(view, rules, waits, w, seat, picked, mine, theirs, fire):
    """Dice are worth their best uses, apart or combined, what others miss, and the eruption of two lava dice."""
    second = lowest(picked)
    first = lowest(picked ^ (1 << second)) if picked & (picked - 1) else second
    if first == second:
        return mine[first] + w.deny * theirs[first]
    number, apart = np.int64(view.dice_face[first]), mine[first] + mine[second]
    if number == view.dice_face[second]:
        step = best_step_in(view, rules, waits, w, seat, number)
        apart = max(mine[first], step + twice_value(view, rules, waits, w, seat, number))
    total = number + view.dice_face[second]
    combined = number_value(view, rules, waits, w, seat, total, np.int64(rules.wild_from))
    worth = max(apart, combined) + w.deny * (theirs[first] + theirs[second])
    return worth + fire if (view.dice_lava & picked) == picked else worth


@jit
def _use_value(view, rules, waits, w, seat, action, kind, mine):
    """A use is worth what it does, less its bumps, and with the best use of the die that is left."""
    if kind == CARD:
        worth = card_value(view, rules, waits, w, seat, slot_of(action)) + FIRST
    else:
        worth = step_value(view, rules, waits, w, seat, column_of(action), step_of(action))
        if kind == WILD:
            worth += wild_value(view, rules, waits, w, seat)
    worth -= bumps_of(action) * w.bump
    left = unused_dice(view, seat) & ~dice_of(action)
    if left == 0:
        return worth
    number = dice_sum(view, left)
    if number != dice_sum(view, dice_of(action)) or bumps_of(action):
        return worth + mine[lowest(left)]
    if kind == CARD:
        return worth + best_step_in(view, rules, waits, w, seat, number)
    return worth + twice_value(view, rules, waits, w, seat, number)


@jit
def _room_value(view, rules, w, seat, room):
    """The altar is worth the more the longer the way, the storage room a bump, the camp nothing."""
    if room == ALTAR_ROOM:
        return w.altar * view.steps_left[seat] / rules.total_steps
    return w.bump if room == STORAGE_ROOM else 0.0
