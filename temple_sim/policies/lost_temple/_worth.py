"""What the planner thinks a place on the track is worth, in spaces, and what a move leaves a seat with."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.tables import (
    BACK,
    FORWARD,
    GAIN_GEMS,
    GAIN_MACHETE,
    LOSE_MACHETE,
    PAY_GEMS,
    TOKEN_KINDS,
)
from temple_sim.games.lost_temple.track import chance_slot, end_space, landing, next_temple, sees_token
from temple_sim.policies.lost_temple._reach import longest_step

GEM, MACHETE, JUNGLE, FINISH, TEMPLE, IDOL = range(6)  # places of these weights among the planner's parameters
WIN = 1000.0


@jit
def worth(view, rules, space, gems, machetes, weights):
    """Spaces covered, gems as far as a canoe has use for them, jungle ahead, and a finish within reach."""
    end = end_space(view, rules)
    if space >= end:
        return WIN
    value = space + weights[GEM] * min(float(gems), (end - space) / max(1, int(rules.canoe_rate)))
    value += weights[TEMPLE] * (next_temple(view, rules, space) - space)
    jungles = jungles_ahead(rules, space, end)
    if jungles > machetes:
        return value + weights[MACHETE] * machetes - weights[JUNGLE] * (jungles - machetes)
    return value + weights[MACHETE] * jungles + weights[FINISH] * ways_home(view, rules, space, gems, end)


@jit
def jungles_ahead(rules, space, end):
    """Deep jungle spaces strictly between a space and the end."""
    jungle, n = int(rules.next_jungle[space]), 0
    while jungle < end:
        n += 1
        jungle = int(rules.next_jungle[jungle])
    return n


@jit
def ways_home(view, rules, space, gems, end):
    """How many characters get from a space to the end when called next, jungle aside."""
    short, ways = end - space, 0
    gems += int(rules.income)
    if short <= longest_step(rules):
        ways = 3  # thief, seer, craftsman
    if gems >= rules.priest_cost and next_temple(view, rules, space) >= end:
        ways += 1
    if gems * int(rules.scout_rate) >= short:
        ways += 1
    if min(gems * int(rules.canoe_rate), int(rules.canoe_most)) >= short:
        ways += 1
    return ways


@jit
def token_worth(rules, kind, gems, machetes, weights):
    """What a kind of token brings a seat, in spaces."""
    amount = int(rules.token_amount[kind])
    if kind == GAIN_GEMS:
        return weights[GEM] * amount
    if kind == PAY_GEMS:
        return -weights[GEM] * min(gems, amount)
    if kind == FORWARD:
        return float(amount)
    if kind == BACK:
        return -float(amount)
    if kind == GAIN_MACHETE:
        return weights[MACHETE]
    if kind == LOSE_MACHETE:
        return -weights[MACHETE] if machetes > 0 else 0.0
    return weights[IDOL]


@jit
def chance_worth(view, rules, seat, space, gems, machetes, weights):
    """What the token at a space brings: the one known to lie there, else the mean of all."""
    if chance_slot(view, rules, space) < 0:
        return 0.0
    known = sees_token(view, rules, seat, space)
    if known >= 0:
        return token_worth(rules, known, gems, machetes, weights)
    total = 0.0
    for kind in range(TOKEN_KINDS):
        total += int(rules.token_count[kind]) * token_worth(rules, kind, gems, machetes, weights)
    return total / rules.tokens


@jit
def after_move(view, rules, seat, spaces, gems, machetes, weights):
    """Worth of what a forward move leaves a seat with that then has so many gems and machetes."""
    here = int(view.position[seat])
    space, spent = landing(view, rules, here, spaces, machetes)
    value = worth(view, rules, space, gems, machetes - spent, weights)
    if here < space < end_space(view, rules):
        value += chance_worth(view, rules, seat, space, gems, machetes - spent, weights)
    return value


@jit
def best_step(view, rules, seat, gems, machetes, weights):
    """Worth of the best of the steps."""
    best = -WIN
    for i in range(rules.step_count):
        best = max(best, after_move(view, rules, seat, rules.steps[i], gems, machetes, weights))
    return best
