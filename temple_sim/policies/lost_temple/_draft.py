"""The planner's draft: what each character would leave it with, how safe it is, and what the pick denies."""

from temple_sim.core.jit import jit
from temple_sim.games.lost_temple.draft import drafter, picks_in_round
from temple_sim.games.lost_temple.piles import first_of, set_of, set_size
from temple_sim.games.lost_temple.tables import ALL_CARDS, CANOE, CHILD, CRAFTSMAN, SEER, SHAMAN, THIEF
from temple_sim.games.lost_temple.track import end_space
from temple_sim.policies.lost_temple._guess import appeal, likeliest
from temple_sim.policies.lost_temple._plain import leader, richest
from temple_sim.policies.lost_temple._reach import price, purse, stride, wins_with
from temple_sim.policies.lost_temple._worth import GEM, WIN, after_move, best_step, ways_home, worth

AIM, DRIFT, CURSED, ROBBED, OBVIOUS, DENY = range(6, 12)  # places of these weights among the planner's parameters


@jit
def outlook(view, rules, seat, card, step, rest, weights):
    """Worth of what playing a character leaves the seat with if nobody interferes.

    step    worth of what the best free step leaves it with; rest: the same for standing still
    """
    here, gems, machetes = int(view.position[seat]), purse(view, rules, seat), int(view.machetes[seat])
    if card == SHAMAN:
        return rest + weights[AIM] * max(0, int(view.position[leader(view, seat)]) - here)
    if card == THIEF:
        return step + weights[AIM] * weights[GEM] * int(view.gems[richest(view, seat)])
    if card == SEER:
        return step
    if card == CRAFTSMAN:
        return best_step(view, rules, seat, gems, machetes + 1, weights) if view.machete_supply > 0 else step
    spaces = stride(view, rules, here, gems, card)
    if spaces == 0 and card != CANOE:
        return rest
    value = after_move(view, rules, seat, spaces, gems - price(rules, gems, card), machetes, weights)
    if card == CANOE:
        return value
    return value + weights[DRIFT] if card == CHILD else max(value, rest)


@jit
def in_play(view, hand, card):
    """Odds that another seat has, or will have, a character this seat does not pick."""
    if (set_of(view.face_up) >> card) & 1:
        return 0.0
    others = picks_in_round(view.players) - int(view.drafted) - 1 if (hand >> card) & 1 else int(view.drafted)
    return others / (others + 1.0)


@jit
def mean_lead(view, seat):
    """Spaces by which a seat is ahead of the mean of the others; 0 if it is behind."""
    total = 0
    for other in range(view.players):
        total += int(view.position[seat]) - int(view.position[other])
    return max(0, total) / (view.players - 1.0)


@jit
def thief_eyes(view, seat):
    """2 for the richest seat, which a thief looks at first, else 1."""
    return 2.0 if view.gems[seat] >= view.gems[richest(view, seat)] else 1.0


@jit
def deadly_cards(view, rules, seat, hand):
    """Characters of the hand that would win the game in this round for a seat that picks later; a bit mask."""
    cards, end = 0, end_space(view, rules)
    for place in range(view.drafted + 1, picks_in_round(view.players)):
        other = drafter(view, place)
        if other == seat or ways_home(view, rules, int(view.position[other]), int(view.gems[other]), end) == 0:
            continue
        for card in range(THIEF, CHILD):
            if (hand >> card) & 1 and wins_with(view, rules, other, card):
                cards |= 1 << card
    return cards


@jit
def hand_set(actions, n):
    """The characters on offer as a bit mask."""
    hand = 0
    for i in range(n):
        hand |= 1 << first_of(actions[i])
    return hand


@jit
def choose_card(view, rules, actions, n, weights):
    """The pick with the best outlook, the danger of being named and the denial of wins counted."""
    seat, hand = int(view.to_move), hand_set(actions, n)
    here, gems, machetes = int(view.position[seat]), purse(view, rules, seat), int(view.machetes[seat])
    step = best_step(view, rules, seat, gems, machetes, weights)
    rest = worth(view, rules, here, gems, machetes, weights)
    lead, loss = mean_lead(view, seat), weights[GEM] * int(view.gems[seat])
    curse = weights[CURSED] * in_play(view, hand, SHAMAN)
    rob = weights[ROBBED] * in_play(view, hand, THIEF) * thief_eyes(view, seat)
    obvious, odds = likeliest(view, rules, seat, ALL_CARDS & ~set_of(view.face_up), SHAMAN)
    scale = odds / appeal(view, rules, seat, obvious)
    deadly = deadly_cards(view, rules, seat, hand)
    best, most = 0, -2 * WIN
    for i in range(n):
        card = first_of(actions[i])
        value = outlook(view, rules, seat, card, step, rest, weights)
        # How likely a rival that guesses at all guesses this one.
        guess = (1 - weights[OBVIOUS]) * scale * appeal(view, rules, seat, card)
        if card == obvious:
            guess += weights[OBVIOUS]
        cursed = curse * guess if card != SHAMAN else 0.0
        robbed = rob * guess if card > THIEF else 0.0
        if value >= WIN:
            if price(rules, gems, card) <= rules.income:
                robbed = 0.0  # a robbery would not stop it
            value = rest + (WIN - rest) * max(0.0, 1.0 - cursed - robbed)
        else:
            value -= cursed * lead + robbed * loss
        if (deadly >> card) & 1:
            value += weights[DENY] / set_size(deadly)
        if value > most:
            best, most = i, value
    return best
