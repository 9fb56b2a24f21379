"""Without a compiler everything still runs: the same values, the same node counts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

PROGRAM = """
import json, random
from mpi_search import Solver, Table, bind, load_game

def late_position(game, rng, plies):
    "A position of a random game with at most this many plies left."
    while True:
        state = game.start()
        while game.outcome(state) is None and game.plies_left(state) > plies:
            state = game.play(state, rng.choice(game.moves(state)))
        if game.outcome(state) is None:
            return state

found = {}
for name, depth, plies in (("tictactoe", 9, 9), ("connect4", 4, 15), ("othello", 3, 16), ("simplexity:4x4", 3, 10),
                           ("synthetic", 4, 5)):
    game, rng = load_game(name), random.Random(8)
    solver = Solver(bind(game), Table(0.5))
    shallow = solver.solve(game.start(), depth=depth)
    exact = solver.solve(late_position(game, rng, plies))
    found[name] = [(r.value, r.exact, r.best_move, r.pv, r.nodes) for r in (shallow, exact)]
print(json.dumps(found))
"""


def found(**environment):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
def test_plain_python_searches_the_same_tree():
    compiled, plain = found(), found(NUMBA_DISABLE_JIT="1")
    assert plain == compiled
    assert all(exact[1] for _, exact in compiled.values())
    assert sum(result[4] for results in compiled.values() for result in results) > 3000
