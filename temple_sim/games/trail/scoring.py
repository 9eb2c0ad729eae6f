"""Places of explorers, factors of drones, scores and win shares."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.bits import count_from, inlined
from temple_sim.games.trail.tables import (
    ADVERSARY,
    ARTIFACT,
    CRATE,
    DRONES,
    EXPLORER,
    EXPLORERS,
    FIRST_CRATE,
    FIRST_EXPLORER_GROUP,
    TEMPLE,
    VALUES,
)


@inlined
def tokens_ahead(state, explorer):
    """Tokens between an explorer and the temple; -1 once it is there."""
    if state.explorers[explorer] == TEMPLE:
        return -1
    return count_from(state.left, int(state.explorers[explorer]) + 1)


@inlined
def explorer_place(state, explorer):
    """1, 2 or 3: one more than the explorers strictly ahead, that is, with fewer tokens before them."""
    own, place = tokens_ahead(state, explorer), 1
    for other in range(EXPLORERS):
        place += tokens_ahead(state, other) < own
    return place


@inlined
def drones_ahead(state, colour):
    """Drones strictly further ahead than one."""
    ahead = 0
    for other in range(DRONES):
        ahead += state.drones[other] > state.drones[colour]
    return ahead


@inlined
def drone_factor(state, rules, colour):
    """Points for each artifact of a colour if the game ended now."""
    return int(rules.factor[drones_ahead(state, colour)])


@inlined
def artifacts(state, rules, seat, colour):
    """Artifacts of a colour on a seat's tokens."""
    total = 0
    for code in range(colour * VALUES, colour * VALUES + rules.values[ARTIFACT]):
        total += int(state.taken[seat, code]) * int(rules.worth[code])
    return total


@inlined
def crates(state, rules, seat):
    """Crates on a seat's tokens."""
    total = 0
    for code in range(FIRST_CRATE, FIRST_CRATE + rules.values[CRATE]):
        total += int(state.taken[seat, code]) * int(rules.worth[code])
    return total


@inlined
def artifact_points(state, rules, seat):
    """Points for a seat's artifacts as the drones stand."""
    total = 0
    for colour in range(DRONES):
        total += artifacts(state, rules, seat, colour) * drone_factor(state, rules, colour)
    return total


@inlined
def explorer_tokens(state, rules, seat, explorer, place):
    """Points for a seat's tokens of an explorer that is at a place."""
    total, group = 0, (FIRST_EXPLORER_GROUP + explorer) * VALUES
    if place > 2:
        return 0
    for code in range(group, group + rules.values[EXPLORER]):
        total += int(state.taken[seat, code]) * int(rules.worth[code] if place == 1 else rules.second[code])
    return total


@inlined
def explorer_points(state, rules, seat):
    """Points for a seat's explorer tokens as the explorers stand."""
    total = 0
    for explorer in range(EXPLORERS):
        total += explorer_tokens(state, rules, seat, explorer, explorer_place(state, explorer))
    return total


@inlined
def bonus_points(state, rules, seat):
    """Points for having brought the first marker to the temple."""
    return rules.bonus if state.first == seat else 0


@jit
def points(state, rules, seat):
    """All points of a seat as things stand."""
    tokens = explorer_points(state, rules, seat) + artifact_points(state, rules, seat) + crates(state, rules, seat)
    return tokens + bonus_points(state, rules, seat)


@jit
def adversary_points(state, rules):
    """Solo: points of the Institute, and of the Conservatory, to which crates are worth more."""
    institute = points(state, rules, ADVERSARY)
    return institute, institute + (rules.crate_value - 1) * crates(state, rules, ADVERSARY)


@jit
def solo_result(own, institute, conservatory):
    """Index into RESULTS: how many adversaries are beaten, the Institute first. Equal points beat nobody."""
    if own <= institute:
        return 0
    return 2 if own > conservatory else 1


@jit
def outcome(state, rules, shares, scores):
    """Most points win, then most crates; in solo play, whoever beats the Institute."""
    _add_points(state, rules, scores)
    best, winners = -1, 0
    for seat in range(state.players):
        rank = _rank(state, rules, seat, scores)
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(state.players):
        shares[seat] = 1.0 / winners if _rank(state, rules, seat, scores) == best else 0.0
    if state.players == 1:
        shares[0] = 1.0 if scores[0] > points(state, rules, ADVERSARY) else 0.0


@inlined
def _add_points(state, rules, scores):
    """Add what `points` gives to each seat's 0, with every factor and place worked out once."""
    for seat in range(state.players):
        scores[seat] += crates(state, rules, seat) + bonus_points(state, rules, seat)
    for colour in range(DRONES):
        factor = drone_factor(state, rules, colour)
        if factor > 0:
            for seat in range(state.players):
                scores[seat] += factor * artifacts(state, rules, seat, colour)
    for explorer in range(EXPLORERS):
        place = explorer_place(state, explorer)
        if place < 3:
            for seat in range(state.players):
                scores[seat] += explorer_tokens(state, rules, seat, explorer, place)


@inlined
def _rank(state, rules, seat, scores):
    """Points, then crates, as one number; crates are below 2 ** 16."""
    return (int(scores[seat]) << 16) + crates(state, rules, seat)
