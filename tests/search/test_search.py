"""The search finds what minimax finds: whole, in slices, with any window, in a table of any size."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.compile.kernel import bind
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import DONE, PAUSED, TO_END
from mpi_search.search.search import Search
from mpi_search.search.table import Table
from tests.tools import Oracle, entries, tangle

seeds = st.integers(0, 2**40)
windows = st.tuples(st.integers(-20, 20), st.integers(1, 42)).map(lambda pair: (pair[0], min(pair[0] + pair[1], 21)))


def finish(search: Search, slice_nodes: int = 1 << 40) -> None:
    while search.run(slice_nodes) != DONE:
        pass


@pytest.mark.parametrize("noisy", [False, True])
@settings(max_examples=400)
@given(seed=seeds, plies=st.integers(1, 8), depth=st.sampled_from([1, 2, 3, 4, 6, TO_END]), window=windows)
def test_any_window_is_decided_by_true_claims(noisy, seed, plies, depth, window):
    kernel = tangle(noisy)
    oracle, state, (alpha, beta) = Oracle(kernel.game), (seed, plies, 0), window
    if kernel.game.outcome(state) is not None:
        return
    table = Table(0.01)
    search = Search(kernel, table)
    search.begin(state, alpha, beta, depth)
    finish(search)
    value = oracle.value(state, depth)
    assert search.lower <= value <= search.upper
    assert search.lower >= beta or search.upper <= alpha or search.lower == search.upper
    if search.lower > -20:
        below = depth if depth == TO_END else depth - 1
        child = kernel.game.play(state, search.best_move)
        assert -oracle.value(child, below) >= search.lower, "no move behind the lower bound"
    assert all(lower <= value <= upper for lower, value, upper in entries(kernel, table, oracle))


@settings(max_examples=100)
@given(seed=seeds, depth=st.sampled_from([4, 6, TO_END]), slice_nodes=st.integers(1, 50))
def test_slices_change_nothing(seed, depth, slice_nodes):
    kernel = tangle()
    if kernel.game.outcome((seed, 8, 0)) is not None:
        return
    nodes = []
    for budget in (1 << 40, slice_nodes):
        search = Search(kernel, Table(0.01))
        search.begin((seed, 8, 0), -5, 5, depth)
        finish(search, budget)
        nodes.append((search.nodes, search.lower, search.upper, search.best_move))
    assert nodes[0] == nodes[1]


def test_a_slice_keeps_to_its_budget():
    """But for the last position before the horizon, whose children are evaluated in one go."""
    game = load_game("connect4")
    search = Search(bind(game), Table(1))
    search.begin(game.start(), 0, 1, 12)
    for _ in range(20):
        before = search.nodes
        assert search.run(100) == PAUSED
        assert 100 <= search.nodes - before <= 100 + game.max_moves


@settings(max_examples=60)
@given(seed=seeds, positions=st.lists(st.integers(0, 11), min_size=2, max_size=6))
def test_a_table_is_shared_by_many_searches(seed, positions):
    """One small table for positions, depths and windows of all kinds: what one search stores misleads no other."""
    kernel = tangle()
    oracle, table = Oracle(kernel.game), Table(0.002)
    search = Search(kernel, table)
    for turn, node in enumerate(positions):
        state, depth = (seed, 8, node), (TO_END, 3, 5)[turn % 3]
        if kernel.game.outcome(state) is not None:
            continue
        table.new_generation()
        search.begin(state, -20, 20, depth)
        finish(search)
        assert search.lower == search.upper == oracle.value(state, depth)


#: (game, position, depth) -> nodes
PINNED = {
    ("tictactoe", "start", TO_END): 934,
    ("connect4", "start", 12): 36156,
    ("connect4", "444444333", TO_END): 86079,
    ("othello", "start", 7): 1718,
    ("simplexity", "start", 5): 1872,
    ("synthetic", "start", TO_END): 60621,
}


@pytest.mark.slow
@pytest.mark.parametrize("search", PINNED, ids=str)
def test_node_counts_are_pinned(search):
    """A change of these numbers is a change of the search: make it knowingly."""
    name, position, depth = search
    game = load_game(name)
    stack = Search(bind(game), Table(4))
    stack.begin(game.parse(position), -game.max_value, game.max_value, depth)
    finish(stack)
    assert stack.nodes == PINNED[search]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most_plies"), [("connect4", 15), ("othello", 18), ("simplexity:4x4", 12)])
def test_without_hooks_the_values_are_the_same(name, most_plies):
    """What the hooks of a game claim about the end of the game, held against a search that knows only the rules."""
    game, rng, compared = load_game(name), random.Random(21), 0
    informed, plain = Search(bind(game), Table(4)), Search(bind(game, with_hooks=False), Table(4))
    for _ in range(400):
        state = game.start()
        while game.outcome(state) is None and game.plies_left(state) > rng.randint(most_plies - 6, most_plies):
            state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is not None:
            continue
        for search in (informed, plain):
            search.begin(state, -game.max_value, game.max_value)
            assert search.run(20_000_000) == DONE
        assert informed.lower == informed.upper == plain.lower == plain.upper, state
        compared += 1
    assert compared > 20
