"""Connect Four: perft, the benchmark sets of known scores, other boards, boards from hand."""

from __future__ import annotations

import pytest

from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.perft import perft
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study.data import scored_positions

GAME = load_game("connect4")


@pytest.mark.slow
def test_perft():
    kernel = bind(GAME)
    counts = [perft(kernel, GAME.start(), depth) for depth in range(1, 11)]
    assert counts == [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "limit"),
    [("L3_R1", 1000), ("L2_R1", 1000), ("L2_R2", 300), ("L1_R1", 1000), ("L1_R2", 30), ("L1_R3", 3)],
)
def test_scores(data, name, limit):
    solver = Solver(bind(GAME), Table(64))
    for moves, score in scored_positions(f"connect4/Test_{name}", limit):
        result = solver.solve(GAME.parse(moves), want_pv=False)
        assert (result.value, result.exact) == (score, True), moves


@pytest.mark.slow
def test_fhourstones(data):
    solver = Solver(bind(GAME), Table(64))
    for line in (data / "connect4" / "fhourstones.txt").read_text().splitlines():
        words = line.split()
        if not line.startswith("#") and words[0].isdigit():  # the line without moves is the empty board: half a minute
            assert solver.solve(GAME.parse(words[0]), want_pv=False).value == int(words[2])


@pytest.mark.slow
@pytest.mark.parametrize(("board", "value"), [("4x4", 0), ("5x4", 0), ("5x5", 0), ("6x4", -1)])
def test_small_boards(board, value):
    game = load_game(f"connect4:{board}")
    assert Solver(bind(game), Table(64)).solve(game.start()).value == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("48", "'8'"),
        ("4x", "'x'"),
        ("4444444", "full"),
        ("12121212", "over before move 8"),
        ("......./......./......./...X.../......./.......", "float"),
        ("......./......./......./......./......./...XX..", "2 X"),
        ("......./......./......./......./......./...X", "7"),
        ("......./......./......./X......./X......", "6 rows"),
    ],
)
def test_impossible_positions_are_refused(text, message):
    with pytest.raises(InputError, match=r"^connect4: ") as error:
        GAME.parse(text)
    assert message in str(error.value)


def test_a_board_from_hand_is_the_position_after_its_moves():
    assert GAME.parse("......./......./......./......./...O.../...X...") == GAME.parse("44")
    state = GAME.parse("4453")
    assert GAME.parse(GAME.format(state)) == state
