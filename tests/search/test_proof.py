"""Depth-first proof-number search on the kernel, against plain values and the alpha-beta kernel."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, TO_END
from mpi_search.search.proof import ProofSearch, ProofSolver
from mpi_search.search.solve import Budget, Solver
from mpi_search.search.table import Table
from tests.tools import Oracle, tangle

POSITIONS = [
    ("tictactoe", "start"),
    ("tictactoe", "OXOXX..O. O"),
    ("connect4:4x4", "start"),
    ("connect4", "32164625"),
    ("connect4", "44455554221"),
    ("simplexity:4x4", "1O2X0O"),
    ("synthetic:branching=3,depth=10,values=2,order=0.2", "start"),
    ("synthetic:branching=4,depth=7,values=20,order=0.6", "start"),
]


def test_value_and_move_are_those_of_the_oracle():
    kernel = tangle()
    game, oracle, rng = kernel.game, Oracle(kernel.game), random.Random(5)
    solver = ProofSolver(kernel, Table(0.1))
    for _ in range(150):
        state = (rng.randrange(1 << 40), 8, 0)
        if game.outcome(state) is not None:
            continue
        result = solver.solve(state)
        assert result.exact
        assert result.value == oracle.value(state, TO_END)
        assert -oracle.value(game.play(state, result.best_move), TO_END) == result.value
        assert result.pv[0] == result.best_move


@pytest.mark.parametrize(("name", "position"), POSITIONS)
def test_games_have_the_values_that_alpha_beta_finds(name, position):
    kernel = bind(load_game(name))
    state = kernel.game.parse(position)
    expected = Solver(kernel, Table(4)).solve(state)
    result = ProofSolver(kernel, Table(4)).solve(state)
    assert (result.value, result.exact) == (expected.value, True)
    assert (result.lower, result.upper) == (result.value, result.value)
    child = kernel.game.play(state, result.best_move)
    after = kernel.game.outcome(child)
    assert -(Solver(kernel, Table(4)).solve(child).value if after is None else after) == result.value


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1 << 40), target=st.integers(-3, 4), slice_nodes=st.integers(1, 40))
def test_every_question_is_answered_rightly_in_slices_of_any_size(seed, target, slice_nodes):
    kernel = tangle()
    state = (seed, 7, 0)
    if kernel.game.outcome(state) is not None:
        return
    answers = []
    for nodes in (slice_nodes, 1 << 40):
        search = ProofSearch(kernel, Table(0.1))
        search.begin(state, target)
        while search.run(nodes) != DONE:
            assert 0 not in search.numbers
        assert sorted(search.numbers)[0] == 0
        answers.append((search.is_proved, search.move, search.nodes))
    assert answers[0] == answers[1]
    assert answers[0][0] == (Oracle(kernel.game).value(state, TO_END) >= target)


@pytest.mark.parametrize("buckets", [1, 2, 8])
def test_a_tiny_table_changes_nothing_but_the_work(buckets):
    kernel = bind(load_game("tictactoe"))
    table = Table(buckets * 64 / (1 << 20))
    state = kernel.game.parse("X...O.... X")
    assert ProofSolver(kernel, table).solve(state).value == Solver(kernel, Table(1)).solve(state).value


def test_a_limit_gives_bounds_that_are_true_and_a_legal_move():
    kernel = bind(load_game("connect4"))
    state = kernel.game.parse("32164625")
    result = ProofSolver(kernel, Table(4)).solve(state, budget=Budget(max_nodes=20_000))
    assert not result.exact
    assert result.lower <= 11 <= result.upper
    assert result.best_move in kernel.game.moves(state)
    assert 20_000 <= result.nodes < 40_000
