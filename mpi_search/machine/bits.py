"""Bit operations that mean the same in compiled and in plain code.

Called from Python these are ordinary functions; inside jitted code numba replaces them by one or two machine
instructions. State words are signed 64-bit numbers; `u64` and `i64` reinterpret the same 64 bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload

_MASK = (1 << 64) - 1


def u64(word: Any) -> Any:
    """The 64 bits of `word` as an unsigned number (wraps, shifts logically)."""
    return np.uint64(int(word) & _MASK)


def i64(word: Any) -> Any:
    """The 64 bits of `word` as a signed number: a state word."""
    number = int(word) & _MASK
    return number - (1 << 64) if number >> 63 else number


def bit(index: Any) -> Any:
    """The unsigned word with only bit `index` set."""
    return np.uint64(1 << int(index))


def popcount(word: Any) -> int:
    """How many bits are set."""
    return (int(word) & _MASK).bit_count()


def lowest(word: Any) -> int:
    """The index of the lowest set bit; 64 when there is none."""
    number = int(word) & _MASK
    return (number & -number).bit_length() - 1 if number else 64


def highest(word: Any) -> int:
    """The index of the highest set bit; -1 when there is none."""
    return (int(word) & _MASK).bit_length() - 1


def mix(word: Any) -> Any:
    """A one-to-one scrambling of 64 bits (the finaliser of splitmix64): different words never collide."""
    number = int(word) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return np.uint64(number ^ (number >> 31))


def prefetch(array: Any, index: Any) -> None:
    """Ask the processor to fetch array[index] soon. No effect on values."""


# --- the same for numba ---------------------------------------------------------------------------------------


@overload(u64, inline="always", strict=False)
def _u64(word: Any) -> Any:
    return lambda word: np.uint64(word)


@overload(i64, inline="always", strict=False)
def _i64(word: Any) -> Any:
    return lambda word: np.int64(word)


@overload(bit, inline="always", strict=False)
def _bit(index: Any) -> Any:
    return lambda index: np.uint64(1) << np.uint64(index)


def _counting(instruction: str, *flags: bool) -> Any:
    """One machine instruction that counts bits of a word."""

    @intrinsic
    def count(typing_context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            constants = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, instruction)(args[0], *constants)

        return types.int64(types.uint64), emit

    return count


_ctpop = _counting("ctpop")
_cttz, _ctlz = _counting("cttz", False), _counting("ctlz", False)  # False: 0 has an answer too


@intrinsic
def _fetch(typing_context: Any, array: Any, index: Any) -> Any:
    from llvmlite import ir

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, args[0])
        address = builder.gep(view.data, [args[1]])
        byte = ir.IntType(8).as_pointer()
        number = ir.IntType(32)
        fetch = builder.module.declare_intrinsic(
            "llvm.prefetch", (byte,), ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        )
        builder.call(fetch, [builder.bitcast(address, byte), number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.int64), emit


@overload(popcount, inline="always", strict=False)
def _popcount(word: Any) -> Any:
    return lambda word: _ctpop(np.uint64(word))


@overload(lowest, inline="always", strict=False)
def _lowest(word: Any) -> Any:
    return lambda word: _cttz(np.uint64(word))


@overload(highest, inline="always", strict=False)
def _highest(word: Any) -> Any:
    return lambda word: 63 - _ctlz(np.uint64(word))


@overload(mix, strict=False)
def _mix(word: Any) -> Any:
    def scramble(word: Any) -> Any:
        number = np.uint64(word)
        number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return number ^ (number >> np.uint64(31))

    return scramble


@overload(prefetch, strict=False)
def _prefetch(array: Any, index: Any) -> Any:
    return lambda array, index: _fetch(array, np.int64(index))
