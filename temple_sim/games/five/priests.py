"""The priest turn: laying bonus pieces and using chains."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import EMPTY, bit, count, flood
from temple_sim.games.five.cards import card_of
from temple_sim.games.five.pyramid import colour_at
from temple_sim.games.five.tables import (
    AREA,
    LENGTHS,
    NO_EFFECT,
    SUPREME,
    colour_of,
    length_of,
    piece_mask,
    space_of,
)


@jit
def place_piece(state, seat, action):
    """An own bonus piece goes onto the pyramid; the spaces keep their level."""
    colour, length = colour_of(action), length_of(action)
    piece = 4 * (length - 2) + colour
    state.pieces[seat, piece] -= 1
    state.piece_n[seat, length - 2] -= 1
    state.placed[seat, piece] += 1
    state.colour[seat, colour] |= piece_mask(action)


@jit
def coverable(state, rules, seat, space):
    """Whether a tile will still be laid on a space, so that a priest there comes back."""
    for layer in range(state.level - 1, 3):
        free = AREA[layer] & ~state.top[seat, layer]
        if rules.rounds[layer] > 0 and free & bit(space) != EMPTY:
            return True
    return False


@jit
def use_chain(state, rules, seat, action):
    """A priest goes onto a chain, or none when the chain bears one already and is used again."""
    space = space_of(action)
    colour = colour_at(state, seat, space)
    chain = flood(bit(space), state.colour[seat, colour])
    if chain & state.priests[seat] != EMPTY:
        state.effect[seat] = NO_EFFECT
        state.reused[seat] += 1
    else:
        state.priests[seat] |= bit(space)
        state.reserve[seat] -= 1
        state.on_chains[seat] += 1
        state.coverable[seat] += 1 if coverable(state, rules, seat, space) else 0
    state.chains_used += 1
    state.chain_space, state.chain_colour, state.chain_length = space, colour, count(chain)


@jit
def note_blessing(state, rules, seat, god, cells):
    """Count what a chain is used for, before the card changes."""
    length, level = int(state.chain_length), state.level - 1
    priests = count(np.uint64(cells))
    state.chains[seat, level] += 1
    state.spaces[seat, level] += length
    state.longest[seat, level] = max(int(state.longest[seat, level]), length)
    state.lengths[seat, min(length, LENGTHS) - 1] += 1
    state.wasted[seat] += length - rules.total[card_of(state, seat, god), cells]
    state.claims[seat, priests - 1] += 1
    state.on_cards[seat] += priests
    state.leftmost[seat] += cells & 1
    if god == SUPREME:
        state.supreme[seat] += 1
