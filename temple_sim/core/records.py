"""Record layouts shared by all games, and copying one record into another."""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

HEADER = [
    ("players", "i4"),
    ("to_move", "i4"),  # seat that decides next
    ("phase", "i4"),  # what it decides: an index into the game's phases
    ("turn", "i4"),  # 1-based once the game is set up; keys the luck
    ("plies", "i4"),  # decisions made so far
    ("over", "i4"),  # 1 when the game has ended
    ("end_reason", "i4"),  # FINISHED or LIMIT, once over
]
FINISHED, LIMIT = 0, 1
END_REASONS = ("finished", "limit")


def record_dtype(fields: list[Any]) -> np.dtype:
    """An aligned record layout whose scalars allow attribute access in plain Python too."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def state_dtype(fields: list[Any]) -> np.dtype:
    """A game's state layout: the header all games share, then the game's own fields."""
    return record_dtype(HEADER + fields)


def copy_record(target: Any, source: Any) -> None:
    """Overwrite a record with another of the same layout."""
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic
def _memcpy(typing_context, target, source):
    """One block copy of a record's bytes."""
    if not isinstance(target, types.Record) or target != source:
        return None

    def codegen(context, builder, signature, arguments):
        to, origin = arguments
        cgutils.raw_memcpy(builder, to, origin, context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@overload(copy_record)
def _copy_record(target, source):
    if isinstance(target, types.Record):
        return lambda target, source: _memcpy(target, source)
    return None
