"""Two shortcuts of the playout loop, each worth a few nanoseconds a decision.

numba picks from a tuple of functions by a chain of jumps that the processor cannot foresee, and counts references to
every row taken from a matrix. Picking an address from a table, and looking at the row without owning it, are cheaper.
In plain Python both are ordinary indexing.
"""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.experimental.function_type import _get_jit_address
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

from temple_sim.core.jit import ENABLED


def address_table(functions: tuple[Any, ...], signature: Any) -> np.ndarray:
    """Machine addresses of compiled functions, shape (functions,), int64; zeros when the jit is off."""
    return np.array([_get_jit_address(f, signature) if ENABLED else 0 for f in functions], np.int64)


def function_at(functions: Any, addresses: Any, index: Any) -> Any:
    """The function at a place of a tuple whose addresses are in a table of the same order."""
    return functions[index]


def row_at(matrix: Any, index: Any) -> Any:
    """A row of a C-ordered matrix that lives longer than the row is used."""
    return matrix[index]


@intrinsic
def _function_at(typing_context, functions, addresses, index):
    def codegen(context, builder, signature, arguments):
        pool, table, place = arguments
        table = make_array(addresses)(context, builder, table)
        address = builder.load(builder.gep(table.data, [place]))
        first = builder.extract_value(pool, 0)
        chosen = cgutils.create_struct_proxy(functions.dtype)(context, builder, value=first)
        chosen.jit_addr = builder.inttoptr(address, chosen.jit_addr.type)
        return chosen._getvalue()

    return functions.dtype(functions, addresses, types.intp), codegen


@overload(function_at)
def _overload_function_at(functions, addresses, index):
    return lambda functions, addresses, index: _function_at(functions, addresses, index)


@intrinsic
def _row_at(typing_context, matrix, index):
    row = types.Array(matrix.dtype, 1, "C")

    def codegen(context, builder, signature, arguments):
        whole = make_array(matrix)(context, builder, arguments[0])
        width = cgutils.unpack_tuple(builder, whole.shape)[1]
        start = builder.gep(whole.data, [builder.mul(arguments[1], width)])
        view = make_array(row)(context, builder)
        populate_array(view, start, [width], [whole.itemsize], whole.itemsize, None)
        return view._getvalue()

    return row(matrix, types.intp), codegen


@overload(row_at)
def _overload_row_at(matrix, index):
    return lambda matrix, index: _row_at(matrix, index)
