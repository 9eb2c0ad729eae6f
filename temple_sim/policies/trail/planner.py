"""The strongest policy: expected final points of everything, and an eye on who would win an end."""

from temple_sim.core.jit import jit
from temple_sim.core.records import copy_record
from temple_sim.games.trail.bits import lower, lowest, without_lowest
from temple_sim.games.trail.effects import token_at
from temple_sim.games.trail.tables import (
    CRATE_GROUP,
    DRONE,
    DRONE_GROUP,
    DRONES,
    EXPLORERS,
    NONE,
    PLAY,
    SHRINE,
    TEMPLE,
    VALUE_BITS,
)
from temple_sim.policies.registry import Parameter, policy
from temple_sim.policies.trail._after import (
    WON,
    final_lead,
    is_end,
    landing_of,
    look_after,
    rear_after,
    worth_of_drive,
    worth_of_end,
)
from temple_sim.policies.trail._choice import new_choice, offer
from temple_sim.policies.trail._outlook import (
    leave_places_open,
    look,
    new_outlook,
    place_explorers,
    rank_drones,
    read_artifacts,
    read_other_tokens,
    room_for_outlook,
    room_for_stakes,
    settle,
    value_spaces,
    way_left,
    worth_of_drones,
    worth_of_explorers,
    worth_of_token,
)
from temple_sim.policies.trail._tiles import choose_at_tile, spaces_to_move

RIVALS, DRONE_NOISE, WAY_NOISE, HORIZON, DRIFT, NEAR, DANGER, MARGIN, BAR = range(9)


@policy(
    "trail",
    "weighs the expected final points of all stakes, its own and its rivals', and ends the game when that wins",
    Parameter("rivals", 0.8, 0, 3, "weight of the rivals' points against its own"),
    Parameter("drone_noise", 45, 0, 500, "spaces a drone's lead may change by over a whole game"),
    Parameter("way_noise", 300, 0, 5000, "tokens an explorer's lead may change by over a whole game"),
    Parameter("horizon", 0.2, 0, 1, "part of the game left from which on the explorers' places can be foreseen"),
    Parameter("drift", 0.3, 0, 1, "chance that a token near the rear explorer will be left behind"),
    Parameter("near", 4, 0, 60, "tokens that count as near the rear explorer"),
    Parameter("danger", 10, 0, 100, "worth of not letting a rival who would win end the game"),
    Parameter("margin", 1, 0, 20, "points a trade must gain"),
    Parameter("bar", 1.1, 0, 3, "a card is changed when it gains less than this share of the average card"),
)
def planner(view, rules, actions, n, params, rng):
    """Choose the largest expected lead."""
    choice, stakes, now = new_choice(), room_for_stakes(), new_outlook()
    then, end = room_for_outlook(), room_for_outlook()
    _expect(view, rules, stakes, now, params)
    if view.phase == DRONE or view.tile == SHRINE:
        spaces = spaces_to_move(view, rules)
        for colour in range(n):
            if now.way_slope == 0.0 and now.furthest + spaces < rules.track:
                offer(choice, colour, now.per_space[colour], rng)
            else:
                offer(choice, colour, worth_of_drive(view, rules, stakes, now, end, colour, spaces), rng)
        return choice.index
    if view.phase != PLAY:
        return choose_at_tile(view, rules, now, actions, n, choice, rng, params[MARGIN], params[BAR])
    base, margin = worth_of_drones(stakes, now), _margin_if_rival_ends(view, rules, stakes, now, end)
    for i in range(n):
        slot = landing_of(view, rules, actions[i])
        sure, worth = _worth_far_from_end(view, rules, params, now, actions[i], slot)
        if sure:
            worth += base
        else:
            look_after(view, rules, now, then, actions[i], slot)
            worth = _worth_after(view, rules, params, stakes, then, end, slot, margin)
        offer(choice, i, worth, rng)
    return choice.index


@jit
def _expect(view, rules, stakes, now, params):
    """Read the table: stakes, and how the markers are expected to end."""
    left = way_left(view, rules)
    now.slope = 1.0 / (1.0 + left * params[DRONE_NOISE])
    look(view, rules, now, params[DRIFT], params[NEAR])
    rank_drones(now)
    read_artifacts(view, rules, stakes, params[RIVALS])
    value_spaces(stakes, now)
    if left > params[HORIZON]:
        leave_places_open(now)
    else:
        now.way_slope = 1.0 / (1.0 + left * params[WAY_NOISE])
        place_explorers(now)
        read_other_tokens(view, rules, stakes, params[RIVALS])


@jit
def _worth_far_from_end(view, rules, params, now, card, slot):
    """Whether all is open yet, so that markers need no second look, and then what a card gains."""
    if now.way_slope > 0.0 or slot == TEMPLE:
        return False, 0.0
    rear = rear_after(view, card, slot)
    worth, spaces = worth_of_token(rules, now, token_at(view, slot)), 0
    if rear > now.rear:
        gain, spaces = _gain_by_left_behind(view, rules, now, rear)
        worth += gain
    if view.players == 1:
        worth -= _toll(view, rules, params, now, rear, slot)
    return now.furthest + spaces < rules.track, worth


@jit
def _gain_by_left_behind(view, rules, now, rear):
    """Net points gained by the drones that tokens behind a new rear move, and the spaces they move."""
    gain, spaces = 0.0, 0
    for word in range(2):
        slots = view.left[word] & lower(rear - 64 * word)
        while slots != 0:
            code = token_at(view, 64 * word + lowest(slots))
            slots = without_lowest(slots)
            if code >> VALUE_BITS < DRONES:
                gain += rules.worth[code] * now.per_space[code >> VALUE_BITS]
                spaces += int(rules.worth[code])
    return (1.0 - now.drift) * gain, spaces


@jit
def _worth_after(view, rules, params, stakes, then, end, slot, margin):
    """Expected lead after a card that lands on a slot."""
    toll = _toll(view, rules, params, then, then.rear, slot) if view.players == 1 else 0.0
    code = token_at(view, slot) if slot < TEMPLE else NONE
    if is_end(view, rules, then, slot) and code >> VALUE_BITS != DRONE_GROUP:
        return worth_of_end(view, rules, stakes, then, end, slot) - toll
    if code >> VALUE_BITS == DRONE_GROUP:
        gain = _best_drive(view, rules, stakes, then, end, int(rules.worth[code]))
    else:
        gain = worth_of_token(rules, then, code)
    worth = worth_of_drones(stakes, then) + gain - toll
    if then.way_slope > 0.0:
        worth += worth_of_explorers(stakes, then)
        if margin + gain < 0.0:
            worth -= params[DANGER] * _chance_of_end(rules, then)
    return worth


@jit
def _margin_if_rival_ends(view, rules, stakes, now, end):
    """Points it would be ahead if a rival ended the game next; none are in danger far from the end and in solo play."""
    front = min(now.way[0], now.way[1], now.way[2])
    if now.way_slope == 0.0 or front >= 2 * rules.longest or view.players == 1:
        return WON
    copy_record(end, now)
    settle(end)
    return final_lead(view, rules, stakes, end, NONE, NONE)


@jit
def _chance_of_end(rules, then):
    """Chance that the next rival holds a card to end the game with, if all cards are equally likely."""
    short = rules.longest - min(then.way[0], then.way[1], then.way[2])
    return min(max(rules.hand * short / (EXPLORERS * rules.longest), 0.0), 1.0)


@jit
def _toll(view, rules, params, outlook, rear, slot):
    """Solo: what the token the adversaries get next is worth to them."""
    first = _rearmost(view, rear, slot)
    if first == NONE:
        return 0.0
    code = token_at(view, first)
    times = rules.crate_value if code >> VALUE_BITS == CRATE_GROUP else 1
    return params[RIVALS] * times * worth_of_token(rules, outlook, code)


@jit
def _rearmost(view, rear, taken):
    """Slot of the first token not behind slot `rear`, other than the one `taken`; NONE when there is none."""
    for word in range(2):
        slots = view.left[word] & ~lower(rear - 64 * word)
        while slots != 0:
            slot = 64 * word + lowest(slots)
            if slot != taken:
                return slot
            slots = without_lowest(slots)
    return NONE


@jit
def _best_drive(view, rules, stakes, then, end, spaces):
    """The better of its two strongest colours; moves of others gain little."""
    one, two = 0, 1
    for colour in range(1, DRONES):
        if stakes.net[colour] > stakes.net[one]:
            one, two = colour, one
        elif colour > 1 and stakes.net[colour] > stakes.net[two]:
            two = colour
    worth = worth_of_drive(view, rules, stakes, then, end, one, spaces)
    return max(worth, worth_of_drive(view, rules, stakes, then, end, two, spaces))
