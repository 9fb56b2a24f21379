"""What several moves are worth."""

from __future__ import annotations

import pytest

from mpi_search.bots.bot import Setup
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.protocols.hints import hints
from mpi_search.rules.load import load_game
from tests.protocols.engines import First


def test_values_are_those_of_searches_to_the_end():
    game = load_game("tictactoe")
    record = Record(game, "XX.OO.... X")
    bot = load_bot("kernel", game)
    found = list(hints(bot, record, 9, 5.0))
    assert {game.move_name(record.state, hint.line[0]): hint.value for hint in found} == {
        "c3": 1, "c2": 0, "a1": -1, "b1": -1, "c1": -1
    }  # fmt: skip
    assert found[0].value == 1
    assert all(hint.exact for hint in found)
    assert record.names == [], "the record is as it was"


@pytest.mark.parametrize("count", [1, 3, 99])
def test_as_many_as_there_are(count):
    game = load_game("connect4")
    found = list(hints(First(Setup(game)), Record(game), count, 1.0))
    assert len(found) == min(count, 7)


def test_a_bot_without_values_gives_none():
    game = load_game("connect4")
    bot = First(Setup(game))
    bot.value = None
    assert list(hints(bot, Record(game), 3, 1.0)) == []


def test_a_hurry_ends_after_the_first_look():
    game = load_game("connect4")
    bot = First(Setup(game))
    bot.should_stop = lambda: True
    list(hints(bot, Record(game), 3, 1.0))
    assert len(bot.allowed) == 7
