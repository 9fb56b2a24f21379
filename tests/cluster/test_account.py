"""When a rank tells the master how far it is, and what."""

from __future__ import annotations

import pytest

from mpi_search.cluster.account import Account
from mpi_search.cluster.messages import Progress
from mpi_search.cluster.tuning import Tuning
from mpi_search.search.core.frames import NEVER


class Counts:
    """Of a rank."""

    nodes = 0


def report(account: Account, rank: Counts, now: float) -> Progress | None:
    return account.report(lambda: rank.nodes, 7, now)


def test_reports_are_as_far_apart_as_was_asked_for():
    """At every turn, a hundred a second, much has been searched; that alone is no reason."""
    account, rank = Account(Tuning(progress_s=0.5, progress_nodes=NEVER)), Counts()
    told_at = []
    for hundredth in range(200):
        rank.nodes += 1_000_000
        if report(account, rank, hundredth / 100) is not None:
            told_at.append(hundredth)
    assert told_at == [50, 100, 150]


def test_where_nodes_are_limited_a_report_is_due_after_so_many():
    account, rank = Account(Tuning(progress_s=NEVER, progress_nodes=1000)), Counts()
    told_at = []
    for _ in range(10):
        rank.nodes += 300
        if report(account, rank, 0.0) is not None:
            told_at.append(rank.nodes)
    assert told_at == [1200, 2400]


def test_the_sooner_of_both_counts():
    account, rank = Account(Tuning(progress_s=1.0, progress_nodes=1000)), Counts()
    assert report(account, rank, 0.9) is None
    assert report(account, rank, 1.0) is not None
    rank.nodes = 999
    assert report(account, rank, 1.9) is None
    rank.nodes = 1000
    assert report(account, rank, 1.9) is not None
    assert report(account, rank, 2.8) is None, "both begin anew with a report"
    assert report(account, rank, 2.9) is not None


def test_a_report_says_what_was_searched_and_sent_and_how_long_that_took():
    account, rank = Account(Tuning(progress_s=0.0)), Counts()
    rank.nodes = 77
    for began, ended in ((1.0, 1.25), (3.0, 3.5)):
        account.begin_slice(began)
        account.end_slice(ended)
    assert report(account, rank, 4.0) == Progress(77, 7, 750_000)
    assert account.busy_s == pytest.approx(0.75)
