"""Leaves rivals little."""

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
    rows_held,
)
from temple_sim.policies.trail._points import drive_with_care, net_points, read_points, token_points
from temple_sim.policies.trail._tiles import choose_at_tile

RIVALS, NEED, PER_SPACE, PUSH, BAR = range(5)


@policy(
    "trail",
    "lets the colours of rivals lag and takes the tokens they need",
    Parameter("rivals", 1, 0, 5, "weight of the rivals' points against its own"),
    Parameter("need", 0.05, 0, 2, "worth of taking an artifact, for each one of its colour that rivals hold"),
    Parameter("per_space", 1, 0, 10, "points each space of a drone token counts for in a trade"),
    Parameter("push", 0.1, 0, 2, "worth of moving a drone on, for each net artifact, also where it earns nothing yet"),
    Parameter("bar", 0.5, 0, 3, "a card is changed when it gains less than this share of the average card"),
)
def denier(view, rules, actions, n, params, rng):
    """Choose the largest lead over the rivals as drones stand after the turn; explorers' places are anybody's."""
    choice, stakes, now, then = new_choice(), room_for_stakes(), new_outlook(), room_for_outlook()
    end = room_for_outlook()
    read_points(view, rules, stakes, now, params[RIVALS])
    leave_places_open(now)
    if view.phase == DRONE or view.tile == SHRINE:
        return drive_with_care(view, rules, stakes, now, end, choice, params[PUSH], rng)
    if view.phase != PLAY:
        now.price[DRONE_GROUP] = params[PER_SPACE]
        return choose_at_tile(view, rules, now, actions, n, choice, rng, 0.0, params[BAR])
    for i in range(n):
        slot = landing_of(view, rules, actions[i])
        look_after(view, rules, now, then, actions[i], slot)
        if is_end(view, rules, then, slot):
            offer(choice, i, worth_of_end(view, rules, stakes, then, end, slot), rng)
            continue
        worth = net_points(view, rules, stakes, then, slot) + token_points(view, rules, stakes, then, slot)
        offer(choice, i, worth + params[NEED] * _wanted(view, rules, stakes, slot), rng)
    return choice.index


@jit
def _wanted(view, rules, stakes, slot):
    """Artifacts on the token of a slot times those rivals hold of its colour."""
    if slot == TEMPLE:
        return 0.0
    code = token_at(view, slot)
    colour = code >> VALUE_BITS
    if colour >= DRONES:
        return 0.0
    held = 0.0
    for row in range(rows_held(view)):
        held += stakes.units[row, colour] if row != view.to_move else 0.0
    return rules.worth[code] * held
