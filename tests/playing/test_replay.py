"""A saved game, forwards and backwards."""

from __future__ import annotations

import pytest

from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame
from mpi_search.playing.replay import Replay, chosen
from mpi_search.rules.load import load_game

GAME = load_game("connect4")
SAVED = SavedGame("connect4", "4", ("4", "5", "3"))


def test_forwards_backwards_anywhere_and_out():
    replay = Replay(GAME, SAVED)
    assert (replay.at, replay.before, replay.state) == (0, None, GAME.parse("4"))
    replay.read("")
    assert (replay.at, replay.before, replay.state) == (1, GAME.parse("4"), GAME.parse("44"))
    replay.read("3")
    assert replay.state == GAME.parse("4453")
    assert "last move" in replay.read("")
    replay.read("b")
    assert replay.at == 2
    replay.read("0")
    assert "began" in replay.read("back")
    assert "0 to 3" in replay.read("99")
    assert not replay.is_left
    replay.read("q")
    assert replay.is_left


@pytest.mark.parametrize(
    ("saved", "heads", "end"),
    [
        (SAVED, ("O  ?", "X  ?", "move 0 of 3"), "the game is not over"),
        (
            SavedGame("connect4", "start", tuple("1212121"), "human", "mcts", 18),
            ("X  human", "O  mcts", "move 0 of 7"),
            "X wins with disc 7 of 42",
        ),
        (
            SavedGame("connect4", "start", ("4",), "human", "kernel", 1, note="time"),
            ("X  human", "O  kernel", "move 0 of 1"),
            "the time of O is up: X wins",
        ),
        (
            SavedGame("connect4", "4", ("4",), "human", "kernel", -1, note="resigned"),
            ("O  human", "X  kernel", "move 0 of 1"),
            "O resigns: X wins",
        ),
        (
            SavedGame("tictactoe", "start", ("b2",), "bad", "kernel", -1, note="bad plays 9, which is not legal"),
            ("X  bad", "O  kernel", "move 0 of 1"),
            "bad plays 9, which is not legal: O wins",
        ),
        (
            SavedGame("tictactoe", "start", ("a1", "b1", "a2", "b2", "a3"), "human", "human", 1),
            ("X  human", "O  human", "move 0 of 5"),
            "X wins",
        ),
        (
            SavedGame("tictactoe", "start", ("b2",), "me", "you", 0),
            ("X  me", "O  you", "move 0 of 1"),
            "ended by the players: a draw",
        ),
        (
            SavedGame("tictactoe", "start", ("b2",), "me", "you", 1),
            ("X  me", "O  you", "move 0 of 1"),
            "ended by the players: X wins",
        ),
    ],
)
def test_who_played_and_how_it_ended(saved, heads, end):
    replay = Replay(load_game(saved.game), saved)
    assert (replay.heads(), replay.end) == (heads, end)


def test_the_game_that_is_meant():
    games = [SAVED, SavedGame("othello"), SavedGame("connect4")]
    assert chosen(games, None, "f", "connect4") == games[2]
    assert chosen(games, 1, "f", "connect4") == SAVED
    for number, reason in ((2, "othello"), (4, "1 to 3")):
        with pytest.raises(InputError, match=reason):
            chosen(games, number, "f", "connect4")
    with pytest.raises(InputError, match="no game of tictactoe, but of connect4, othello"):
        chosen(games, None, "f", "tictactoe")
