"""B* and best-first search: bounds of the game's own, proofs before values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms.best_first import best_first
from mpi_search.algorithms.bstar import bstar, prove_best
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.minimax import minimax
from mpi_search.algorithms.negamax import negamax
from mpi_search.algorithms.tree import below
from mpi_search.rules.load import load_game
from tests.algorithms.positions import GAMES, late_position, oracle_value, problems, synthetic


@settings(max_examples=80)
@given(problem=problems())
def test_a_proved_move_is_best_and_its_bounds_are_true(problem):
    game, state, depth = problem
    value = oracle_value(game, state, depth)
    low, high, move = prove_best(game, state, depth, Count())
    assert low <= value <= high
    if move is not None:
        assert -minimax(game, game.play(state, move), below(depth)) == value


def test_a_proof_costs_no_more_than_the_value_and_sometimes_less():
    costs = []
    for seed in range(1, 16):
        game, counts = synthetic(4, 6, seed, values=100, noise=10), [Count(), Count()]
        proof = prove_best(game, game.start(), None, counts[0])
        answer = bstar(game, game.start(), None, counts[1])
        assert proof.move == answer.move
        assert proof.low <= answer.value <= proof.high
        costs.append((counts[0].nodes, counts[1].nodes))
    assert all(proof <= value for proof, value in costs)
    assert any(2 * proof < value for proof, value in costs)


@pytest.mark.parametrize("search", [bstar, best_first])
def test_narrow_bounds_save_most_of_the_tree(search):
    narrow, wide = (synthetic(4, 5, 3, values=100, noise=noise) for noise in (1, 200))
    counts = [Count(), Count()]
    search(narrow, narrow.start(), None, counts[0])
    search(wide, wide.start(), None, counts[1])
    assert 5 * counts[0].nodes < counts[1].nodes < negamax_nodes(wide)


def negamax_nodes(game) -> int:
    count = Count()
    negamax(game, game.start(), None, count)
    return count.nodes


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_the_bounds_of_a_game_are_true(name, seed):
    game = load_game(name)
    state = late_position(game, seed)
    low, high = game.optimism(state)
    assert -game.max_value <= low <= oracle_value(game, state, None) <= high <= game.max_value


@given(seed=st.integers(1, 200), noise=st.integers(0, 12))
def test_the_bounds_of_a_synthetic_tree_are_true(seed, noise):
    game = synthetic(3, 4, seed, values=9, noise=noise)
    state = game.start()
    while True:
        low, high = game.optimism(state)
        assert -9 <= low <= game.module.known_value(state) <= high <= 9
        if game.outcome(state) is not None:
            assert low == high
            return
        state = game.play(state, seed % 3)


def test_a_finished_game_has_its_own_bounds():
    game = load_game("tictactoe")
    assert game.optimism(game.parse("XXXOO.... O")) == (-1, -1)
    assert game.optimism(game.start()) == (-1, 1)
