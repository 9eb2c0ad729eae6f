"""What a seat may know: everything but the order of the decks, its own included."""

from temple_sim.core.jit import jit
from temple_sim.core.random import shuffle
from temple_sim.core.records import copy_record
from temple_sim.games.raider.tables import HIDDEN, NONE


@jit
def observe(state, rules, seat, view):
    """The state as every seat sees it: decks have a size and no cards."""
    copy_record(view, state)
    view.deck[:, :] = NONE


@jit
def determinize(view, rules, seat, state, rng):
    """A full state that fits the view: each deck holds what is neither on the board nor discarded, in random order."""
    copy_record(state, view)
    state.deck[:, :] = 0
    for owner in range(view.players):
        n = 0
        for kind in range(rules.kinds):
            for _ in range(unseen(view, rules, owner, kind)):
                state.deck[owner, n] = kind
                n += 1
        shuffle(state.deck[owner], n, rng, HIDDEN)


@jit
def unseen(view, rules, owner, kind):
    """How many cards of a kind a seat's deck holds, as everyone can work out."""
    n = 0
    for card in range(rules.deck_size):
        n += rules.deck[card] == kind
    for slot in range(rules.slots):
        n -= view.board[owner, slot] == kind
    for card in range(view.discard_n[owner]):
        n -= view.discard[owner, card] == kind
    return n
