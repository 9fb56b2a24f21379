"""Which leaves are looked at: what theory says about one algorithm against another, on uniform trees."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms.alphabeta import open_hard, open_soft
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.mtdf import mtdf
from mpi_search.algorithms.negascout import negascout
from mpi_search.algorithms.pvs import pvs
from mpi_search.algorithms.sss import sss
from mpi_search.rules.game import Game
from tests.algorithms.positions import Watched, synthetic, uniform_trees


def leaves_of(search, game: Game) -> list:
    """The leaves that a search looks at, in order, each at its first time."""
    watched = Watched(game)
    search(watched, watched.start(), None, Count())
    return list(dict.fromkeys(watched.leaves))


def mtd_from_infinity(game, state, depth, count):
    return mtdf(game, state, depth, game.max_value + 1, count)


@pytest.mark.parametrize("search", [open_soft, open_hard, negascout, pvs])
@pytest.mark.parametrize(("branching", "depth"), [(1, 5), (2, 1), (2, 8), (3, 5), (4, 4), (5, 3), (6, 2)])
def test_a_perfectly_ordered_tree_has_the_leaves_of_knuth_and_moore(search, branching, depth):
    game, count = synthetic(branching, depth, seed=3, order=1.0, values=50), Count()
    search(game, game.start(), None, count)
    assert count.leaves == branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1


@settings(max_examples=80)
@given(game=uniform_trees())
def test_sss_looks_at_no_leaf_that_alphabeta_does_not(game):
    assert set(leaves_of(sss, game)) <= set(leaves_of(open_soft, game))


def test_sss_sometimes_looks_at_fewer():
    games = [synthetic(3, 4, seed, order=0.0) for seed in range(1, 21)]
    assert sum(len(leaves_of(sss, game)) < len(leaves_of(open_soft, game)) for game in games) >= 10


@settings(max_examples=80)
@given(game=uniform_trees())
def test_mtd_from_infinity_is_sss(game):
    """The same leaves in the same order, and each evaluated once."""
    assert leaves_of(mtd_from_infinity, game) == leaves_of(sss, game)
    counts = [Count(), Count()]
    sss(game, game.start(), None, counts[0])
    mtd_from_infinity(game, game.start(), None, counts[1])
    assert counts[0].leaves == counts[1].leaves == len(leaves_of(sss, game))


@settings(max_examples=80)
@given(game=uniform_trees())
def test_negascout_and_pvs_look_at_no_leaf_that_alphabeta_does_not(game):
    allowed = set(leaves_of(open_soft, game))
    assert set(leaves_of(negascout, game)) <= allowed
    assert set(leaves_of(pvs, game)) <= allowed


@settings(max_examples=40)
@given(game=uniform_trees(), seed=st.integers(1, 50))
def test_both_forms_of_alphabeta_visit_the_same_nodes(game, seed):
    counts = [Count(), Count()]
    open_soft(game, game.start(), None, counts[0])
    open_hard(game, game.start(), None, counts[1])
    assert counts[0] == counts[1]


@pytest.mark.parametrize("order", [1.0, 0.9])
def test_pvs_is_no_larger_than_alphabeta_on_well_ordered_trees(order):
    """With perfect order in each tree; with good order in sum, because a surprise is searched twice."""
    pairs = []
    for seed in range(1, 21):
        game, counts = synthetic(4, 5, seed, order, values=100, noise=5), (Count(), Count())
        pvs(game, game.start(), None, counts[0])
        open_soft(game, game.start(), None, counts[1])
        pairs.append((counts[0].nodes, counts[1].nodes))
    if order == 1.0:
        assert all(mine <= other for mine, other in pairs)
    else:
        assert sum(mine for mine, _ in pairs) < sum(other for _, other in pairs)
