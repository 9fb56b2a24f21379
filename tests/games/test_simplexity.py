"""Simplexity: perft, solved positions with the score of every move, small boards, the rules by the rule book."""

from __future__ import annotations

import random

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.perft import perft
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table

GAME = load_game("simplexity")


@pytest.mark.slow
def test_perft():
    kernel = bind(GAME)
    counts = [perft(kernel, GAME.start(), depth) for depth in range(1, 8)]
    assert counts == [14, 196, 2744, 38416, 534940, 7392868, 101404128]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["late", "mid", "early"])
def test_scores_of_positions_and_of_every_move(data, name):
    solver = Solver(bind(GAME), Table(64))
    for line in (data / "simplexity" / f"{name}.txt").read_text().splitlines():
        moves, score, *children = line.split()
        state = GAME.parse(moves)
        assert solver.solve(state, want_pv=False).value == int(score), moves
        for child in children:
            move, value = child.split(":")
            after = GAME.play(state, GAME.parse_move(state, move))
            outcome = GAME.outcome(after)
            found = solver.solve(after, want_pv=False).value if outcome is None else outcome
            assert -found == int(value), (moves, move)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["3x4", "4x4"])
def test_small_boards_are_draws(board):
    game = load_game(f"simplexity:{board}")
    assert Solver(bind(game), Table(64)).solve(game.start()).value == 0


def line_owner(board, columns, rows):
    """'shape X' / 'colour red' ... of the lines of four on a board of (colour, shape) pieces, shapes first."""
    found = set()
    for column in range(columns):
        for row in range(rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + step * right, row + step * up) for step in range(4)]
                pieces = [board.get(cell) for cell in cells]
                if all(pieces):
                    found |= {("shape", pieces[0][1])} if len({piece[1] for piece in pieces}) == 1 else set()
                    found |= {("colour", pieces[0][0])} if len({piece[0] for piece in pieces}) == 1 else set()
    return found


def test_rules_against_the_rule_book():
    rng = random.Random(3)
    for _ in range(60):
        board, state, text = {}, GAME.start(), ""
        left = {("red", "O"): 11, ("red", "X"): 10, ("blue", "X"): 11, ("blue", "O"): 10}
        while GAME.outcome(state) is None:
            colour = ("red", "blue")[len(board) % 2]
            heights = [sum(cell[0] == column for cell in board) for column in range(7)]
            legal = {f"{c}{s}" for c in range(7) for s in "OX" if heights[c] < 6 and left[colour, s]}
            assert {GAME.move_name(state, move) for move in GAME.moves(state)} == legal
            move = rng.choice(sorted(legal))
            column, shape = int(move[0]), move[1]
            board[column, heights[column]] = (colour, shape)
            left[colour, shape] -= 1
            text += move
            state = GAME.play(state, GAME.parse_move(state, move))
            assert GAME.parse(text) == state
        lines = line_owner(board, 7, 6)
        shapes = {owner for kind, owner in lines if kind == "shape"}
        mover = ("red", "blue")[(len(board) - 1) % 2]
        winner = {"O": "red", "X": "blue"}[shapes.pop()] if shapes else mover if lines else None
        expected = 0 if winner is None else (43 - len(board)) * (-1 if winner == mover else 1)
        assert GAME.outcome(state) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [("9O", "9"), ("3Z", "Z"), ("3", "3"), ("0O0O0O0O0O", "over"), ("0O0X0O0X0O0X0O", "full")],
)
def test_impossible_positions_are_refused(text, message):
    with pytest.raises(InputError, match=r"^simplexity: ") as error:
        GAME.parse(text)
    assert message in str(error.value)
