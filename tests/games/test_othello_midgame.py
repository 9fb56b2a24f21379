"""The Othello evaluation: patterns are read from where they are said to be, and what is the same is worth the same."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest

from games import _othello_midgame as midgame
from games._othello_patterns import CORNER_MIRROR, EDGE_MIRROR, mirrored
from mpi_search.compile.kernel import bind
from mpi_search.machine.bits import i64
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, NEVER
from mpi_search.search.search import Search
from mpi_search.search.table import Table
from scripts import fit_othello_midgame as fit
from tests.games.test_othello_evaluation import random_boards, read, squares, turned

#: One pattern of each kind, from which the others follow by turning the board.
PATTERNS = {
    "edge": "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",
    "block": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "corner": "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "line_2": "a2 b2 c2 d2 e2 f2 g2 h2",
    "line_3": "a3 b3 c3 d3 e3 f3 g3 h3",
    "line_4": "a4 b4 c4 d4 e4 f4 g4 h4",
    "slant_8": "a1 b2 c3 d4 e5 f6 g7 h8",
    "slant_7": "a2 b3 c4 d5 e6 f7 g8",
    "slant_6": "a3 b4 c5 d6 e7 f8",
    "slant_5": "a4 b5 c6 d7 e8",
    "slant_4": "a5 b6 c7 d8",
}
MIRRORS = {"edge": EDGE_MIRROR, "corner": CORNER_MIRROR, "block": range(10)}


@functools.cache
def tables():
    """The weights of each kind, as they are kept."""
    with np.load(midgame.__file__.replace(".py", ".npz")) as file:
        return {kind: file[kind] for kind in midgame.KINDS}


def mirror_of(kind):
    return tuple(MIRRORS.get(kind, range(midgame.KINDS[kind][0])[::-1]))


def counts_square_by_square(own, other):
    """What the evaluation adds up, read slowly in the eight views of the board, where all are seen equally often."""
    empties = 64 - (int(own) | int(other)).bit_count()
    stage = min(max(empties - midgame.FEWEST_EMPTIES, 0) // midgame.STAGE_EMPTIES, midgame.STAGES - 1)
    total = 0.0
    for kind, names in PATTERNS.items():
        table = tables()[kind]
        seen = [read(turned(own, view), turned(other, view), squares(names)) for view in range(8)]
        total += sum(int(table[stage, number]) for number in seen) * midgame.KINDS[kind][1] / 8
    return total + int(midgame.TEMPO[empties])


def test_patterns_are_read_from_the_right_squares():
    for own, other in random_boards(100):
        assert midgame.judge(own, other) == counts_square_by_square(own, other)


def one_ply_deep(game, state):
    """The value, by the rules and the evaluation in plain Python."""
    below = [game.play(state, move) for move in game.moves(state)]
    return max(-game.evaluate(each) if game.outcome(each) is None else -game.outcome(each) for each in below)


@pytest.mark.parametrize("board", ["XO", "XOX", "XXXO"])
def test_boards_with_hardly_a_disc_have_a_value(board):
    game = load_game("othello")
    state = game.parse(f"{board:-<64} X")
    search = Search(bind(game), Table(1))
    search.begin(state, -game.max_value, game.max_value, 1)
    assert search.run(NEVER) == DONE
    assert search.lower == one_ply_deep(game, state)


def test_compiled_code_says_the_same():
    """Also in every stage: boards with any number of empty squares."""
    game, rng = load_game("othello"), random.Random(8)
    search = Search(bind(game), Table(1))
    for _ in range(20):
        state = game.start()
        for _ in range(rng.randrange(1, 56)):
            if game.outcome(state) is None:
                state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            search.begin(state, -game.max_value, game.max_value, 1)
            assert search.run(NEVER) == DONE
            assert search.lower == one_ply_deep(game, state)


def test_mirror_images_have_the_same_weight():
    for kind, (count, _) in midgame.KINDS.items():
        table, order = tables()[kind], mirror_of(kind)
        assert table.shape == (midgame.STAGES, 3**count)
        assert len(np.unique(table)) > 60
        twins = [mirrored(number, order) for number in range(3**count)]
        assert (table == table[:, twins]).all()


def test_it_is_near_the_exact_value():
    """On 200 positions of random games with 14 empty squares: what is left over is under half of what is to explain."""
    game, rng = load_game("othello"), random.Random(3)
    search, values, guesses = Search(bind(game), Table(8)), [], []
    while len(values) < 200:
        state = game.start()
        while game.outcome(state) is None and game.plies_left(state) > 28:
            state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            search.begin(state, -64, 64)
            assert search.run(NEVER) == DONE
            values.append(search.lower)
            guesses.append(midgame.judge(*map(midgame.u64, state[:2])) / 16)
    assert np.std(np.array(values) - guesses) < 0.5 * np.std(values)


def test_the_regression_finds_weights_that_were_planted():
    rng = np.random.default_rng(1)
    seen = rng.choice(fit.SIZE, 40, replace=False)  # few patterns, each seen often
    rows = rng.choice(seen, (4000, 10)).astype(np.int32)
    planted = np.zeros(fit.SIZE)
    planted[seen] = rng.normal(size=40)
    found = fit.least_squares(rows, fit.predict(rows, planted), 0.001, 80)
    assert np.allclose(fit.predict(rows, found), fit.predict(rows, planted), atol=0.01)


def test_games_are_played_by_the_rules_and_valued_by_the_solver(monkeypatch):
    game = load_game("othello")
    monkeypatch.setattr(fit, "BATCH", 3)
    boards, values = fit.Games(2).batch(5)
    assert len(boards) == len(values)
    search = Search(bind(game), Table(8))
    last = boards[-1]
    search.begin((i64(last[0]), i64(last[1]), 0), -64, 64)
    assert search.run(NEVER) == DONE
    assert search.lower == values[-1], "the last position is the one that was solved"
    empties = fit.count_empties(boards)
    assert empties.min() >= 8
    known = 0
    for before, after, value, next_value in zip(boards, boards[1:], values, values[1:], strict=False):
        state = (i64(before[0]), i64(before[1]), 0)
        children = [game.play(state, move)[:2] for move in game.moves(state)]
        passed = [(other, own) for own, other in children]
        here = (i64(after[0]), i64(after[1]))
        if here in children or here in passed:
            assert next_value == (-value if here in children else value)
            known += 1
    assert known >= len(boards) - fit.BATCH, "but for the first positions of the games"
