"""Comparing algorithms: truth, limits, growth."""

from __future__ import annotations

import math

import pytest

from mpi_search.algorithms import ALGORITHMS, Algorithm, Answer
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.study.compare import Question, Trial, Truth, chosen, compare, deepest_within, run
from mpi_search.study.growth import exponent, fit, growth_of, nearest_law
from mpi_search.study.plots import draw_growth


@pytest.fixture(scope="module")
def truth() -> Truth:
    return Truth(bind(load_game("tictactoe")))


def question(truth: Truth, position: str = "X...O.... X", depth: int | None = None) -> Question:
    return Question(position, truth.game.parse(position), depth)


def liar(value: int, move: int, *, exact: bool) -> Algorithm:
    return Algorithm("liar", "Liar", "", exact, lambda *_: Answer(value, move), lambda *_: "")


@pytest.mark.parametrize("depth", [1, 3, None])
def test_every_algorithm_that_applies_is_found_right(truth, depth):
    [(_, trials)] = compare(list(ALGORITHMS.values()), [question(truth, depth=depth)], truth, max_nodes=200_000)
    assert [trial.algorithm for trial in trials] == list(ALGORITHMS)
    for trial in trials:
        if trial.exact and trial.value is not None:
            assert (trial.is_right, trial.note) == (True, ""), trial
            assert trial.nodes > 0
            assert trial.peak_stored > 0
    assert sum(trial.value is not None for trial in trials) >= 16


def test_a_wrong_value_and_a_wrong_move_are_marked(truth):
    asked = question(truth, "OXOXX..O. O")
    right = run(ALGORITHMS["minimax"], asked, truth, max_nodes=1000)
    assert (right.value, right.is_right) == (0, True)
    other = next(move for move in truth.game.moves(asked.state) if move != right.move)
    assert run(liar(0, other, exact=True), asked, truth, max_nodes=1000).note == "WRONG"
    assert run(liar(1, right.move, exact=True), asked, truth, max_nodes=1000).is_right is False
    assert run(liar(1, right.move, exact=False), asked, truth, max_nodes=1000).note == "errs"


def test_a_limit_stops_an_algorithm_and_says_so(truth):
    trial = run(ALGORITHMS["minimax"], question(truth, "start"), truth, max_nodes=500)
    assert (trial.value, trial.is_right) == (None, None)
    assert trial.note == "stopped at 500 nodes"
    assert trial.nodes == 501


def test_one_that_does_not_apply_says_why(truth):
    trial = run(ALGORITHMS["quiescence"], question(truth), truth, max_nodes=500)
    assert trial.note == "does not apply: the game has no noisy moves"


def test_the_default_depth_is_what_minimax_can_reach(truth):
    kernel = bind(load_game("tictactoe"))
    start = kernel.game.start()
    assert deepest_within(kernel, start, 1 + 9 + 72) == 2
    assert deepest_within(kernel, start, 5) == 1
    assert deepest_within(kernel, start, 1_000_000) is None


def test_unknown_names_are_refused():
    assert [algorithm.name for algorithm in chosen("mtdf, sss,mtdf", ALGORITHMS)] == ["mtdf", "sss"]
    with pytest.raises(InputError, match="no algorithm is called 'alphabetta'"):
        chosen("alphabetta", ALGORITHMS)


# --- growth
def trial(nodes: int, note: str = "", *, value: int | None = 0, is_right: bool = True) -> Trial:
    return Trial("any", True, value, 0, nodes, 0, nodes, 0.1, is_right, note)


def test_the_fit_finds_the_factor_of_a_power():
    depths = range(1, 7)
    assert fit(depths, [7 * 3**depth for depth in depths]) == pytest.approx(3)
    assert fit([1, 2], [3, 9]) is None


def test_exponents_are_named_after_the_nearest_law():
    assert exponent(8**0.5, 8) == pytest.approx(0.5)
    assert exponent(2.0, None) is None
    assert [nearest_law(found) for found in (0.98, 0.7, 0.51, None)] == ["b^d", "b^(3d/4)", "b^(d/2)", ""]


def test_growth_counts_what_was_asked_finished_and_wrong():
    growth = growth_of(
        [(1, trial(2)), (2, trial(4, is_right=False)), (3, trial(8)), (4, trial(9, "stopped at 9 nodes", value=None))]
    )
    assert (growth.depths, growth.nodes, growth.asked, growth.wrong) == ((1, 2, 3), (2, 4, 8), 4, 1)
    assert growth.factor == pytest.approx(2)


def test_alpha_beta_grows_like_the_square_root_on_perfectly_ordered_trees():
    kernel = bind(load_game("synthetic:branching=4,depth=10,order=1"))
    truth, state = Truth(kernel), kernel.game.start()
    growths = {}
    for name in ("minimax", "alphabeta"):
        trials = [
            (depth, run(ALGORITHMS[name], Question("start", state, depth), truth, max_nodes=100_000))
            for depth in range(2, 7)
        ]
        growths[name] = growth_of(trials)
    assert growths["minimax"].factor == pytest.approx(4, rel=0.05)
    measured = exponent(growths["alphabeta"].factor, growths["minimax"].factor)
    assert measured is not None
    assert math.isclose(measured, 0.5, abs_tol=0.12)


def test_two_plots_are_drawn(tmp_path):
    growth = growth_of([(depth, trial(3**depth)) for depth in range(1, 5)])
    draw_growth(tmp_path / "plots", "a title", [growth])
    for name in ("nodes.png", "stored.png"):
        assert (tmp_path / "plots" / name).read_bytes().startswith(b"\x89PNG")
