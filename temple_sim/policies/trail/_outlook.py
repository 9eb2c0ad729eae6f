"""The outlook: how drones and explorers stand, or are expected to end, and what that makes of stakes in them.

The chance that one marker ends ahead of another is a ramp over its lead. The ramp is as steep as can be where nothing
is expected to change any more: then the outlook is the score of the table as it stands.
"""

from temple_sim.core.jit import jit
from temple_sim.core.records import record_dtype
from temple_sim.games.trail.bits import lower, lowest, without_lowest
from temple_sim.games.trail.effects import token_at
from temple_sim.games.trail.scoring import tokens_ahead
from temple_sim.games.trail.tables import (
    ARTIFACT,
    CRATE,
    CRATE_GROUP,
    DRONE_GROUP,
    DRONES,
    EXPLORER,
    EXPLORERS,
    FIRST_EXPLORER_GROUP,
    GROUPS,
    SEATS,
    VALUE_BITS,
    VALUES,
)
from temple_sim.policies.trail._choice import room_for

AS_IT_STANDS = 1.0  # slope of a ramp that knows no chance: one space ahead is ahead
EQUAL_FIRST, EQUAL_SECOND = 1 / 3, 0.4  # chances of any explorer's places; ties are upgraded

OUTLOOK = record_dtype(
    [
        ("slope", "f8"),  # of the ramp over the leads of drones
        ("way_slope", "f8"),  # of the ramp over the leads of explorers; 0 where all have equal chances
        ("drift", "f8"),  # part of a token near the rear explorer that its drone is expected to gain by it
        ("points", "f8", (DRONES,)),  # for an artifact, by the number of drones ahead
        ("rear", "i8"),  # slot of the rear explorer
        ("furthest", "i8"),  # space of the drone in front
        ("drone", "i8", (DRONES,)),  # space, once the tokens left behind by now are removed
        ("space", "f8", (DRONES,)),  # space with the expected gain
        ("ahead", "f8", (DRONES,)),  # how many drones are expected to be ahead
        ("way", "f8", (EXPLORERS,)),  # tokens before an explorer, -1 at the temple
        ("price", "f8", (GROUPS,)),  # by group of tokens: points for an artifact, chance of the first place, 1 a crate
        ("second", "f8", (GROUPS,)),  # chance of the second place
        ("per_space", "f8", (DRONES,)),  # net points that a space more gains
    ]
)

STAKES = record_dtype(
    [
        ("units", "f8", (SEATS, GROUPS)),  # artifacts, points in first place, crates on a seat's tokens of a group
        ("seconds", "f8", (SEATS, GROUPS)),  # points in second place
        ("net", "f8", (GROUPS,)),  # own units minus the weighted ones of rivals
        ("net_seconds", "f8", (GROUPS,)),
        ("complete", "i8"),  # 1 once explorer and crate tokens are read, as artifacts always are
        ("rival_crates", "f8"),  # of the rival `final_lead` found to be the best
    ]
)

new_outlook = room_for(OUTLOOK)
room_for_outlook = room_for(OUTLOOK, zeroed=False)
room_for_stakes = room_for(STAKES, zeroed=False)


# --- stakes


@jit
def rows_held(view):
    """Rows of `taken` in use; the second one of a solo game is that of the adversaries."""
    return max(int(view.players), 2)


@jit
def read_artifacts(view, rules, stakes, rivalry):
    """Count everybody's artifacts; all rivals together weigh `rivalry`."""
    stakes.complete = 0
    for colour in range(DRONES):
        _read_units(view, rules, stakes, rivalry, colour, rules.values[ARTIFACT])


@jit
def read_other_tokens(view, rules, stakes, rivalry):
    """Count everybody's explorer tokens and crates in the same way."""
    stakes.complete = 1
    _read_units(view, rules, stakes, rivalry, CRATE_GROUP, rules.values[CRATE])
    rows, share = rows_held(view), rivalry / (rows_held(view) - 1)
    for group in range(FIRST_EXPLORER_GROUP, CRATE_GROUP):
        _read_units(view, rules, stakes, rivalry, group, rules.values[EXPLORER])
        stakes.net_seconds[group] = 0.0
        for row in range(rows):
            total = 0
            for code in range(group * VALUES, group * VALUES + rules.values[EXPLORER]):
                total += int(view.taken[row, code]) * int(rules.second[code])
            stakes.seconds[row, group] = total
            stakes.net_seconds[group] += total if row == view.to_move else -share * total


@jit
def _read_units(view, rules, stakes, rivalry, group, values):
    """One group, which has so many different values."""
    rows, own, all_units = rows_held(view), 0, 0
    for row in range(rows):
        total = 0
        for code in range(group * VALUES, group * VALUES + values):
            total += int(view.taken[row, code]) * int(rules.worth[code])
        stakes.units[row, group] = total
        all_units += total
        own = total if row == view.to_move else own
    stakes.net[group] = own - rivalry / (rows - 1) * (all_units - own)


# --- markers


@jit
def way_left(view, rules):
    """How much of the game is left, from 1 down to 0: by the leading explorer or the leading drone."""
    front = max(int(view.explorers[0]), int(view.explorers[1]), int(view.explorers[2]))
    by_drone = (rules.track - view.furthest) / rules.track
    return max(min((view.slots - front) / (view.slots + 1.0), by_drone), 0.0)


@jit
def look(view, rules, outlook, drift, near):
    """Read the markers; the next `near` tokens from the rear explorer on drive their drones by the part `drift`."""
    for colour in range(DRONES):
        outlook.points[colour] = rules.factor[colour]
        outlook.drone[colour] = view.drones[colour]
    for explorer in range(EXPLORERS):
        outlook.way[explorer] = tokens_ahead(view, explorer)
    outlook.rear = min(int(view.explorers[0]), int(view.explorers[1]), int(view.explorers[2]))
    outlook.furthest, outlook.drift, outlook.price[CRATE_GROUP] = view.furthest, drift, 1.0
    leave_behind(view, rules, outlook)
    for colour in range(DRONES):
        outlook.space[colour] = outlook.drone[colour]
    if drift > 0.0:
        _expect_left_behind(view, rules, outlook, near)


@jit
def leave_behind(view, rules, outlook):
    """Move the drones of the artifact tokens behind the rear explorer; whether there are any."""
    found = False
    for word in range(2):
        slots = view.left[word] & lower(outlook.rear - 64 * word)
        while slots != 0:
            code = token_at(view, 64 * word + lowest(slots))
            slots = without_lowest(slots)
            colour = code >> VALUE_BITS
            if colour < DRONES:
                space = min(outlook.drone[colour] + rules.worth[code], rules.track)
                outlook.space[colour] += space - outlook.drone[colour] - outlook.drift * rules.worth[code]
                outlook.drone[colour] = space
                outlook.furthest = max(outlook.furthest, space)
                found = True
    return found


@jit
def _expect_left_behind(view, rules, outlook, near):
    for word in range(2):
        slots = view.left[word] & ~lower(outlook.rear - 64 * word)
        while slots != 0:
            if near <= 0:
                return
            near -= 1
            code = token_at(view, 64 * word + lowest(slots))
            slots = without_lowest(slots)
            if code >> VALUE_BITS < DRONES:
                outlook.space[code >> VALUE_BITS] += outlook.drift * rules.worth[code]


@jit
def ramp(lead, slope):
    """Chance that a marker ends strictly ahead of another of which it is `lead` ahead now."""
    return min(max(0.5 + (lead - 0.5) * slope, 0.0), 1.0)


@jit
def factor_of(outlook, ahead):
    """Points for an artifact when so many drones are expected to be ahead."""
    whole = min(int(ahead), DRONES - 2) & 7  # the mask changes nothing: it shows the compiler no negative place
    low = outlook.points[whole]
    return low + (ahead - whole) * (outlook.points[whole + 1] - low)


@jit
def rank_drones(outlook):
    """Expected ranks and factors from the expected spaces."""
    for colour in range(DRONES):
        outlook.ahead[colour] = 0.0
    for colour in range(DRONES):
        for other in range(colour):
            lead = outlook.space[colour] - outlook.space[other]
            outlook.ahead[other] += ramp(lead, outlook.slope)
            outlook.ahead[colour] += ramp(-lead, outlook.slope)
    for colour in range(DRONES):
        outlook.price[colour] = factor_of(outlook, outlook.ahead[colour])


@jit
def place_explorers(outlook):
    """Chances of the first and the second place from the ways left."""
    for explorer in range(EXPLORERS):
        one, two = (explorer + 1) % EXPLORERS, (explorer + 2) % EXPLORERS
        way, slope = outlook.way[explorer], outlook.way_slope
        by_one, by_two = ramp(way - outlook.way[one], slope), ramp(way - outlook.way[two], slope)
        outlook.price[FIRST_EXPLORER_GROUP + explorer] = (1.0 - by_one) * (1.0 - by_two)
        outlook.second[FIRST_EXPLORER_GROUP + explorer] = by_one + by_two - 2.0 * by_one * by_two


@jit
def leave_places_open(outlook):
    """Equal chances for all explorers."""
    outlook.way_slope = 0.0
    for group in range(FIRST_EXPLORER_GROUP, CRATE_GROUP):
        outlook.price[group], outlook.second[group] = EQUAL_FIRST, EQUAL_SECOND


@jit
def settle(outlook):
    """Turn an outlook into the table as it stands."""
    outlook.slope = outlook.way_slope = AS_IT_STANDS
    for colour in range(DRONES):
        outlook.space[colour] = outlook.drone[colour]
    rank_drones(outlook)
    place_explorers(outlook)


# --- worth


@jit
def worth_of_drones(stakes, outlook):
    """Expected points by the net stakes in drones."""
    total = 0.0
    for colour in range(DRONES):
        total += stakes.net[colour] * outlook.price[colour]
    return total


@jit
def worth_of_explorers(stakes, outlook):
    """Expected points by the net stakes in explorers."""
    total = 0.0
    for explorer in range(EXPLORERS):
        group = FIRST_EXPLORER_GROUP + explorer
        total += stakes.net[group] * outlook.price[group] + stakes.net_seconds[group] * outlook.second[group]
    return total


@jit
def worth_of_token(rules, outlook, code):
    """Expected points of a token."""
    group = code >> VALUE_BITS
    return rules.worth[code] * outlook.price[group] + rules.second[code] * outlook.second[group]


@jit
def gain_by_drone(rules, stakes, outlook, colour, spaces):
    """Expected points gained by moving one drone, by the net stakes."""
    space, slope = outlook.space[colour], outlook.slope
    to = space + min(spaces, rules.track - outlook.drone[colour])
    ahead, gain = 0.0, 0.0
    for other in range(DRONES):
        if other != colour:
            there = outlook.space[other]
            passed = outlook.ahead[other] + ramp(to - there, slope) - ramp(space - there, slope)
            gain += stakes.net[other] * (factor_of(outlook, passed) - outlook.price[other])
            ahead += ramp(there - to, slope)
    return gain + stakes.net[colour] * (factor_of(outlook, ahead) - outlook.price[colour])


@jit
def value_spaces(stakes, outlook):
    """Net points that a space more of each drone gains: it passes others bit by bit, and they lose what it wins."""
    total = 0.0
    for colour in range(DRONES):
        low, high = max(outlook.ahead[colour] - 0.5, 0.0), min(outlook.ahead[colour] + 0.5, DRONES - 1.0)
        outlook.per_space[colour] = stakes.net[colour] * (factor_of(outlook, low) - factor_of(outlook, high))
        total += outlook.per_space[colour]
    best = 0.0
    for colour in range(DRONES):
        outlook.per_space[colour] = outlook.slope * (DRONES * outlook.per_space[colour] - total)
        best = max(best, outlook.per_space[colour])
    outlook.price[DRONE_GROUP] = best
