"""Principal variation splitting on the drawn tree: the leftmost path 0 - A - 5, from below."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Steal
from mpi_search.policies import POLICIES
from tests.policies.situation import (
    A_KNOWN,
    ELDEST_LEAF_KNOWN,
    ELDEST_OF_A_KNOWN,
    ELDEST_OF_B_KNOWN,
    INSIDE_6,
    INSIDE_8,
    NOTHING_KNOWN,
    ROOT,
    A,
    B,
    best_split,
    give,
    may_split,
    offer,
    starved_master,
    task_after,
    views,
    worker,
)

POLICY = POLICIES["pvsplit"]


@pytest.mark.parametrize(
    ("nodes", "split"),
    [
        (NOTHING_KNOWN, []),
        (2, []),  # 5 is open, none of its leaves known
        (ELDEST_LEAF_KNOWN, [5]),  # A and the root still wait for their eldest
        (ELDEST_OF_A_KNOWN, [A]),
        (INSIDE_6, [A]),  # the eldest child of 6 is known, but 6 is not on the leftmost path
        (A_KNOWN, [ROOT]),
        (INSIDE_8, [ROOT]),
        (ELDEST_OF_B_KNOWN, [ROOT]),
    ],
)
def test_the_spine_is_split_from_below(nodes, split):
    assert may_split(task_after(nodes), POLICY) == split


def test_the_spine_is_the_leftmost_path():
    assert [node for node, frame in views(task_after(ELDEST_LEAF_KNOWN)).items() if frame.spine] == [ROOT, A, 5]
    assert [node for node, frame in views(task_after(INSIDE_6)).items() if frame.spine] == [ROOT, A]
    assert [node for node, frame in views(task_after(INSIDE_8)).items() if frame.spine] == [ROOT]


def test_the_window_is_open():
    assert offer(give(task_after(ELDEST_LEAF_KNOWN), POLICY)) == (15, -9, -3)
    assert offer(give(task_after(ELDEST_OF_A_KNOWN), POLICY)) == (6, -9, 3)
    assert offer(give(task_after(A_KNOWN), POLICY)) == (B, -9, -3)


@pytest.mark.parametrize("nodes", [0, 3, 4, 6, 9, 12])
def test_a_job_is_searched_alone(nodes):
    assert best_split(task_after(nodes, is_job=True), POLICY) is None


def test_a_starved_master_waits():
    assert starved_master(POLICY).step() == []


def test_an_idle_rank_waits_at_the_master():
    assert worker(POLICY, 3).step() == [(0, Steal(3, 0, True))]
