"""For games that write machine code of their own: what they need of the compiler, through the kernel.

An `intrinsic` emits instructions that Python has no words for; `overload` lets compiled code use it in place of a plain
Python function of the same meaning.
"""

from llvmlite import ir
from numba import types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic, overload

__all__ = ["get_or_insert_function", "intrinsic", "ir", "overload", "types"]
