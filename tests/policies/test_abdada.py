"""ABDADA on the drawn tree: a team searches the same job, each member something else of it."""

from __future__ import annotations

from typing import Any

import pytest

from mpi_search.cluster.messages import Cancel, Grant, Start, Steal, Stop, Value
from mpi_search.policies import POLICIES
from mpi_search.search.core.frames import DONE, PAUSED, PV, TO_END
from mpi_search.search.table import Table
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace, host_arrays
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
    assert leader.rank.work.tasks == []


# --- within a host
@pytest.mark.parametrize(("hosts", "mates"), [(ONE_HOST, [1, 2]), (TWO_HOSTS, [1]), ((0, 1, 2), [])])
def test_team_mates_of_the_master_get_copies_of_the_whole_root_once_it_has_cost_a_slice(hosts, mates):
    talk, spoken = begun_master(POLICY, hosts)
    assert spoken == [(rank, Start(hosts, (ROOT,))) for rank in range(1, len(hosts))]
    copies = [(target, offer(grant), grant.is_root) for target, grant in talk.step()]
    assert copies == [(mate, (ROOT, *OPEN), True) for mate in mates]
    assert list(talk.rank.work.tasks[0].copies.values()) == mates


def test_on_one_host_nothing_is_asked_for_and_nothing_given_away():
    mate = worker(POLICY, 1, ONE_HOST)
    assert mate.step() == []
    mate.hear(0, Grant(5, (ROOT,), TO_END, *OPEN, PV, 1000, True, 0))
    assert mate.work() == [(0, Value(5, 6, 6, C, False))]
    assert mate.step() == []


def test_the_first_to_finish_decides_and_the_others_are_cancelled():
    talk = master(POLICY, hosts=ONE_HOST)
    talk.step()
    serials = {mate: serial for serial, mate in talk.rank.work.tasks[0].copies.items()}
    assert talk.hear(1, Value(serials[1], 6, 6, C, False)) == [(2, Cancel(serials[2])), (1, Stop()), (2, Stop())]
    assert talk.rank.master.plan.answer()[1:] == (6, C)


def test_a_master_that_finishes_first_cancels_all_copies():
    talk = master(POLICY, hosts=ONE_HOST)
    talk.step()
    serials = {mate: serial for serial, mate in talk.rank.work.tasks[0].copies.items()}
    assert talk.work() == [(1, Cancel(serials[1])), (2, Cancel(serials[2])), (1, Stop()), (2, Stop())]


# --- busy positions
def member(host: dict[str, Any], table: Table | None = None, busy_min_nodes: int = 0) -> SharedSearch:
    """One of a team, with a table of its own unless one is given: then only busy positions tell it about the others."""
    workspace = Workspace(tree(), table or Table(0.05), host)
    workspace.configure(in_team=True, busy_min_nodes=busy_min_nodes)
    search = SharedSearch(workspace)
    search.begin((ROOT,), *OPEN)
    return search


def children_begun(search: SharedSearch) -> list[int]:
    """The children of the root in the order in which they are begun."""
    order: list[int] = []
    while search.run(1) == PAUSED:
        if order[-1:] != [child_begun(search)]:
            order.append(child_begun(search))
    return order


def test_alone_a_member_goes_from_left_to_right():
    assert children_begun(member(host_arrays(1))) == [A, B, C, D]


def test_a_child_that_another_is_busy_with_is_put_off_behind_its_brothers():
    host = host_arrays(1)
    other = member(host)
    other.run(A_KNOWN + 1)
    assert child_begun(other) == B
    second = member(host)
    assert children_begun(second) == [A, C, D, B]
    assert (second.lower, second.upper) == (6, 6)


def test_the_eldest_child_is_searched_by_all():
    host = host_arrays(1)
    other, second = member(host), member(host)
    other.run(1)
    second.run(1)
    assert child_begun(other) == child_begun(second) == A


def test_a_child_is_free_again_when_the_other_has_finished_it():
    host = host_arrays(1)
    other, second = member(host), member(host)
    while other.run(1) != DONE:
        pass
    assert not host["busy"].any()
    assert children_begun(second) == [A, B, C, D]


def test_a_child_given_to_another_host_is_put_off_as_well():
    host = host_arrays(1)
    other = member(host)
    other.run(A_KNOWN)
    other.detach(0, B)
    assert children_begun(member(host)) == [A, C, D, B]


def test_a_frame_that_another_has_decided_meanwhile_is_left():
    host, table = host_arrays(1), Table(0.05)
    other, second = member(host, table), member(host, table)
    other.run(A_KNOWN + 1)
    second.run(A_KNOWN + 1)
    assert (child_begun(other), child_begun(second)) == (B, C)
    other.workspace.remember((C,), TO_END, -6, -6, 100)
    before = second.nodes
    second.run(1)
    assert second.nodes == before + 1
    assert second.lower == 6
    assert child_begun(second) != C


def test_a_small_eldest_child_is_searched_by_one():
    host = host_arrays(1)
    other, second = (member(host, busy_min_nodes=3) for _ in range(2))
    for search in (other, second):
        search.workspace.sizes[:] = 3
    other.run(1)
    second.run(1)
    assert (child_begun(other), child_begun(second)) == (A, B)
