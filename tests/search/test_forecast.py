"""What the end of the game would cost."""

from __future__ import annotations

import math

import pytest

from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from mpi_search.search.forecast import MOST_GROWTH, TESTS, Forecast
from mpi_search.search.line import Line


@pytest.fixture
def line():
    """Ten plies of Othello; any will do."""
    game = load_game("othello")
    line = Line(game, game.parse("ffo-44"), 0, game.moves(game.parse("ffo-44"))[0], 10)
    while (test := line.next_test()) is not None:
        line.learn(64, game.moves(test.state)[0])
    assert len(line.moves) == 10
    return line


def look(line, spare, cost, value=6):
    """A look ahead where a test at some ply costs `cost(ply)`; the forecast, and the plies looked at."""
    forecast, plies = Forecast(load_game("othello"), line, value, spare), []
    while (test := forecast.next_test()) is not None:
        ply = [*line.states, line.end].index(test.state)
        plies.append(ply)
        assert test.depth == TO_END
        assert test.beta == (value if ply % 2 == 0 else -value)
        if cost(ply) > test.max_cost:
            forecast.give_up()
        else:
            forecast.learn(cost(ply), cost(ply))
    return forecast, plies


@pytest.mark.parametrize("growth", [1.5, 2.0, 3.0])
def test_the_growth_towards_the_root_is_carried_on(line, growth):
    forecast, plies = look(line, 500_000, lambda ply: int(1e6 / growth**ply))
    assert plies == list(range(10, 10 - 2 * len(plies), -2))
    assert forecast.cost == pytest.approx(TESTS * 1e6, rel=0.1)


def test_what_cannot_be_reached_from_the_end_of_the_line_cannot_be_reached_from_its_beginning(line):
    forecast, plies = look(line, 50_000, lambda ply: 60_000)
    assert plies == [10]
    assert forecast.cost == math.inf


def test_one_test_alone_tells_no_growth(line):
    forecast, plies = look(line, 50_000, lambda ply: 40_000 if ply == 10 else 10**9)
    assert plies == [10]
    assert forecast.cost == pytest.approx(TESTS * 40_000 * (MOST_GROWTH / 2) ** 10)


def test_a_game_that_is_nearly_over_costs_next_to_nothing(line):
    forecast, plies = look(line, 50_000, lambda ply: 10)
    assert plies == [10, 8, 6, 4, 2]
    assert forecast.cost == 0


def test_who_may_spend_nothing_looks_at_nothing(line):
    forecast, plies = look(line, 0, lambda ply: 10)
    assert plies == []
    assert forecast.cost == math.inf


def test_cheap_tests_that_stop_far_from_the_root_tell_nothing(line):
    forecast = Forecast(load_game("othello"), line, 0, 1000)
    forecast.next_test()
    forecast.learn(10, 10)
    forecast.next_test()
    forecast.give_up()
    assert forecast.cost == math.inf


def test_nothing_is_known_where_nothing_was_tried():
    """The best move ends the game at once; what the others take is another question."""
    game = load_game("tictactoe")
    state = game.parse("XX.OO.... X")
    move = game.parse_move(state, "c3")
    assert Forecast(game, Line(game, state, 1, move, 1), 1, 0.1).cost == math.inf
