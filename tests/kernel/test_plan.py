"""The plan of a solution: what it expects of the root, test by test."""

from __future__ import annotations

import pytest

from mpi_search.kernel.core.frames import ALL, CUT, TO_END
from mpi_search.kernel.load import load_game
from mpi_search.kernel.plan import Plan


def test_the_root_is_expected_to_answer_as_before_until_a_step_is_a_leap():
    """The value is 38; the guess, 30, is too low, and so are the first steps up from it."""
    game = load_game("othello")
    plan = Plan(game, game.parse("ffo-40"))
    asked = []
    while (test := plan.next_test()) is not None:
        value = 38 if test.depth == TO_END else 30
        if test.depth == TO_END:
            asked.append((test.beta, test.node_type))
        lower, upper = (test.beta, 64) if value >= test.beta else (-64, test.beta - 1)
        plan.learn(test, lower, upper, 8)
    up, leap, back = asked[1:4], asked[4], asked[5:]
    assert [beta for beta, _ in asked[:5]] == [30, 31, 33, 37, 45]
    assert up[:2] == [(31, CUT), (33, CUT)], "a step up tends to be followed by another"
    assert (up[2], leap) == ((37, ALL), (45, ALL)), "but not by leaps"
    assert back, "what is left is bisected"
    assert plan.answer()[1] == 38


@pytest.mark.parametrize(("depth", "warm_up"), [(None, 7), (12, 7), (8, 7), (7, 6), (2, 1), (1, 0)])
def test_the_first_iterations_are_for_every_table_and_the_last_one_is_not(depth, warm_up):
    game = load_game("othello")
    assert Plan(game, game.parse("ffo-40"), depth).warm_up == warm_up


def test_a_game_without_iterations_has_nothing_to_warm_up_with():
    game = load_game("tictactoe")
    assert Plan(game, game.start()).warm_up == 0
