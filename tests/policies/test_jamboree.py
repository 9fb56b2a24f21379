"""Jamboree on the drawn tree: tests in any order, searches for a value one after the other."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Bound, Refuse, Steal, Value
from mpi_search.cluster.task import Task
from mpi_search.policies import POLICIES
from tests.policies.situation import (
    A_KNOWN,
    ELDEST_LEAF_KNOWN,
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
    answer,
    best_split,
    c_passed_its_test,
    give,
    gladly_split,
    master,
    offer,
    path,
    run,
    starved_master,
    steal,
    task_after,
    worker,
)

POLICY = POLICIES["jamboree"]


@pytest.mark.parametrize(
    ("nodes", "split"),
    [
        (NOTHING_KNOWN, []),
        (ELDEST_LEAF_KNOWN, [5]),
        (INSIDE_6, [A, 6]),
        (A_KNOWN, [ROOT]),
        (INSIDE_8, [ROOT, 8]),
        (ELDEST_OF_B_KNOWN, [ROOT, B]),
    ],
)
def test_a_node_is_split_when_its_eldest_child_is_known(nodes, split):
    assert gladly_split(task_after(nodes), POLICY) == split


def test_all_others_are_tested_with_a_null_window():
    task = task_after(A_KNOWN)
    assert [offer(give(task, POLICY, serial)) for serial in (1, 2, 3)] == [(B, -4, -3), (C, -4, -3), (D, -4, -3)]


def test_a_child_that_passed_its_test_is_held_while_an_elder_brother_is_unknown():
    task = c_passed_its_test(POLICY)
    assert [gift.child.move for gift, _, _ in task.splits[ROOT].held] == [C]
    assert [gift.child.move for gift in task.gifts()] == [B, C]
    assert task.search.moves_left(ROOT) == [D]
    assert task.search.frame(0)["alpha"] == 3


def test_meanwhile_the_other_tests_go_on():
    assert offer(give(c_passed_its_test(POLICY), POLICY, 3)) == (D, -4, -3)


def its_turn() -> Task:
    """C has passed its test, and then B has answered: not better than 3."""
    task = c_passed_its_test(POLICY)
    answer(task, B, POLICY, -3, 9)
    return task


def test_when_its_elder_brothers_have_answered_it_is_searched_by_the_owner_with_the_open_window():
    task = its_turn()
    assert list(task.gifts()) == []
    run(task, 1)
    assert path(task) == [ROOT, C]
    assert task.search.window(1, int(task.search.tree.links.notes[1]["serial"])) == (-9, -4)


def test_a_child_to_be_searched_for_its_value_is_not_given_away():
    assert best_split(its_turn(), POLICY) is None
    assert best_split(its_turn(), POLICIES["ybwc"]) == ROOT


def test_a_test_that_failed_is_not_held():
    task = task_after(A_KNOWN)
    for serial in (1, 2):
        give(task, POLICY, serial)
    answer(task, C, POLICY, -3, 9)
    assert task.splits[ROOT].held == []
    assert [gift.child.move for gift in task.gifts()] == [B]


def test_nobody_hears_of_the_bound_before_its_turn():
    talk = master(POLICY, A_KNOWN)
    first, second, third = (steal(talk, thief) for thief in (1, 2, 3))
    assert talk.hear(2, Value(second.serial, -9, -4, 10, False)) == []
    assert talk.hear(1, Value(first.serial, -3, 9, 8, False)) == [(3, Bound(third.serial, -5, -4))]


def test_a_starved_master_leaves_and_asks_its_neighbour():
    talk = starved_master(POLICY)
    talk.see_offer(4, 1)
    assert talk.step() == [(4, Steal(0, TUNING.hops, False))]
    assert talk.hear(4, Refuse()) == [], "it has no parent to wait at"


def test_an_idle_rank_asks_a_neighbour():
    talk = worker(POLICY, 4)
    talk.see_offer(0, 1)
    assert talk.step() == [(0, Steal(4, TUNING.hops, False))]
