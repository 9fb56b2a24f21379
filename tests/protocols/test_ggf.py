"""Games of Othello as text."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.protocols.ggf import START, GgfGame, Played, read_game, read_games, record_of, write_game
from mpi_search.rules.load import load_game

OTHELLO = load_game("othello")
#: As clients write it.
SHOWN = (
    "(;GM[Othello]PC[NBoard]DT[2024-02-21 20:52:27 GMT]PB[one]PW[two]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6/1.5/3]B[D3//0.25]W[C5];)"
)
#: From FFO 40, as a server writes it.
OTHER_START = """1 (;GM[Othello]PC[GGS/os]
PB[a]PW[b]RE[-4.000:t]TB[05:00/00:10]TW[1:00:30//02:00]KM[-2.5]TY[8]
BO[8
O--OOOO*
-OOOOOO*
OO**OOO*
OO*OOO**
OOOOOO**
---OOOO*
----O--*
--------
*]
B[a2/38.00];)"""


def test_a_game_as_clients_write_it():
    game = read_game(SHOWN)
    assert (game.black, game.white, game.result, game.komi) == ("one", "two", None, 0.0)
    assert game.clock_s("B") == game.clock_s("W") == 900
    assert game.position == START
    assert game.moves == (
        Played("B", "f5"),
        Played("W", "f6", 1.5, 3.0),
        Played("B", "d3", None, 0.25),
        Played("W", "c5"),
    )
    record = record_of(OTHELLO, game)
    assert (record.position, record.names) == ("start", ["f5", "f6", "d3", "c5"])


def test_a_game_from_another_position():
    game = read_game(OTHER_START)
    assert (game.result, game.komi, game.clock_s("B"), game.clock_s("W")) == (-4.0, -2.5, 300, 3630)
    record = record_of(OTHELLO, game)
    assert record.states[0] == OTHELLO.parse("ffo-40")
    assert record.names == ["a2"]
    assert read_game(write_game(game)) == game


def test_several_games_in_one_text():
    assert [game.black for game in read_games(f"2 {SHOWN}{OTHER_START}")] == ["one", "a"]
    assert read_games("nothing") == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("GM[Othello]", "GM[Go]", "not Othello"),
        ("BO[8", "BO[10", "size '10'"),
        ("BO[8", "XX[8", "no board"),
        (" *]B", "]B", "the side to move"),
        ("--O*", "--Q*", "64 of"),
        ("B[F5]", "B[F9]", r"B\[F9\] is no move"),
        (";)", "", "expected one game"),
        (";)", f";){SHOWN}", "not 2"),
    ],
)
def test_what_is_wrong_is_told(old, new, why):
    with pytest.raises(InputError, match=why):
        read_game(SHOWN.replace(old, new))


@pytest.mark.parametrize(("old", "new"), [("B[F5]W[F6", "W[F6]B[F5"), ("B[F5]", "B[A1]"), ("B[F5]", "B[PA]")])
def test_moves_must_be_legal(old, new):
    with pytest.raises(InputError):
        record_of(OTHELLO, read_game(SHOWN.replace(old, new)))


@pytest.mark.parametrize("seed", range(8))
def test_random_games_come_back(seed):
    """With their passes, which may also be left out."""
    rng = random.Random(seed)
    record = Record(OTHELLO, rng.choice(["start", "ffo-43", "ffo-46"]))
    position = OTHELLO.format(record.state)
    black, moves = 0 if position.endswith("X") else 1, []
    while not record.is_over:
        side = "BW"[record.side ^ black]
        move = rng.choice(record.legal)
        value = rng.choice([None, rng.randrange(-64, 64) + 0.25])
        moves.append(Played(side, OTHELLO.move_name(record.state, move), value, rng.choice([None, 1.5])))
        record.play(move)
    game = GgfGame(position, tuple(moves), {"PB": "x", "PW": "y", "RE": "+3.00", "TI": "05:00", "KM": "1.5"})
    again = read_game(write_game(game))
    assert again == game
    assert record_of(OTHELLO, again).states == record.states
    without = GgfGame(position, tuple(move for move in moves if move.name != "pass"))
    assert record_of(OTHELLO, read_game(write_game(without))).state == record.state


@given(st.text(alphabet="(;)BOW[]8 *-/F5PA\n", max_size=200))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(InputError):
        record_of(OTHELLO, read_game(f"(;BO[8 {text};)"))
