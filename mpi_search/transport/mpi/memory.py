"""Named arrays in one piece of memory, each on cache lines of its own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from mpi_search.sharing.workspace import Shapes

LINE_BYTES = 64
_PAGE_BYTES = 4096


def bytes_needed(shapes: Shapes) -> int:
    """How much memory `lay_out` needs, wherever that begins."""
    return LINE_BYTES + sum(_size(*shape) for shape in shapes.values())


def lay_out(memory: Any, shapes: Shapes) -> dict[str, npt.NDArray[Any]]:
    """The arrays in `memory`, a writable buffer. Every process that maps the same pages finds them in the same places,
    since those depend on the address within a page alone."""
    raw = np.frombuffer(memory, np.uint8)
    at = -raw.ctypes.data % LINE_BYTES
    arrays = {}
    for name, (shape, dtype) in shapes.items():
        count = math.prod(shape)
        arrays[name] = np.frombuffer(raw, dtype, count, at).reshape(shape)
        at += _size(shape, dtype)
    assert at <= raw.size, (at, raw.size)
    return arrays


def touch(words: npt.NDArray[np.uint64], part: int, parts: int, deadline: Any) -> None:
    """Have the system provide the memory of one of `parts` of an empty array, until `deadline()` says that it is late.

    The first touch of a page takes longer than a search can wait for; several processes share the effort.
    """
    step, chunk = _PAGE_BYTES // 8, 1 << 20
    first, last = words.size * part // parts, words.size * (part + 1) // parts
    for begin in range(first, last, chunk):
        if deadline():
            return
        words[begin : min(begin + chunk, last) : step] = 0


def _size(shape: tuple[int, ...], dtype: npt.DTypeLike) -> int:
    """In whole cache lines."""
    return -(-math.prod(shape) * np.dtype(dtype).itemsize // LINE_BYTES) * LINE_BYTES
