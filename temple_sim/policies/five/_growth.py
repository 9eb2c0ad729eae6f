"""What tiles are worth on a pyramid: neighbours of their colour, longer chains, covered priests."""

import numpy as np

from temple_sim.core.jit import jit
from temple_sim.games.five.bits import EMPTY, ONE, beside, count, flood, linked, lowest
from temple_sim.games.five.pyramid import tile_mask
from temple_sim.games.five.tables import FIRST_SPECIAL, SLOT_COUNT, SLOTS, SQUARE

LONG = 14  # spaces beyond this add nothing: few cards take more
COLOUR_TILES = 4  # special tiles of a colour come first, then those with an effect


@jit
def chains_value(mask, priests, w):
    """What the chains of a colour are worth together."""
    total, rest = 0.0, linked(mask)
    while rest != EMPTY:
        chain = flood(lowest(rest), rest)
        rest ^= chain
        length = min(count(chain), LONG)
        worth = length * (w.length + w.square * length)
        total += worth if chain & priests == EMPTY else worth * w.barred
    return total


@jit
def pyramid_values(view, w, seat):
    """The chains of a seat's pyramid by colour; nothing for a policy that does not weigh their length."""
    values = (0.0, 0.0, 0.0, 0.0)
    if w.length != 0.0 or w.square != 0.0:
        for colour in range(4):
            values = values[1:] + (chains_value(view.colour[seat, colour], view.priests[seat], w),)
    return values


@jit
def tile_value(view, rules, w, seat, now, tile, turn, space):
    """What laying a tile changes on a seat's pyramid worth `now`; no tile (-1) leaves four empty spaces."""
    square = SQUARE << np.uint64(space)
    priests = view.priests[seat] & ~square
    worth = w.cover * count(view.priests[seat] & square)
    for colour in range(4):
        old = view.colour[seat, colour]
        new = tile_mask(rules, tile, turn, space, colour) if tile >= 0 else EMPTY
        kept = old & ~square
        if new == EMPTY and kept == old:
            continue
        touching = count(new & beside(kept)) + count(new & beside(kept | new))  # others count more than its own
        worth += w.link * (touching - count((old ^ kept) & beside(old)))
        if w.length != 0.0 or w.square != 0.0:
            worth += chains_value(kept | new, priests, w) - now[colour]
    return worth + w.effect if tile >= FIRST_SPECIAL + COLOUR_TILES else worth


@jit
def best_place(view, rules, w, seat, now, tile):
    """The worth of a tile where it fits a seat's pyramid best; 0 for one that is not known."""
    if tile < 0:
        return 0.0
    best, level = -1e9, np.int64(view.level) - 1
    for k in range(SLOT_COUNT[level]):
        space = SLOTS[level, k]
        if (view.top[seat, level] >> np.uint64(space)) & ONE == EMPTY:
            for turn in range(4):
                best = max(best, tile_value(view, rules, w, seat, now, tile, turn, space))
    return best if best > -1e9 else 0.0
