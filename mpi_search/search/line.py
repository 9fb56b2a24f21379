"""Best play from a position whose value and best move are known: one test for every further move.

The table remembers what the search has found out, so each test is short, as long as it is asked soon after. Sans-I/O,
like a plan: `next_test` asks, `learn` takes the answer.
"""

from __future__ import annotations

from mpi_search.rules.game import Game, State
from mpi_search.search.core.frames import CUT, TO_END
from mpi_search.search.test import Test


class Line:
    """A line of play that grows from its first move on."""

    def __init__(self, game: Game, state: State, value: int, move: int, depth: int) -> None:
        """`move` is known to reach `value` from `state`, `depth` plies deep or TO_END."""
        self._game = game
        self.moves = [move]
        self.states = [state]  #: before each of the moves, and `end` after the last
        self._value, self._depth = value, depth
        self._play(state, move)

    def _play(self, state: State, move: int) -> None:
        self.end = self._game.play(state, move)
        self._value = -self._value
        self._depth = self._depth if self._depth == TO_END else self._depth - 1
        self._is_over = self._depth == 0 or self._game.outcome(self.end) is not None

    @property
    def is_whole(self) -> bool:
        """Whether it goes to the end of the game, or as deep as the search did."""
        return self._depth == 0 or self._game.outcome(self.end) is not None

    def next_test(self) -> Test | None:
        """Which move keeps the value? None when the line has come to its end."""
        if self._is_over:
            return None
        beta = max(self._value, 1 - self._game.max_value)  # in a position lost as badly as can be, any move will do
        return Test(self.end, self._depth, beta - 1, beta, CUT)

    def learn(self, lower: int, move: int | None) -> None:
        """Take in what the test has found."""
        if lower < self._value or move is None:  # the table was too small for what it had to remember
            self._is_over = True
            return
        self.moves.append(move)
        self.states.append(self.end)
        self._play(self.end, move)
