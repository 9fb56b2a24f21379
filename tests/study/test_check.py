"""check_game accepts what is right and finds each kind of fault."""

from __future__ import annotations

import pytest

from mpi_search.study.check import GameFault, check_game
from tests.rules.test_load import GOOD

MIRROR = """
@jit
def canonical(state): return state, 0
@jit
def canonical_move(move, turn): return move
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
}


def check_text(tmp_path, text):
    file = tmp_path / "faulty.py"
    file.write_text(text)
    return check_game(str(file), playouts=30, searches=10)


@pytest.mark.parametrize("message", list(FAULTS))
def test_a_fault_is_found_and_named(tmp_path, message):
    with pytest.raises(GameFault) as error:
        check_text(tmp_path, FAULTS[message])
    assert message in str(error.value)
    assert "faulty.py" in str(error.value)
    assert "\n" not in str(error.value)


def test_what_is_right_is_counted(tmp_path):
    report = check_text(tmp_path, GOOD + MIRROR)
    assert report.checked["random games"] == 30
    assert report.checked["searches to the end"] > 0
    assert report.checked["searches to a depth"] > 0
    assert report.checked["compiled = plain"] > 0
    assert report.checked["symmetries"] > 0
