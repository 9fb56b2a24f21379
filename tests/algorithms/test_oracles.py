"""The plain algorithms are right by themselves: counts known from the literature, and each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.algorithms.alphabeta import alphabeta
from mpi_search.algorithms.count import Count, TooManyNodes
from mpi_search.algorithms.minimax import minimax
from mpi_search.rules.load import load_game
from tests.tools import TANGLE


@pytest.mark.slow
def test_tictactoe_has_549946_nodes_and_255168_games():
    game, count = load_game("tictactoe"), Count()
    assert minimax(game, game.start(), count=count) == 0
    assert (count.nodes, count.leaves) == (549946, 255168)


def test_a_node_limit_stops_a_search():
    game = load_game("tictactoe")
    with pytest.raises(TooManyNodes):
        minimax(game, game.start(), count=Count(max_nodes=100))


@pytest.mark.parametrize("noisy", [0, 1])
@given(
    seed=st.integers(0, 1 << 40),
    depth=st.sampled_from([0, 1, 3, None]),
    alpha=st.integers(-21, 20),
    width=st.integers(1, 42),
)
def test_alphabeta_keeps_its_bound_contract(noisy, seed, depth, alpha, width):
    game = load_game(f"{TANGLE}:noisy={noisy}")
    state, beta = (seed, 4, 0), alpha + width
    plain, pruned = Count(), Count()
    exact = minimax(game, state, depth, plain)
    found = alphabeta(game, state, depth, alpha, beta, pruned)
    assert pruned.nodes <= plain.nodes
    if found <= alpha:
        assert exact <= found
    elif found >= beta:
        assert exact >= found
    else:
        assert exact == found
