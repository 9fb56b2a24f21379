"""Synthetic trees: the value is known without a search, and the ordering is as good as it claims to be."""

from __future__ import annotations

import pytest

from mpi_search.algorithms.minimax import minimax
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.search import Search
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("order", [0.0, 0.5, 1.0])
def test_the_known_value_is_the_minimax_value(seed, order):
    game = load_game(f"synthetic:branching=4,depth=5,order={order},values=12,seed={seed}")
    assert minimax(game, game.start()) == game.module.known_value(game.start())


@pytest.mark.slow
def test_the_kernel_finds_the_known_value():
    game = load_game("synthetic:branching=6,depth=8,order=0.7,seed=5")
    solver = Solver(bind(game), Table(16))
    result = solver.solve(game.start())
    assert result.value == game.module.known_value(game.start())
    assert -game.module.known_value(game.play(game.start(), result.best_move)) == result.value


@pytest.mark.slow
def test_with_perfect_ordering_alpha_beta_searches_the_minimal_tree():
    """Knuth and Moore: b^ceil(d/2) + b^floor(d/2) - 1 leaves."""
    game = load_game("synthetic:branching=5,depth=6,order=1.0,values=10000,seed=2")
    search = Search(bind(game), Table(1))
    search.begin(game.start(), -10000, 10000)
    search.run(1 << 40)
    assert search.lower == search.upper == game.module.known_value(game.start())
    minimal = sum(5 ** ((ply + 1) // 2) + 5 ** (ply // 2) - 1 for ply in range(1, 7))
    assert search.nodes <= 1.5 * minimal


def test_a_huge_tree_costs_nothing_to_name():
    game = load_game("synthetic:branching=100,depth=40,seed=1")
    assert len(game.moves(game.start())) == 100


@pytest.mark.parametrize("variant", ["branching=0", "depth=61", "values=0", "order=1.5", "colour=3"])
def test_nonsense_is_refused(variant):
    with pytest.raises(InputError, match="synthetic"):
        load_game(f"synthetic:{variant}")
