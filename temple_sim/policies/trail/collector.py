"""Most points now."""

from temple_sim.games.trail.tables import DRONE, DRONE_GROUP, PLAY, SHRINE
from temple_sim.policies.registry import Parameter, policy
from temple_sim.policies.trail._after import landing_of, look_after
from temple_sim.policies.trail._choice import new_choice, offer
from temple_sim.policies.trail._outlook import new_outlook, room_for_outlook, room_for_stakes
from temple_sim.policies.trail._points import drive, net_points, read_points, token_points
from temple_sim.policies.trail._tiles import choose_at_tile

PER_SPACE, PUSH, BAR = range(3)


@policy(
    "trail",
    "takes what gives it the most points if the game ended with its turn, and looks at nobody else",
    Parameter("per_space", 1, 0, 10, "points each space of a drone token counts for in a trade"),
    Parameter("push", 0.1, 0, 2, "worth of moving a drone on, for each own artifact, also where it earns nothing yet"),
    Parameter("bar", 0.5, 0, 3, "a card is changed when it gains less than this share of the average card"),
)
def collector(view, rules, actions, n, params, rng):
    """Choose the most own points as the table stands after the turn."""
    choice, stakes, now, then = new_choice(), room_for_stakes(), new_outlook(), room_for_outlook()
    read_points(view, rules, stakes, now, 0.0)
    if view.phase == DRONE or view.tile == SHRINE:
        return drive(view, rules, stakes, now, choice, params[PUSH], rng)
    if view.phase != PLAY:
        now.price[DRONE_GROUP] = params[PER_SPACE]
        return choose_at_tile(view, rules, now, actions, n, choice, rng, 0.0, params[BAR])
    for i in range(n):
        slot = landing_of(view, rules, actions[i])
        look_after(view, rules, now, then, actions[i], slot)
        points = net_points(view, rules, stakes, then, slot) + token_points(view, rules, stakes, then, slot)
        offer(choice, i, points, rng)
    return choice.index
