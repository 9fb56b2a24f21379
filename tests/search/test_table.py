"""The table keeps claims: combined for one position, never mixed between two, replaced by worth."""

from __future__ import annotations

import importlib
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.search.core import table as core
from mpi_search.search.core.frames import NO_MOVE, TO_END
from mpi_search.search.table import Table
from tests.tools import tangle

KEY = u64(0x123456789ABCDEF0)


@pytest.fixture(scope="module")
def bound():
    """The table's functions as compiled for a game whose values go from -20 to 20, to be called from Python."""
    table = importlib.import_module(tangle().folder.name + ".table")
    inner_probe, inner_store = table.probe, table.store

    @jit
    def probe(words, key, depth):
        return inner_probe(words, key, depth)

    @jit
    def store(words, key, lower, upper, move, depth, nodes, generation):
        inner_store(words, key, lower, upper, move, depth, nodes, generation)

    return SimpleNamespace(probe=probe, store=store)


@jit
def packed_and_unpacked(lower, upper, move, depth, weight, generation):
    return core.unpack(core.pack(lower, upper, move, depth, weight, generation))


@given(
    lower=st.integers(-32000, 32000),
    upper=st.integers(-32000, 32000),
    move=st.integers(0, 65535),
    depth=st.integers(0, 255),
    weight=st.integers(0, 31),
    generation=st.integers(0, 7),
)
def test_pack_and_unpack(lower, upper, move, depth, weight, generation):
    fields = (lower, upper, move, depth, weight, generation)
    assert packed_and_unpacked(*fields) == fields


def test_an_empty_table_knows_nothing(bound):
    assert bound.probe(Table(0.01).words, KEY, TO_END) == (-20, 20, NO_MOVE)


def test_claims_about_one_position_are_combined(bound):
    words = Table(0.01).words
    bound.store(words, KEY, -20, 7, 3, TO_END, 10, 0)
    bound.store(words, KEY, 2, 20, 4, TO_END, 10, 0)
    assert bound.probe(words, KEY, TO_END) == (2, 7, 4)


def test_a_claim_holds_for_its_own_depth_only(bound):
    words = Table(0.01).words
    bound.store(words, KEY, 2, 2, 4, 5, 10, 0)
    assert bound.probe(words, KEY, 6) == (-20, 20, 4)
    assert bound.probe(words, KEY, TO_END) == (-20, 20, 4)


def test_a_shallow_claim_does_not_replace_a_deep_one(bound):
    words = Table(0.01).words
    bound.store(words, KEY, 2, 2, 4, TO_END, 10, 0)
    bound.store(words, KEY, -1, -1, 5, 3, 10, 0)
    assert bound.probe(words, KEY, TO_END) == (2, 2, 4)


def test_a_torn_entry_matches_nothing(bound):
    words = Table(0.01).words
    bound.store(words, KEY, 2, 2, 4, TO_END, 10, 0)
    at = int(np.flatnonzero(words)[1])
    words[at] ^= u64(1 << 5)
    assert bound.probe(words, KEY, TO_END) == (-20, 20, NO_MOVE)


def test_old_then_cheap_entries_are_replaced_first(bound):
    words = Table(64 / (1 << 20)).words  # one bucket
    keys = [u64(n) for n in range(1, 6)]
    for key, (nodes, generation) in zip(keys, [(5, 1), (500, 0), (50, 1), (900, 1), (7, 1)], strict=True):
        bound.store(words, key, 1, 1, 1, TO_END, nodes, generation)
    known = [bound.probe(words, key, TO_END)[0] == 1 for key in keys]
    assert known == [True, False, True, True, True]
    bound.store(words, u64(6), 1, 1, 1, TO_END, 1, 1)
    assert bound.probe(words, keys[0], TO_END)[0] == -20


@given(megabytes=st.floats(0.001, 3))
def test_size_is_what_was_asked_for(megabytes):
    words = Table(megabytes).words
    assert words.nbytes <= megabytes * (1 << 20)
    assert words.nbytes > megabytes * (1 << 20) - 64
    assert words.ctypes.data % 64 == 0


def test_a_table_in_shared_memory(bound):
    memory = bytearray(1 << 12)
    one, other = Table(buffer=memory), Table(buffer=memory)
    bound.store(one.words, KEY, 2, 3, 4, TO_END, 10, 0)
    assert bound.probe(other.words, KEY, TO_END) == (2, 3, 4)
    assert one.fill() > 0
    one.clear()
    assert other.fill() == 0
