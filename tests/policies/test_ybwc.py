"""Young brothers wait, on the drawn tree."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Bound, Grant, Steal, Value
from mpi_search.policies import POLICIES
from mpi_search.policies.policy import IMPATIENCE
from mpi_search.search.core.frames import PV
from tests.policies.situation import (
    A_KNOWN,
    BEGINNING_8,
    ELDEST_LEAF_KNOWN,
    ELDEST_OF_A_KNOWN,
    ELDEST_OF_B_KNOWN,
    INSIDE_6,
    INSIDE_8,
    NOTHING_KNOWN,
    ROOT,
    TUNING,
    A,
    B,
    C,
    D,
    best_split,
    c_passed_its_test,
    give,
    gladly_split,
    master,
    may_split,
    offer,
    path,
    ratings,
    run,
    starved_master,
    steal,
    task_after,
    views,
    worker,
)

POLICY = POLICIES["ybwc"]


@pytest.mark.parametrize(
    ("nodes", "split"),
    [
        (NOTHING_KNOWN, []),
        (2, []),  # 5 is open, none of its leaves known
        (ELDEST_LEAF_KNOWN, [5]),
        (ELDEST_OF_A_KNOWN, [A]),
        (INSIDE_6, [A, 6]),  # off the leftmost path as well
        (A_KNOWN, [ROOT]),
        (BEGINNING_8, [ROOT]),  # B, whose eldest is under way, should wait; 8 has begun nothing
        (INSIDE_8, [ROOT, 8]),
        (ELDEST_OF_B_KNOWN, [ROOT, B]),
    ],
)
def test_a_node_is_split_when_its_eldest_child_is_known(nodes, split):
    assert gladly_split(task_after(nodes), POLICY) == split


def test_who_finds_nothing_else_takes_a_brother_that_should_wait_but_not_in_a_pv_node():
    task = task_after(BEGINNING_8)
    assert may_split(task, POLICY) == [ROOT, B]
    assert ratings(task, POLICY)[B] == views(task)[B].worth // IMPATIENCE
    assert views(task_after(2))[5].type == PV
    assert may_split(task_after(2), POLICY) == []


def test_of_several_the_one_with_the_dearest_children_is_split():
    assert best_split(task_after(INSIDE_8), POLICY) == ROOT
    assert best_split(task_after(ELDEST_OF_B_KNOWN), POLICY) == ROOT


def test_jobs_are_split_like_the_root():
    assert gladly_split(task_after(ELDEST_OF_A_KNOWN, is_job=True), POLICY) == [A]
    assert gladly_split(task_after(A_KNOWN, is_job=True), POLICY) == [ROOT]


def test_brothers_are_tested_with_a_null_window():
    task = task_after(A_KNOWN)
    assert [offer(give(task, POLICY, serial)) for serial in (1, 2, 3)] == [(B, -4, -3), (C, -4, -3), (D, -4, -3)]


def test_a_brother_that_is_better_is_next_though_an_elder_one_is_unknown():
    task = c_passed_its_test(POLICY)
    assert [gift.child.move for gift in task.gifts()] == [B]
    assert views(task)[ROOT].again
    assert task.search.moves_left(ROOT) == [C, D]


def test_it_is_searched_again_here_with_the_open_window():
    task = c_passed_its_test(POLICY)
    run(task, 1)
    assert path(task) == [ROOT, C]
    assert task.search.window(1, int(task.search.tree.links.notes[1]["serial"])) == (-9, -4)


def test_or_given_away_again_with_the_open_window():
    task = c_passed_its_test(POLICY)
    assert offer(give(task, POLICY, 3)) == (C, -9, -4)
    assert offer(give(task, POLICY, 4)) == (D, -5, -4)


def test_the_helper_that_is_hungry_gets_it_back_at_once_and_the_others_hear_of_the_bound():
    talk = master(POLICY, A_KNOWN)
    first, second = steal(talk, 1), steal(talk, 2)
    told, (target, grant) = talk.hear(2, Value(second.serial, -9, -4, 10, True))
    assert told == (1, Bound(first.serial, -5, -4))
    assert isinstance(grant, Grant)
    assert (target, offer(grant)) == (2, (C, -9, -4))


def test_a_starved_master_helps_one_of_its_helpers():
    [(target, message)] = starved_master(POLICY).step()
    assert target in (1, 2, 3)
    assert message == Steal(0, TUNING.hops, False)


def test_an_idle_rank_asks_the_neighbour_that_has_something_to_offer():
    talk = worker(POLICY, 4)
    talk.see_offer(0, 1)
    assert talk.step() == [(0, Steal(4, TUNING.hops, False))]


def test_or_anyone_on_another_host():
    [(target, message)] = worker(POLICY, 4).step()
    assert target in (1, 2, 3)
    assert message == Steal(4, TUNING.hops, False)
