"""Bit boards: an 8 x 8 view as 64-bit masks, and chains found by flood fill with shifts.

The space in row r and column c is bit 8 * r + c. All arithmetic is on np.uint64: mixed with other integers it would
turn into floats, compiled or not. Chains of a colour are walked without any storage:

    rest = linked(mask)
    while rest != EMPTY:
        chain = flood(lowest(rest), rest)
        rest ^= chain
"""

import numpy as np

from temple_sim.core.jit import jit

EMPTY = np.uint64(0)
ONE = np.uint64(1)
EIGHT = np.uint64(8)
NOT_FIRST = np.uint64(0xFEFEFEFEFEFEFEFE)  # all but column 0
NOT_LAST = np.uint64(0x7F7F7F7F7F7F7F7F)  # all but column 7


@jit
def bit(space):
    """The mask of one space, 0-63."""
    return ONE << np.uint64(space)


@jit
def lowest(mask):
    """The lowest space of a mask, as a mask; `mask` is not empty."""
    return mask ^ (mask & (mask - ONE))


@jit
def count(mask):
    """Number of spaces in a mask. The compiler knows this form and makes one instruction of it."""
    mask = mask - ((mask >> ONE) & np.uint64(0x5555555555555555))
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))


@jit
def index(single):
    """Number, 0-63, of the only space of a mask."""
    return count(single - ONE)


@jit
def beside(mask):
    """Spaces orthogonally next to any space of a mask."""
    return (mask << EIGHT) | (mask >> EIGHT) | ((mask & NOT_LAST) << ONE) | ((mask & NOT_FIRST) >> ONE)


@jit
def flood(seed, mask):
    """All spaces of `mask` connected to `seed`, a part of it."""
    grown = (seed | beside(seed)) & mask
    while grown != seed:
        seed = grown
        grown = (seed | beside(seed)) & mask
    return seed


@jit
def linked(mask):
    """Spaces of a mask with a neighbour in it: the chains of two or more, all together."""
    return mask & beside(mask)


@jit
def longest(mask):
    """Spaces in the largest connected part of a mask; 0 when it is empty."""
    best, rest = 0, mask
    while rest != EMPTY:
        chain = flood(lowest(rest), rest)
        rest ^= chain
        best = max(best, count(chain))
    return best


@jit
def chains_from(mask, priests, need, fresh, again):
    """Spaces in parts of `mask` of at least `need` spaces.

    `fresh` takes parts without a space of `priests`, `again` those with one.
    """
    found = EMPTY
    rest = linked(mask) if need > 1 else mask
    while rest != EMPTY:
        chain = flood(lowest(rest), rest)
        rest ^= chain
        if count(chain) >= need and (fresh if chain & priests == EMPTY else again):
            found |= chain
    return found


@jit
def lines(mask, length, step):
    """Where a straight line of 2 or 3 spaces fits into a mask: its first spaces. `step` is 1 (right) or 8 (down)."""
    shift = np.uint64(step)
    inner = mask & NOT_LAST if step == 1 else mask  # a line to the right must not run on in the next row
    pairs = inner & (mask >> shift)
    return pairs if length == 2 else pairs & (pairs >> shift)
