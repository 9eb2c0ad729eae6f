"""One or two colours."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.effects import token_at
from temple_sim.games.trail.tables import DRONE, DRONE_GROUP, DRONES, PLAY, SHRINE, TEMPLE, VALUE_BITS
from temple_sim.policies.registry import Parameter, policy
from temple_sim.policies.trail._after import is_end, landing_of, look_after, worth_of_end
from temple_sim.policies.trail._choice import new_choice, offer
from temple_sim.policies.trail._outlook import (
    leave_places_open,
    new_outlook,
    room_for_outlook,
    room_for_stakes,
    worth_of_token,
)
from temple_sim.policies.trail._points import drive_with_care, net_points, read_points
from temple_sim.policies.trail._tiles import choose_at_tile

COLOURS, OTHERS, PER_SPACE, PUSH, BAR = range(5)


@policy(
    "trail",
    "collects one or two colours, drives their drones and leaves their tokens behind",
    Parameter("colours", 2, 1, 6, "colours it collects"),
    Parameter("others", 1, 0, 2, "part of its points that any other token counts for"),
    Parameter("per_space", 0.5, 0, 10, "points each space of a drone token counts for"),
    Parameter("push", 0.1, 0, 5, "worth of each space a drone of its colours moves, for each artifact it holds of it"),
    Parameter("bar", 0.5, 0, 3, "a card is changed when it gains less than this share of the average card"),
)
def specialist(view, rules, actions, n, params, rng):
    """Price its own colours as if their drones were in front already, and drive them there."""
    choice, stakes, now, then = new_choice(), room_for_stakes(), new_outlook(), room_for_outlook()
    end = room_for_outlook()
    read_points(view, rules, stakes, now, 0.0)
    mine = _own_colours(stakes, now, int(params[COLOURS]), choice, rng)
    leave_places_open(now)
    if view.phase == DRONE or view.tile == SHRINE:
        for colour in range(DRONES):
            stakes.net[colour] *= mine >> colour & 1
        return drive_with_care(view, rules, stakes, now, end, choice, params[PUSH], rng)
    if view.phase != PLAY:
        now.price[DRONE_GROUP] = params[PER_SPACE]
        _believe(now, mine)
        return choose_at_tile(view, rules, now, actions, n, choice, rng, 0.0, params[BAR])
    for i in range(n):
        slot = landing_of(view, rules, actions[i])
        look_after(view, rules, now, then, actions[i], slot)
        if is_end(view, rules, then, slot):
            offer(choice, i, worth_of_end(view, rules, stakes, then, end, slot), rng)
            continue
        worth = net_points(view, rules, stakes, then, slot)
        worth += params[PUSH] * _spaces_gained(stakes, now, then, mine)
        _believe(then, mine)
        offer(choice, i, worth + _price(view, rules, params, then, slot, mine), rng)
    return choice.index


@jit
def _own_colours(stakes, now, count, choice, rng):
    """The colours it holds most of, as bits; of equal ones those whose drones are ahead. `choice` is left blank."""
    mine = 0
    for _ in range(count):
        choice.ties = 0
        for colour in range(DRONES):
            if mine >> colour & 1 == 0:
                offer(choice, colour, stakes.net[colour] + 0.01 * now.drone[colour], rng)
        mine |= 1 << choice.index
    choice.ties = 0
    return mine


@jit
def _believe(outlook, mine):
    """Its drones will end in front."""
    for colour in range(DRONES):
        if mine >> colour & 1:
            outlook.price[colour] = outlook.points[0]


@jit
def _spaces_gained(stakes, now, then, mine):
    """Spaces its drones gain by tokens left behind, times the artifacts it holds of them."""
    total = 0.0
    for colour in range(DRONES):
        if mine >> colour & 1:
            total += stakes.net[colour] * (then.drone[colour] - now.drone[colour])
    return total


@jit
def _price(view, rules, params, then, slot, mine):
    """What the token on a slot counts for."""
    if slot == TEMPLE:
        return 0.0
    code = token_at(view, slot)
    group = code >> VALUE_BITS
    if group == DRONE_GROUP:
        return params[PER_SPACE] * rules.worth[code]
    worth = worth_of_token(rules, then, code)
    return worth if group < DRONES and mine >> group & 1 else params[OTHERS] * worth
