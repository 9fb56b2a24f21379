"""The board of a host: who has most to offer, and whom to ask if nobody has anything."""

from __future__ import annotations

import random

import pytest

from mpi_search.cluster.board import Board
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.bind import bind
from mpi_search.kernel.core.frames import CHANCE_BITS, NEVER, NOWHERE, OFFER, OFFER_COLUMNS
from mpi_search.kernel.load import load_game
from mpi_search.kernel.search import Desk, offer_board
from mpi_search.kernel.table import Table

#: Ranks 1, 3, 4 and 6 share a host; the board is that of rank 3, at place 1.
HOSTS = (0, 1, 0, 1, 1, 2, 1)
OWN, PLACES = 3, {1: 0, 4: 2, 6: 3}


def board(hosts: tuple[int, ...] = HOSTS, *, is_central: bool = False, **offers: int) -> tuple[Board, Desk]:
    """The board, with offers as rank1=5."""
    desk = Desk(bind(load_game("synthetic")), Table(0.01), offers=offer_board(7), place=1)
    for rank, worth in offers.items():
        desk.offers[PLACES[int(rank.removeprefix("rank"))], 0] = worth
    return Board(desk, Hosts(hosts, OWN), Tuning(), is_central=is_central), desk


def test_the_richest_has_most_to_offer():
    assert board(rank1=5, rank4=7, rank6=6)[0].richest() == 4
    assert board(rank1=5, rank4=7, rank6=6)[0].richest(but=4) == 6
    assert board(rank1=5, rank4=7, rank6=6)[0].richest([1, 6, 0]) == 6
    assert board()[0].richest() is None


def test_who_wants_a_job_that_is_needed_passes_over_richer_offers():
    def offer(worth: int, chance: int) -> int:
        return worth << CHANCE_BITS | chance

    shown, _ = board(rank1=offer(9, 100), rank4=offer(5, 600), rank6=offer(6, 500))
    assert shown.richest() == 1
    assert shown.richest(chance=500) == 6
    assert shown.richest(chance=501) == 4
    assert shown.richest(chance=601) is None


def test_only_ranks_of_the_host_see_what_is_shown():
    shown, _ = board()
    assert [rank for rank in range(7) if shown.is_seen_by(rank)] == [1, 4, 6]
    assert shown.need_at(4, 9) == 2 * OFFER_COLUMNS + 9
    assert shown.need_at(4, 0) == shown.need_at(5, 9) == NOWHERE


def test_what_this_rank_shows_is_not_for_itself():
    shown, desk = board(rank1=5)
    desk.offer[OFFER] = 9
    assert shown.richest() == 1


def test_helpers_are_asked_first_here_and_elsewhere():
    rng = random.Random(1)
    assert board(rank1=5, rank4=7)[0].whom_to_ask(rng, [1, 5]) == 1
    assert board(rank4=7)[0].whom_to_ask(rng, [1, 5]) == 4, "a helper that has nothing is not asked"
    assert board()[0].whom_to_ask(rng, [1, 5]) == 5, "of one on another host nothing is known"
    assert {board()[0].whom_to_ask(rng) for _ in range(100)} == {0, 2, 5}


def test_on_one_host_without_offers_there_is_nobody_to_ask():
    assert board((0,) * 7)[0].whom_to_ask(random.Random(1)) is None


@pytest.mark.parametrize(("hosts", "is_central"), [((0, 1, 2, 3, 4, 5, 6), False), (HOSTS, True)])
def test_who_has_no_one_to_show_it_to_offers_nothing(hosts, is_central):
    shown, desk = board(hosts, is_central=is_central)
    assert desk.offer_nodes == NEVER
    desk.offer[OFFER] = 7
    shown.show([], None)
    assert desk.offer[OFFER] == 7, "not even looked at"


def test_an_old_offer_is_void_when_a_search_begins():
    desk = Desk(bind(load_game("synthetic")), Table(0.01), offers=offer_board(7), place=1)
    desk.offers[:, 0] = 8
    Board(desk, Hosts(HOSTS, OWN), Tuning(), is_central=False)
    assert desk.offers[:, 0].tolist() == [8, 0, 8, 8, 8, 8, 8]
