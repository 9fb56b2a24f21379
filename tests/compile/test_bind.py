"""Binding: compiled once per content, private to the user, the same without a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from mpi_search.compile import bind as binding
from mpi_search.compile.kernel import bind
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from tests.rules.test_load import GOOD

PROGRAM = """
import json, sys, time
from mpi_search import Solver, Table, bind, load_game
from mpi_search.search.search import compile_search
game = load_game(sys.argv[1])
kernel = bind(game)
was_compiled = kernel.is_compiled
seconds = compile_search(kernel)
result = Solver(kernel, Table(1)).solve(game.start())
kernel.rules.outcome(game.start())
stats = getattr(kernel.rules.outcome, 'stats', None)  # None without a compiler
were_loaded = stats is not None and sum(stats.cache_hits.values()) == 1
print(json.dumps([[was_compiled, were_loaded], seconds, result.value, result.nodes, kernel.content_hash]))
"""


def solve_in_new_process(game, cache, **environment):
    """([search, rules] were compiled before, seconds to compile or load, value, nodes, content hash)"""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(game)],
        env={**os.environ, "MPI_SEARCH_CACHE": str(cache), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.slow
def test_a_second_process_compiles_nothing_and_an_edited_game_compiles_again(tmp_path):
    """The game has a compiled helper in a file of its own, as a larger one would."""
    game, helper, cache = tmp_path / "heap.py", tmp_path / "heaptools.py", tmp_path / "cache"
    helper.write_text("from mpi_search.gamekit import jit\n@jit\ndef most(heap): return min(3, heap)\n")
    game.write_text("from heaptools import most\n" + GOOD.replace("min(3, state[0])", "most(state[0])"))
    first = solve_in_new_process(game, cache)
    second = solve_in_new_process(game, cache)
    assert (first[0], second[0]) == ([False, False], [True, True])
    assert second[1] < first[1] / 3
    assert first[2:] == second[2:]
    assert first[2] == 1  # nine matches, one to three at a time: the first player leaves a multiple of four
    plain = solve_in_new_process(game, cache, NUMBA_DISABLE_JIT="1")
    assert plain[2:4] == first[2:4]
    helper.write_text(helper.read_text().replace("min(3", "min(2"))
    third = solve_in_new_process(game, cache)
    assert third[0] == [False, False]
    assert third[2] == -1  # nine matches, one or two at a time: the second player leaves a multiple of three
    assert third[4] != first[4]
    assert cache.stat().st_mode & 0o077 == 0


def test_constants_of_helpers_are_part_of_the_content(tmp_path):
    """A helper may read them from anywhere: its source alone does not tell."""
    (tmp_path / "heapdata.py").write_text(
        "from pathlib import Path\nSIZES = (int(Path(__file__).with_name('size.txt').read_text()),)\n"
    )
    hashes = set()
    for size in (9, 8):
        (tmp_path / "size.txt").write_text(str(size))
        file = tmp_path / "heap.py"
        file.write_text("from heapdata import SIZES\n" + GOOD.replace("return (9,)", "return SIZES"))
        os.utime(file, (size, size))
        hashes.add(binding._content_hash(load_game(str(file)), [], []))
    assert len(hashes) == 2


def test_an_author_may_leave_out_jit(tmp_path):
    file = tmp_path / "nojit.py"
    file.write_text(GOOD.replace("@jit\n", ""))
    game = load_game(str(file))
    assert Solver(bind(game), Table(1)).solve(game.start()).value == 1


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "(state[0] - move,)",
            "(helper(state[0], move),)",
            "play() cannot be compiled: it calls helper()",
        ),
        ("(state[0] - move,)", "[state[0] - move]", "play() cannot be compiled: it makes a list"),
        ("(state[0] - move,)", "(state[0] - nothing,)", "play() failed at line 11: NameError: name 'nothing'"),
        ("return -1 if", "return None if", "expected int64, got None; mpi-search check finds out where"),
    ],
)
def test_what_cannot_be_compiled_is_told_in_one_line(tmp_path, before, after, message):
    file = tmp_path / "bad.py"
    file.write_text("def helper(heap, move): return heap - move\n" + GOOD.replace(before, after))
    kernel = bind(load_game(str(file)))
    with pytest.raises(InputError) as error:
        Solver(kernel, Table(1)).solve((9,))
    assert f"bad.py: {message}" in str(error.value)
    assert "\n" not in str(error.value)


def test_a_cache_that_others_can_write_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("MPI_SEARCH_CACHE", str(folder))
    with pytest.raises(InputError, match="can be written by others"):
        binding.cache_folder()


def test_a_cache_that_cannot_be_made_is_an_input_error(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MPI_SEARCH_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(InputError, match="cannot be made"):
        binding.cache_folder()


def test_kernels_not_used_for_a_month_are_removed(tmp_path):
    old, new = tmp_path / "mpi_search_bound_a", tmp_path / "mpi_search_bound_b"
    for folder in (old, new):
        folder.mkdir()
    os.utime(old, (0, 0))
    binding._remove_unused(tmp_path)
    assert not old.exists()
    assert new.exists()
