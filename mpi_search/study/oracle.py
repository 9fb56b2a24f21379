"""An oracle for small positions: alpha-beta in plain Python with a memory of its own, no part of the compiled search.

It does not work values out, it checks them. That `value` is right and that `move` reaches it takes two proofs, each
with a null window and so as cheap as a proof can be:

    1   no move is worth more:        alphabeta(position, value, value + 1) <= value
    2   the move is worth as much:    alphabeta(child, -value, -value + 1) <= -value
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from mpi_search.algorithms.minimax import quiet
from mpi_search.algorithms.tree import below
from mpi_search.compile.kernel import Kernel
from mpi_search.rules.game import Game, State


class WrongAnswer(AssertionError):
    """A search returned a value or a move that the oracle refutes."""


class Oracle:
    """Remembers what it has found out about the positions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.claims: dict[tuple[State, int | None], tuple[int, int]] = {}  #: (state, depth) -> (lower, upper)

    def check(self, state: State, depth: int | None, value: int, move: int) -> None:
        """Raise WrongAnswer unless `state` is worth `value` at `depth` (None: to the end) and `move` reaches it."""
        if not -self.game.max_value <= value <= self.game.max_value:
            raise WrongAnswer(f"{value} is no value of this game")
        if move not in self.game.moves(state):
            raise WrongAnswer(f"{move} is no move in {state}")
        if self.bound(state, depth, value, value + 1) > value:
            raise WrongAnswer(f"{state} at depth {depth} is worth {self.value(state, depth)}, not {value}")
        child, left = self.game.play(state, move), below(depth)
        if self.bound(child, left, -value, -value + 1) > -value:
            reached = -self.value(child, left)
            raise WrongAnswer(
                f"{state} at depth {depth}: {move} is worth {reached}, not {value}; "
                f"the position is worth {self.value(state, depth)}"
            )

    def value(self, state: State, depth: int | None) -> int:
        """The value of `state`, `depth` plies deep or to the end of the game (None)."""
        return self.bound(state, depth, -self.game.max_value - 1, self.game.max_value + 1)

    def bound(self, state: State, depth: int | None, alpha: int, beta: int) -> int:
        """At or below alpha an upper bound, at or above beta a lower bound, between them exact."""
        assert alpha < beta, (alpha, beta)
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome
        if depth == 0:
            return quiet(self.game, state)
        lower, upper = self.claims.get((state, depth), (-self.game.max_value, self.game.max_value))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best = self._best(state, below(depth), alpha, beta)
        self.claims[state, depth] = (best if best > alpha else lower, best if best < beta else upper)
        return best

    def _best(self, state: State, left: int | None, alpha: int, beta: int) -> int:
        best = -self.game.max_value - 1
        for move in self.game.moves(state):
            child = self.game.play(state, move)
            best = max(best, -self.bound(child, left, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


class CompiledRules(Game):
    """A game whose rules are the compiled ones: as good a definition of the game, and a hundred times as fast.

    `mpi-search check` compares them with the plain ones. The search, its tables and all other hooks stay out of it.
    """

    _compiled: ModuleType
    _out: Any  # where the rules write moves

    def __init__(self, kernel: Kernel) -> None:
        game = kernel.game
        super().__init__(game.name, game.path, game.parameters, game.module)
        object.__setattr__(self, "_compiled", kernel.rules)
        object.__setattr__(self, "_out", np.zeros(2 * game.max_moves + 64, np.int64))

    def hook(self, name: str) -> Any:
        return getattr(self._compiled, name) if name in _RULES else super().hook(name)

    def _list(self, name: str, state: State) -> list[int]:
        found: list[int] = self._out[: self.hook(name)(state, self._out)].tolist()
        return found


_RULES = ("moves", "play", "outcome", "evaluate", "noisy")
