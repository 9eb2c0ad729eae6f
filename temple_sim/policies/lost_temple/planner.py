"""Planner: weighs spaces, gems, machetes, jungle ahead, and the danger of being robbed or cursed."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.piles import first_of, kind_of
from temple_sim.games.lost_temple.tables import (
    PAY,
    PHASE_CURSE,
    PHASE_DRAFT,
    PHASE_LOOK,
    PHASE_ROB,
    PHASE_SWAP,
    SCOUT,
)
from temple_sim.policies.lost_temple._draft import choose_card
from temple_sim.policies.lost_temple._naming import choose_name
from temple_sim.policies.lost_temple._plain import look_ahead, swap_or_keep
from temple_sim.policies.lost_temple._reach import price, stride
from temple_sim.policies.lost_temple._worth import WIN, after_move
from temple_sim.policies.registry import Parameter, policy


@jit
def choose_move(view, rules, actions, n, params):
    """The step, payment or scouting that leaves the seat best off."""
    seat, best, most = int(view.to_move), 0, -2 * WIN
    here, gems, machetes = int(view.position[seat]), int(view.gems[seat]), int(view.machetes[seat])
    for i in range(n):
        kind, spaces, cost = kind_of(actions[i]), first_of(actions[i]), 0
        if view.called == SCOUT:
            cost = spaces // int(rules.scout_rate)
        elif kind == PAY:
            spaces, cost = stride(view, rules, here, gems, view.called), price(rules, gems, view.called)
        value = after_move(view, rules, seat, spaces, gems - cost, machetes, params)
        if value > most:
            best, most = i, value
    return best


@policy("lost_temple", "weighs spaces, gems, machetes, jungle ahead, and the danger of being robbed or cursed",
        Parameter("gem", 2, 0, 5, "spaces a gem is worth while it is of use"),
        Parameter("machete", 3, 0, 10, "spaces a machete is worth for a jungle ahead"),
        Parameter("jungle", 2.2, 0, 10, "spaces lost for a jungle ahead without a machete for it"),
        Parameter("finish", 3.5, 0, 20, "spaces for each character that would end the race in the next round"),
        Parameter("temple", 0.1, 0, 1, "weight of the spaces to the next temple, which the priest covers"),
        Parameter("idol", 0.6, 0, 10, "spaces that the idol of the next round is worth"),
        Parameter("aim", 0.6, 0, 1, "odds of a good guess as shaman or thief"),
        Parameter("drift", -0.5, -5, 5, "spaces that the child gains or loses by what others do before it is called"),
        Parameter("cursed", 1, 0, 5, "weight of the odds of being cursed"),
        Parameter("robbed", 1.5, 0, 5, "weight of the odds of being robbed"),
        Parameter("obvious", 0.6, 0, 1, "share of these odds that falls on the most obvious pick alone"),
        Parameter("deny", 5, 0, 100, "spaces for keeping a winning character from the others"),
        Parameter("stop", 20, 0, 100, "spaces for a curse or a robbery that stops a win"))  # fmt: skip
def planner(view, rules, actions, n, params, rng):
    """Choose what leaves the seat best off."""
    phase = view.phase
    if phase == PHASE_DRAFT:
        return choose_card(view, rules, actions, n, params)
    if phase in (PHASE_CURSE, PHASE_ROB):
        return choose_name(view, rules, actions, n, params)
    if phase == PHASE_LOOK:
        return look_ahead(view, rules, actions, n)
    if phase == PHASE_SWAP:
        return swap_or_keep(view, rules, actions, n)
    return choose_move(view, rules, actions, n, params)
