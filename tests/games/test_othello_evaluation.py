"""The Othello evaluation: patterns are what they are said to be, and what is the same is worth the same."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import numpy as np

from games import _othello_evaluation as evaluation
from games import _othello_patterns as patterns
from mpi_search.compile.kernel import bind
from mpi_search.machine.bits import u64
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table

RANKS = "abcdefgh"


def squares(names):
    return [RANKS.index(name[0]) + 8 * (int(name[1]) - 1) for name in names.split()]


EDGES = (
    squares("a1 b1 c1 d1 e1 f1 g1 h1 b2 g2"),
    squares("a8 b8 c8 d8 e8 f8 g8 h8 b7 g7"),
    squares("a1 a2 a3 a4 a5 a6 a7 a8 b2 b7"),
    squares("h1 h2 h3 h4 h5 h6 h7 h8 g2 g7"),
)
CORNERS = (
    squares("a1 b1 c1 a2 b2 c2 a3 b3 c3"),
    squares("a8 b8 c8 a7 b7 c7 a6 b6 c6"),
    squares("h1 g1 f1 h2 g2 f2 h3 g3 f3"),
    squares("h8 g8 f8 h7 g7 f7 h6 g6 f6"),
)


def random_boards(count):
    rng = random.Random(5)
    for _ in range(count):
        cells = rng.choices(range(3), weights=(1, 2, 2), k=64)
        yield tuple(u64(sum(1 << square for square in range(64) if cells[square] == side)) for side in (1, 2))


def read(own, other, where):
    """A pattern square by square."""
    digits = [(int(own) >> square & 1) + 2 * (int(other) >> square & 1) for square in where]
    return sum(digit * 3**place for place, digit in enumerate(digits))


def turned(word, symmetry):
    """The board in one of its eight views."""
    answer = 0
    for square in range(64):
        rank, file = divmod(square, 8)
        if symmetry & 1:
            file = 7 - file
        if symmetry & 2:
            rank = 7 - rank
        if symmetry & 4:
            rank, file = file, rank
        answer |= (int(word) >> square & 1) << (8 * rank + file)
    return u64(answer)


def test_patterns_are_read_from_the_right_squares():
    for own, other in random_boards(300):
        assert [int(number) for number in patterns.edge_patterns(own, other)] == [
            read(own, other, where) for where in EDGES
        ]
        assert [int(number) for number in patterns.corner_patterns(own, other)] == [
            read(own, other, where) for where in CORNERS
        ]


def test_mirror_images_have_the_same_weight():
    for weights, order in ((evaluation.EDGE, patterns.EDGE_MIRROR), (evaluation.CORNER, patterns.CORNER_MIRROR)):
        assert len(weights) == 3 ** len(order)
        assert len(np.unique(weights)) > 100
        for number in range(len(weights)):
            twin = patterns.mirrored(number, order)
            assert patterns.mirrored(twin, order) == number
            assert weights[number] == weights[twin]


def test_all_eight_views_of_a_board_are_worth_the_same():
    for own, other in random_boards(40):
        assert len({int(evaluation.estimate(turned(own, view), turned(other, view))) for view in range(8)}) == 1


def test_the_evaluation_is_near_the_exact_value():
    """On 300 positions of random games with 9 empty squares: what is left over is half of what there is to explain."""
    game, rng = load_game("othello"), random.Random(3)
    solver, values, guesses = Solver(bind(game), Table(8)), [], []
    while len(values) < 300:
        state = game.start()
        while game.outcome(state) is None and game.plies_left(state) > 18:
            state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            values.append(solver.solve(state, want_pv=False).value)
            guesses.append(game.evaluate(state))
    assert np.std(np.array(values) - guesses) < 0.5 * np.std(values)


def test_the_regression_finds_weights_that_were_planted():
    path = Path(__file__).parents[2] / "scripts/fit_othello.py"
    spec = importlib.util.spec_from_file_location("fit_othello", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    rng = np.random.default_rng(1)
    size = script.EDGES + script.CORNERS
    seen = rng.choice(size, 40, replace=False)  # few patterns, each seen often
    rows = rng.choice(seen, (4000, 8))
    counted = rng.normal(size=(4000, 8))
    planted = np.zeros(size + 8)
    planted[seen], planted[size:] = rng.normal(size=40), rng.normal(size=8)
    regression = script.Regression(rows, counted, penalty=0.01)
    found = regression.fit(regression.predict(planted), steps=60)
    assert np.allclose(found, planted, atol=0.01)
