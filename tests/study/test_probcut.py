"""Fitting ProbCut: positions, lines, error rates, whole searches; on numbers and games whose answers are known."""

from __future__ import annotations

import random
from itertools import pairwise
from statistics import NormalDist

import numpy as np
import pytest

from mpi_search.algorithms.fit import Fit
from mpi_search.algorithms.fit_files import own_fits
from mpi_search.algorithms.probcut import THRESHOLD
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.study.compare import Truth
from mpi_search.study.oracle import CompiledRules
from mpi_search.study.probcut.cuts import cut_rates, cuts, normal
from mpi_search.study.probcut.fitting import Request, fit_game, spread
from mpi_search.study.probcut.regression import FEWEST_PAIRS, regression
from mpi_search.study.probcut.sample import Sampler
from mpi_search.study.probcut.searches import Cut, Searches, is_wrong, searches
from tests.algorithms.positions import synthetic
from tests.tools import Oracle

A, B, SIGMA, WIDE = 0.9, 3.0, 40.0, 100_000
LAW = NormalDist().cdf(-THRESHOLD)


def linear(count: int, seed: int, sigma: float = SIGMA) -> tuple[np.ndarray, np.ndarray]:
    """Whole numbers, far apart against rounding, of which the deep ones follow a line with a normal error."""
    rng = np.random.default_rng(seed)
    shallow = np.round(rng.normal(0, 300, count))
    return shallow, np.round(A * shallow + B + rng.normal(0, sigma, count))


# --- the line ----------------------------------------------------------------------------------------------------


def test_the_line_is_recovered():
    line = regression(*linear(20_000, 1))
    assert line.a == pytest.approx(A, abs=0.005)
    assert line.b == pytest.approx(B, abs=1.0)
    assert line.sigma == pytest.approx(SIGMA, rel=0.02)
    assert line.correlation == pytest.approx(A * 300 / np.hypot(A * 300, SIGMA), abs=0.005)


def test_two_degrees_of_freedom_go_into_the_line():
    """The mean of sigma squared over many small samples is right; divided by their size it would be a tenth less."""
    squares = [regression(*linear(FEWEST_PAIRS, seed)).sigma ** 2 for seed in range(2000)]
    assert np.mean(squares) == pytest.approx(SIGMA**2, rel=0.03)


@pytest.mark.parametrize(
    ("shallow", "deep", "fault"),
    [
        (np.arange(5.0), np.arange(5.0), "5 positions are too few"),
        (np.zeros(50), np.arange(50.0), "all shallow values are 0"),
        (np.arange(50.0), -np.arange(50.0), "do not rise with the shallow ones"),
        (np.arange(50.0), np.ones(50), "do not rise with the shallow ones"),
    ],
)
def test_where_there_is_no_line_it_says_so(shallow, deep, fault):
    with pytest.raises(InputError, match=fault):
        regression(shallow, deep)


# --- error rates -------------------------------------------------------------------------------------------------


def fit_with(sigma: float = SIGMA, b: float = B) -> Fit:
    return Fit(2, 4, A, b, sigma)


def test_a_true_fit_errs_as_the_normal_law_says():
    rates = cut_rates(fit_with(), THRESHOLD, *linear(1500, 2), WIDE)
    assert rates.edge == pytest.approx(LAW, abs=0.01)
    assert rates.wrong == pytest.approx(rates.expected, rel=0.15)
    assert 0 < rates.expected < LAW
    assert 0.5 < rates.cut < 1


@pytest.mark.parametrize("wrong_fit", [fit_with(sigma=SIGMA / 2), fit_with(b=B + SIGMA)], ids=["too sure", "off"])
def test_a_wrong_fit_is_found_out(wrong_fit):
    """By the edge, and by errors that its own law does not expect."""
    rates = cut_rates(wrong_fit, THRESHOLD, *linear(1500, 2), WIDE)
    assert rates.edge > 1.5 * LAW
    assert rates.wrong > 1.5 * rates.expected


def test_a_fit_without_error_on_exact_values_is_never_wrong():
    values = np.arange(100.0)
    rates = cut_rates(Fit(2, 4, 1.0, 0.0, 0.0), THRESHOLD, values, values, 100)
    assert (rates.edge, rates.wrong, rates.expected, rates.cut) == (0, 0, 0, 1)


def test_a_fit_that_is_never_sure_makes_no_cuts():
    rates = cut_rates(fit_with(sigma=1e6), THRESHOLD, *linear(100, 1), 2000)
    assert (rates.cut, rates.wrong, rates.expected) == (0, None, None)


def test_cuts_are_those_of_probcut():
    """Below the window, above it, and not beyond all values."""
    fit = Fit(2, 4, 1.0, 0.0, 2.0)
    high, low = cuts(fit, 1.5, np.array([-9.0, 3.0, 4.0, 8.0, 9.0]), 5, 10)
    assert high.tolist() == [False, False, False, True, True]
    assert low.tolist() == [True, False, False, False, False]
    high, low = cuts(fit, 1.5, np.array([-10.0, 10.0]), 8, 10)  # eleven would be sure enough: no value is so high
    assert (high.tolist(), low.tolist()) == ([False, False], [True, False])
    assert normal(np.array([0.0, -1.5]))[1] == pytest.approx(LAW)


# --- positions ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def connect4() -> CompiledRules:
    return CompiledRules(bind(load_game("connect4")))


def test_positions_are_spread_over_the_phases_and_never_drawn_twice(connect4):
    sampler = Sampler(connect4, random.Random(3), horizon=6)
    phases = sampler.phases(3)
    assert phases[0].to_left == 42
    assert [phase.from_left - 1 for phase in phases[:-1]] == [phase.to_left for phase in phases[1:]]
    drawn, held_out = sampler.draw(phases, 30), sampler.draw(phases, 15)
    assert [len(drawn[phase]) for phase in phases] == [30, 30, 30]
    everything = [state for part in (drawn, held_out) for states in part.values() for state in states]
    assert len(set(everything)) == len(everything) == 3 * 45
    for phase in phases:
        assert all(phase.holds(connect4.plies_left(state)) for state in drawn[phase])


def test_positions_are_undecided_and_far_from_the_end(connect4):
    for state in Sampler(connect4, random.Random(4), horizon=6).play():
        assert connect4.plies_left(state) > 6
        assert all(connect4.outcome(connect4.play(state, move)) is None for move in connect4.moves(state))


def test_the_same_seed_draws_the_same_positions(connect4):
    games = [Sampler(connect4, random.Random(seed), horizon=6).play() for seed in (7, 7, 8)]
    assert games[0] == games[1] != games[2]


def test_a_game_that_is_too_short_is_refused():
    with pytest.raises(InputError, match="no game lasts more than 6 plies"):
        Sampler(synthetic(3, 5, seed=1), random.Random(1), horizon=6).phases(4)


def test_positions_are_taken_from_all_groups_in_turn():
    assert spread([[(1,), (2,)], [(3,)], [(4,), (5,)]], 4) == [(1,), (3,), (4,), (2,)]


# --- whole searches ----------------------------------------------------------------------------------------------


FITS = [Fit(1, 3, 1.0, 0.0, 0.0), Fit(2, 4, 1.0, 0.0, 0.0)]


def searched(noise: int) -> Searches:
    """A tree whose evaluation is off by up to `noise`, searched with fits that know of no error."""
    game = synthetic(3, 9, seed=1, order=0.3, values=100, noise=noise)
    return searches(game, Oracle(game), [game.start()], 6, FITS, THRESHOLD, random.Random(1))


def test_with_a_perfect_evaluation_all_cuts_are_right_and_save_nodes():
    found = searched(noise=0)
    plain, single, multiple = found.tallies
    assert [tally.same_value for tally in found.tallies] == [1, 1, 1]
    assert [tally.lost for tally in found.tallies] == [0, 0, 0]
    assert multiple.nodes < single.nodes < plain.nodes
    assert found.cuts == found.checked > 0
    assert found.wrong == 0


def test_fits_that_are_too_sure_are_caught():
    found = searched(noise=30)
    assert found.wrong > 0.05 * found.checked


def test_a_cut_is_wrong_on_the_other_side_of_its_bound():
    assert [is_wrong(Cut((0,), 4, 5, is_high=True), value) for value in (4, 5, 6)] == [True, False, False]
    assert [is_wrong(Cut((0,), 4, 5, is_high=False), value) for value in (4, 5, 6)] == [False, False, True]


# --- all together ------------------------------------------------------------------------------------------------


def test_a_study_is_a_function_of_its_seed():
    kernel = bind(load_game("connect4:5x4"))
    request = Request(((1, 3), (2, 4)), positions=60, phases=2, threshold=1.5, searches=3, depth=5)
    studies = [fit_game(kernel, request, random.Random(5)) for _ in range(2)]
    assert studies[0] == studies[1]
    assert [row.fit.pair for row in studies[0].rows] == [(1, 3), (2, 4)] * 2
    assert studies[0].searches.tallies[0].searches == 3


@pytest.mark.parametrize(
    ("name", "pair", "fault"),
    [
        ("tictactoe", (1, 3), "the game has no evaluation"),
        ("connect4:4x4", (1, 12), r"positions .*are too few"),
        ("connect4:4x4", (1, 20), "no game lasts more than 20 plies"),
    ],
)
def test_what_cannot_be_fitted_is_refused(name, pair, fault):
    request = Request((pair,), positions=60, phases=2, threshold=1.5, searches=3, depth=5)
    with pytest.raises(InputError, match=rf"^{name}.*{fault}"):
        fit_game(bind(load_game(name)), request, random.Random(5))


# --- the fits that come with games -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["connect4", "othello"])
def test_shipped_fits_cover_the_game(name):
    game = load_game(name)
    fits = own_fits(game)
    assert fits is not None
    for pair in {fit.pair for fit in fits}:
        phases = sorted(fit.phase for fit in fits if fit.pair == pair)
        assert phases[-1].to_left == game.plies_left(game.start())
        assert phases[0].from_left <= 14  # Othello: seven empty squares
        assert all(one.to_left + 1 == other.from_left for one, other in pairwise(phases))
    assert own_fits(load_game("connect4:6x5")) is None


def test_shipped_fits_hold_on_other_positions():
    """The slopes come out again, and cuts at the edge err no more often than the normal law allows. Sigma itself, which
    a few quick wins make or mar, needs thousands of positions to come out the same."""
    kernel = bind(load_game("connect4"))
    shipped = {(fit.pair, fit.phase): fit for fit in own_fits(kernel.game)}
    sampler, truth = Sampler(CompiledRules(kernel), random.Random(99), horizon=8), Truth(kernel)
    for phase, states in sampler.draw(sorted({phase for _, phase in shipped}), 250).items():
        values = {depth: np.array([truth.value(state, depth) for state in states], float) for depth in (1, 2, 3, 4)}
        for shallow, deep in ((1, 3), (2, 4)):
            line, fit = regression(values[shallow], values[deep]), shipped[(shallow, deep), phase]
            assert line.a == pytest.approx(fit.a, abs=0.1)
            rates = cut_rates(fit, THRESHOLD, values[shallow], values[deep], kernel.game.max_value)
            assert 0.002 < rates.edge < LAW
            assert rates.wrong < 0.03
            assert rates.cut > 0.4


@pytest.mark.slow
def test_shipped_fits_of_othello_save_nodes_and_seldom_err():
    kernel = bind(load_game("othello"))
    game, truth, rng = CompiledRules(kernel), Truth(kernel), random.Random(42)
    fits = own_fits(kernel.game)
    sampler = Sampler(game, rng, horizon=6)
    middle = sorted({fit.phase for fit in fits})[1:3]
    states = [state for states in sampler.draw(middle, 3).values() for state in states]
    found = searches(game, truth, states, 6, fits, THRESHOLD, rng)
    plain, _, multiple = found.tallies
    assert multiple.nodes < 0.85 * plain.nodes
    assert multiple.same_value >= len(states) - 2
    assert found.wrong < 0.04 * found.checked
