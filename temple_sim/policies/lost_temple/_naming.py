"""Whom the planner curses or robs, and as which character."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.draft import drafter
from temple_sim.games.lost_temple.piles import code, kind_of
from temple_sim.games.lost_temple.tables import CURSE
from temple_sim.games.lost_temple.track import end_space
from temple_sim.games.lost_temple.views import stage_pools
from temple_sim.policies.lost_temple._guess import harmless, likeliest, may_have_picked
from temple_sim.policies.lost_temple._plain import first_named, index_of
from temple_sim.policies.lost_temple._reach import price, wins_with
from temple_sim.policies.lost_temple._worth import GEM, ways_home

STOP = 12  # place of this weight among the planner's parameters


@jit
def spoils(view, seat, other, kind, weights):
    """What the seat itself gains from hitting another, in spaces."""
    if kind == CURSE:
        return float(int(view.position[other]) - int(view.position[seat]))
    return weights[GEM] * int(view.gems[other])


@jit
def stops(view, rules, other, card, kind):
    """Whether hitting a seat through a character keeps it from the end in this round."""
    needed = kind == CURSE or price(rules, int(view.gems[other]), card) > rules.income
    return needed and wins_with(view, rules, other, card)


@jit
def choose_name(view, rules, actions, n, weights):
    """Name the character with the best odds times stake; a harmless one if every guess would do harm."""
    seat, kind = int(view.to_move), kind_of(actions[0])
    first, end = first_named(kind), end_space(view, rules)
    pools = stage_pools(view, rules, seat)
    best, most = harmless(view, seat, first), 0.0
    for place in range(view.drafted):
        other = drafter(view, place)
        if other == seat:
            continue
        stake = spoils(view, seat, other, kind, weights)
        near = ways_home(view, rules, int(view.position[other]), int(view.gems[other]), end) > 0
        if best >= 0 and stake <= 0 and not near:
            continue
        cards = may_have_picked(view, rules, seat, pools, place)
        card, odds = likeliest(view, rules, other, cards, first)
        if card < 0:
            continue
        if near and stops(view, rules, other, card, kind):
            stake += weights[STOP]
        if odds * stake > most or best < 0:
            best, most = card, odds * stake
    return index_of(actions, n, code(kind, best, 0)) if best >= 0 else 0
