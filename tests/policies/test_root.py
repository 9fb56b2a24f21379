"""Root splitting on the drawn tree: children of the root, at once, with the window as it is."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Bound, Steal, Value
from mpi_search.policies import POLICIES
from tests.policies.situation import (
    A_KNOWN,
    ELDEST_LEAF_KNOWN,
    INSIDE_6,
    INSIDE_8,
    NOTHING_KNOWN,
    ROOT,
    A,
    B,
    best_split,
    give,
    master,
    may_split,
    offer,
    starved_master,
    steal,
    task_after,
    worker,
)

POLICY = POLICIES["root"]


@pytest.mark.parametrize("nodes", [NOTHING_KNOWN, ELDEST_LEAF_KNOWN, INSIDE_6, A_KNOWN, INSIDE_8])
def test_the_root_is_split_at_any_time_and_nothing_else_ever(nodes):
    assert may_split(task_after(nodes), POLICY) == [ROOT]


def test_the_eldest_child_itself_may_be_given_away():
    assert offer(give(task_after(NOTHING_KNOWN), POLICY)) == (A, -9, 9)


def test_before_the_eldest_child_is_known_there_is_no_bound_to_give():
    assert offer(give(task_after(ELDEST_LEAF_KNOWN), POLICY)) == (B, -9, 9)


def test_afterwards_the_window_is_open_above_it():
    assert offer(give(task_after(A_KNOWN), POLICY)) == (B, -9, -3)


@pytest.mark.parametrize("nodes", [0, 3, 6, 9])
def test_a_job_is_searched_alone(nodes):
    assert best_split(task_after(nodes, is_job=True), POLICY) is None


def test_a_value_is_told_to_everyone_who_still_searches():
    talk = master(POLICY, ELDEST_LEAF_KNOWN)
    first, second = steal(talk, 1), steal(talk, 2)
    assert talk.hear(1, Value(first.serial, -2, -2, 9, False)) == [(2, Bound(second.serial, -9, -2))]


def test_a_starved_master_waits():
    assert starved_master(POLICY).step() == []


def test_an_idle_rank_waits_at_the_master():
    assert worker(POLICY, 3).step() == [(0, Steal(3, 0, True))]
