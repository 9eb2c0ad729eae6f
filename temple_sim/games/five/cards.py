"""Blessing cards: who leads on one, what a chain can fill, and what happens when one fills."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import count
from temple_sim.games.five.tables import LENGTHS, NOTHING_FREE, OWN, SUPREME


@jit
def filled(state, god):
    """Filled cells of a god's open card, as a mask (bit 0 the leftmost)."""
    return int(state.on[god, 0] | state.on[god, 1] | state.on[god, 2] | state.on[god, 3])


@jit
def leader_with(state, god, seat, cells):
    """Seat with most priests on a god's open card if `seat` also had `cells`; -1 when nobody has any.

    Among tied seats it is the one with the leftmost priest. `cells` = 0 asks who leads now.
    """
    best, most, best_left = -1, 0, 0
    for other in range(state.players):
        mask = int(state.on[god, other])
        if other == seat:
            mask |= cells
        priests, left = count(np.uint64(mask)), mask & -mask
        if priests > most or (priests == most and most > 0 and left < best_left):
            best, most, best_left = other, priests, left
    return best


@jit
def leads_by_tie(state, god, winner):
    """Whether a leading seat owes it to its leftmost priest."""
    most, equal = count(np.uint64(state.on[god, winner])), 0
    for other in range(state.players):
        equal += 1 if count(np.uint64(state.on[god, other])) == most else 0
    return equal > 1


@jit
def card_of(state, seat, god):
    """Code of the card a seat can fill for a god, or its private one (OWN); -1 none."""
    if god != OWN:
        return int(state.open[god])
    return int(state.own_card[seat]) if state.own_cells[seat] >= 0 else -1


@jit
def filled_for(state, seat, god):
    """Filled cells of that card."""
    return filled(state, god) if god != OWN else max(0, int(state.own_cells[seat]))


@jit
def least_free(state, rules, seat, god):
    """Smallest number on a free cell of that card; NOTHING_FREE when there is none."""
    card = card_of(state, seat, god)
    return int(rules.least[card, filled_for(state, seat, god)]) if card >= 0 else NOTHING_FREE


@jit
def chain_need(state, rules, seat, colour):
    """Spaces a chain of a colour needs to be one and to fill at least one cell."""
    least = min(least_free(state, rules, seat, colour), least_free(state, rules, seat, SUPREME))
    return max(int(rules.minimum), min(least, least_free(state, rules, seat, OWN)))


@jit
def draw_piece(state, rules, seat, length):
    """A random bonus piece from the stack of a length; an exhausted stack gives nothing."""
    kind = length - 2
    if state.piece_next[kind] == 4 * rules.per_colour[kind]:
        return
    colour = state.piece_stack[kind, state.piece_next[kind]]
    state.piece_next[kind] += 1
    state.pieces[seat, 4 * kind + colour] += 1
    state.piece_n[seat, kind] += 1
    state.gained[seat, kind] += 1


@jit
def filler_row(seat, god):
    """Row of `state.filler` for a card: the god's, or the seat's private one."""
    return god if god != OWN else 5 + seat


@jit
def filler_of(length, order):
    """How a cell remembers its chain: the length, and the place among the chains of its turn (0 first)."""
    return length + 128 * min(order, 2)


@jit
def credit_of(rules, card, cells, cell, points):
    """What a cell's chain is credited with for a card won with `cells`: its part of the points by number, in 1/1000."""
    return 1000 * points * int(rules.number[card, cell]) // int(rules.total[card, cells])


@jit
def _credit(state, rules, seat, card, cells, row):
    """Share a won card's points out among the chains of its winner."""
    for cell in range(rules.cells[card]):
        if (cells >> cell) & 1:
            part = credit_of(rules, card, cells, cell, int(rules.points[card]))
            filler = int(state.filler[row, cell])
            state.earned[seat, min(filler & 127, LENGTHS) - 1] += part
            state.earned_by_order[seat, filler >> 7] += part


@jit
def bless(state, rules, seat, god, cells):
    """Priests of a seat fill free cells of a card; a single cell with a symbol earns a piece; a full card is won."""
    card, priests = card_of(state, seat, god), count(np.uint64(cells))
    state.reserve[seat] -= priests
    full = (1 << int(rules.cells[card])) - 1
    done = (filled_for(state, seat, god) | cells) == full
    if god == OWN:
        state.own_cells[seat] |= cells
    else:
        state.on[god, seat] |= cells
    for cell in range(rules.cells[card]):
        if (cells >> cell) & 1:
            state.filler[filler_row(seat, god), cell] = filler_of(int(state.chain_length), int(state.chains_used) - 1)
    if priests == 1:
        symbol = int(rules.symbol[card, count(np.uint64(cells - 1))])
        if symbol > 0:
            draw_piece(state, rules, seat, symbol)
    if done and god == OWN:
        _win(state, rules, seat, card, full, 5 + seat)
        _take_back(state, seat, count(np.uint64(full)))
        state.own_cells[seat] = -1
    elif done:
        _award(state, rules, seat, god)


@jit
def _award(state, rules, seat, god):
    """The open card goes to its leader, its priests return, the next card opens; helping earns a two-space piece."""
    winner = leader_with(state, god, seat, 0)
    if leads_by_tie(state, god, winner):
        state.ties[winner] += 1
    _win(state, rules, winner, int(state.open[god]), int(state.on[god, winner]), god)
    for other in range(state.players):
        _take_back(state, other, count(np.uint64(state.on[god, other])))
        state.on[god, other] = 0
    open_next(state, rules, god)
    if winner != seat:
        state.helped[seat] += 1
        draw_piece(state, rules, seat, 2)


@jit
def _win(state, rules, seat, card, cells, row):
    _credit(state, rules, seat, card, cells, row)
    state.won_card[state.won_n] = card
    state.won_by[state.won_n] = seat
    state.won_n += 1


@jit
def _take_back(state, seat, priests):
    state.reserve[seat] += priests
    state.returned[seat] += priests


@jit
def draw_card(state, rules, god):
    """The top card of a god's deck; -1 when it is empty."""
    if state.deck_next[god] == rules.cards[god]:
        return -1
    card = state.deck[god, state.deck_next[god]]
    state.deck_next[god] += 1
    return int(card)


@jit
def open_next(state, rules, god):
    """Open the next card of a god, if there is one."""
    state.open[god] = draw_card(state, rules, god)
