"""The board of a host: who has most to offer, and whom to ask if nobody has anything."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.tuning import Tuning
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies.policy import FindsWork
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import NEVER
from mpi_search.sharing.core.board import CHANCE_BITS, COLUMNS, FIRST_SLOT, OFFER, OPINION, OPINION_AT, SLOTS
from mpi_search.sharing.core.links import NOWHERE
from mpi_search.sharing.workspace import Workspace
from tests.tools import workspace_of

#: Ranks 1, 3, 4 and 6 share a host; the board is that of rank 3.
HOSTS = (0, 1, 0, 1, 1, 2, 1)
OWN = 3
SYNTHETIC = bind_shared(load_game("synthetic"))


def board(
    hosts: tuple[int, ...] = HOSTS, finds_work: FindsWork = FindsWork.AT_RANDOM, own: int = OWN, **offers: int
) -> tuple[Offers, Workspace]:
    """The board, with offers as rank1=5."""
    workspace = workspace_of(SYNTHETIC, 7, own)
    shown = Offers(workspace, Hosts(hosts, own), Tuning(), finds_work)
    for rank, worth in offers.items():
        workspace.board[int(rank.removeprefix("rank")), OFFER] = worth
    return shown, workspace


def test_the_richest_has_most_to_offer():
    assert board(rank1=5, rank4=7, rank6=6)[0].richest() == (7, 4)
    assert board(rank1=5, rank4=7, rank6=6)[0].richest(but=4) == (6, 6)
    assert board(rank1=5, rank4=7, rank6=6)[0].richest([1, 6, 0]) == (6, 6)
    assert board()[0].richest() == (0, None)
    assert board(rank0=9)[0].richest() == (0, None), "on another host"


def test_who_wants_a_job_that_is_needed_passes_over_richer_offers():
    def offer(worth: int, chance: int) -> int:
        return worth << CHANCE_BITS | chance

    shown, _ = board(rank1=offer(9, 100), rank4=offer(5, 600), rank6=offer(6, 500))
    assert shown.richest()[1] == 1
    assert shown.richest(chance=500)[1] == 6
    assert shown.richest(chance=501)[1] == 4
    assert shown.richest(chance=601)[1] is None


def test_where_the_chance_of_a_job_is_found():
    shown, workspace = board()
    workspace.board[:, 9] = 5
    assert shown.chance_at(4, 9, 700) == 4 * COLUMNS + 9
    assert workspace.board[4, 9] == 5, "its home has seen to it"
    assert shown.chance_at(5, 9, 700) == 5 * COLUMNS + 9
    assert workspace.board[5, 9] == 700, "the copy of its row is older than the job"
    assert shown.chance_at(4, 0, 700) == NOWHERE
    assert board(finds_work=FindsWork.AT_MASTER)[0].chance_at(4, 9, 700) == NOWHERE


def test_what_this_rank_shows_is_not_for_itself():
    assert board(rank1=5, rank3=9)[0].richest() == (5, 1)


# --- other hosts
def test_offers_of_other_hosts_count_half():
    assert board(rank1=5, rank2=11)[0].best_offer(random.Random(1)) == 1
    assert board(rank1=5, rank2=12)[0].best_offer(random.Random(1)) == 2
    assert board(rank1=5, rank2=12)[0].best_offer(random.Random(1), but=2) == 1
    assert board(rank2=12 << CHANCE_BITS | 400)[0].best_offer(random.Random(1), chance=401) is None
    assert board(rank1=5, rank2=12, finds_work=FindsWork.BY_DESCRIPTION)[0].best_offer(random.Random(1)) == 2
    assert board(rank1=5, rank2=12, finds_work=FindsWork.AT_MASTER)[0].best_offer(random.Random(1)) is None


def test_only_a_few_ranks_of_other_hosts_are_looked_at():
    workspace = workspace_of(SYNTHETIC, 100)
    shown = Offers(workspace, Hosts(tuple(range(100)), 0), Tuning(), FindsWork.AT_RANDOM)
    workspace.board[:, OFFER] = range(1, 101)
    rng = random.Random(1)
    met = [shown.best_offer(rng) for _ in range(300)]
    assert 75 < sum(met) / len(met) < 85, "the best of four"
    assert len(set(met)) > 50


def test_what_a_host_shows_arrives_whole_on_another():
    shown, workspace = board()
    workspace.board[:] = np.arange(7 * COLUMNS).reshape(7, -1) % 1001
    workspace.board[:, OPINION_AT] = 0
    workspace.board[1, OFFER] = 1 << 60
    other, copy = board(own=5)
    assert other.copy_rows(OWN, *shown.rows())
    assert copy.board[[1, 3, 4, 6], OFFER].tolist() == workspace.board[[1, 3, 4, 6], OFFER].tolist()
    needs = slice(FIRST_SLOT, FIRST_SLOT + SLOTS)
    assert copy.board[[1, 3, 4, 6], needs].tolist() == workspace.board[[1, 3, 4, 6], needs].tolist()
    assert not copy.board[[0, 2, 5]].any()


def test_what_was_seen_of_a_job_arrives_where_its_home_looks():
    shown, workspace = board()
    at = 5 * COLUMNS + FIRST_SLOT + SLOTS + 3
    workspace.board[4, OPINION], workspace.board[4, OPINION_AT] = 77, at
    workspace.board[6, OPINION] = 88  # of a job that is over
    other, copy = board(own=5)
    assert other.copy_rows(OWN, *shown.rows())
    assert copy.board.reshape(-1)[at] == 77
    assert copy.board.sum() == 77


def test_helpers_are_asked_first_here_and_elsewhere():
    rng = random.Random(1)
    assert board(rank1=5, rank4=7)[0].whom_to_ask(rng, [1, 5]) == 1
    assert board(rank4=7)[0].whom_to_ask(rng, [1, 5]) == 4, "a helper that has nothing is not asked"
    assert board()[0].whom_to_ask(rng, [1, 5]) == 5, "of one on another host no offer is known"
    assert {board()[0].whom_to_ask(rng) for _ in range(100)} == {0, 2, 5}


def test_on_one_host_without_offers_there_is_nobody_to_ask():
    assert board((0,) * 7)[0].whom_to_ask(random.Random(1)) is None


def test_where_only_the_master_gives_nobody_offers_anything():
    shown, workspace = board(finds_work=FindsWork.AT_MASTER)
    assert shown.every_nodes == NEVER
    workspace.row[OFFER] = 7
    shown.show([], None)
    assert workspace.row[OFFER] == 7, "not even looked at"


def test_an_old_offer_is_void_when_a_search_begins():
    workspace = workspace_of(SYNTHETIC, 7, OWN)
    workspace.board[:, OFFER] = 8
    Offers(workspace, Hosts(HOSTS, OWN), Tuning(), FindsWork.AT_RANDOM)
    assert workspace.board[:, OFFER].tolist() == [8, 8, 8, 0, 8, 8, 8]


def test_who_had_nothing_to_give_is_struck_off_if_its_row_is_a_copy():
    shown, workspace = board(rank1=5, rank2=6, rank5=7)
    for rank in (1, 2):
        shown.strike(rank)
    assert workspace.board[:, OFFER].tolist() == [0, 5, 0, 0, 0, 7, 0]


@pytest.mark.parametrize(
    ("place", "number"),
    [
        ((0, OFFER), -1),
        ((1, FIRST_SLOT), 1001),
        ((3, FIRST_SLOT + SLOTS - 1), 2000),
        ((2, OPINION), -1),
        ((1, OPINION_AT), -1),
        ((0, OPINION_AT), 7 * COLUMNS),
        ((0, OPINION_AT), 4 * COLUMNS + FIRST_SLOT),
    ],
)
def test_rows_with_numbers_that_cannot_be_are_refused(place, number):
    shown, workspace = board()
    workspace.board[[1, 3, 4, 6][place[0]], place[1]] = number
    other, copy = board(own=5)
    assert not other.copy_rows(OWN, *shown.rows())
    assert not copy.board.any()


def test_where_only_the_master_gives_no_rows_travel():
    shown, other = (board(finds_work=FindsWork.AT_MASTER, own=own)[0] for own in (OWN, 5))
    assert shown.rows() == (b"", b"")
    assert other.copy_rows(OWN, b"", b"")
    assert not other.copy_rows(OWN, *board()[0].rows())
