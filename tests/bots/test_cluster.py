"""The bot that is a cluster: here of one rank, which plays as ranks that are started do."""

from __future__ import annotations

import pytest

from mpi_search.bots.cluster import ClusterBot
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.errors import ClusterLost
from mpi_search.rules.load import load_game

GAME = load_game("connect4")
POSITIONS = ("4453", "44444")


@pytest.fixture
def bot():
    made = load_bot("cluster:ranks=1,table_mb=8", GAME)
    assert isinstance(made, ClusterBot)
    made.depth = 9
    yield made
    made.close()


def test_games_do_not_depend_on_those_before(bot):
    def nodes_of_game(position: str) -> int:
        bot.forget()
        return bot.choose(Record(GAME, position), 60.0).nodes

    one, other = map(nodes_of_game, POSITIONS)
    assert list(map(nodes_of_game, POSITIONS[::-1])) == [other, one]
    assert bot.choose(Record(GAME, POSITIONS[0]), 60.0).nodes < one, "within a game the table is kept"


def test_ranks_that_are_lost_between_games_are_told_of_by_the_next_move(bot, monkeypatch):
    def lost(*words, **options):
        raise ClusterLost("they are gone")

    monkeypatch.setattr(bot._cluster, "solve", lost)
    bot.forget()
    with pytest.raises(ClusterLost):
        bot.choose(Record(GAME), 1.0)
