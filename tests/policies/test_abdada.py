"""ABDADA on the drawn tree: a team searches the same job, each member something else of it."""

from __future__ import annotations

from typing import Any

import pytest

from mpi_search.cluster.messages import Cancel, Grant, Start, Steal, Stop, Value
from mpi_search.kernel.core.frames import DONE, GRAIN, PAUSED, PV, TO_END
from mpi_search.kernel.desk import Desk, busy_board
from mpi_search.kernel.search import Search
from mpi_search.kernel.table import Table
from mpi_search.policies import POLICIES
from tests.policies.situation import (
    A_KNOWN,
    ELDEST_LEAF_KNOWN,
    INSIDE_6,
    INSIDE_8,
    NOTHING_KNOWN,
    OPEN,
    ROOT,
    TUNING,
    A,
    B,
    C,
    D,
    begun_master,
    c_passed_its_test,
    child_begun,
    give,
    gladly_split,
    master,
    offer,
    starved_master,
    task_after,
    tree,
    worker,
)

POLICY = POLICIES["abdada"]
ONE_HOST = (0, 0, 0)
TWO_HOSTS = (0, 0, 1, 1)


# --- between hosts, as in YBWC
@pytest.mark.parametrize(
    ("nodes", "split"),
    [(NOTHING_KNOWN, []), (ELDEST_LEAF_KNOWN, [5]), (INSIDE_6, [A, 6]), (A_KNOWN, [ROOT]), (INSIDE_8, [ROOT, 8])],
)
def test_other_hosts_get_a_child_when_its_eldest_brother_is_known(nodes, split):
    assert gladly_split(task_after(nodes), POLICY) == split


def test_they_test_it_with_a_null_window():
    assert offer(give(task_after(A_KNOWN), POLICY)) == (B, -4, -3)


def test_one_that_is_better_is_searched_again_with_the_open_window():
    assert offer(give(c_passed_its_test(POLICY), POLICY, 3)) == (C, -9, -4)


def test_a_starved_leader_waits():
    assert starved_master(POLICY).step() == []


def test_an_idle_leader_asks_another_leader_and_its_mates_ask_nobody():
    assert worker(POLICY, 2, TWO_HOSTS).step() == [(0, Steal(2, TUNING.hops, False))]
    assert worker(POLICY, 3, TWO_HOSTS).step() == []


def test_a_team_that_gets_a_job_searches_it_together():
    leader = worker(POLICY, 2, TWO_HOSTS)
    job = Grant(7, (B,), TO_END, -4, -3, 1, 1000, False, 0)
    assert leader.hear(0, job) == []
    [(target, copy)] = leader.step()
    assert target == 3
    assert isinstance(copy, Grant)
    assert offer(copy) == offer(job)
    assert leader.hear(3, Value(copy.serial, -2, -2, 9, False)) == [(0, Value(7, -2, -2, 9, True))]
    assert leader.rank.tasks == []


# --- within a host
@pytest.mark.parametrize(("hosts", "mates"), [(ONE_HOST, [1, 2]), (TWO_HOSTS, [1]), ((0, 1, 2), [])])
def test_team_mates_of_the_master_get_copies_of_the_whole_root_once_it_has_cost_a_slice(hosts, mates):
    talk, spoken = begun_master(POLICY, hosts)
    assert spoken == [(rank, Start(hosts, (ROOT,))) for rank in range(1, len(hosts))]
    copies = [(target, offer(grant), grant.is_root) for target, grant in talk.step()]
    assert copies == [(mate, (ROOT, *OPEN), True) for mate in mates]
    assert list(talk.rank.tasks[0].copies.values()) == mates


def test_on_one_host_nothing_is_asked_for_and_nothing_given_away():
    mate = worker(POLICY, 1, ONE_HOST)
    assert mate.step() == []
    mate.hear(0, Grant(5, (ROOT,), TO_END, *OPEN, PV, 1000, True, 0))
    assert mate.work() == [(0, Value(5, 6, 6, C, False))]
    assert mate.step() == []


def test_the_first_to_finish_decides_and_the_others_are_cancelled():
    talk = master(POLICY, hosts=ONE_HOST)
    talk.step()
    serials = {mate: serial for serial, mate in talk.rank.tasks[0].copies.items()}
    assert talk.hear(1, Value(serials[1], 6, 6, C, False)) == [(2, Cancel(serials[2])), (1, Stop()), (2, Stop())]
    assert talk.rank.plan.answer()[1:] == (6, C)


def test_a_master_that_finishes_first_cancels_all_copies():
    talk = master(POLICY, hosts=ONE_HOST)
    talk.step()
    serials = {mate: serial for serial, mate in talk.rank.tasks[0].copies.items()}
    assert talk.work() == [(1, Cancel(serials[1])), (2, Cancel(serials[2])), (1, Stop()), (2, Stop())]


# --- the board of busy positions
def member(board: Any, table: Table | None = None) -> Search:
    """One of a team, with a table of its own unless one is given: then only the board tells it about the others."""
    desk = Desk(tree(), table or Table(0.05), board)
    desk.in_team, desk.grain_nodes = True, 0
    search = Search(desk.kernel, desk.table, desk)
    search.begin((ROOT,), *OPEN)
    return search


def children_begun(search: Search) -> list[int]:
    """The children of the root in the order in which they are begun."""
    order: list[int] = []
    while search.run(1) == PAUSED:
        if order[-1:] != [child_begun(search)]:
            order.append(child_begun(search))
    return order


def test_alone_a_member_goes_from_left_to_right():
    assert children_begun(member(busy_board())) == [A, B, C, D]


def test_a_child_that_another_is_busy_with_is_put_off_behind_its_brothers():
    board = busy_board()
    other = member(board)
    other.run(A_KNOWN + 1)
    assert child_begun(other) == B
    second = member(board)
    assert children_begun(second) == [A, C, D, B]
    assert (second.lower, second.upper) == (6, 6)


def test_the_eldest_child_is_searched_by_all():
    board = busy_board()
    other, second = member(board), member(board)
    other.run(1)
    second.run(1)
    assert child_begun(other) == child_begun(second) == A


def test_a_child_is_free_again_when_the_other_has_finished_it():
    board = busy_board()
    other, second = member(board), member(board)
    while other.run(1) != DONE:
        pass
    assert not board.any()
    assert children_begun(second) == [A, B, C, D]


def test_a_child_given_to_another_host_is_put_off_as_well():
    board = busy_board()
    other = member(board)
    other.run(A_KNOWN)
    other.detach(0, B)
    assert children_begun(member(board)) == [A, C, D, B]


def test_a_frame_that_another_has_decided_meanwhile_is_left():
    board, table = busy_board(), Table(0.05)
    other, second = member(board, table), member(board, table)
    other.run(A_KNOWN + 1)
    second.run(A_KNOWN + 1)
    assert (child_begun(other), child_begun(second)) == (B, C)
    other.desk.remember((C,), TO_END, -6, -6, 100)
    before = second.nodes
    second.run(1)
    assert second.nodes == before + 1
    assert second.lower == 6
    assert child_begun(second) != C


def test_a_small_eldest_child_is_searched_by_one():
    board = busy_board()
    other, second = member(board), member(board)
    for search in (other, second):
        search.tree.counters[GRAIN] = 3
        search.desk.sizes[:] = 3
    other.run(1)
    second.run(1)
    assert (child_begun(other), child_begun(second)) == (A, B)
