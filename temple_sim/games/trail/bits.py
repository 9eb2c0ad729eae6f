"""Sets of path slots and card kinds as bits of unsigned 64-bit words: one machine instruction where it counts."""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic, overload

from temple_sim.core.jit import jit


def inlined(function: Callable[..., Any]) -> Any:
    """`@jit` for the small steps of a turn: built into each caller, which saves about a tenth of a game's time."""
    return numba.njit(cache=True, nogil=True, forceinline=True)(function)


ONE, ALL = np.uint64(1), np.uint64(0xFFFFFFFFFFFFFFFF)


def ones(word):
    """Number of bits set in a uint64."""
    return int(word).bit_count()


def lowest(word):
    """Place of the lowest bit set in a uint64; 64 when there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@intrinsic
def _ctpop(typing_context, word):
    def codegen(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), codegen


@intrinsic
def _cttz(typing_context, word):
    def codegen(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), codegen


@overload(ones)
def _ones(word):
    return lambda word: _ctpop(word)


@overload(lowest)
def _lowest(word):
    return lambda word: _cttz(word)


@inlined
def bit(place):
    """The word with one bit set, place 0-63."""
    return ONE << np.uint64(place)


@inlined
def lower(places):
    """The word with all bits below `places` set; none up to 0, all from 64 on."""
    if places <= 0:
        return np.uint64(0)
    if places >= 64:
        return ALL
    return (ONE << np.uint64(places)) - ONE


@inlined
def without_lowest(word):
    """The word without its lowest bit."""
    return word & (word - ONE)


@inlined
def nth(word, n, most):
    """Place of the n-th set bit, n from 0 to `most`; there must be more than n.

    The loop always runs `most` times: the processor foresees that, where n would surprise it.
    """
    for i in range(most):
        word &= word - np.uint64(i < n)
    return lowest(word)


# A path has 127 slots in two words: slot s is bit s % 64 of word s // 64.


@inlined
def has(words, slot):
    """Whether a slot is in the set."""
    return (words[slot >> 6] >> np.uint64(slot & 63)) & ONE != 0


@inlined
def add(words, slot):
    """Put a slot into the set."""
    words[slot >> 6] |= bit(slot & 63)


@inlined
def remove(words, slot):
    """Take a slot out of the set."""
    words[slot >> 6] &= ~bit(slot & 63)


@inlined
def window(words, first):
    """The 64 slots from `first` (0-127) on as one word."""
    if first >= 64:
        return words[1] >> np.uint64(first - 64)
    return (words[0] >> np.uint64(first)) | ((words[1] << ONE) << np.uint64(63 - first))


@inlined
def beyond(words, first):
    """The slots that lie 64 or more after `first`, the first of them as bit 0."""
    return np.uint64(0) if first >= 64 else words[1] >> np.uint64(first)


@inlined
def count_from(words, first):
    """Number of slots in the set at or after `first` (0-127)."""
    return ones(window(words, first)) + ones(beyond(words, first))


@jit
def lift(words, slot, by):
    """Move all slots after `slot` up by 1-63."""
    kept, kept_high = words[0] & lower(slot + 1), words[1] & lower(slot - 63)
    moved, moved_high = words[0] ^ kept, words[1] ^ kept_high
    up = np.uint64(by)
    words[0] = kept | (moved << up)
    words[1] = kept_high | (moved_high << up) | (moved >> np.uint64(64 - by))
