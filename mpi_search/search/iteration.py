"""One iteration: the value of the root at one depth, or the values of its best moves, by tests one after the other.

Sans-I/O: `next_test` asks, `learn` takes the answer, until `is_done`.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from mpi_search.errors import Contradiction
from mpi_search.rules.game import Game, State
from mpi_search.search.core.frames import ALL, CUT, PV, TO_END
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.test import Test

#: Tests to the end of the game that go just one beyond the last bound, before they gallop.
SMALL_STEPS = 8
#: What a game may say that makes searches contradict each other, at a depth and at the end of the game.
_CLAIMING = ("evaluate", "canonical", "key")
_CLAIMING_TO_END = ("bounds", "solve_leaf", "forced", "candidates", "canonical", "key")


class Root(NamedTuple):
    """What iterations are made of."""

    game: Game
    state: State
    open_window: bool  #: one search of all values instead of null-window tests


class Iteration(Protocol):
    """What a plan sees of it."""

    windows: NullWindows  #: what is known of the value of the root
    best: int | None  #: the move that reaches windows.lower

    @property
    def is_done(self) -> bool: ...

    @property
    def ranking(self) -> dict[int, int]:
        """The moves that were asked for and their values, as far as they are known, best first."""

    def next_test(self) -> Test: ...

    def learn(self, test: Test, lower: int, upper: int, move: int | None) -> None: ...


def windows_around(game: Game, guess: int, depth: int) -> NullWindows:
    """Tests for a value that is thought to be near `guess`."""
    worst = game.max_value
    if depth != TO_END:
        return NullWindows(-worst, worst, guess)
    return NullWindows(-worst, worst, guess, far_first=game.far_values_first, small_steps=SMALL_STEPS)


def take_in(root: Root, windows: NullWindows, test: Test, lower: int, upper: int) -> None:
    """Add a claim that decides `test` to what is known. Raises Contradiction if it cannot be true and the game has
    hooks that may be the reason; without any, the fault is ours."""
    nonsense = lower > upper if root.open_window else windows.contradicts(test.beta, lower, upper)
    suspects = filter(root.game.has, _CLAIMING_TO_END if test.depth == TO_END else _CLAIMING)
    if nonsense and (names := " or ".join(f"{name}()" for name in suspects)):
        known = f"from {lower} to {upper}, and from {windows.lower} to {windows.upper}"
        raise Contradiction(
            f"{root.game.path}: two searches find values {known}: {names} says "
            "what is not true; mpi-search check finds out which"
        )
    if root.open_window:
        windows.lower, windows.upper = lower, upper
    else:
        windows.learn(test.beta, lower, upper)


class OneValue:
    """The value of the root, and a move that reaches it."""

    def __init__(self, root: Root, depth: int, guess: int, *, was_high: bool = False) -> None:
        """`was_high`: how the last test before this iteration ended."""
        self._root, self._depth = root, depth
        self.windows = windows_around(root.game, guess, depth)
        self.best: int | None = None
        self.was_high = was_high

    @property
    def is_done(self) -> bool:
        return self.windows.is_done

    @property
    def ranking(self) -> dict[int, int]:
        return {self._any_best(): self.windows.lower} if self.is_done else {}

    def _any_best(self) -> int:
        if self.best is None:  # every move loses as badly as can be
            self.best = self._root.game.moves(self._root.state)[0]
        return self.best

    def next_test(self) -> Test:
        state, windows = self._root.state, self.windows
        if self._root.open_window:
            return Test(state, self._depth, windows.lower, windows.upper, PV)
        beta = windows.next_beta()
        # Steps in one direction tend to be followed by another, until they become leaps.
        will_be_high = self.was_high != windows.is_leap
        return Test(state, self._depth, beta - 1, beta, CUT if will_be_high else ALL)

    def learn(self, test: Test, lower: int, upper: int, move: int | None) -> None:
        before = self.windows.lower
        take_in(self._root, self.windows, test, lower, upper)
        if lower > before or self.best is None:
            self.best = move
        self.was_high = lower >= test.beta


class SeveralValues:
    """The values of the best moves, each by searches of the position that it leads to.

    1.  the moves are taken in the order of the last iteration
    2.  while fewer values than wanted are known: search for the value of the move
    3.  then the worst of the best is a bar: is this move worth more? If not, that is all that is found out about it
    4.  if it is, search for its value; the bar rises
    """

    def __init__(self, root: Root, depth: int, wanted: int, before: dict[int, int]) -> None:
        """`before`: the values of moves in the last iteration, as far as they are known."""
        game, state = root.game, root.state
        self._root, self._wanted = root, wanted
        self._below = depth if depth == TO_END else depth - 1
        self._before = before
        self._left = sorted(game.moves(state), key=lambda move: -before.get(move, -game.max_value - 1))  # 1
        self._values: dict[int, int] = {}
        self._all = NullWindows(-game.max_value, game.max_value, 0)
        self.windows = self._all
        self.best: int | None = None
        self._begin_next()

    @property
    def is_done(self) -> bool:
        return not self._left

    @property
    def ranking(self) -> dict[int, int]:
        return dict(sorted(self._values.items(), key=lambda item: -item[1])[: self._wanted])

    @property
    def _bar(self) -> int | None:
        """3. What a move must exceed."""
        values = list(self.ranking.values())
        return values[-1] if len(values) >= self._wanted else None

    def _begin_next(self) -> None:
        """The next move whose value must be searched for."""
        game, depth = self._root.game, self._below
        while self._left:
            if self._bar == game.max_value:  # nothing is worth more
                self._left.clear()
                break
            self._child = game.play(self._root.state, self._left[0])
            outcome = game.outcome(self._child)
            if outcome is None:
                guess = -self._before.get(self._left[0], 0)
                self._own = windows_around(game, guess, depth)
                self._has_passed = False
                return
            self._settle(-outcome)
        self._all.lower = self._all.upper = next(iter(self.ranking.values()))

    def _settle(self, value: int | None) -> None:
        """The move under way has this value, or is worth no more than the bar."""
        move = self._left.pop(0)
        if value is not None:
            self._values[move] = value
            if self.best is None or value > self._all.lower:
                self.best = move
            self._all.lower = max(self._all.lower, value)

    def next_test(self) -> Test:
        bar = self._bar
        if self._root.open_window:
            beta = self._own.upper if bar is None else min(-bar, self._own.upper)
            return Test(self._child, self._below, self._own.lower, beta, PV)
        if bar is not None and not self._has_passed and self._own.lower < -bar <= self._own.upper:
            return Test(self._child, self._below, -bar - 1, -bar, CUT)
        beta = self._own.next_beta()
        return Test(self._child, self._below, beta - 1, beta, CUT)

    def learn(self, test: Test, lower: int, upper: int, move: int | None) -> None:
        bar = self._bar
        take_in(self._root, self._own, test, lower, upper)
        self._has_passed = True
        if self._own.is_done:
            value = -self._own.lower
            self._settle(value if bar is None or value > bar else None)
        elif bar is not None and -self._own.lower <= bar:
            self._settle(None)
        else:
            return
        self._begin_next()
