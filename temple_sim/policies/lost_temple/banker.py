"""Banker: collects gems on free moves, then spends them all in one leap of the canoe or the scout."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.piles import first_of
from temple_sim.games.lost_temple.tables import (
    CANOE,
    CRAFTSMAN,
    ELDER,
    PHASE_CURSE,
    PHASE_DRAFT,
    PHASE_LOOK,
    PHASE_PAY,
    PHASE_ROB,
    PHASE_SCOUT,
    PHASE_SWAP,
    PRIEST,
    SCOUT,
    SHAMAN,
    THIEF,
)
from temple_sim.games.lost_temple.track import end_space, next_jungle, spaces_to_end
from temple_sim.policies.lost_temple._plain import (
    ahead_or_none,
    furthest,
    leader,
    look_ahead,
    name_card,
    paid_space,
    pay_or_stay,
    richest,
    swap_or_keep,
)
from temple_sim.policies.lost_temple._reach import price, purse, reach
from temple_sim.policies.registry import Parameter, policy

LEAP, LOOT = 0, 1
WIN = 1000.0
MACHETE = 2.0  # spaces a craftsman's machete counts for while jungle lies ahead


@jit
def ready(view, rules, seat, gems, leap):
    """Whether so many gems are enough to leap: the number wanted, or all that the canoe needs to the end."""
    return gems >= leap or gems * int(rules.canoe_rate) >= spaces_to_end(view, rules, seat)


@jit
def pick_value(view, rules, seat, card, params):
    """What a character brings: free spaces, gems in the offing, and the leap once there are gems for it."""
    here, space = int(view.position[seat]), reach(view, rules, seat, card)
    if space == end_space(view, rules):
        return WIN - card
    if card in (CANOE, SCOUT):
        if ready(view, rules, seat, purse(view, rules, seat), params[LEAP]):
            return float(space - here)
        return -1.0 if card == CANOE else 0.0
    if card in (PRIEST, ELDER):
        return 0.0
    if card == SHAMAN:
        return params[LOOT] * (int(view.position[leader(view, seat)]) - here)
    if card == THIEF:
        return space - here + params[LOOT] * int(view.gems[richest(view, seat)])
    if card == CRAFTSMAN and view.machetes[seat] == 0 and next_jungle(view, rules, here) >= 0:
        return space - here + MACHETE
    return float(space - here)


@jit
def best_pick(view, rules, actions, n, params):
    """The pick of the greatest value."""
    best, most = 0, -1000.0
    for i in range(n):
        value = pick_value(view, rules, int(view.to_move), first_of(actions[i]), params)
        if value > most:
            best, most = i, value
    return best


@jit
def spends(view, rules, seat, leap):
    """Whether to pay the priest or elder: to win, or while enough gems for the leap are left."""
    left = int(view.gems[seat]) - price(rules, int(view.gems[seat]), view.called)
    return paid_space(view, rules) == end_space(view, rules) or left >= leap


@policy("lost_temple", "collects gems for the canoe and the scout, then leaps",
        Parameter("leap", 6, 0, 50, "gems that are enough for a leap short of the end"),
        Parameter("loot", 0.4, 0, 1, "share of the richest seat's gems (leader's lead) that thief (shaman) counts for"),
        )  # fmt: skip
def banker(view, rules, actions, n, params, rng):
    """Move for free until rich, then leap."""
    phase, seat = view.phase, int(view.to_move)
    if phase == PHASE_DRAFT:
        return best_pick(view, rules, actions, n, params)
    if phase == PHASE_CURSE:
        return name_card(view, rules, actions, n, ahead_or_none(view, seat, leader(view, seat)))
    if phase == PHASE_ROB:
        return name_card(view, rules, actions, n, richest(view, seat))
    if phase == PHASE_LOOK:
        return look_ahead(view, rules, actions, n)
    if phase == PHASE_SWAP:
        return swap_or_keep(view, rules, actions, n)
    if phase == PHASE_PAY:
        return pay_or_stay(view, rules, actions, n, spends(view, rules, seat, params[LEAP]))
    far = furthest(view, rules, actions, n)
    if phase != PHASE_SCOUT or ready(view, rules, seat, int(view.gems[seat]), params[LEAP]):
        return far
    return far if reach(view, rules, seat, SCOUT) == end_space(view, rules) else 0
