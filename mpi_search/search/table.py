"""The hash table's memory: its own, or a window shared by the ranks of one host."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from mpi_search.search.core.table import BUCKET_WORDS

_BUCKET_BYTES = BUCKET_WORDS * 8


class Table:
    """A hash table of `megabytes`, in ordinary memory or in a buffer given from outside."""

    def __init__(self, megabytes: float = 64, *, buffer: Any = None) -> None:
        self.words: npt.NDArray[np.uint64]  #: the entries, four to a bucket of one cache line
        if buffer is None:
            buckets = max(1, int(megabytes * (1 << 20)) // _BUCKET_BYTES)
            # One cache line more than needed, so that buckets can begin where lines begin.
            memory = np.zeros((buckets + 1) * BUCKET_WORDS, np.uint64)
            skip = (-memory.ctypes.data % _BUCKET_BYTES) // 8
            self.words = memory[skip : skip + buckets * BUCKET_WORDS]
        else:
            given = np.frombuffer(buffer, np.uint64)
            self.words = given[: given.size // BUCKET_WORDS * BUCKET_WORDS]
        #: Entries of earlier generations are the first to be replaced; they stay valid.
        self.generation = 0

    def new_generation(self) -> None:
        """Begin another position: what is in the table may go, but need not."""
        self.generation = (self.generation + 1) & 7

    def fill(self, sample: int = 4096) -> float:
        """The share of entries in use, judged by the first `sample`."""
        return float(np.mean(self.words[1 : 2 * sample : 2] != 0))

    def clear(self) -> None:
        """Forget everything."""
        self.clear_part(0, 1)

    def clear_part(self, part: int, parts: int) -> None:
        """The same by so many who share the memory, each of whom calls this."""
        first, end = (self.words.size * each // parts for each in (part, part + 1))
        self.words[first:end] = 0
        self.generation = 0
