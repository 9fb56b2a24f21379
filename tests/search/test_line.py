"""Best play, move by move."""

from __future__ import annotations

import pytest

from mpi_search.search.core.frames import TO_END
from mpi_search.search.line import Line
from tests.tools import Oracle, tangle


def whole_line(oracle, state, depth):
    """A line whose tests an oracle answers."""
    game = oracle.game
    below = depth if depth == TO_END else depth - 1
    value = oracle.value(state, depth)
    move = next(move for move in game.moves(state) if -oracle.value(game.play(state, move), below) == value)
    line = Line(game, state, value, move, depth)
    while (test := line.next_test()) is not None:
        worth = oracle.value(test.state, test.depth)
        left = test.depth if test.depth == TO_END else test.depth - 1
        replies = game.moves(test.state)
        best = next(each for each in replies if -oracle.value(game.play(test.state, each), left) == worth)
        assert worth >= test.beta or worth == -game.max_value, "the other side can keep its value"
        line.learn(worth, best)
    return line, value


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("depth", [1, 2, 5, TO_END])
def test_a_line_leads_to_its_value(seed, depth):
    game = tangle().game
    oracle, state = Oracle(game), (seed, 7, 0)
    line, value = whole_line(oracle, state, depth)
    assert line.is_whole
    end, sign = state, 1
    for move, before in zip(line.moves, line.states, strict=True):
        assert end == before
        end, sign = game.play(end, move), -sign
    assert end == line.end
    assert value == sign * oracle.value(end, 0 if depth != TO_END else TO_END)


def test_a_line_ends_where_a_test_fails():
    game = tangle().game
    line = Line(game, (3, 7, 0), 5, game.moves((3, 7, 0))[0], 6)
    test = line.next_test()
    line.learn(test.beta - 1, game.moves(test.state)[0])
    assert line.next_test() is None
    assert len(line.moves) == 1
    assert not line.is_whole


def test_a_position_that_is_lost_as_badly_as_can_be_is_played_on():
    game = tangle().game
    line = Line(game, (3, 7, 0), game.max_value, game.moves((3, 7, 0))[0], TO_END)
    assert line.next_test().beta == 1 - game.max_value
