"""Games and policies from a notebook or a script."""

from __future__ import annotations

import linecache
import sys

import numpy as np
import pytest

import mpi_search as ms
from mpi_search.front.sources import policy_name, written
from mpi_search.policies.load import load_policy
from mpi_search.policies.ybwc import YBWC
from tests.transport.mpis import need, run

CELL = """
import math
import numpy as np
from mpi_search.gamekit import UNDECIDED, jit
from mpi_search.policies.policy import Policy

WORDS, MAX_MOVES, MAX_PLIES, MAX_VALUE = 1, 3, 12, 1
STEPS = np.array([1, 2, 3])
unused = object()


def start():
    return (math.floor(12.5),)


@jit
def fits(state, taken):
    return taken <= state[0]


@jit
def moves(state, out):
    count = 0
    for index in range(STEPS.size):
        if fits(state, STEPS[index]):
            out[count] = STEPS[index]
            count += 1
    return count


@jit
def play(state, move):
    return (state[0] - move,)


@jit
def outcome(state):
    return -1 if state[0] == 0 else UNDECIDED


LEAST = 1


class Mine(Policy):
    name = "mine"

    def rate(self, frame, is_root):
        return frame.worth if frame.begun >= LEAST else 0
"""


@pytest.fixture
def notebook():
    """What a notebook knows after this cell."""
    file = "<cell 1>"
    linecache.cache[file] = (len(CELL), None, CELL.splitlines(keepends=True), file)
    namespace: dict[str, object] = {"__name__": "__main__"}
    exec(compile(CELL, file, "exec"), namespace)
    return namespace


@pytest.mark.slow
def test_the_functions_of_a_notebook_are_a_game(notebook):
    game = ms.game(notebook, "nim")
    assert ms.solve(game).value == -1, "12 counters are lost"
    assert game.path.name == "nim.py"
    assert ms.game(notebook, "nim").path == game.path
    assert ms.check_game(str(game.path)).checked["searches to the end"] > 0


def test_only_what_is_used_is_written(notebook):
    text = written(notebook, ["moves"])
    assert "unused" not in text
    assert "def fits" in text
    assert "STEPS = numpy.array([1, 2, 3], 'int64')" in text
    assert text.index("def fits") < text.index("def moves")


PART = """
from mpi_search.gamekit import jit, popcount

WEIGHT = 3


@jit
def discs(state):
    return WEIGHT * (popcount(state[0]) - popcount(state[1]))
"""


@pytest.mark.slow
def test_an_evaluation_may_be_a_function_of_a_notebook():
    linecache.cache["<cell 2>"] = (len(PART), None, PART.splitlines(keepends=True), "<cell 2>")
    namespace: dict[str, object] = {"__name__": "__main__"}
    exec(compile(PART, "<cell 2>", "exec"), namespace)
    found = ms.solve("connect4:5x4", depth=1, evaluation=namespace["discs"], table_mb=4)
    assert found.value == 3, "one disc, three points"
    with pytest.raises(ms.InputError, match="an ordering is a function or the path of a file, not 7"):
        ms.solve("othello", depth=1, ordering=7)  # type: ignore[arg-type]


def test_a_module_is_its_file():
    from games import tictactoe

    assert ms.game(tictactoe).path.name == "tictactoe.py"


def test_policies_have_names_and_files(notebook, monkeypatch):
    assert policy_name("dts") == "dts"
    assert policy_name(YBWC()) == policy_name(YBWC) == "ybwc"
    monkeypatch.setitem(sys.modules, "__main__", type(sys)("__main__"))
    vars(sys.modules["__main__"]).update(notebook)
    name = policy_name(notebook["Mine"]())
    assert name.endswith("/mine.py:Mine")
    assert load_policy(name).name == "mine"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"UNDECIDED": object()}, "UNDECIDED is used by the functions, and a object cannot be written"),
        ({"play": lambda state, move: state}, "a lambda cannot be written to a file: define the function with def"),
        ({"start": None}, "start"),
    ],
)
def test_what_cannot_be_written_is_named(notebook, change, message):
    with pytest.raises(ms.InputError, match=message):
        ms.game({**notebook, **change})


SCRIPT = (
    "import mpi_search as ms\n"
    + CELL
    + """
if __name__ == "__main__":
    with ms.Cluster(ranks=2, policy=Mine(), table_mb=4) as cluster:
        found = cluster.solve(ms.game(globals(), "nim"))
        print(found.value, found.policy, found.ranks)
"""
)


@pytest.mark.slow
def test_a_script_has_its_own_game_and_policy_on_ranks_that_it_starts(tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    done = run([sys.executable, str(tmp_path / "script.py")], need("openmpi").environ(), 120)
    assert (done.returncode, done.stdout) == (0, "-1 mine 2\n"), done.stderr


def test_arrays_keep_their_type():
    space: dict[str, object] = {}
    exec(written({"A": np.array([[1, 2]], np.uint8)}, ["A"]), space)
    assert space["A"].dtype == np.uint8
