"""Names, variants and files of games; errors that name what is missing or wrong."""

from __future__ import annotations

import pytest

from mpi_search.errors import InputError
from mpi_search.rules.contract import doubts
from mpi_search.rules.load import game_names, load_game

GOOD = """
from mpi_search.gamekit import UNDECIDED, jit
WORDS, MAX_MOVES, MAX_PLIES, MAX_VALUE = 1, 3, 9, 1
def start(): return (9,)
@jit
def moves(state, out):
    for number in range(min(3, state[0])): out[number] = number + 1
    return min(3, state[0])
@jit
def play(state, move): return (state[0] - move,)
@jit
def outcome(state): return -1 if state[0] == 0 else UNDECIDED
"""


def write(tmp_path, text):
    file = tmp_path / "mygame.py"
    file.write_text(text)
    return str(file)


def test_a_file_is_a_game(tmp_path):
    game = load_game(write(tmp_path, GOOD))
    assert game.moves(game.start()) == [1, 2, 3]
    assert game.parse("1 2") == (6,)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("WORDS, MAX", "W, MAX", "WORDS is missing (64-bit words of state"),
        ("= 1, 3, 9, 1", "= 1, 0, 9, 1", "MAX_MOVES (most legal moves in one position) must be a whole number"),
        ("= 1, 3, 9, 1", "= 1, 3, 9, 'x'", "MAX_VALUE (largest value of a position) must be"),
        ("def play(", "def pley(", "play() is missing"),
        ("def play(state, move)", "def play(state)", "play() must take 2 argument(s), not 1"),
        ("return (9,)", "return 9", "start() must return a tuple of WORDS = 1 numbers, not 9"),
        ("return (9,)", "return 1/0", "start() failed at line 4: ZeroDivisionError"),
        ("@jit\ndef play", "@jitt\ndef play", "could not be run: NameError"),
        ("def start()", "def start(", "mygame.py:4:"),
        ("def start()", "KILLER_SCORE = 'x'\ndef start()", "KILLER_SCORE must be a whole number"),
        ("def start()", "raise SystemExit(3)\ndef start()", "could not be run: SystemExit: 3"),
        ("def start()", "is_leaf = 3\ndef start()", "is_leaf must be a function, not int"),
        ("def start()", "def is_leaf(state): return False\ndef start()", "solve_leaf() is missing"),
    ],
)
def test_a_bad_file_is_told_what_is_wrong(tmp_path, before, after, message):
    assert before in GOOD
    with pytest.raises(InputError) as error:
        load_game(write(tmp_path, GOOD.replace(before, after)))
    assert message in str(error.value)
    assert "mygame.py" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess", "unknown game 'chess'"),
        ("__init__", "unknown game"),
        ("./nowhere.py", "there is no game file ./nowhere.py"),
        ("connect4:9x9", "does not fit"),
        ("connect4:6", "is not a board size"),
        ("connect4:0x2", "a board of 0 x 2 has no squares"),
        ("tictactoe:size=4", "there is no parameter 'size'"),
        ("tictactoe:size", "is not a variant"),
        ("synthetic:depth=x", "depth must be a whole number, not 'x'"),
        ("synthetic:depth=2,depth=3", "a parameter is given twice"),
        ("synthetic:depth=2.5", "depth must be a whole number"),
    ],
)
def test_a_bad_name_is_told_what_is_wrong(name, message):
    with pytest.raises(InputError) as error:
        load_game(name)
    assert message in str(error.value)


def test_a_file_that_is_nearly_named_is_proposed(tmp_path, monkeypatch):
    write(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    for name, message in (("mygame", "unknown game 'mygame'; did you mean ./mygame.py?"), ("./mygame", "./mygame.py?")):
        with pytest.raises(InputError) as error:
            load_game(name)
        assert message in str(error.value)


def test_a_hook_that_is_misspelt_is_doubted(tmp_path):
    unused = "@jit\ndef evalute(state): return 1\ndef forcd(state): return -1\ndef distance(state): return 1\n"
    assert doubts(load_game(write(tmp_path, GOOD + unused))) == [
        "mygame.py: evalute(): no such hook; did you mean evaluate?",
        "mygame.py: forcd(): no such hook; did you mean forced?",
    ]
    used = GOOD + "def forcd(state): return -1\ndef draw(state): return str(forcd(state))\n"
    has_it = GOOD + "@jit\ndef evaluate(state): return 1\ndef evalute(state): return 1\n"
    assert doubts(load_game(write(tmp_path, used))) == doubts(load_game(write(tmp_path, has_it))) == []


@pytest.mark.parametrize("name", game_names())
def test_the_games_leave_no_doubts(name):
    assert doubts(load_game(name)) == []


def test_variants_are_games_of_their_own():
    assert load_game("connect4:4x4").max_plies == 16
    assert load_game("connect4").max_plies == 42
    assert load_game("connect4") is load_game("connect4")


def test_helpers_beside_a_game_are_found_and_executed_for_each_variant(tmp_path):
    (tmp_path / "mylimits.py").write_text(
        'from mpi_search.gamekit import parameter\nHEAP = parameter("heap", 9)\n', encoding="utf-8"
    )
    text = GOOD.replace("WORDS, MAX", "from mylimits import HEAP\nWORDS, MAX", 1).replace("(9,)", "(HEAP,)")
    file = write(tmp_path, text)
    assert load_game(file).start() == (9,)
    assert load_game(f"{file}:heap=5").start() == (5,)
    assert [module.__name__ for module in load_game(file).helpers] == ["mylimits"]


def test_the_line_that_fails_is_named_with_its_function_and_its_file(tmp_path):
    text = GOOD.replace("return (state[0] - move,)", "return (less(state[0], move),)")
    own = text + "def less(all, some):\n    return all - some // 0\n"
    with pytest.raises(InputError, match=r"mygame.py: play\(\) failed at line 14 in less\(\): ZeroDivisionError"):
        load_game(write(tmp_path, own)).play((9,), 1)
    imported = text.replace("import UNDECIDED, jit", "import UNDECIDED, jit\nfrom myhelp import half as less", 1)
    (tmp_path / "myhelp.py").write_text("def half(all, some):\n    return all - some // 0\n")
    with pytest.raises(InputError, match=r"play\(\) failed at line 2 of myhelp.py in half\(\): ZeroDivisionError"):
        load_game(write(tmp_path, imported)).play((9,), 1)


def test_an_edited_file_is_another_game(tmp_path, monkeypatch):
    file = write(tmp_path, GOOD)
    assert load_game(file).start() == (9,)
    write(tmp_path, GOOD.replace("return (9,)", "return (7,)"))
    assert load_game(file).start() == (7,)
    monkeypatch.chdir(tmp_path)
    assert load_game("./mygame.py").start() == (7,)


def test_a_position_of_the_wrong_size_is_refused(tmp_path):
    game = load_game(write(tmp_path, GOOD + "def parse(text): return (1, 2)\n"))
    with pytest.raises(InputError) as error:
        game.parse("x")
    assert "parse() returned 2 words, not WORDS = 1" in str(error.value)


def test_the_games_are_listed():
    assert {"connect4", "othello", "simplexity", "synthetic", "tictactoe"} <= set(game_names())
