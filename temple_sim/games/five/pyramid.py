"""A seat's pyramid: its spaces, its chains, and what a tile or a bonus piece changes. Policies may use all of it."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import EMPTY, bit, count, flood, longest
from temple_sim.games.five.tables import BORDER, SQUARE


@jit
def spaces_of(state, seat):
    """All spaces there are: the border and those under tiles."""
    return BORDER | state.top[seat, 0] | state.top[seat, 1] | state.top[seat, 2]


@jit
def decorated(state, seat):
    """Spaces with a visible decoration of any colour."""
    return state.colour[seat, 0] | state.colour[seat, 1] | state.colour[seat, 2] | state.colour[seat, 3]


@jit
def empty_of(state, seat):
    """Spaces without a decoration, on which bonus pieces may lie."""
    return spaces_of(state, seat) & ~decorated(state, seat)


@jit
def level_mask(state, seat, height):
    """Spaces whose uppermost layer is the board (0) or a tile of level 1-3."""
    return BORDER if height == 0 else state.top[seat, height - 1]


@jit
def colour_at(state, seat, space):
    """Colour visible on a space, 0-3; -1 none."""
    for colour in range(4):
        if state.colour[seat, colour] & bit(space) != EMPTY:
            return colour
    return -1


@jit
def chain_at(state, seat, space):
    """The chain through a decorated space, as a mask (a single space when it has no neighbour of its colour)."""
    colour = colour_at(state, seat, space)
    return flood(bit(space), state.colour[seat, colour]) if colour >= 0 else EMPTY


@jit
def longest_chain(state, seat):
    """Spaces of a seat's largest chain of any colour."""
    best = 0
    for colour in range(4):
        best = max(best, longest(state.colour[seat, colour]))
    return best


@jit
def tile_mask(rules, tile, turn, space, colour):
    """The spaces a tile would give a colour, with its top left space at `space`, after `turn` quarter turns."""
    return np.uint64(rules.face[tile, turn, colour]) << np.uint64(space)


@jit
def lay_tile(state, rules, seat, tile, turn, space, face_up):
    """Lay a tile on the current level. What lies under it is gone, and priests there return to the reserve."""
    square = SQUARE << np.uint64(space)
    for colour in range(4):
        state.colour[seat, colour] &= ~square
        if face_up:
            state.colour[seat, colour] |= tile_mask(rules, tile, turn, space, colour)
    for layer in range(3):
        state.top[seat, layer] &= ~square
    state.top[seat, state.level - 1] |= square
    covered = count(state.priests[seat] & square)
    state.priests[seat] &= ~square
    state.reserve[seat] += covered
    state.covered[seat] += covered
