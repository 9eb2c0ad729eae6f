"""How far a character would carry a seat if it were called now."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.tables import CANOE, CHILD, CRAFTSMAN, ELDER, PRIEST, SCOUT, SEER, THIEF
from temple_sim.games.lost_temple.track import end_space, landing, next_meeple, next_temple, next_village


@jit
def purse(view, rules, seat):
    """Gems a seat has once called: its own and the income."""
    return int(view.gems[seat]) + min(int(rules.income), int(view.gem_supply))


@jit
def longest_step(rules):
    """The most spaces of a thief's, seer's or craftsman's step."""
    most = 0
    for i in range(rules.step_count):
        most = max(most, int(rules.steps[i]))
    return most


@jit
def stride(view, rules, here, gems, card):
    """Spaces a character moves a meeple at a space with that many gems to spend, jungle aside."""
    if card in (THIEF, SEER, CRAFTSMAN):
        return longest_step(rules)
    if card == PRIEST:
        return next_temple(view, rules, here) - here if gems >= rules.priest_cost else 0
    if card == ELDER:
        village = next_village(view, rules, here)
        return village - here if village >= 0 and gems >= rules.elder_cost else 0
    if card == SCOUT:
        return gems * int(rules.scout_rate)
    if card == CANOE:
        return min(gems * int(rules.canoe_rate), int(rules.canoe_most))
    if card == CHILD:
        return max(0, next_meeple(view, here) - here)
    return 0


@jit
def reach(view, rules, seat, card):
    """The space a seat gets to with a character, its income and its machetes, tokens aside."""
    here = int(view.position[seat])
    machetes = int(view.machetes[seat])
    if card == CRAFTSMAN and view.machete_supply > 0:
        machetes += 1
    return landing(view, rules, here, stride(view, rules, here, purse(view, rules, seat), card), machetes)[0]


@jit
def wins_with(view, rules, seat, card):
    """Whether a character carries a seat to the end."""
    return reach(view, rules, seat, card) == end_space(view, rules)


@jit
def price(rules, gems, card):
    """Gems a character's move costs a seat that has so many."""
    if card == PRIEST:
        return int(rules.priest_cost)
    if card == ELDER:
        return int(rules.elder_cost)
    return gems if card in (CANOE, SCOUT) else 0
