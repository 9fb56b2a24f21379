"""What rank 0 tells while the cluster searches."""

from __future__ import annotations

import pytest

from mpi_search.cluster.phases import Phase
from mpi_search.transport.mpi.together import Teller
from tests.cluster.dialogue import hello, master


def test_progress_is_told_ten_times_a_second_and_not_more():
    talk, told = master(3), []
    teller = Teller(talk.rank, told.append)
    for thousandth in range(1000, 2000):
        teller.look(thousandth * 1e-3)
    assert len(told) == 10
    at = [progress.search.seconds for progress in told]
    assert at == pytest.approx([1 + tenth / 10 for tenth in range(10)], abs=0.01)


def test_nothing_is_told_before_the_search_and_after_it():
    talk, told = master(2, started=False), []
    teller = Teller(talk.rank, told.append)
    teller.look(1.0)
    assert told == []
    talk.hear(1, hello(1))
    teller.look(2.0)
    assert len(told) == 1
    talk.rank.phase = Phase.STOPPED
    teller.look(3.0)
    assert len(told) == 1
