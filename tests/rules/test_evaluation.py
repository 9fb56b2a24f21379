"""Another evaluation or ordering for a game that comes with the program, and rules that are imported from one."""

from __future__ import annotations

import pytest

import mpi_search as ms
from mpi_search.rules.load import load_game

#: A disc count, as docs/write-a-game.md shows it.
DISCS = """
from mpi_search.gamekit import popcount


@jit
def evaluate(state):
    return popcount(state[0]) - popcount(state[1])
"""


@pytest.fixture
def discs(tmp_path):
    (tmp_path / "discs.py").write_text(DISCS)
    return str(tmp_path / "discs.py")


def test_the_evaluation_takes_the_place_of_the_games_own(discs):
    game, own = load_game("othello", discs), load_game("othello")
    state = game.parse("ffo-40")
    mine, theirs = game.draw(state).count("X to move"), own.evaluate(state)
    assert mine == 1
    assert game.evaluate(state) == 12 - 32 != theirs
    assert game.moves(state) == own.moves(state)
    assert not game.has("EVALUATION_ERROR"), "that of another evaluation"


@pytest.mark.slow
def test_a_search_uses_it(discs):
    found = ms.solve("connect4:5x4", "112", depth=1, evaluation=discs)
    game = load_game("connect4:5x4", discs)
    state = game.parse("112")
    assert found.value == max(-game.evaluate(game.play(state, move)) for move in game.moves(state))
    assert found.value != ms.solve("connect4:5x4", "112", depth=1).value


#: The last move of the list first: bad in Othello, and easy to tell apart.
LAST_FIRST = "@jit\ndef order(state, move, child):\n    return move\n"


def test_the_ordering_takes_the_place_of_the_games_own(tmp_path):
    (tmp_path / "last.py").write_text(LAST_FIRST)
    game, own = load_game("othello", ordering=str(tmp_path / "last.py")), load_game("othello")
    state = own.parse("ffo-40")
    child = own.play(state, own.moves(state)[0])
    assert game.order(state, 7, child) == 7 != own.order(state, 7, child)
    assert own.has("quick_order")
    assert not game.has("quick_order"), "that of another ordering"
    assert game.evaluate(state) == own.evaluate(state)
    with pytest.raises(ms.InputError, match=r"order\(state, move, child\) is missing"):
        load_game("othello", ordering=game_file(tmp_path, "x = 1"))


def game_file(folder, text):
    (folder / "part.py").write_text(text)
    return str(folder / "part.py")


@pytest.mark.slow
def test_a_search_with_another_ordering_finds_the_same_value_elsewhere(tmp_path):
    (tmp_path / "last.py").write_text(LAST_FIRST)
    mine = ms.solve("connect4:5x4", ordering=tmp_path / "last.py", table_mb=4)
    own = ms.solve("connect4:5x4", table_mb=4)
    assert mine.value == own.value
    assert mine.nodes != own.nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", r"evaluate\(state\) is missing"),
        ("def evaluate(state):\n    return 0\ndef moves(state, out):\n    return 0", "may not change moves"),
        ("WORDS = 7\ndef evaluate(state):\n    return 0", "may not change WORDS"),
        ("def evaluate(", "was never closed"),
        ("def evaluate(a, b):\n    return 0", r"must take 1 argument"),
    ],
)
def test_mistakes_are_named(tmp_path, text, message):
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(ms.InputError, match=message):
        load_game("tictactoe", str(tmp_path / "mine.py"))
    with pytest.raises(ms.InputError, match=r"there is no file .*nowhere\.py with an evaluation"):
        load_game("tictactoe", str(tmp_path / "nowhere.py"))


@pytest.mark.slow
@pytest.mark.parametrize("package", ["games", "mpi_search.games"])
def test_a_game_may_import_from_those_that_come_with_the_program(tmp_path, package):
    """Misère tic-tac-toe: three in a row lose."""
    (tmp_path / "misere.py").write_text(
        f"from mpi_search.gamekit import UNDECIDED, jit\n"
        f"from {package} import tictactoe\n"
        f"from {package}.tictactoe import MAX_MOVES, MAX_PLIES, MAX_VALUE, WORDS, draw, has_line, move_name, moves\n"
        f"from {package}.tictactoe import parse, play, start, FULL\n\n\n"
        "@jit\ndef outcome(state):\n"
        "    if has_line(state[1]):\n        return 1\n"
        "    return 0 if state[0] | state[1] == FULL else UNDECIDED\n"
    )
    assert ms.check_game(str(tmp_path / "misere.py")).checked["searches to the end"] > 0


def test_faults_are_laid_to_the_file_that_has_them(tmp_path, discs):
    bad = tmp_path / "bad.py"
    bad.write_text("@jit\ndef evaluate(state):\n    return state[0] // (state[1] - state[1])\n")
    game = load_game("othello", str(bad))
    with pytest.raises(ms.InputError, match=r"^\S*/bad\.py: evaluate\(\) failed at line 3: ZeroDivisionError"):
        game.evaluate(game.start())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        (
            "evaluation",
            "def weight(x): return x\n@jit\ndef evaluate(state):\n    return weight(state[0])\n",
            r"bad\.py: evaluate\(\) cannot be compiled: it calls weight\(\), which has no @jit",
        ),
        (
            "ordering",
            "@jit\ndef order(state, move, child):\n    return 0.5 * move\n",
            r"bad\.py: order\(\) must return a whole number, not",
        ),
    ],
)
def test_what_cannot_be_compiled_is_laid_to_the_file_that_has_it(tmp_path, part, text, message):
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(ms.InputError, match=message) as error:
        ms.solve("tictactoe", depth=1, **{part: str(tmp_path / "bad.py")})
    assert "tictactoe.py" not in str(error.value)
