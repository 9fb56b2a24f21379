"""A hint, and what every move is worth."""

from __future__ import annotations

import time

from mpi_search.bots.bot import Thought
from mpi_search.bots.record import Record
from mpi_search.playing.advice import Adviser, why_lines
from mpi_search.playing.thoughts import Latest
from mpi_search.rules.load import load_game

GAME = load_game("tictactoe")


def test_a_hint_wins_where_that_is_possible():
    record = Record(GAME, moves=["a3", "a1", "b3", "b1"])
    choice = Adviser(GAME, time.perf_counter).hint(record, 0.3, lambda thought: None)
    assert (GAME.move_name(record.state, choice.move), choice.value) == ("c3", 1)


def test_every_move_has_its_value_and_the_best_comes_first():
    record = Record(GAME, moves=["a3", "a1", "b3", "b1"])
    judged = Adviser(GAME, time.perf_counter).why(record, 0.5, lambda thought: None)
    values = {GAME.move_name(record.state, each.move): each.value for each in judged}
    assert values == {"c3": 1, "c1": 1, "a2": -1, "b2": -1, "c2": -1}
    assert [each.value for each in judged] == sorted(values.values(), reverse=True)
    assert all(each.exact for each in judged)
    assert record.names == ["a3", "a1", "b3", "b1"]
    assert len(why_lines(record, judged, 3)) == 3
    assert why_lines(record, judged, 9)[0].split() == ["c3", "+1", "exact", "c3"]


def test_what_is_found_meanwhile_is_told():
    game, latest, depths = load_game("connect4"), Latest(), []
    record = Record(game)

    def tell(thought):
        depths.append(thought.depth)
        latest.tell(thought)

    Adviser(game, time.perf_counter).hint(record, 0.2, tell)
    assert latest.move in record.legal
    assert depths == sorted(depths)


def test_a_move_stays_the_best_until_there_is_another():
    latest = Latest()
    assert latest.move is None
    for move, best in ((None, None), (3, 3), (None, 3), (4, 4)):
        latest.tell(Thought(5, -1, 1, move))
        assert latest.move == best
