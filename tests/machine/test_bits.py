"""Bit operations mean the same in compiled and in plain code."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.machine import bits
from mpi_search.machine.jit import jit


@jit
def compiled(word, index):
    return (
        bits.u64(word),
        bits.i64(bits.u64(word)),
        bits.bit(index),
        bits.popcount(word),
        bits.lowest(word),
        bits.highest(word),
        bits.mix(word),
    )


@jit
def fetch_and_read(array, index):
    bits.prefetch(array, index)
    return array[index]


@given(word=st.integers(-(1 << 63), (1 << 63) - 1), index=st.integers(0, 63))
def test_compiled_is_plain(word, index):
    plain = getattr(compiled, "py_func", compiled)
    assert compiled(word, index) == plain(word, index)


def test_edges():
    assert bits.lowest(0) == 64
    assert bits.highest(0) == -1
    assert bits.popcount(-1) == 64
    assert bits.i64(bits.u64(-5)) == -5
    assert bits.bit(63) == np.uint64(1 << 63)


def test_mix_does_not_collide():
    assert len({int(bits.mix(word)) for word in range(10_000)}) == 10_000


def test_prefetch_has_no_effect():
    assert fetch_and_read(np.arange(8), 3) == 3
