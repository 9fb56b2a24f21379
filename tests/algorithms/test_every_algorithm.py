"""One battery for every algorithm: the exact ones find minimax's value and a best move, all count and stop."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mpi_search.algorithms import ALGORITHMS, Algorithm, Count, TooManyNodes
from mpi_search.algorithms.minimax import minimax
from mpi_search.algorithms.tree import below
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from tests.algorithms.positions import GAMES, any_position, late_position, oracle_value, problems, synthetic
from tests.tools import TANGLE

EXACT = [algorithm for algorithm in ALGORITHMS.values() if algorithm.exact]
NAMES = (
    "minimax negamax alphabeta alphabeta-hard alphabeta-memory negascout pvs deepening mtdf negacstar sss bstar "
    "breadth-first best-first pn dfpn mcts quiescence nbest probcut multi-probcut"
)


def check_exact(algorithm: Algorithm, game: Game, state: State, depth: int | None, value: int) -> None:
    """The value is right, and the move reaches it."""
    count = Count()
    answer = algorithm.run(game, state, depth, count, random.Random(1))
    assert answer.value == value, algorithm.name
    has_moves = game.outcome(state) is None and depth != 0
    assert (answer.move is not None) == has_moves, algorithm.name
    if answer.move is not None:
        assert -minimax(game, game.play(state, answer.move), below(depth)) == value, (algorithm.name, answer.move)
    assert count.peak_stored >= max(count.stored, 1)
    assert count.stored >= 0


def test_the_names_are_those_of_the_command_line():
    assert set(ALGORITHMS) == set(NAMES.split())
    assert all(name == algorithm.name for name, algorithm in ALGORITHMS.items())


@pytest.mark.parametrize("algorithm", EXACT, ids=lambda algorithm: algorithm.name)
@settings(max_examples=60)
@given(problem=problems())
def test_an_exact_algorithm_finds_the_value_and_a_best_move(algorithm, problem):
    game, state, depth = problem
    if not algorithm.applies(game, state, depth):
        check_exact(algorithm, game, state, depth, oracle_value(game, state, depth))


def check_every_exact(game: Game, state: State, depth: int | None) -> None:
    value = oracle_value(game, state, depth)
    for algorithm in EXACT:
        if not algorithm.applies(game, state, depth):
            check_exact(algorithm, game, state, depth, value)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_every_exact_algorithm_solves_the_ends_of_games(name, seed):
    game = load_game(name)
    check_every_exact(game, late_position(game, seed), None)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6), depth=st.integers(1, 3))
def test_every_exact_algorithm_searches_games_to_a_depth(name, seed, depth):
    game = load_game(name)
    check_every_exact(game, any_position(game, seed), depth)


@settings(max_examples=3)
@given(seed=st.integers(0, 10**6), depth=st.sampled_from([None, 1]))
def test_every_exact_algorithm_plays_othello(seed, depth):
    """Its rules are slow in plain Python."""
    game = load_game("othello")
    check_every_exact(game, any_position(game, seed) if depth else late_position(game, seed), depth)


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_an_algorithm_stops_at_its_node_limit(algorithm):
    game = load_game(f"{TANGLE}:noisy=1")
    state, count = (3, 10, 0), Count(max_nodes=40)
    assert algorithm.applies(game, state, 9) == ""
    with pytest.raises(TooManyNodes):
        algorithm.run(game, state, 9, count, random.Random(1))
    assert count.nodes == 41


@pytest.mark.parametrize("algorithm", ALGORITHMS.values(), ids=lambda algorithm: algorithm.name)
def test_an_algorithm_repeats_itself(algorithm):
    game, counts, answers = load_game(f"{TANGLE}:noisy=1"), [Count(), Count()], []
    for count in counts:
        answers.append(algorithm.run(game, (3, 6, 0), 4, count, random.Random(7)))
    assert answers[0] == answers[1]
    assert counts[0] == counts[1]


def test_what_does_not_apply_says_why():
    tictactoe, connect4 = load_game("tictactoe"), load_game("connect4:4x4")
    assert ALGORITHMS["quiescence"].applies(connect4, connect4.start(), 4) == "the game has no noisy moves"
    assert ALGORITHMS["nbest"].applies(tictactoe, tictactoe.start(), None) != ""
    assert ALGORITHMS["nbest"].applies(connect4, connect4.start(), None) == ""
    assert ALGORITHMS["probcut"].applies(tictactoe, tictactoe.start(), 4) == "the game has no evaluation"
    simplexity = load_game("simplexity:4x4")
    assert ALGORITHMS["multi-probcut"].applies(simplexity, simplexity.start(), None) == "it needs a depth"
    assert ALGORITHMS["multi-probcut"].applies(simplexity, simplexity.start(), 4) == ""


@pytest.mark.parametrize(
    ("name", "peak"),
    [("minimax", 6), ("alphabeta", 6), ("breadth-first", 364), ("sss", 27)],
)
def test_what_is_kept_is_what_theory_says(name, peak):
    """Three moves a node, five plies: one path; the whole tree; the 3 * 3 * 3 states of SSS*."""
    game, count = synthetic(3, 5, seed=1), Count()
    ALGORITHMS[name].run(game, game.start(), None, count, random.Random(1))
    assert count.peak_stored == peak


@pytest.mark.parametrize("seed", range(1, 31))
def test_searches_with_windows_are_right_on_large_ranges_of_values(seed):
    """With depths as numbers, where NegaScout takes its shortcut, and with values far apart, where bounds differ from
    values."""
    game = synthetic(4, 5, seed, order=0.0, values=1000, noise=100)
    for name, depth in product(["alphabeta-hard", "alphabeta-memory", "negascout", "pvs", "mtdf"], [2, 3, 4, 5]):
        check_exact(ALGORITHMS[name], game, game.start(), depth, minimax(game, game.start(), depth))


#: (nodes, leaves, most kept at once) of each algorithm on one small graph: a change is a change of the search.
PINNED = {
    "minimax": (389, 225, 7),
    "negamax": (389, 225, 7),
    "alphabeta": (138, 63, 7),
    "alphabeta-hard": (138, 63, 7),
    "alphabeta-memory": (81, 12, 46),
    "negascout": (151, 59, 7),
    "pvs": (151, 59, 7),
    "deepening": (196, 98, 30),
    "mtdf": (100, 11, 46),
    "negacstar": (115, 11, 48),
    "sss": (140, 51, 13),
    "bstar": (202, 69, 202),
    "breadth-first": (389, 225, 389),
    "best-first": (176, 70, 176),
    "pn": (236, 24, 33),
    "dfpn": (164, 17, 110),
    "mcts": (285, 1000, 130),
    "quiescence": (180, 105, 9),
    "nbest": (125, 57, 7),
    "probcut": (126, 57, 7),
    "multi-probcut": (107, 50, 7),
}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_counts_are_pinned(name):
    game, count = load_game(f"{TANGLE}:noisy=1"), Count()
    ALGORITHMS[name].run(game, (5, 8, 0), 6, count, random.Random(7))
    assert (count.nodes, count.leaves, count.peak_stored) == PINNED[name]
