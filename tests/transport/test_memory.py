"""Named arrays in one piece of memory."""

from __future__ import annotations

import itertools

import numpy as np

from mpi_search.transport.mpi.memory import bytes_needed, lay_out, touch

SHAPES = {"table": ((80,), np.uint64), "busy": ((3, 7), np.uint64), "small": ((1,), np.uint8)}


def test_arrays_begin_on_cache_lines_and_do_not_overlap():
    for skip in range(0, 72, 8):
        memory = np.zeros(bytes_needed(SHAPES) + skip, np.uint8)[skip:]
        arrays = lay_out(memory, SHAPES)
        assert {name: (array.shape, array.dtype) for name, array in arrays.items()} == {
            name: (shape, np.dtype(dtype)) for name, (shape, dtype) in SHAPES.items()
        }
        assert all(array.ctypes.data % 64 == 0 for array in arrays.values())
        for number, array in enumerate(arrays.values(), 1):
            array[...] = number
        assert [int(array.min()) == int(array.max()) == n for n, array in enumerate(arrays.values(), 1)] == [True] * 3


def test_whoever_maps_the_memory_sees_the_same():
    memory = np.zeros(bytes_needed(SHAPES), np.uint8)
    lay_out(memory, SHAPES)["busy"][2, 6] = 5
    assert lay_out(memory, SHAPES)["busy"][2, 6] == 5


def test_touching_stops_when_it_is_late():
    words = np.ones(3 << 20, np.uint64)
    touch(words, 1, 2, lambda: False)
    assert words[: 3 << 19].all(), "the part of another"
    assert words[3 << 19] == 0
    words[:] = 1
    calls = itertools.count()
    touch(words, 0, 1, lambda: next(calls) >= 1)
    assert words[0] == 0
    assert words[1 << 20 :].all()
