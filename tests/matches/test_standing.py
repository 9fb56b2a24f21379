"""What games say."""

from __future__ import annotations

import pytest

from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.standing import Duel, Tally, duels, elo


def game(number, first, second, result, seconds=(), opening=0, note=""):
    return SavedGame("connect4", "start", (), first, second, result, tuple(seconds), 1, note, number, opening)


@pytest.mark.parametrize(
    ("tally", "low", "high"),
    [
        # Wilson's interval as textbooks have it: 81 of 263; and the ends.
        (Tally(81, 0, 182), 0.2553, 0.3662),
        (Tally(10, 0, 0), 0.7225, 1.0),
        (Tally(0, 0, 10), 0.0, 0.2775),
        (Tally(0, 0, 0), 0.0, 1.0),
    ],
)
def test_the_interval(tally, low, high):
    assert tally.interval == pytest.approx((low, high), abs=5e-4)


def test_draws_are_half_a_win():
    assert Tally(1, 2, 1).score == 0.5
    assert Tally(1, 1, 0).score == 0.75


@pytest.mark.parametrize(("score", "difference"), [(0.5, 0), (0.64, 100), (0.76, 200), (10 / 11, 400), (1 / 11, -400)])
def test_elo(score, difference):
    assert elo(score) == pytest.approx(difference, abs=1)


def test_elo_has_no_value_at_the_ends():
    assert elo(1.0) is None
    assert elo(0.0) is None


def test_a_duel_is_seen_by_the_first_bot():
    duel = Duel("a", "b")
    duel.add(game(0, "a", "b", 5, [0.1, 0.2, 0.3]))
    duel.add(game(1, "b", "a", 5, [0.5, 0.1], opening=1))
    duel.add(game(2, "a", "b", 0))
    duel.add(game(3, "a", "b", None))
    assert (duel.total, duel.moving_first, duel.moving_second) == (Tally(1, 1, 1), Tally(1, 1, 0), Tally(0, 0, 1))
    assert duel.pairs == {0: 1.0}
    # In the second game one move was given, so that its first time is that of "a", who moves second.
    assert duel.seconds_per_move == pytest.approx([(0.1 + 0.3 + 0.5) / 3, (0.2 + 0.1) / 2])
    assert duel.slowest == [0.5, 0.2]
    row = duel.to_dict()
    assert (row["first_wins"], row["draws"], row["second_wins"], row["score"]) == (1, 1, 1, 0.5)


def test_every_two_have_a_duel():
    found = duels(["a", "b", "c"], [game(0, "b", "a", 1), game(1, "c", "b", 1), game(2, "x", "a", 1)])
    assert [(duel.first, duel.second, duel.total.games) for duel in found] == [
        ("a", "b", 1),
        ("a", "c", 0),
        ("b", "c", 1),
    ]
    assert found[0].total == Tally(0, 0, 1)
