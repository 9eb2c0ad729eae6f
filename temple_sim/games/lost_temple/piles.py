"""Piles and sets of cards in one whole number, and the action codes. All of it is free to use in policies.

A pile is an int64 of nibbles: the first card lowest, a card as its number + 1, so that 0 is the empty pile and nine
cards take 36 bits. A set is a bit mask. An action code is an int32: bits 0-3 the kind, bits 4-13 the first argument
(character, spaces, or the lower space looked at), bits 14-23 the second one (the higher space looked at).
"""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.core.random import below
from temple_sim.games.lost_temple.tables import CARDS


@jit
def code(kind, first, second):
    """An action code. Both arguments are below 1024, 0 where the kind has none."""
    return int(kind) | int(first) << 4 | int(second) << 14


@jit
def kind_of(action):
    """Kind of an action code: PICK, CURSE, ROB, LOOK, SWAP, KEEP, MOVE, PAY or STAY."""
    return int(action) & 15


@jit
def first_of(action):
    """Character of a pick, curse or robbery; spaces of a move; lower space of a look."""
    return int(action) >> 4 & 1023


@jit
def second_of(action):
    """Higher space of a look."""
    return int(action) >> 14 & 1023


@jit
def pile_size(pile):
    """Number of cards in a pile."""
    rest, n = np.int64(pile), 0
    while rest > 0:
        rest >>= 4
        n += 1
    return n


@jit
def card_at(pile, place):
    """Card at a place below the pile's size, counted from 0."""
    return int((np.int64(pile) >> (4 * place)) & 15) - 1


@jit
def first_cards(pile, n):
    """The pile of its first n cards."""
    return np.int64(pile) & ((np.int64(1) << (4 * n)) - 1)


@jit
def insert(pile, place, card):
    """The pile with a card put before the one at `place`."""
    low = first_cards(pile, place)
    high = np.int64(pile) >> (4 * place)
    return low | (((high << 4) | np.int64(card + 1)) << (4 * place))


@jit
def append(pile, card):
    """The pile with one more card at its end."""
    return insert(pile, pile_size(pile), card)


@jit
def remove_at(pile, place):
    """The pile without the card at a place; the others keep their order."""
    return first_cards(pile, place) | ((np.int64(pile) >> (4 * place + 4)) << (4 * place))


@jit
def remove(pile, card):
    """The pile without a card it holds; the others keep their order."""
    place = 0
    while card_at(pile, place) != card:
        place += 1
    return remove_at(pile, place)


@jit
def set_of(pile):
    """The cards of a pile as a bit mask."""
    rest, cards = np.int64(pile), 0
    while rest > 0:
        cards |= 1 << (int(rest & 15) - 1)
        rest >>= 4
    return cards


@jit
def set_size(cards):
    """Number of cards in a bit mask."""
    n = 0
    while cards > 0:
        cards &= cards - 1
        n += 1
    return n


@jit
def random_card(cards, rng, stream):
    """A card of a bit mask that is not empty, all equally likely."""
    skip = below(rng, stream, set_size(cards))
    for _ in range(skip):
        cards &= cards - 1
    card = 0
    while (cards >> card) & 1 == 0:
        card += 1
    return card


@jit
def shuffled_deck(rng, stream):
    """All nine cards as a pile in random order."""
    rest, deck = np.int64(0x987654321), np.int64(0)
    for n in range(CARDS, 0, -1):
        place = below(rng, stream, n)
        deck = (deck << 4) | np.int64(card_at(rest, place) + 1)
        rest = remove_at(rest, place)
    return deck
