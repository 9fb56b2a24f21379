"""check_game accepts what is right and finds each kind of fault."""

from __future__ import annotations

import pytest

from mpi_search.errors import InputError
from mpi_search.study.check import check_game
from tests.rules.test_load import GOOD

MIRROR = """
@jit
def canonical(state): return state, 0
@jit
def canonical_move(move, turn): return move
"""

LEAF = """
@jit
def is_leaf(state): return state[0] <= 3
@jit
def solve_leaf(state, alpha, beta): return 1, 0
"""

FAULTS = {
    "a game lasts longer than MAX_PLIES": GOOD.replace("= 1, 3, 9, 1", "= 1, 3, 2, 1"),
    "moves() finds none": GOOD.replace("return min(3, state[0])\n", "return 0\n"),
    "must be different numbers": GOOD.replace("out[number] = number + 1", "out[number] = 1"),
    "beyond MAX_VALUE = 1": GOOD.replace("return -1 if", "return -2 if"),
    "evaluate() is 7": GOOD + "@jit\ndef evaluate(state): return 7\n",
    "plies_left() is 0": GOOD + "def plies_left(state): return 0\n",
    "move_name() calls two moves 'x'": GOOD + "def move_name(state, move): return 'x'\n",
    "parse(format(state))": GOOD + "def format(state): return '9'\ndef parse(text): return (3,)\n",
    "beyond signed 64 bits": GOOD.replace("(state[0] - move,)", "(state[0] - move + (1 << 64),)"),
    "more than MAX_MOVES = 2": GOOD.replace("= 1, 3, 9, 1", "= 1, 2, 9, 1"),
    "which are not the moves of": GOOD + MIRROR.replace("return move", "return 1"),
    "leads elsewhere": GOOD + MIRROR.replace("return move", "return 3 - move if move < 3 else 3"),
    "noisy() [9]": GOOD + "@jit\ndef noisy(state, out):\n    out[0] = 9\n    return 1\n",
    "key() is the same": GOOD + "@jit\ndef key(state): return state[0] * 0\n",
    "compiled but 1 in plain Python": GOOD + "@jit\ndef evaluate(state): return 1 if state[0] << 62 > 0 else 0\n",
    "optimism() is 0 to 0": GOOD + "def optimism(state): return 0, 0\n",
    "side() is 0, and 0 after a move": GOOD + "def side(state): return 0\n",
    "plain alpha-beta": GOOD + "@jit\ndef bounds(state, alpha, beta): return 0, 0\n",
    "bounds() with the window": GOOD + "@jit\ndef bounds(state, alpha, beta): return -1, 0\n",
    "solve_leaf() with the window": GOOD + LEAF.replace("1, 0", "0, 0"),
    "solve_leaf() must return (value, nodes), not 1": GOOD + LEAF.replace("1, 0", "1"),
    "bounds() must return (lower, upper), not 0": GOOD + "@jit\ndef bounds(state, alpha, beta): return 0\n",
    "canonical() must return (state, turn), not (": GOOD + MIRROR.replace("state, 0", "state"),
    "forced() is 1, which is not a best move": GOOD + "@jit\ndef forced(state): return 1\n",
    "forced() is 7, which is not a legal move": GOOD + "@jit\ndef forced(state): return 7\n",
    "candidates() [1] has none of the best": GOOD + "@jit\ndef candidates(state, out):\n    out[0] = 1\n    return 1\n",
    "order() must return a whole number, not 0.5": GOOD + "@jit\ndef order(state, move, child): return move / 2\n",
    "outcome() must return a whole number, not -1.0": GOOD.replace("return -1 if", "return -1.0 if"),
    "draw() failed at line 13: IndexError": GOOD + "def draw(state): return 'x'[1:][0]\n",
    "draw() must return a text, not None": GOOD + "def draw(state): print(end='')\n",
    "describe() failed at line 13: KeyError": GOOD + "def describe(state, value): return {0: 'a draw'}[value]\n",
    "parse('nonsense') failed at line 13: ValueError": GOOD + "def parse(text): return (int(text),)\n",
    "evaluate() failed at line 15: ValueError: no": GOOD + "@jit\ndef evaluate(state):\n    raise ValueError('no')\n",
}


def test_a_right_solver_of_leaves_passes(tmp_path):
    assert check_text(tmp_path, GOOD + LEAF).checked["claims of hooks"] > 0


def check_text(tmp_path, text):
    file = tmp_path / "faulty.py"
    file.write_text(text)
    return check_game(str(file), playouts=30, searches=10)


@pytest.mark.parametrize("message", list(FAULTS))
def test_a_fault_is_found_and_named(tmp_path, message):
    with pytest.raises(InputError) as error:
        check_text(tmp_path, FAULTS[message])
    assert message in str(error.value)
    assert "faulty.py" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_hook_that_is_misspelt_is_told(tmp_path):
    assert "did you mean evaluate?" in check_text(tmp_path, GOOD + "def evalute(state): return 1\n").doubts[0]


def test_what_is_right_is_counted(tmp_path):
    report = check_text(tmp_path, GOOD + MIRROR)
    assert report.checked["random games"] == 30
    assert report.checked["searches to the end"] > 0
    assert report.checked["searches to a depth"] > 0
    assert report.checked["compiled = plain"] > 0
    assert report.checked["symmetries"] > 0
