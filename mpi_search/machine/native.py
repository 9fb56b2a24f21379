"""For games that write machine code of their own: what they need of the compiler, through the kernel.

An `intrinsic` emits instructions that Python has no words for; `overload` lets compiled code use it in place of a plain
Python function of the same meaning. `large_table` is such a function: it reads from memory outside the machine code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic, overload

__all__ = ["get_or_insert_function", "intrinsic", "ir", "large_table", "overload", "types"]

#: The tables of this process by the names that machine code knows them by. They stay where they are.
_tables: dict[str, npt.NDArray[np.int16]] = {}


def large_table(numbers: npt.NDArray[np.int16]) -> Callable[[Any], Any]:
    """The function that reads `numbers[index]`, in plain Python and in compiled code.

    An array that compiled code uses by its name is copied into the machine code of every function around it. That is
    the fastest for small ones; megabytes would be compiled, kept on disk and loaded many times over. This table is one
    symbol, named after what is in it, so that code from the disk finds it in every process.
    """
    name = "table_" + hashlib.blake2b(numbers.tobytes(), digest_size=16).hexdigest()
    table = _tables.setdefault(name, np.ascontiguousarray(numbers, np.int16))
    llvm.add_symbol(name, table.ctypes.data)

    @intrinsic
    def read_symbol(typing_context: Any, index: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            symbol = builder.module.globals.get(name)
            if symbol is None:
                symbol = ir.GlobalVariable(builder.module, ir.ArrayType(ir.IntType(16), table.size), name)
                symbol.global_constant = True
            place = builder.gep(symbol, [ir.Constant(ir.IntType(64), 0), args[0]])
            return builder.sext(builder.load(place, align=2), ir.IntType(64))

        return types.int64(types.int64), emit

    def read(index: Any) -> Any:
        return int(table[index])

    @overload(read, strict=False, jit_options={"forceinline": True})
    def _read(index: Any) -> Any:
        return lambda index: read_symbol(np.int64(index))

    return read
