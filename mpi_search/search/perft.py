"""Counting the leaves of a game tree at a depth."""

from __future__ import annotations

import numpy as np

from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import State
from mpi_search.search.search import SPARE_MOVES


def perft(kernel: Kernel, state: State, depth: int, *, finished: int = 0) -> int:
    """Positions exactly `depth` plies below `state`; a game that is over earlier counts as `finished`: 0 or 1."""
    game = kernel.game
    if depth == 0:
        return 1
    if game.outcome(state) is not None:
        return finished
    if depth == 1:
        return len(game.moves(state))
    states = np.zeros((depth, game.words), np.int64)
    states[0] = state
    lists = np.zeros((depth, game.max_moves + SPARE_MOVES), np.int64)
    left = np.zeros(depth, np.int64)
    scratch = np.zeros(game.max_moves + SPARE_MOVES, np.int64)
    return int(kernel.perft.count_leaves(states, lists, left, scratch, depth, finished))
