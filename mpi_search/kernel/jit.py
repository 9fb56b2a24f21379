"""How hot functions are compiled: every numba flag of the project in one place.

A game file is executed twice. *Plain*: `jit` returns the function as it is, for notation, for drawing and for
the oracles, none of which should wait for a compiler. *Compiled*: `jit` hands the function to numba, for the
kernel. The file itself does not see the difference.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba import config

#: False when NUMBA_DISABLE_JIT=1: everything then runs as plain Python, with the same values and node counts.
COMPILING: bool = not config.DISABLE_JIT

_plain = False


def jit(function: Callable[..., Any] | None = None, *, inline: bool = False, cache: bool = False) -> Any:
    """Compile `function` for the kernel.

    inline: always inline it where it is called (small functions on the hottest path)
    cache: keep the machine code on disk beside the file (entry points of a bound kernel only)
    """
    if function is None:
        return lambda f: jit(f, inline=inline, cache=cache)
    if _plain or not COMPILING:
        return function
    flags: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False, "cache": cache, "_nrt": False}
    if inline:
        flags["forceinline"] = True
    return numba.njit(**flags)(function)


@contextlib.contextmanager
def plain_python() -> Iterator[None]:
    """While this is open, `jit` leaves functions as they are."""
    global _plain
    before, _plain = _plain, True
    try:
        yield
    finally:
        _plain = before
