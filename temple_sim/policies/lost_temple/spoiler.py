"""Spoiler: curses and robs the likely choice of the leader, and keeps from it what it needs."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.draft import picks_in_round
from temple_sim.games.lost_temple.piles import first_of
from temple_sim.games.lost_temple.tables import (
    PHASE_CURSE,
    PHASE_DRAFT,
    PHASE_LOOK,
    PHASE_PAY,
    PHASE_ROB,
    PHASE_SWAP,
    SHAMAN,
    THIEF,
)
from temple_sim.games.lost_temple.track import end_space
from temple_sim.policies.lost_temple._plain import (
    ahead_or_none,
    furthest,
    leader,
    look_ahead,
    name_card,
    pay_or_stay,
    richest,
    swap_or_keep,
)
from temple_sim.policies.lost_temple._reach import reach
from temple_sim.policies.registry import Parameter, policy

CURSE_SHARE, ROB_SHARE, DENY = 0, 1, 2
WIN = 1000.0


@jit
def victim(view, seat):
    """Whom to rob: the leader, or the richest if the leader has nothing."""
    first = leader(view, seat)
    return first if view.gems[first] > 0 else richest(view, seat)


@jit
def picks_later(view, other):
    """Whether another seat has a pick to come in this draft."""
    place = (other - int(view.idol)) % int(view.players)
    if place <= view.drafted:
        place += int(view.players)
    return place < picks_in_round(view.players)


@jit
def pick_value(view, rules, seat, card, rival, params):
    """Harm done to the leader, spaces won, and what the leader (-1: it picks no more) is kept from."""
    here = int(view.position[seat])
    if card == SHAMAN:
        return params[CURSE_SHARE] * (int(view.position[leader(view, seat)]) - here)
    space = reach(view, rules, seat, card)
    value = float(space - here)
    if space == end_space(view, rules):
        return WIN - card
    if card == THIEF:
        value += params[ROB_SHARE] * int(view.gems[victim(view, seat)])
    if rival >= 0:
        there = reach(view, rules, rival, card)
        value += params[DENY] * (there - int(view.position[rival]))
        if there == end_space(view, rules):
            value += WIN / 2
    return value


@jit
def best_pick(view, rules, actions, n, params):
    """The pick of the greatest value."""
    seat, best, most = int(view.to_move), 0, -1000.0
    rival = leader(view, seat)
    if not picks_later(view, rival):
        rival = -1
    for i in range(n):
        value = pick_value(view, rules, seat, first_of(actions[i]), rival, params)
        if value > most:
            best, most = i, value
    return best


@policy("lost_temple", "curses and robs the likely choice of the leader",
        Parameter("curse", 0.6, 0, 2, "share of the leader's lead that the shaman counts for"),
        Parameter("rob", 0.8, 0, 2, "spaces that the thief counts for a gem of the leader"),
        Parameter("deny", 0.3, 0, 2, "weight of spaces that a pick keeps from the leader"))  # fmt: skip
def spoiler(view, rules, actions, n, params, rng):
    """Pick what harms the leader, else what moves fast."""
    phase, seat = view.phase, int(view.to_move)
    if phase == PHASE_DRAFT:
        return best_pick(view, rules, actions, n, params)
    if phase == PHASE_CURSE:
        return name_card(view, rules, actions, n, ahead_or_none(view, seat, leader(view, seat)))
    if phase == PHASE_ROB:
        return name_card(view, rules, actions, n, victim(view, seat))
    if phase == PHASE_LOOK:
        return look_ahead(view, rules, actions, n)
    if phase == PHASE_SWAP:
        return swap_or_keep(view, rules, actions, n)
    if phase == PHASE_PAY:
        return pay_or_stay(view, rules, actions, n, True)
    return furthest(view, rules, actions, n)
