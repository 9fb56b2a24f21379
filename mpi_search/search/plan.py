"""The plan of one solution: which root searches to make, one after the other, and what they have proved.

    1. A few iterations of growing depth, if the game says that they pay: a first guess, and entries in the table.
    2. The end of the game (or the depth that was asked for), by null-window tests from that guess.

To the end of the game tests go on by small steps: the table makes one just beyond the last bound cheap, while one that
goes too far costs as much as the one that is needed after it. On a cluster that counts twice, for hosts know less of
what others have found in the test before.

Sans-I/O: a single search and a cluster's master follow the same plan. `next_test` asks, `learn` takes the answer.
"""

from __future__ import annotations

from typing import NamedTuple

from mpi_search.rules.game import Game, State
from mpi_search.search.core.frames import ALL, CUT, PV, TO_END
from mpi_search.search.null_windows import NullWindows

#: Tests to the end of the game that go just one beyond the last bound, before they gallop.
SMALL_STEPS = 8


class Test(NamedTuple):
    """One search of the root: decide this window at this depth."""

    depth: int
    alpha: int
    beta: int
    node_type: int  #: of the root, as expected: CUT if the value is thought to reach beta, ALL if not, PV if in between


Test.__test__ = False  # type: ignore[attr-defined]  # not one of pytest's


class Plan:
    """What to search for the value of `state`, `depth` plies deep or to the end of the game (None).

    With an open window every iteration is one search of all values: what null windows are measured against.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        depth: int | None = None,
        *,
        open_window: bool = False,
        first_depth: int = 1,
        guess: int = 0,
    ) -> None:
        """`first_depth`: shallower iterations were made before, and the last of them came to `guess`."""
        self.game, self.state = game, state
        self.longest = game.plies_left(state)
        deepest = self.longest if depth is None else min(depth, self.longest)
        self.last_iteration = min(deepest, self.longest - 1, TO_END - 1)
        self.to_the_end = deepest == self.longest
        self._open_window = open_window
        self._last_was_high = False
        self.completed: tuple[int, int, int] | None = None  #: depth, value, move of the last iteration
        self._values: list[int] = []  # of all iterations
        self._first_guess = guess
        self.proved = NullWindows(-game.max_value, game.max_value, 0)  #: of the value at the end of the game
        self.proved_move: int | None = None  #: reaches proved.lower
        last = min(game.warmup_depth, self.last_iteration) if self.to_the_end else self.last_iteration
        self._depths = [*range(first_depth, last + 1), *([TO_END] if self.to_the_end else [])]
        self._begin_depth()

    def _begin_depth(self) -> None:
        """Go on to the next depth, from the guess that the one before gives."""
        self.best: int | None = None  #: the move that reaches windows.lower in this iteration
        self.depth = self._depths.pop(0) if self._depths else None  #: of the tests under way; None when all is done
        worst, guess = self.game.max_value, self._guess()
        if self.depth == TO_END:
            far_first = self.game.far_values_first
            self.windows = NullWindows(-worst, worst, guess, far_first=far_first, small_steps=SMALL_STEPS)
            self.proved = self.windows
        else:
            self.windows = NullWindows(-worst, worst, guess)

    def _guess(self) -> int:
        """The value to start from. Evaluations favour the side to move, or the other one, so values of odd and even
        depths lie on either side of the truth: at the end of the game it is sought between the last two (and the
        larger win, if the middle is no whole number)."""
        if self.depth == TO_END and len(self._values) > 1:
            both = sum(self._values[-2:])
            return (both + 1) // 2 if both > 0 else both // 2
        return self._values[-1] if self._values else self._first_guess

    def next_test(self) -> Test | None:
        """The next root search, or None when the value is found."""
        if self.depth is None:
            return None
        if self._open_window:
            return Test(self.depth, self.windows.lower, self.windows.upper, PV)
        beta = self.windows.next_beta()
        # Steps in one direction tend to be followed by another, until they become leaps.
        will_be_high = self._last_was_high != self.windows.is_leap
        return Test(self.depth, beta - 1, beta, CUT if will_be_high else ALL)

    def learn(self, test: Test, lower: int, upper: int, move: int | None) -> None:
        """Take in the claim that decides `test`, and the move behind `lower`."""
        if lower > self.windows.lower or self.best is None:
            self.best = move
        if self.depth == TO_END and lower > self.windows.lower:
            self.proved_move = move
        if self._open_window:
            self.windows.lower, self.windows.upper = lower, upper
        else:
            self.windows.learn(test.beta, lower, upper)
        self._last_was_high = lower >= test.beta
        if self.windows.is_done:
            self._complete()

    def _complete(self) -> None:
        """The value at this depth is known."""
        if self.best is None:  # every move loses as badly as can be
            self.best = self.game.moves(self.state)[0]
        if self.depth == TO_END:
            self.proved_move = self.best
        else:
            assert self.depth is not None
            self.completed = self.depth, self.windows.lower, self.best
            self._values.append(self.windows.lower)
        self._begin_depth()

    def retreat(self) -> None:
        """The end of the game is out of reach: deepen from the last iteration that was completed."""
        first = self.completed[0] + 1 if self.completed else 1
        last = self.last_iteration if self.completed else max(self.last_iteration, 1)  # one ply is always possible
        self._depths = list(range(first, last + 1))
        self._begin_depth()

    @property
    def warmup_depth(self) -> int:
        """The depth of the first iterations: so cheap, and so useful for the order of moves, that every table had
        better be given them by a search of its own."""
        return min(self.game.warmup_depth, self.last_iteration if self.to_the_end else self.last_iteration - 1)

    @property
    def is_exact(self) -> bool:
        """Whether the game-theoretic value is found."""
        return self.proved.is_done and self.proved_move is not None

    def answer(self) -> tuple[int, int, int]:
        """(depth, value, move): the best that is known, proved or from the last completed iteration."""
        if self.is_exact:
            assert self.proved_move is not None
            return self.longest, self.proved.lower, self.proved_move
        assert self.completed is not None
        depth, value, move = self.completed
        if self.proved_move is not None and self.proved.lower > value:
            value, move = self.proved.lower, self.proved_move
        return depth, min(value, self.proved.upper), move
