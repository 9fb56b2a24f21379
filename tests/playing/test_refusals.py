"""Wrong lines are explained in one line."""

from __future__ import annotations

import random

import pytest

from mpi_search.bots.record import Record
from mpi_search.playing.refusals import refusal
from mpi_search.rules.load import load_game

#: Each of three numbers can be taken once.
ONCE = """
from mpi_search.gamekit import UNDECIDED, jit
WORDS, MAX_MOVES, MAX_PLIES, MAX_VALUE = 1, 3, 3, 1
def start():
    return (0,)
@jit
def moves(state, out):
    count = 0
    for number in range(3):
        if not state[0] >> number & 1:
            out[count] = number
            count += 1
    return count
@jit
def play(state, move):
    return (state[0] | 1 << move,)
@jit
def outcome(state):
    return 0 if state[0] == 7 else UNDECIDED
"""


@pytest.mark.parametrize(
    ("game", "moves", "line", "reason"),
    [
        ("tictactoe", "b2", "b2", "b2 is taken"),
        ("othello", "", "d4", "d4 is occupied"),
        ("othello", "", "a1", "a disc on a1 would turn none of O's"),
        ("othello", "", "i9", "there is no square i9, only a1 to h8"),
        ("othello", "", "pass", "X can move, so it must not pass"),
        ("connect4", "4 4 4 4 4 4", "4", "column 4 is full"),
        ("connect4", "", "8", "there is no column 8, only 1 to 7"),
        ("simplexity", "0O 0X 0O 0X 0X 0O", "0x", "column 0 is full"),
        ("simplexity", "", "7o", "there is no column 7, only 0 to 6"),
        ("simplexity", "", "3z", "'z' is not a shape; the shapes are O and X"),
        ("simplexity", "", "3", "a move is a column and a shape, as in 3O"),
        ("synthetic", "0", "9", "neither a move (0 1 2 3 4 5 6 7)"),
    ],
)
def test_why_a_move_cannot_be_played(game, moves, line, reason):
    assert reason in refusal(Record(load_game(game), moves=moves.split()), line)


def somewhere(game, names):
    """A position of random play in which exactly these moves are possible."""
    rng = random.Random(1)
    while True:
        record = Record(game)
        while not record.is_over:
            if {game.move_name(record.state, move) for move in record.legal} == names(record):
                return record
            record.play(rng.choice(record.legal))


def test_a_shape_that_is_used_up():
    game = load_game("simplexity:4x4")
    columns = {"0O", "1O", "2O", "3O"}
    record = somewhere(game, lambda record: columns if record.side == 0 else set())
    assert "red has no X left" in refusal(record, "1x")


def test_who_cannot_move_must_pass():
    record = somewhere(load_game("othello"), lambda record: {"pass"})
    assert "has no move, so it must pass" in refusal(record, "a1")


def test_a_move_of_before_is_recognised_in_any_game(tmp_path):
    file = tmp_path / "line.py"
    file.write_text(ONCE)
    record = Record(load_game(str(file)), moves=["2"])
    assert refusal(record, "2") == "2 cannot be played: it was move 1, and is not possible now"


@pytest.mark.parametrize("game", ["tictactoe", "othello", "connect4", "simplexity", "synthetic"])
@pytest.mark.parametrize("line", ["\x1b[A", "ä" * 90, "?!", "no such word at all", "-1", "0" * 9999, "undoo"])
def test_whatever_is_typed_the_answer_is_one_harmless_line(game, line):
    answer = refusal(Record(load_game(game)), line)
    assert answer.isprintable()
    assert len(answer) < 160
