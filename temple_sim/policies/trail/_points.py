"""Points as the table stands: what the policies that do not look ahead go by."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.effects import token_at
from temple_sim.games.trail.tables import DRONE_GROUP, DRONES, NONE, TEMPLE, VALUE_BITS
from temple_sim.policies.trail._after import is_end, worth_of_drive
from temple_sim.policies.trail._choice import offer
from temple_sim.policies.trail._outlook import (
    AS_IT_STANDS,
    gain_by_drone,
    look,
    place_explorers,
    rank_drones,
    read_artifacts,
    read_other_tokens,
    worth_of_drones,
    worth_of_explorers,
    worth_of_token,
)
from temple_sim.policies.trail._tiles import spaces_to_move


@jit
def read_points(view, rules, stakes, now, rivalry):
    """Stakes, and factors and places as if nothing moved any more."""
    now.slope = now.way_slope = AS_IT_STANDS
    look(view, rules, now, 0.0, 0)
    rank_drones(now)
    place_explorers(now)
    read_artifacts(view, rules, stakes, rivalry)
    read_other_tokens(view, rules, stakes, rivalry)


@jit
def net_points(view, rules, stakes, then, slot):
    """Points by the net stakes once a card has landed on a slot, without the token there; the bonus included."""
    points = worth_of_drones(stakes, then) + worth_of_explorers(stakes, then)
    return points + (rules.bonus if view.first == NONE and is_end(view, rules, then, slot) else 0)


@jit
def token_points(view, rules, stakes, then, slot):
    """Points of the token on a slot; of a drone token, those gained by its best move."""
    if slot == TEMPLE:
        return 0.0
    code = token_at(view, slot)
    if code >> VALUE_BITS < DRONE_GROUP:
        return worth_of_token(rules, then, code)
    best = 0.0
    for colour in range(DRONES):
        best = max(best, gain_by_drone(rules, stakes, then, colour, int(rules.worth[code])))
    return best


@jit
def drive(view, rules, stakes, now, choice, push, rng):
    """The drone whose move gains most net points, with `push` points added for each net artifact; its index."""
    spaces = spaces_to_move(view, rules)
    for colour in range(DRONES):
        gain = push * stakes.net[colour] + gain_by_drone(rules, stakes, now, colour, spaces)
        if view.first == NONE and now.drone[colour] + spaces >= rules.track:
            gain += rules.bonus
        offer(choice, colour, gain, rng)
    return choice.index


@jit
def drive_with_care(view, rules, stakes, now, end, choice, push, rng):
    """The same, but the game is ended only when that wins."""
    spaces = spaces_to_move(view, rules)
    for colour in range(DRONES):
        gain = push * stakes.net[colour] + worth_of_drive(view, rules, stakes, now, end, colour, spaces)
        offer(choice, colour, gain, rng)
    return choice.index
