"""Dynamic tree splitting on the drawn tree: the best node anywhere, ALL before CUT."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Ask, Describe, Steal
from mpi_search.cluster.task import Task
from mpi_search.cluster.task import best_split as best_split_of
from mpi_search.policies import POLICIES
from mpi_search.policies.policy import IMPATIENCE
from mpi_search.search.core.frames import ALL, CUT
from tests.policies.situation import (
    A_KNOWN,
    BEGINNING_8,
    ELDEST_LEAF_KNOWN,
    ELDEST_OF_B_KNOWN,
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
    ratings,
    run,
    starved_master,
    task_after,
    views,
    worker,
)

POLICY = POLICIES["dts"]


@pytest.mark.parametrize(
    ("nodes", "split"),
    [
        (NOTHING_KNOWN, []),
        (ELDEST_LEAF_KNOWN, [5]),  # PV nodes wait for their eldest
        (A_KNOWN, [ROOT]),
        (BEGINNING_8, [ROOT]),
        (INSIDE_8, [ROOT, 8]),  # not B: a CUT node whose eldest is under way
        (ELDEST_OF_B_KNOWN, [ROOT]),  # nor now: it may cut off still
    ],
)
def test_which_nodes_are_split(nodes, split):
    assert gladly_split(task_after(nodes), POLICY) == split


def test_who_finds_nothing_else_splits_a_cut_node_but_not_a_pv_node_without_a_bound():
    assert may_split(task_after(INSIDE_8), POLICY) == [ROOT, B, 8]
    assert may_split(task_after(ELDEST_LEAF_KNOWN), POLICY) == [5]


def test_others_join_with_the_bounds_of_the_node_as_a_test():
    task = task_after(A_KNOWN)
    assert [offer(give(task, POLICY, serial)) for serial in (1, 2, 3)] == [(B, -4, -3), (C, -4, -3), (D, -4, -3)]


def test_who_joins_after_a_test_has_said_better_searches_that_move_with_the_open_window():
    task = c_passed_its_test(POLICY)
    assert [offer(give(task, POLICY, serial)) for serial in (3, 4)] == [(C, -9, -4), (D, -5, -4)]


def cut_and_all() -> Task:
    """A is a job, expected to reach -2: a CUT node. Its eldest child has failed to cut off; 6 below it is an ALL node.

    A is worth -3 to the side to move there: the job fails in the end.
    """
    return task_after(4, A, (-3, -2), node_type=CUT, is_job=True)


def test_an_all_node_comes_before_a_cut_node():
    task = cut_and_all()
    assert {node: (frame.type, frame.left) for node, frame in views(task).items()} == {A: (CUT, 1), 6: (ALL, 1)}
    assert best_split(task, POLICY) == 6
    assert ratings(task, POLICY) == {A: views(task)[A].worth // IMPATIENCE, 6: views(task)[6].worth}


def test_even_if_the_children_of_the_cut_node_cost_somewhat_more():
    """The same two frames, if a child of A were worth half as much again as one of 6: ybwc takes A, dts still 6."""
    frames = views(cut_and_all())
    cut, full = frames[A]._replace(worth=frames[6].worth * 3 // 2), frames[6]
    assert POLICIES["ybwc"].rate(cut, False) > POLICIES["ybwc"].rate(full, False)
    assert POLICY.rate(cut, False) < POLICY.rate(full, False)


def root_as_cut_node(known: int) -> Task:
    """The root is expected to reach 7, which it does not: one move after the other fails to cut off."""
    task = task_after(0, ROOT, (6, 7), node_type=CUT)
    while (task.search.frame(0)["joined"], task.search.top) != (known, 0):
        run(task, 1)
    return task


@pytest.mark.parametrize(("known", "weight"), [(1, IMPATIENCE), (2, IMPATIENCE), (3, 1)])
def test_a_cut_node_where_three_moves_have_failed_is_an_all_node_in_truth(known, weight):
    task = root_as_cut_node(known)
    assert ratings(task, POLICY) == {ROOT: views(task)[ROOT].worth // weight}


def test_the_neighbour_with_the_best_offer_is_asked_for_work():
    talk = worker(POLICY, 4)
    talk.see_offer(0, 1)
    assert talk.step() == [(0, Steal(4, TUNING.hops, False))]


def test_or_the_rank_of_another_host_that_is_known_to_have_the_best():
    talk = worker(POLICY, 4)
    talk.see_offer(2, 7)
    talk.see_offer(3, 9)
    assert talk.step() == [(3, Steal(4, TUNING.hops, False))]


def test_where_nothing_is_known_several_are_asked_to_describe_and_the_best_of_them_for_work():
    talk = worker(POLICY, 4)
    asked = talk.step()
    targets = [target for target, _ in asked]
    assert asked == [(target, Ask()) for target in targets]
    assert sorted(targets) == [1, 2, 3]
    assert talk.hear(targets[0], Describe(5)) == []
    assert talk.hear(targets[1], Describe(70)) == []
    assert talk.hear(targets[2], Describe(6)) == [(targets[1], Steal(4, TUNING.hops, False))]


@pytest.mark.parametrize("nodes", [NOTHING_KNOWN, A_KNOWN])
def test_a_rank_describes_its_best_node(nodes):
    rating, _, _ = best_split_of([task_after(nodes)], POLICY, 0)
    assert bool(rating) == (nodes == A_KNOWN)
    assert master(POLICY, nodes).hear(3, Ask()) == [(3, Describe(rating))]


def test_a_starved_master_leaves_and_asks_around():
    asked = starved_master(POLICY).step()
    assert sorted(asked) == [(1, Ask()), (2, Ask()), (3, Ask())]
