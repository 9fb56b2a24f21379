"""Tic-tac-toe: counts that everybody can look up."""

from __future__ import annotations

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.perft import perft
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table

GAME = load_game("tictactoe")


def all_positions():
    seen, queue = {GAME.start()}, [GAME.start()]
    while queue:
        state = queue.pop()
        if GAME.outcome(state) is None:
            for move in GAME.moves(state):
                child = GAME.play(state, move)
                if child not in seen:
                    seen.add(child)
                    queue.append(child)
    return seen


def turned(state):
    """The eight boards that are one by symmetry."""

    def rotate(squares):
        return sum(1 << (square % 3 * 3 + 2 - square // 3) for square in range(9) if squares >> square & 1)

    def reflect(squares):
        return sum(1 << (square // 3 * 3 + 2 - square % 3) for square in range(9) if squares >> square & 1)

    for _ in range(4):
        state = (rotate(state[0]), rotate(state[1]), state[2])
        yield state
        yield reflect(state[0]), reflect(state[1]), state[2]


def test_positions():
    positions = all_positions()
    assert len(positions) == 5478
    assert len({min(turned(state)) for state in positions}) == 765


def test_perft_with_and_without_finished_games():
    kernel = bind(GAME)
    assert [perft(kernel, GAME.start(), depth) for depth in (1, 2, 5, 6, 9)] == [9, 72, 15120, 54720, 127872]
    assert perft(kernel, GAME.start(), 9, finished=1) == 255168


def test_values():
    solver = Solver(bind(GAME), Table(1))
    assert solver.solve(GAME.start()).value == 0
    endgame = GAME.parse("OXO/XX./.O. O")
    result = solver.solve(endgame)
    assert (result.value, GAME.move_name(endgame, result.best_move)) == (0, "c2")
    corner = GAME.play(endgame, GAME.parse_move(endgame, "c1"))
    assert solver.solve(corner).value == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XOX", "is not nine of"),
        ("XOXXOXOX?", "is not nine of"),
        ("XO....... Z", "is not nine of"),
        ("XXX......", "3 X and 0 O cannot come about"),
        ("X........ X", "1 X and 0 O cannot come about with X to move"),
        ("XXXOOO...", "both sides have three in a row"),
        ("XXX.OO.O.", "X has three in a row"),
    ],
)
def test_impossible_positions_are_refused(text, message):
    with pytest.raises(InputError, match=r"^tictactoe: ") as error:
        GAME.parse(text)
    assert message in str(error.value)
