"""Keeping the best option while options are looked at one by one."""

from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic

from temple_sim.core.jit import ENABLED, jit
from temple_sim.core.random import below
from temple_sim.core.records import record_dtype

TIES = 0  # stream that breaks ties
NEARLY = 1e-9  # worths closer than this are equal: sums of the same numbers in another order

CHOICE = record_dtype(
    [
        ("worth", "f8"),  # of the best option so far
        ("index", "i8"),  # that option
        ("ties", "i8"),  # options as good as that; 0 before the first one
    ]
)


def room_for(layout: Any, zeroed: bool = True) -> Any:
    """A function that gives a record, on the stack of the jitted function that calls it.

    It must be called in the policy itself: the record is gone once the function that made it returns. One that is not
    zeroed holds anything until it is overwritten.
    """
    if not ENABLED:
        return lambda: np.zeros(1, layout)[0]
    record = from_dtype(layout)

    @intrinsic
    def new(typing_context):
        def codegen(context, builder, signature, arguments):
            room = cgutils.alloca_once(builder, context.get_data_type(record))
            room.align = 16
            if zeroed:
                cgutils.memset(builder, room, context.get_constant(types.intp, record.size), 0)
            return room

        return record(), codegen

    return new


new_choice = room_for(CHOICE)


@jit
def offer(choice, index, worth, rng):
    """Look at an option: the best one is kept, and of several best ones any, all equally likely."""
    if choice.ties == 0 or worth > choice.worth + NEARLY:
        choice.worth, choice.index, choice.ties = worth, index, 1
    elif worth >= choice.worth - NEARLY:
        choice.ties += 1
        if below(rng, TIES, choice.ties) == 0:
            choice.index = index
