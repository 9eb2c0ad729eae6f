"""Runner: the most spaces now, whatever they cost."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.piles import first_of
from temple_sim.games.lost_temple.tables import (
    PHASE_CURSE,
    PHASE_DRAFT,
    PHASE_LOOK,
    PHASE_PAY,
    PHASE_ROB,
    PHASE_SWAP,
    SHAMAN,
)
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

AIM = 0


@jit
def fastest(view, rules, actions, n, aim):
    """The pick that brings the most spaces; the shaman counts with the odds of its curse."""
    seat = int(view.to_move)
    here, best, most = int(view.position[seat]), 0, -1.0
    for i in range(n):
        card = first_of(actions[i])
        if card == SHAMAN:
            spaces = aim * (int(view.position[leader(view, seat)]) - here)
        else:
            spaces = float(reach(view, rules, seat, card) - here)
        if spaces > most:
            best, most = i, spaces
    return best


@policy("lost_temple", "most spaces now",
        Parameter("aim", 0.3, 0, 1, "share of the leader's lead that the shaman counts for"))  # fmt: skip
def runner(view, rules, actions, n, params, rng):
    """Pick the fastest character, pay whenever it moves the meeple, aim at the leader and the richest."""
    phase, seat = view.phase, int(view.to_move)
    if phase == PHASE_DRAFT:
        return fastest(view, rules, actions, n, params[AIM])
    if phase == PHASE_CURSE:
        return name_card(view, rules, actions, n, ahead_or_none(view, seat, leader(view, seat)))
    if phase == PHASE_ROB:
        return name_card(view, rules, actions, n, richest(view, seat))
    if phase == PHASE_LOOK:
        return look_ahead(view, rules, actions, n)
    if phase == PHASE_SWAP:
        return swap_or_keep(view, rules, actions, n)
    if phase == PHASE_PAY:
        return pay_or_stay(view, rules, actions, n, True)
    return furthest(view, rules, actions, n)
