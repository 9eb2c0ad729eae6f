"""Decisions at location tiles that all policies take in the same way, given what tokens are worth by their outlook."""

from temple_sim.core.jit import jit
from temple_sim.games.trail.bits import lowest, without_lowest
from temple_sim.games.trail.effects import token_at
from temple_sim.games.trail.tables import (
    ACT_DISCARD,
    BASE_CAMP,
    CARD_KINDS,
    DRONE,
    FIRST_CRATE,
    PAYLOAD,
    SLOT_BITS,
    SNAKE,
    TEMPLE,
)
from temple_sim.policies.trail._after import landing_of
from temple_sim.policies.trail._choice import NEARLY, offer
from temple_sim.policies.trail._outlook import worth_of_token


@jit
def spaces_to_move(view, rules):
    """Spaces of the drone decision that is open: those of the token landed on, or the shrine's."""
    return int(rules.worth[token_at(view, view.landing)]) if view.phase == DRONE else int(rules.shrine_spaces)


@jit
def choose_at_tile(view, rules, outlook, actions, n, choice, rng, margin, bar):
    """Base camp, snake or pottery shards; index of the action.

    margin  points that a trade must gain more than
    bar     a card is changed when it gains less than this share of the average card
    """
    if view.tile == BASE_CAMP:
        part = _cards_to_change(view, rules, outlook, bar)
        for i in range(n):
            if actions[i] == ACT_DISCARD | part:
                return i
    for i in range(n):
        if view.tile == SNAKE:
            offer(choice, i, -worth_of_token(rules, outlook, actions[i] & PAYLOAD), rng)
        elif i == 0:  # stop
            offer(choice, i, margin, rng)
        elif _trade(view, rules, outlook, actions[i]) > margin + NEARLY:
            offer(choice, i, _trade(view, rules, outlook, actions[i]), rng)
    return choice.index


@jit
def _trade(view, rules, outlook, action):
    """Points gained by a trade over the crates paid."""
    deal = action & PAYLOAD
    code = token_at(view, deal & ((1 << SLOT_BITS) - 1))
    return worth_of_token(rules, outlook, code) - rules.worth[FIRST_CRATE + (deal >> SLOT_BITS)]


@jit
def _worth_of_card(view, rules, outlook, card):
    slot = landing_of(view, rules, card)
    return 0.0 if slot == TEMPLE else worth_of_token(rules, outlook, token_at(view, slot))


@jit
def _cards_to_change(view, rules, outlook, bar):
    """The cards of the hand that gain too little, as bits in the order of their codes."""
    total = 0.0
    for card in range(CARD_KINDS):
        if rules.card_count[card] > 0:
            total += rules.card_count[card] * _worth_of_card(view, rules, outlook, card)
    part, place, kinds = 0, 0, view.hand_kinds[view.to_move]
    while kinds != 0:
        card = lowest(kinds)
        kinds = without_lowest(kinds)
        count = int(view.hand[view.to_move, card])
        if _worth_of_card(view, rules, outlook, card) * rules.cards_n < bar * total:
            part |= ((1 << count) - 1) << place
        place += count
    return part
