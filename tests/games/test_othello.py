"""Othello: perft, the FFO endgames, moves and boards from hand."""

from __future__ import annotations

import json
import random

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.perft import perft
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.bench import FFO_SCORES

GAME = load_game("othello")
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"


@pytest.mark.slow
def test_perft():
    kernel = bind(GAME)
    counts = [perft(kernel, GAME.start(), depth, finished=1) for depth in range(1, 12)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]


@pytest.mark.slow
def test_ffo_endgames(data):
    """FFO 1 to 44: the score, and a move that is among the best."""
    solver = Solver(bind(GAME), Table(64))
    for entry in json.loads((data / "othello" / "ffo_1_79.json").read_text())[:44]:
        state = GAME.parse(f"{entry['board']} {entry['side']}")
        result = solver.solve(state, want_pv=False)
        assert (result.value, result.exact) == (entry["score"], True), entry["id"]
        assert GAME.move_name(state, result.best_move).upper() in entry["best"], entry["id"]


def test_named_positions_are_the_published_ones(data):
    boards = {f"ffo-{entry['id']}": entry for entry in json.loads((data / "othello" / "ffo_1_79.json").read_text())}
    for name, score in FFO_SCORES.items():
        assert GAME.parse(name) == GAME.parse(f"{boards[name]['board']} {boards[name]['side']}")
        assert boards[name]["score"] == score


def slow_flips(board: list[str], square: int, mover: str) -> list[int]:
    """The discs that a move turns, by the rule book."""
    turned = []
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            line, column, row = [], square % 8 + right, square // 8 + down
            while (right or down) and 0 <= column < 8 and 0 <= row < 8 and board[8 * row + column] not in ("-", mover):
                line.append(8 * row + column)
                column, row = column + right, row + down
            if line and 0 <= column < 8 and 0 <= row < 8 and board[8 * row + column] == mover:
                turned += line
    return turned


def test_rules_against_the_rule_book():
    rng = random.Random(7)
    for _ in range(30):
        board, mover, state = list(START[:64]), "X", GAME.start()
        while GAME.outcome(state) is None:
            legal = [s for s in range(64) if board[s] == "-" and slow_flips(board, s, mover)]
            assert sorted(GAME.moves(state)) == (legal or [64])
            move = rng.choice(GAME.moves(state))
            if move != 64:
                for square in [move, *slow_flips(board, move, mover)]:
                    board[square] = mover
            mover, state = "O" if mover == "X" else "X", GAME.play(state, move)
            assert GAME.parse(f"{''.join(board)} {mover}") == state
        mine, theirs = board.count(mover), 64 - board.count("-") - board.count(mover)
        empty = 64 - mine - theirs
        expected = mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)
        assert GAME.outcome(state) == expected


def test_notation():
    assert GAME.parse(START) == GAME.start()
    state = GAME.parse("f5d6c3")
    assert GAME.parse(GAME.format(state)) == state
    assert [GAME.move_name(GAME.start(), move) for move in sorted(GAME.moves(GAME.start()))] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ffo-99", "ffo-99"),
        ("X" * 63 + " X", "63"),
        ("Z" * 64 + " X", "Z"),
        (START[:64] + " Q", "Q"),
        ("-" * 64 + " X", "empty"),
        ("f5f5", "f5"),
        ("a1", "a1"),
    ],
)
def test_impossible_positions_are_refused(text, message):
    with pytest.raises(InputError, match=r"^othello: ") as error:
        GAME.parse(text)
    assert message in str(error.value)
