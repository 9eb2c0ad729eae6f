"""The outlook after a card, and who would win if the game ended so."""

from temple_sim.core.jit import jit
from temple_sim.core.records import copy_record
from temple_sim.games.trail.effects import landing_slot, token_at
from temple_sim.games.trail.tables import (
    CRATE_GROUP,
    DRONE_GROUP,
    EXPLORERS,
    FIRST_EXPLORER_GROUP,
    NONE,
    STEP_BITS,
    STEPS,
    TEMPLE,
    VALUE_BITS,
)
from temple_sim.policies.trail._outlook import (
    gain_by_drone,
    leave_behind,
    place_explorers,
    rank_drones,
    read_other_tokens,
    rows_held,
    settle,
    worth_of_token,
)

WON = 1000.0  # outweighs any points


@jit
def landing_of(view, rules, card):
    """Slot a card lands on, or TEMPLE."""
    return landing_slot(view, rules, card >> STEP_BITS, (card & (STEPS - 1)) + 1)


@jit
def rear_after(view, card, slot):
    """Slot of the rear explorer once a card has landed on a slot."""
    rear = slot
    for other in range(EXPLORERS):
        if other != card >> STEP_BITS:
            rear = min(rear, int(view.explorers[other]))
    return rear


@jit
def look_after(view, rules, now, then, card, slot):
    """Make `then` the outlook once a card has landed on a slot and what is behind all explorers has been removed."""
    copy_record(then, now)
    mover = card >> STEP_BITS
    for explorer in range(EXPLORERS):
        if explorer == mover:
            then.way[mover] = now.way[mover] - 1 - (card & (STEPS - 1)) if slot < TEMPLE else -1.0
        elif view.explorers[explorer] < slot < TEMPLE:
            then.way[explorer] -= 1.0
    if then.way_slope > 0.0:
        place_explorers(then)
    then.rear = rear_after(view, card, slot)
    if then.rear > now.rear and leave_behind(view, rules, then):
        rank_drones(then)


@jit
def is_end(view, rules, outlook, slot):
    """Whether a turn that lands on a slot is the last: a marker is at the temple."""
    return view.ending != 0 or slot == TEMPLE or outlook.furthest >= rules.track


# --- the end


@jit
def points_of(view, rules, stakes, outlook, row):
    """Points of the tokens in a row of `taken`, and the bonus."""
    total = float(rules.bonus) if view.first == row else 0.0
    for group in range(CRATE_GROUP + 1):
        total += stakes.units[row, group] * outlook.price[group]
    for group in range(FIRST_EXPLORER_GROUP, CRATE_GROUP):
        total += stakes.seconds[row, group] * outlook.second[group]
    return total


@jit
def final_lead(view, rules, stakes, outlook, gained, ender):
    """Points ahead of the best rival if the game ended so; a tenth of a crate where only crates decide.

    outlook  settled
    gained   code of a token the seat to move gets besides, or NONE
    ender    who earns the bonus if nobody has yet: the seat to move, or NONE for the best rival
    """
    if stakes.complete == 0:
        read_other_tokens(view, rules, stakes, 0.0)
    me = view.to_move
    own, own_crates = points_of(view, rules, stakes, outlook, me), stakes.units[me, CRATE_GROUP]
    if gained != NONE and gained >> VALUE_BITS < DRONE_GROUP:
        own += worth_of_token(rules, outlook, gained)
        own_crates += rules.worth[gained] if gained >> VALUE_BITS == CRATE_GROUP else 0
    best, best_crates = -1.0, 0.0
    for row in range(rows_held(view)):
        if row != me:
            points, crates = points_of(view, rules, stakes, outlook, row), stakes.units[row, CRATE_GROUP]
            if points > best or (points == best and crates > best_crates):
                best, best_crates = points, crates
    stakes.rival_crates = best_crates
    lead = own - best
    if view.first == NONE:
        lead += rules.bonus if ender == me else -rules.bonus
    return 0.1 * (own_crates - best_crates) if lead == 0.0 and view.players > 1 else lead


@jit
def with_result(view, rules, stakes, lead):
    """A final lead with WON for a victory and -WON for a defeat; solo, to beat only the Institute is half a defeat."""
    if lead < 0.0 or (lead == 0.0 and view.players == 1):
        return lead - WON
    if view.players == 1:
        return lead + (WON if lead > (rules.crate_value - 1) * stakes.rival_crates else -0.5 * WON)
    return lead + (WON if lead > 0.0 else 0.0)


@jit
def worth_of_end(view, rules, stakes, then, end, slot):
    """What it is worth to end the game with a card that lands on a slot."""
    copy_record(end, then)
    return _worth_of_result(view, rules, stakes, end, token_at(view, slot) if slot < TEMPLE else NONE)


@jit
def _worth_of_result(view, rules, stakes, end, gained):
    settle(end)
    return with_result(view, rules, stakes, final_lead(view, rules, stakes, end, gained, view.to_move))


@jit
def worth_of_drive(view, rules, stakes, then, end, colour, spaces):
    """Net points gained by moving a drone, or what it is worth to end the game with it."""
    if view.ending == 0 and max(then.furthest, then.drone[colour] + spaces) < rules.track:
        return gain_by_drone(rules, stakes, then, colour, spaces)
    copy_record(end, then)
    end.drone[colour] = min(end.drone[colour] + spaces, rules.track)
    return _worth_of_result(view, rules, stakes, end, NONE)
