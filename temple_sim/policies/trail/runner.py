"""One explorer home."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.tables import CRATE_GROUP, DRONE, DRONE_GROUP, EXPLORERS, FIRST_EXPLORER_GROUP, PLAY, SHRINE
from temple_sim.policies.registry import Parameter, policy
from temple_sim.policies.trail._after import is_end, landing_of, look_after, worth_of_end
from temple_sim.policies.trail._choice import new_choice, offer
from temple_sim.policies.trail._outlook import new_outlook, room_for_outlook, room_for_stakes
from temple_sim.policies.trail._points import drive_with_care, net_points, read_points, token_points
from temple_sim.policies.trail._tiles import choose_at_tile

STRIDE, PER_SPACE, PUSH, BAR = range(4)


@policy(
    "trail",
    "collects the tokens of one explorer and drives it home before the others, once that wins",
    Parameter("stride", 0.3, 0, 5, "worth of each token its explorer gains on the next other one"),
    Parameter("per_space", 1, 0, 10, "points each space of a drone token counts for in a trade"),
    Parameter("push", 0.1, 0, 2, "worth of moving a drone on, for each own artifact, also where it earns nothing yet"),
    Parameter("bar", 0.5, 0, 3, "a card is changed when it gains less than this share of the average card"),
)
def runner(view, rules, actions, n, params, rng):
    """Count its explorer as first already, and value each token it gains on the others."""
    choice, stakes, now, then = new_choice(), room_for_stakes(), new_outlook(), room_for_outlook()
    end = room_for_outlook()
    read_points(view, rules, stakes, now, 0.0)
    if view.phase == DRONE or view.tile == SHRINE:
        return drive_with_care(view, rules, stakes, now, end, choice, params[PUSH], rng)
    mine = _own_explorer(stakes, now, choice, rng)
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
        _believe(then, mine)
        worth = net_points(view, rules, stakes, then, slot) + token_points(view, rules, stakes, then, slot)
        offer(choice, i, worth + params[STRIDE] * _lead(then, mine), rng)
    return choice.index


@jit
def _own_explorer(stakes, now, choice, rng):
    """The explorer whose tokens promise most; of equal ones that nearest to the temple. `choice` is left blank."""
    for explorer in range(EXPLORERS):
        offer(choice, explorer, stakes.net[FIRST_EXPLORER_GROUP + explorer] - 0.001 * now.way[explorer], rng)
    choice.ties = 0
    return choice.index


@jit
def _believe(outlook, mine):
    """Its explorer will be first, and no other one."""
    for group in range(FIRST_EXPLORER_GROUP, CRATE_GROUP):
        outlook.second[group] += outlook.price[group]
        outlook.price[group] = 0.0
    group = FIRST_EXPLORER_GROUP + mine
    outlook.price[group], outlook.second[group] = 1.0, 0.0


@jit
def _lead(outlook, mine):
    """Tokens its explorer is ahead of the next other one."""
    return min(outlook.way[(mine + 1) % EXPLORERS], outlook.way[(mine + 2) % EXPLORERS]) - outlook.way[mine]
