"""What steps, cards and numbers are worth to a seat under a policy's weights.

What comes out of a record is made an int64 before it is passed on, so that each function is compiled once.
"""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.raider.tables import ANY, COLUMNS, ERUPT, MAX_STEPS, NONE, PUSH, RELICS, SMALLEST, STORE
from temple_sim.games.raider.temple import altar_full, can_copy, movable_up, smallest_column

# A word holds a small count for each column: it costs less to pass around than an array.
BITS = 6
FIELD = (1 << BITS) - 1
WORD = (1 << (BITS * COLUMNS)) - 1
QUARTERS = 4.0  # in which waits are counted
WIN = 1000.0
LOWEST = np.array([max(mask.bit_length() - 1, 0) for mask in range(1 << MAX_STEPS)], np.int8)


@jit
def lowest(relics):
    """The step of a column's lowest relic, the one closest to escaping."""
    return np.int64(LOWEST[relics])


@jit
def waits_of(view, rules, w):
    """How many dice it takes until a column's number comes up, for all columns in one word, in quarters.

    A number comes up on a die, or, by the weight `pair`, as the sum of two.
    """
    shown, sides = _sides_in_play(view, rules)
    summed, sums = _sums(rules, shown), rules.sides[0] * sides
    packed = 0
    for column in range(1, COLUMNS + 1):
        ways = _field(shown, column) * rules.sides[0] + w.pair * _field(summed, column)
        packed |= max(1, min(int(QUARTERS * sums / (ways + w.spare * sums)), FIELD)) << (BITS * (column - 1))
    return np.int64(packed)


@jit
def _sides_in_play(view, rules):
    """How many sides show each number, in one word, and how many sides there are, up to 63."""
    shown, sides = 0, 0
    for die in range(view.players + 1):
        if sides + rules.sides[die] > FIELD:
            break
        sides += np.int64(rules.sides[die])
        for side in range(rules.sides[die]):
            face = np.int64(rules.faces[die, side])
            if face <= COLUMNS:
                shown += 1 << (BITS * (face - 1))
    return shown, sides


@jit
def _sums(rules, shown):
    """How many of those sides make each number together with a side of the first die, in one word."""
    summed = 0
    for side in range(rules.sides[0]):
        face = np.int64(rules.faces[0, side])
        if face < COLUMNS:
            summed += (shown << (BITS * face)) & WORD
    return summed


@jit
def _field(packed, number):
    return (packed >> (BITS * (number - 1))) & FIELD


@jit
def way_value(waits, w, column, left):
    """What it would be worth to be rid of all steps a relic has left."""
    return left * (w.step + w.wait * _wait(waits, column))


@jit
def _wait(waits, column):
    return _field(waits, column) / QUARTERS


@jit
def _plain_step(waits, w, column, left):
    """A step of a relic with `left` steps to go, whatever is there."""
    return w.step + w.near / left + w.low * (COLUMNS - column) + w.wait * _wait(waits, column)


@jit
def step_value(view, rules, waits, w, seat, column, step):
    """What a step down of its relic is worth to a seat."""
    left = np.int64(rules.steps[column]) - step
    worth = _plain_step(waits, w, column, left)
    lava = rules.lava[column] >> step
    if left > 1:
        return worth * (1.0 + w.lava * ((lava & 1) - ((lava >> 1) & 1)))
    if view.escaped[seat] == RELICS - 1:
        return WIN
    worth += w.lava * worth * (lava & 1) + w.escape + _refill_value(view, rules, w, seat)
    return worth - w.keep / _wait(waits, column)


@jit
def _refill_value(view, rules, w, seat):
    empty = 0
    for slot in range(np.int64(rules.slots)):
        empty += view.board[seat, slot] < 0
    return w.refill * min(empty, view.deck_n[seat] + rules.reshuffle * view.discard_n[seat])


@jit
def loss_value(rules, waits, w, column, step):
    """What a seat loses when its relic goes a step up."""
    return _plain_step(waits, w, column, rules.steps[column] - step + 1)


@jit
def malice(view, w, seat, owner):
    """What a seat makes of a relic's way up: its own is a loss, that of the opponent who leads counts in full."""
    if owner == seat:
        return -1.0
    for other in range(np.int64(view.players)):
        if other != seat and view.steps_left[other] < view.steps_left[owner]:
            return w.attack * w.others
    return w.attack


@jit
def best_step(view, rules, waits, w, seat):
    """The value of a seat's best step with any of its relics."""
    best = 0.0
    for column in range(1, COLUMNS + 1):
        best = max(best, best_step_in(view, rules, waits, w, seat, column))
    return best


@jit
def best_step_in(view, rules, waits, w, seat, column):
    """The value of the step of a column's lowest relic; 0 when there is none, or no such column."""
    relics = np.int64(view.relics[seat, column]) if column <= COLUMNS else 0
    return step_value(view, rules, waits, w, seat, column, lowest(relics)) if relics else 0.0


@jit
def smallest_value(view, rules, waits, w, seat):
    """The value of a step of the seat's smallest relic."""
    return best_step_in(view, rules, waits, w, seat, smallest_column(view, seat))


@jit
def best_loss(view, rules, waits, w, seat, effect):
    """The value of the best eruption or push against an opponent."""
    best = 0.0
    for owner in range(np.int64(view.players)):
        if owner == seat:
            continue
        worst = 0.0
        for column in range(1, COLUMNS + 1):
            relics = movable_up(view, owner, column)
            if effect == ERUPT:
                relics &= rules.lava[column]
            if relics:
                worst = max(worst, loss_value(rules, waits, w, column, lowest(relics)))
        best = max(best, worst * malice(view, w, seat, owner))
    return best


@jit
def card_value(view, rules, waits, w, seat, slot):
    """What the effects of the card in a slot are worth, less what keeping it is worth."""
    kind = np.int64(view.board[seat, slot])
    worth = effects_value(view, rules, waits, w, seat, kind) - w.hold
    if rules.card_copies[kind]:
        worth += best_copy(view, rules, waits, w, seat, slot)
    return worth


@jit
def effects_value(view, rules, waits, w, seat, kind):
    """What the effects of a kind of card are worth, each as if it came first; copies are left out."""
    total, worth, before = 0.0, 0.0, NONE
    for i in range(rules.card_length[kind]):
        effect = np.int64(rules.card_effects[kind, i])
        if effect != before:
            worth, before = _effect_value(view, rules, waits, w, seat, effect), effect
        total += worth
    return total


@jit
def _effect_value(view, rules, waits, w, seat, effect):
    if effect == SMALLEST:
        return smallest_value(view, rules, waits, w, seat)
    if effect == ANY:
        return best_step(view, rules, waits, w, seat)
    if effect in (ERUPT, PUSH):
        return best_loss(view, rules, waits, w, seat, effect)
    if effect == STORE and view.camp[seat] > 0 and view.storage[seat] < rules.storage:
        return w.bump
    return 0.0


@jit
def best_copy(view, rules, waits, w, seat, mirror):
    """The value of the best card a mirror in a slot can copy."""
    best = 0.0
    for slot in range(np.int64(rules.slots)):
        kind = np.int64(view.board[seat, slot])
        if slot != mirror and kind >= 0 and not rules.card_copies[kind]:
            best = max(best, effects_value(view, rules, waits, w, seat, kind))
    return best


@jit
def best_card(view, rules, waits, w, seat, number):
    """The value of a seat's best card of a number; 0 without one."""
    best = 0.0
    for slot in range(np.int64(rules.slots)):
        kind = np.int64(view.board[seat, slot])
        if kind < 0 or rules.card_number[kind] != number:
            continue
        if not rules.card_copies[kind] or can_copy(view, rules, seat, slot):
            best = max(best, card_value(view, rules, waits, w, seat, slot))
    return best


@jit
def wild_value(view, rules, waits, w, seat):
    """The value of a wild without the relic it moves by choice: the bonus of a full altar."""
    return smallest_value(view, rules, waits, w, seat) if altar_full(view, rules, seat) else 0.0


@jit
def number_value(view, rules, waits, w, seat, number, wild_from):
    """The value of the best use of a number, with relics from storage added where that pays.

    A number of `wild_from` or more is a wild.
    """
    best = 0.0
    for bumps in range(view.storage[seat] + 1):
        if number >= wild_from:
            wild = best_step(view, rules, waits, w, seat) + wild_value(view, rules, waits, w, seat)
            return max(best, wild - bumps * w.bump)
        step = best_step_in(view, rules, waits, w, seat, number)
        best = max(best, max(step, best_card(view, rules, waits, w, seat, number)) - bumps * w.bump)
        number += rules.bonus
    return best


@jit
def twice_value(view, rules, waits, w, seat, number):
    """The value of using a number a second time in a visit, after its relic has moved."""
    best = best_card(view, rules, waits, w, seat, number)
    relics = np.int64(view.relics[seat, number]) if number <= COLUMNS else 0
    if relics:
        step = lowest(relics) + 1
        if step < rules.steps[number]:
            best = max(best, step_value(view, rules, waits, w, seat, number, step))
    return best
