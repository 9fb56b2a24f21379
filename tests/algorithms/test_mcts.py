"""UCT: what it converges to, and its four phases one by one."""

from __future__ import annotations

import random

import pytest

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.mcts import Uct, mcts
from mpi_search.rules.load import load_game


def play(position: str, seed: int, playouts: int = 600):
    game, count = load_game("tictactoe"), Count()
    state = game.parse(position)
    value, move = mcts(game, state, None, count, random.Random(seed), playouts)
    return value, None if move is None else game.move_name(state, move), count


@pytest.mark.parametrize("seed", range(3))
def test_the_start_is_a_draw(seed):
    """The mean keeps what was tried early, so it comes near the value slowly: by then it has more than halved."""
    game = load_game("tictactoe")
    search, means = Uct(game, game.start(), None, Count(), random.Random(seed)), []
    for _ in range(4):
        for _ in range(3000):
            search.playout()
        child = max(search.root.children.values(), key=lambda child: child.visits)
        means.append(child.reward / child.visits)
    assert search.answer().value == 0
    assert 0 < 2 * means[-1] < means[0]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("position", "value", "moves"),
    [
        ("XX.OO.... X", 1, {"c3"}),  # wins at once
        ("XX.O..O.. X", 1, {"c3"}),
        ("X...O...X O", 0, {"b3", "a2", "c2", "b1"}),  # a corner loses to a double threat
        ("X.O...... X", 1, {"a1", "c1", "b2"}),  # a forced win
        ("OXOXX..O. O", 0, {"c2"}),  # the only safe move
        ("XO....... X", 1, {"a2", "b2", "a1"}),
    ],
)
def test_forced_play_is_found(position, value, moves, seed):
    found, move, _ = play(position, seed)
    assert move in moves
    assert found == value


def test_a_finished_game_has_its_value():
    assert play("XXXOO.... O", 1, 5)[:2] == (-1, None)


def test_the_four_phases():
    game, count = load_game("tictactoe"), Count()
    search = Uct(game, game.parse("OXOXX..O. O"), None, count, random.Random(1))
    path = search.select()
    assert path == [search.root]
    search.expand(path)
    assert len(path) == 2
    assert len(search.root.children) == 1
    assert len(search.root.untried) == 2
    value = search.simulate(path[-1])
    search.back_up(path, value)
    assert [node.visits for node in path] == [1, 1]
    assert path[1].reward == -value  # the root's side moved there
    assert path[0].reward == value
    for _ in range(2):
        search.playout()
    assert search.root.untried == []
    assert len(search.select()) > 1


def test_it_keeps_one_node_a_playout():
    _, _, count = play("start", 1, 100)
    assert count.peak_stored == 101
    assert count.leaves == 100
