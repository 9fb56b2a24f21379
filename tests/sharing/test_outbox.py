"""The outbox: expensive claims of all ranks of a host wait there to be sent to other hosts."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.machine.jit import jit
from mpi_search.search.table import Table
from mpi_search.sharing.core.outbox import POSTED, SIZE
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace, host_arrays
from tests.tools import shared_tangle


@pytest.fixture(scope="module")
def post():
    """The compiled function, to be called from Python."""
    inner_post = importlib.import_module(shared_tangle().folder.name + ".outbox").post

    @jit
    def post(outbox, key, data):
        inner_post(outbox, key, data)

    return lambda workspace, claims: [post(workspace.outbox, np.uint64(key), np.uint64(data)) for key, data in claims]


def workspaces(count: int) -> list[Workspace]:
    """Of the ranks of one host."""
    arrays, table = host_arrays(count), Table(0.1)
    return [Workspace(shared_tangle(), table, arrays, rank=rank) for rank in range(count)]


def claims(first: int, last: int) -> list[list[int]]:
    return [[(1 << 63) + 7 * number, 3 * number] for number in range(first, last)]


@given(st.lists(st.tuples(st.integers(0, 300), st.booleans()), max_size=12))
def test_claims_are_taken_once_in_the_order_in_which_they_were_posted(post, batches):
    [workspace] = workspaces(1)
    posted = taken = 0
    for count, takes in batches:
        post(workspace, claims(posted, posted + count))
        posted += count
        assert workspace.posted == posted - taken
        if takes:
            assert workspace.take_outbox().tolist() == claims(max(taken, posted - SIZE), posted)
            taken = posted


def test_the_oldest_claims_make_way(post):
    [workspace] = workspaces(1)
    post(workspace, claims(0, SIZE + 5))
    assert workspace.take_outbox().tolist() == claims(5, SIZE + 5)
    assert len(workspace.take_outbox()) == workspace.posted == 0


def test_one_rank_takes_the_claims_of_all(post):
    one, other = workspaces(2)
    post(one, claims(0, 3))
    post(other, claims(3, 5))
    assert (one.posted, other.posted) == (5, 5)
    assert other.take_outbox().tolist() == claims(0, 5)
    assert (one.posted, other.posted) == (0, 0)


def test_a_count_that_was_turned_back_is_put_right_by_taking(post):
    [workspace] = workspaces(1)
    post(workspace, claims(0, 20))
    workspace.take_outbox()
    workspace.outbox[0, POSTED] = 11  # by a rank that was interrupted while it posted the eleventh
    assert workspace.posted == SIZE
    assert len(workspace.take_outbox()) == workspace.posted == 0
    post(workspace, claims(0, 2))
    assert workspace.take_outbox().tolist() == claims(0, 2)


def test_a_torn_claim_is_about_nothing_that_was_posted(post):
    [workspace] = workspaces(1)
    post(workspace, claims(1, 3))
    workspace.outbox[1, 1] = workspace.outbox[2, 1]  # two ranks have written in the same place
    torn, whole = workspace.take_outbox().tolist()
    assert torn[0] not in [key for key, _ in claims(1, 3)]
    assert [whole] == claims(2, 3)


def test_a_search_posts_what_was_expensive_and_another_host_knows_it_then():
    here, there = workspaces(1)[0], workspaces(1)[0]
    here.configure(export_min_nodes=20)
    search = SharedSearch(here)
    search.begin((9, 9, 0), -1, 0)
    search.run(1 << 30)
    assert 0 < here.outbox[0, POSTED] < search.nodes / 10
    there.absorb(here.take_outbox())
    again = SharedSearch(there)
    again.begin((9, 9, 0), -1, 0)
    again.run(1 << 30)
    assert again.nodes < search.nodes / 2
    assert (again.lower, again.upper) == (search.lower, search.upper)
