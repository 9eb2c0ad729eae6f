"""What a seat may know, and full states that fit it."""

from temple_sim.core.jit import jit
from temple_sim.core.random import shuffle
from temple_sim.core.records import copy_record
from temple_sim.games.trail.effects import lay_tiles, receive_card
from temple_sim.games.trail.tables import CARD_KINDS, HIDDEN, NONE, SEATS


@jit
def observe(state, rules, seat, view):
    """Hide the other hands, the order of the deck and which face-down tile lies where."""
    copy_record(view, state)
    for other in range(state.players):
        if other != seat:
            view.hand_kinds[other] = 0
            for card in range(CARD_KINDS):
                view.hand[other, card] = 0
    for place in range(state.discard_n, rules.cards_n):
        view.cards[place] = NONE
    for place in range(state.tiles_n):
        if state.tile_seat[place] == NONE:
            view.tile_kind[place] = NONE


@jit
def determinize(view, rules, seat, state, rng):
    """Deal the cards and tiles the seat has not seen at random."""
    copy_record(state, view)
    start = _collect_unseen_cards(state, rules, seat)
    shuffle(state.cards[start:], rules.cards_n - start, rng, HIDDEN)
    for other in range(state.players):
        if other != seat:
            count = int(state.hand_n[other])
            state.hand_n[other] = 0
            for _ in range(count):
                receive_card(state, other, int(state.cards[start]))
                start += 1
    kinds = rules.tile_kinds
    for place in range(state.tiles_n):
        if state.tile_seat[place] != NONE:
            kinds &= ~(1 << int(state.tile_kind[place]))
    lay_tiles(state, kinds, rng, HIDDEN)


@jit
def _collect_unseen_cards(state, rules, seat):
    """Write the cards that are neither in the own hand nor discarded to the end of `cards`; where they begin."""
    count = state.hand[(seat + 1) % SEATS]  # the row of a hidden hand, blank in a view, as scratch paper
    for card in range(CARD_KINDS):
        count[card] = rules.card_count[card] - state.hand[seat, card]
    for place in range(state.discard_n):
        count[state.cards[place]] -= 1
    start = rules.cards_n
    for card in range(CARD_KINDS):
        for _ in range(int(count[card])):
            start -= 1
            state.cards[start] = card
        count[card] = 0
    return start
