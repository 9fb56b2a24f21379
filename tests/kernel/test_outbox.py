"""The outbox: dear claims of all ranks of a host wait there to be sent to other hosts."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.kernel.core.frames import OUTBOX_SIZE, POSTED
from mpi_search.kernel.desk import Desk, empty_outbox
from mpi_search.kernel.jit import jit
from mpi_search.kernel.search import Search
from mpi_search.kernel.table import Table
from tests.tools import tangle


@pytest.fixture(scope="module")
def post():
    """The compiled function, to be called from Python."""
    inner_post = importlib.import_module(tangle().folder.name + ".table").post

    @jit
    def post(outbox, key, data):
        inner_post(outbox, key, data)

    return lambda desk, claims: [post(desk.outbox, np.uint64(key), np.uint64(data)) for key, data in claims]


def desks(count: int) -> list[Desk]:
    """Of the ranks of one host."""
    outbox, table = empty_outbox(), Table(0.1)
    return [Desk(tangle(), table, outbox=outbox) for _ in range(count)]


def claims(first: int, last: int) -> list[list[int]]:
    return [[(1 << 63) + 7 * number, 3 * number] for number in range(first, last)]


@given(st.lists(st.tuples(st.integers(0, 300), st.booleans()), max_size=12))
def test_claims_are_taken_once_in_the_order_in_which_they_were_posted(post, batches):
    [desk] = desks(1)
    posted = taken = 0
    for count, takes in batches:
        post(desk, claims(posted, posted + count))
        posted += count
        assert desk.posted == posted - taken
        if takes:
            assert desk.take_outbox().tolist() == claims(max(taken, posted - OUTBOX_SIZE), posted)
            taken = posted


def test_the_oldest_claims_make_way(post):
    [desk] = desks(1)
    post(desk, claims(0, OUTBOX_SIZE + 5))
    assert desk.take_outbox().tolist() == claims(5, OUTBOX_SIZE + 5)
    assert len(desk.take_outbox()) == desk.posted == 0


def test_one_rank_takes_the_claims_of_all(post):
    one, other = desks(2)
    post(one, claims(0, 3))
    post(other, claims(3, 5))
    assert (one.posted, other.posted) == (5, 5)
    assert other.take_outbox().tolist() == claims(0, 5)
    assert (one.posted, other.posted) == (0, 0)


def test_a_count_that_was_turned_back_is_put_right_by_taking(post):
    [desk] = desks(1)
    post(desk, claims(0, 20))
    desk.take_outbox()
    desk.outbox[0, POSTED] = 11  # by a rank that was interrupted while it posted the eleventh
    assert desk.posted == OUTBOX_SIZE
    assert len(desk.take_outbox()) == desk.posted == 0
    post(desk, claims(0, 2))
    assert desk.take_outbox().tolist() == claims(0, 2)


def test_a_torn_claim_is_about_nothing_that_was_posted(post):
    [desk] = desks(1)
    post(desk, claims(1, 3))
    desk.outbox[1, 1] = desk.outbox[2, 1]  # two ranks have written in the same place
    torn, whole = desk.take_outbox().tolist()
    assert torn[0] not in [key for key, _ in claims(1, 3)]
    assert [whole] == claims(2, 3)


def test_a_search_posts_what_was_dear_and_another_host_knows_it_then():
    here, there = desks(1)[0], desks(1)[0]
    here.export_nodes = 20
    search = Search(here.kernel, here.table, here)
    search.begin((9, 9, 0), -1, 0)
    search.run(1 << 30)
    assert 0 < here.outbox[0, POSTED] < search.nodes / 10
    there.absorb(here.take_outbox())
    again = Search(there.kernel, there.table, there)
    again.begin((9, 9, 0), -1, 0)
    again.run(1 << 30)
    assert again.nodes < search.nodes / 2
    assert (again.lower, again.upper) == (search.lower, search.upper)
