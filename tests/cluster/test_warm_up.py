"""Every host begins with the iterations of small depth, each for itself."""

from __future__ import annotations

import pytest

from mpi_search.cluster.messages import Decline, Grant, Start, Steal, Stop, Value
from mpi_search.search.core.frames import DONE
from mpi_search.search.search import Search
from tests.cluster.dialogue import STATE, Talk, job, worker
from tests.tools import Oracle, tangle

DEPTH = 3
TWO_HOSTS = (0, 0, 1, 1)


def started(number: int, policy: str = "ybwc", hosts: tuple[int, ...] = TWO_HOSTS) -> Talk:
    talk = worker(number, len(hosts), policy, started=False, hosts=hosts)
    assert talk.hear(0, Start(hosts, STATE, DEPTH)) == []
    return talk


def nodes_of_an_iteration(talk: Talk) -> int:
    """What the last iteration costs with the rank's table."""
    search = Search(tangle(), talk.rank.workspace.table)
    value = Oracle(tangle().game).value(STATE, DEPTH)
    for beta in (value, value + 1):
        search.begin(STATE, beta - 1, beta, DEPTH)
        assert search.run(10_000) == DONE
    return search.nodes


def test_the_first_rank_of_another_host_warms_up_its_table_and_then_looks_for_work():
    cold, talk = worker(2), started(2)
    spoken = talk.work()
    assert isinstance(spoken[0][1], Steal)
    assert talk.rank.work.tasks == []
    assert talk.rank.role.root.plan.completed[:2] == (DEPTH, Oracle(tangle().game).value(STATE, DEPTH))
    assert nodes_of_an_iteration(talk) < nodes_of_an_iteration(cold)


@pytest.mark.parametrize("number", [1, 3])
def test_no_other_rank_does(number):
    talk = started(number)
    assert talk.rank.work.tasks == []
    assert isinstance(talk.step()[0][1], Steal)


def test_nor_does_anyone_if_the_plan_has_no_iterations():
    talk = worker(2, started=False)
    talk.hear(0, Start(TWO_HOSTS, STATE, 0))
    assert talk.rank.work.tasks == []


def test_a_team_warms_up_together():
    talk = started(2, "abdada")
    [(mate, copy)] = talk.work()
    assert (mate, copy.state, copy.is_root) == (3, STATE, True)
    assert isinstance(copy, Grant)
    claim = Oracle(tangle().game).value(STATE, copy.depth)
    talk.hear(3, Value(copy.serial, claim, claim, 0, False))
    assert talk.rank.role.root.plan.completed[:2] == (copy.depth, claim)


def test_a_job_that_comes_meanwhile_is_given_back():
    talk = started(2)
    assert talk.hear(0, job(7)) == [(0, Decline(7))]


def test_the_end_of_the_search_ends_it():
    talk = started(2)
    talk.hear(0, Stop())
    assert talk.rank.work.tasks == []
