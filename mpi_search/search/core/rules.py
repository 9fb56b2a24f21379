"""The rules of the game by themselves, for oracles that want them fast and without the search.

As entry points of a bound kernel their machine code is kept on disk: the next process need not compile them.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.rules import hooks


@jit(cache=True)
def moves(state: Any, out: Any) -> Any:
    return hooks.moves(state, out)


@jit(cache=True)
def play(state: Any, move: Any) -> Any:
    return hooks.play(state, move)


@jit(cache=True)
def outcome(state: Any) -> Any:
    return hooks.outcome(state)


@jit(cache=True)
def evaluate(state: Any) -> Any:
    return hooks.evaluate(state)


@jit(cache=True)
def noisy(state: Any, out: Any) -> Any:
    return hooks.noisy(state, out)
