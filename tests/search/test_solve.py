"""The driver: values, best moves, variations, limits."""

from __future__ import annotations

import itertools
import random

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from mpi_search.search.solve import Budget, Solver
from mpi_search.search.table import Table
from tests.rules.test_load import GOOD
from tests.tools import Oracle, tangle


def solver_for(name: str, table_mb: float = 4) -> Solver:
    return Solver(bind(load_game(name)), Table(table_mb))


@pytest.mark.parametrize("depth", [1, 2, 5, None])
def test_value_move_and_variation_are_optimal(depth):
    kernel = tangle()
    game, oracle, rng = kernel.game, Oracle(kernel.game), random.Random(5)
    solver = Solver(kernel, Table(0.1))
    for _ in range(150):
        state = (rng.randrange(1 << 40), 8, 0)
        if game.outcome(state) is not None:
            continue
        result = solver.solve(state, depth=depth)
        plies = TO_END if depth is None else depth
        assert result.value == oracle.value(state, plies)
        assert result.exact == (depth is None)
        assert result.pv[0] == result.best_move
        for move in result.pv:  # every move of the line keeps the value
            value, state = oracle.value(state, plies), game.play(state, move)
            plies = plies if plies == TO_END else plies - 1
            assert -oracle.value(state, plies) == value
        assert game.outcome(state) is not None or plies == 0


def test_a_depth_that_reaches_the_end_is_exact():
    result = solver_for("tictactoe").solve(load_game("tictactoe").start(), depth=9)
    assert (result.value, result.exact, result.depth) == (0, True, 9)


def test_a_small_limit_is_used():
    """Positions of Othello could have many more moves than they do."""
    game = load_game("othello")
    depths = []
    for limit in (64, 300, 2000, 20_000):
        result = solver_for("othello").solve(game.start(), depth=8, budget=Budget(max_nodes=limit))
        assert result.nodes <= limit + 10
        depths.append(result.depth)
    assert depths[0] >= 2
    assert depths[1] >= 4
    assert result.nodes <= limit


def test_a_node_limit_is_kept_and_leaves_a_move():
    game = load_game("connect4")
    for limit in (1, 10, 1000, 100_000):
        result = solver_for("connect4").solve(game.start(), budget=Budget(max_nodes=limit))
        assert not result.exact
        assert result.nodes <= max(limit, 100), "one ply is always searched"
        assert result.best_move in range(7)
        assert 1 <= result.depth < 42
    assert result.depth > 6


def test_a_time_limit_is_kept():
    ticks = itertools.count()
    budget = Budget(clock=lambda: next(ticks) * 0.1, max_seconds=5)
    result = solver_for("connect4").solve(load_game("connect4").start(), budget=budget)
    assert not result.exact
    assert next(ticks) < 80
    assert result.depth > 1


def test_an_interruption_leaves_the_best_so_far():
    calls = itertools.count()
    budget = Budget(should_stop=lambda: next(calls) > 3)
    result = solver_for("connect4").solve(load_game("connect4").start(), budget=budget)
    assert not result.exact
    assert result.depth >= 1


def test_progress_is_told():
    seen = []
    game = load_game("connect4")
    solver_for("connect4").solve(game.start(), depth=18, on_progress=seen.append)
    assert len(seen) > 3
    assert all(before.nodes <= after.nodes for before, after in itertools.pairwise(seen))
    assert {progress.depth for progress in seen} <= set(range(1, 19))


def test_one_table_serves_many_positions():
    game = load_game("connect4:5x4")
    shared = Solver(bind(game), Table(0.1))
    rng = random.Random(3)
    for _ in range(30):
        state = game.start()
        for _ in range(rng.randint(4, 10)):
            if game.outcome(state) is None:
                state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            alone = Solver(bind(game), Table(4)).solve(state)
            assert shared.solve(state).value == alone.value


LONG = (
    GOOD.replace("= 1, 3, 9, 1", "= 1, 3, 1000, 20")
    + "@jit\ndef evaluate(state): return state[0] * 7919 % 41 - 20\ndef plies_left(state): return state[0]\n"
)


def test_games_longer_than_the_table_can_count(tmp_path):
    """Iterations end before the depth that means the end of the game."""
    file = tmp_path / "long.py"
    file.write_text(LONG.replace("min(3,", "min(1,"))
    game = load_game(str(file))
    result = Solver(bind(game), Table(1)).solve((900,), depth=400)
    assert (result.depth, result.exact) == (254, False)
    assert Solver(bind(game), Table(1)).solve((900,)).value == -1


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [("3, 1000, 20", "3, 5, 20", "longer than MAX_PLIES = 5"), ("3, 1000", "2, 1000", "more than MAX_MOVES = 2 moves")],
)
def test_a_game_that_breaks_its_limits_is_stopped(tmp_path, before, after, message):
    file = tmp_path / "broken.py"
    file.write_text(LONG.replace(before, after))
    game = load_game(str(file))
    with pytest.raises(InputError) as error:
        Solver(bind(game), Table(1)).solve((30,), depth=12)
    assert message in str(error.value)
