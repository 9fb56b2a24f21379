"""Searches that may be wrong: when they must not be, what they save, and in which phases."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms.alphabeta import open_soft
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.fit import WHOLE_GAME, Fit, Phase, deepest_pair, guessed_fits
from mpi_search.algorithms.multi_probcut import MultiProbCut, multi_probcut
from mpi_search.algorithms.nbest import nbest, ranked
from mpi_search.algorithms.probcut import bound_above, bound_below, probcut
from mpi_search.algorithms.registry import probcut_algorithms
from mpi_search.algorithms.tree import Answer
from mpi_search.rules.load import load_game
from tests.algorithms.positions import oracle_value, problems, synthetic

NEVER = 1e9  # deviations
EXACT_FITS = [Fit(1, 3, 1.0, 0.0, 0.0), Fit(2, 4, 1.0, 0.0, 0.0), Fit(1, 4, 1.0, 0.0, 0.0)]


@settings(max_examples=60)
@given(problem=problems())
def test_nbest_with_all_moves_is_exact(problem):
    game, state, depth = problem
    assert nbest(game, state, depth, Count(), width=game.max_moves).value == oracle_value(game, state, depth)


def test_nbest_searches_no_more_moves_than_it_may():
    game, count = synthetic(4, 5, seed=2, noise=0), Count()
    nbest(game, game.start(), None, count, width=1)
    assert (count.nodes, count.leaves) == (6, 1)


def test_nbest_is_right_where_the_evaluation_is():
    """Without noise the evaluation of a child is its value: one move is enough."""
    for seed in range(1, 11):
        game = synthetic(4, 5, seed, order=0.0, noise=0)
        assert nbest(game, game.start(), None, Count(), width=1).value == game.module.known_value(game.start())


def test_nbest_can_miss_the_best_move():
    games = [synthetic(4, 5, seed, order=0.0, values=30, noise=20) for seed in range(1, 21)]
    found = [nbest(game, game.start(), None, Count(), width=1).value for game in games]
    assert found != [game.module.known_value(game.start()) for game in games]


def test_a_move_that_wins_ranks_first():
    game = load_game("connect4:4x4")
    state = game.parse("121212")
    assert ranked(game, state)[0] == 0


@settings(max_examples=60)
@given(problem=problems())
def test_without_cuts_both_probcuts_are_alphabeta(problem):
    game, state, depth = problem
    fits = [Fit(fit.shallow, fit.deep, fit.a, fit.b, 1.0) for fit in EXACT_FITS]
    plain, counts = Count(), [Count(), Count()]
    answer = open_soft(game, state, depth, plain)
    assert probcut(game, state, depth, counts[0], fits[:1], NEVER) == answer
    assert multi_probcut(game, state, depth, counts[1], fits, NEVER) == answer
    assert counts == [plain, plain]


@settings(max_examples=40)
@given(seed=st.integers(1, 200))
def test_with_a_perfect_evaluation_cuts_are_right(seed):
    """Without noise a shallow value is the deep one: a fit without error is true, and so is every cut."""
    game = synthetic(3, 7, seed, order=0.0, noise=0)
    value = game.module.known_value(game.start())
    assert probcut(game, game.start(), 6, Count(), EXACT_FITS[1:2]).value == value
    assert multi_probcut(game, game.start(), 6, Count(), EXACT_FITS).value == value


def test_cuts_save_nodes():
    plain, single, multiple = Count(), Count(), Count()
    for seed in range(1, 11):
        game = synthetic(3, 8, seed, order=0.3, values=100, noise=2)
        fits = [Fit(fit.shallow, fit.deep, 1.0, 0.0, 2.0) for fit in [*EXACT_FITS, Fit(3, 5, 1, 0, 0)]]
        open_soft(game, game.start(), 7, plain)
        probcut(game, game.start(), 7, single, fits[-1:])
        multi_probcut(game, game.start(), 7, multiple, fits)
    assert multiple.nodes < single.nodes < plain.nodes


@given(
    a=st.floats(0.5, 2),
    b=st.floats(-5, 5),
    sigma=st.floats(0, 10),
    threshold=st.floats(0, 3),
    edge=st.integers(-50, 50),
)
def test_bounds_are_sure_enough_and_no_surer(a, b, sigma, threshold, edge):
    fit, slack = Fit(2, 4, a, b, sigma), 1e-6
    above, below = bound_above(fit, threshold, edge), bound_below(fit, threshold, edge)
    assert a * above + b - threshold * sigma >= edge - slack
    assert a * (above - 1) + b - threshold * sigma < edge + slack
    assert a * below + b + threshold * sigma <= edge + slack
    assert a * (below + 1) + b + threshold * sigma > edge - slack


# --- phases ------------------------------------------------------------------------------------------------------


def asked_at(fits: list[Fit]) -> list[int]:
    """The plies left of the positions in which Multi-ProbCut asked a shallow question, in a uniform tree."""
    asked: list[int] = []

    class Noting(MultiProbCut):
        def likely(self, state, depth, alpha, beta):
            before = self.count.nodes
            answer = super().likely(state, depth, alpha, beta)
            if self.count.nodes > before:
                asked.append(self.game.plies_left(state))
            return answer

    game = synthetic(3, 9, seed=4, order=0.3)
    Noting(game, fits, 1.0, Count()).search(game.start(), 8, -2, 2)
    return sorted(set(asked))


def test_a_fit_is_used_in_its_phase_alone():
    """A tree of nine plies, searched eight deep: with d plies to go to the horizon, d + 1 are left."""
    everywhere = [Fit(1, deep, 1.0, 0.0, 6.0) for deep in (3, 4, 5, 6)]
    assert asked_at(everywhere) == [4, 5, 6, 7]
    assert asked_at([replace(fit, phase=Phase(5, 6)) for fit in everywhere]) == [5, 6]
    assert asked_at([replace(fit, phase=Phase(8, 99)) for fit in everywhere]) == []


def test_each_phase_has_its_own_bound():
    """The fit of another phase, which would cut everything away, is not asked."""
    game, counts = synthetic(3, 9, seed=4, order=0.3), [Count(), Count(), Count()]
    sound, absurd = Fit(2, 4, 1.0, 0.0, 3.0, Phase(4, 6)), Fit(2, 4, 1.0, 0.0, 0.0, Phase(7, 99))
    answers = [
        probcut(game, game.start(), 7, count, fits)
        for count, fits in zip(counts, ([sound], [sound, absurd], [replace(absurd, phase=WHOLE_GAME)]), strict=True)
    ]
    assert (answers[0], counts[0]) == (answers[1], counts[1])
    assert counts[2].nodes < counts[0].nodes


def test_probcut_takes_one_pair_of_depths_in_all_its_phases():
    fits = [Fit(1, 3, 1, 0, 1), Fit(2, 4, 1, 0, 1, Phase(0, 9)), Fit(2, 4, 1, 0, 2, Phase(10, 20)), Fit(1, 4, 1, 0, 3)]
    assert deepest_pair(fits) == fits[1:3]
    with pytest.raises(AssertionError):
        probcut(synthetic(3, 5, 1), (0, 0, 0), 4, Count(), fits)


def test_guesses_hold_in_all_phases():
    game = synthetic(3, 8, 1)
    assert all(fit.phase.holds(left) for fit in guessed_fits(game, 8) for left in range(game.max_plies + 1))


def test_the_registry_takes_other_fits():
    game = synthetic(3, 8, 1, noise=0)
    state, counts = game.start(), [Count(), Count()]
    single, _ = probcut_algorithms([Fit(2, 4, 1.0, 0.0, 0.0)])
    assert single.applies(game, state, 4) == "no pair of depths fits below depth 4"
    assert single.applies(game, state, 5) == ""
    value = game.module.known_value(state)
    assert isinstance(single.run(game, state, 6, counts[0], None), Answer)
    assert single.run(game, state, 6, counts[1], None).value == value
