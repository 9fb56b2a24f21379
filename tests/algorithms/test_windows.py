"""Every search with a window keeps the bound contract, and a value inside is exact."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms import alphabeta, alphabeta_memory, negascout, pvs, quiescence
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.minimax import minimax
from mpi_search.algorithms.tree import Answer, below
from tests.algorithms.positions import oracle_value, problems


def with_memory(game, state, depth, alpha, beta, count) -> Answer:
    """The second of two searches that share a memory: the first, with another window, must not mislead it."""
    memory: alphabeta_memory.Memory = {}
    for guess in (0, 1):
        alphabeta_memory.search(game, state, depth, guess - 1, guess, memory, count)
    return alphabeta_memory.search(game, state, depth, alpha, beta, memory, count)


SEARCHES = {
    "fail-soft": alphabeta.fail_soft,
    "fail-hard": alphabeta.fail_hard,
    "negascout": negascout.search,
    "pvs": pvs.search,
    "memory": with_memory,
    "quiescence": quiescence.search,
}


@pytest.mark.parametrize("search", SEARCHES.values(), ids=SEARCHES)
@settings(max_examples=120)
@given(problem=problems(), data=st.data())
def test_a_search_keeps_the_bound_contract(search, problem, data):
    game, state, depth = problem
    alpha = data.draw(st.integers(-game.max_value - 1, game.max_value))
    beta = data.draw(st.integers(alpha + 1, min(alpha + 12, game.max_value + 1)))
    exact = oracle_value(game, state, depth)
    found = search(game, state, depth, alpha, beta, Count())
    if found.value <= alpha:
        assert exact <= found.value
    elif found.value >= beta:
        assert exact >= found.value
    else:
        assert exact == found.value
    if found.value > alpha and found.move is not None:
        assert -minimax(game, game.play(state, found.move), below(depth)) >= min(found.value, beta)
    if search is alphabeta.fail_hard:
        assert alpha <= found.value <= beta


def test_an_empty_window_is_refused():
    game, state, depth = None, (), None
    for name in ("fail-soft", "fail-hard", "negascout", "pvs", "quiescence"):
        with pytest.raises(AssertionError):
            SEARCHES[name](game, state, depth, 3, 3, Count())
