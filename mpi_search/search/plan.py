"""The plan of one solution: which searches to make, one after the other, and what they have proved.

    1. A few iterations of growing depth, if the game says that they pay: a first guess, and entries in the table.
    2. The end of the game (or the depth that was asked for), by null-window tests from that guess.

To the end of the game tests go on by small steps: the table makes one just beyond the last bound cheap, while one that
goes too far costs as much as the one that is needed after it. On a cluster that counts twice, for hosts know less of
what others have found in the test before.

With limits of time or nodes the iterations go on, each followed by its line of play, until what is left of the limits
is enough for the end of the game, as far as a look ahead can tell (`forecast.py`).

Sans-I/O: a single search and a cluster's master follow the same plan. `next_test` asks, `learn` takes the answer.
"""

from __future__ import annotations

import math

from mpi_search.errors import Contradiction
from mpi_search.rules.game import Game, State
from mpi_search.search.core.frames import ALL, CUT, PV, TO_END
from mpi_search.search.forecast import PROBE_SHARE, Forecast
from mpi_search.search.line import Line
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.test import Test

#: Tests to the end of the game that go just one beyond the last bound, before they gallop.
SMALL_STEPS = 8
#: What a game may say that makes searches contradict each other, at a depth and at the end of the game.
_CLAIMING = ("evaluate", "canonical", "key")
_CLAIMING_TO_END = ("bounds", "solve_leaf", "forced", "candidates", "canonical", "key")


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
        is_limited: bool = False,
    ) -> None:
        """`first_depth`: shallower iterations were made before, and the last of them came to `guess`. `is_limited`: it
        may have to end before it is done."""
        self.game, self.state = game, state
        self.longest = game.plies_left(state)
        deepest = self.longest if depth is None else min(depth, self.longest)
        self.last_iteration = min(deepest, self.longest - 1, TO_END - 1)
        self.to_the_end = deepest == self.longest
        self._open_window, self._is_limited = open_window, is_limited
        self._last_was_high = False
        self.completed: tuple[int, int, int] | None = None  #: depth, value, move of the last iteration
        self.line: Line | None = None  #: best play as that iteration sees it, with limits
        self._values: list[int] = []  # of all iterations
        self._first_guess = guess
        self.proved = NullWindows(-game.max_value, game.max_value, 0)  #: of the value at the end of the game
        self.proved_move: int | None = None  #: reaches proved.lower
        self._cost = self._probed = 0.0  # of all tests so far, and of those that look ahead
        self._asked: Line | Forecast | None = None  # who has asked for the test under way, if it is not of the root
        self._forecast: Forecast | None = None  # under way
        self._will_end = self.to_the_end  # the end of the game is still to be searched
        self._begin(first_depth if first_depth <= self._last_before_end else self._after_iterations)

    # --- one depth after the other
    @property
    def _last_before_end(self) -> int:
        """The deepest iteration before the end of the game is tried, or before all is done."""
        hurries = self._will_end and not self._is_limited
        return min(self.game.warmup_depth, self.last_iteration) if hurries else self.last_iteration

    @property
    def _after_iterations(self) -> int | None:
        return TO_END if self._will_end else None

    def _begin(self, depth: int | None) -> None:
        """Go on to another depth, from the guess that the iterations give."""
        self.best: int | None = None  #: the move that reaches windows.lower in this iteration
        self.depth = depth  #: of the tests under way; None when all is done
        self._is_complete = False
        worst, guess = self.game.max_value, self._guess()
        if depth == TO_END:
            self._will_end = False
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

    def _begin_next(self, left: float) -> None:
        """After an iteration, or after the end of the game was reached."""
        forecast, self._forecast = self._forecast, None
        is_near = self._will_end and forecast is not None and forecast.cost <= left
        if self.depth == TO_END or self.completed is None:
            self._begin(None)
        elif self.completed[0] < self._last_before_end and not is_near:
            self._begin(self.completed[0] + 1)
        else:
            self._begin(self._after_iterations)

    # --- asking
    def next_test(self, left: float = math.inf) -> Test | None:
        """The next search, or None when the value is found. `left`: what the limits leave for the end of the game."""
        if self._is_complete:
            test = self._look_ahead()
            if test is not None:
                return test
            self._begin_next(left)
        self._asked = None
        if self.depth is None:
            return None
        if self._open_window:
            return Test(self.state, self.depth, self.windows.lower, self.windows.upper, PV)
        beta = self.windows.next_beta()
        # Steps in one direction tend to be followed by another, until they become leaps.
        will_be_high = self._last_was_high != self.windows.is_leap
        return Test(self.state, self.depth, beta - 1, beta, CUT if will_be_high else ALL)

    def _look_ahead(self) -> Test | None:
        """After an iteration with limits: its line of play, then what the end of the game would cost."""
        if self.line is None or self.depth == TO_END:
            return None
        self._asked = self.line
        test = self.line.next_test()
        if test is None and self._will_end:
            if self._forecast is None:
                assert self.completed is not None
                spare = PROBE_SHARE * self._cost - self._probed
                self._forecast = Forecast(self.game, self.line, self.completed[1], spare)
            self._asked = self._forecast
            test = self._forecast.next_test()
        return test

    # --- learning
    def learn(self, test: Test, lower: int, upper: int, move: int | None, *, cost: float = 0.0, nodes: int = 0) -> None:
        """Take in the claim that decides `test`, the move behind `lower`, and what it has cost: a share of the limits,
        and nodes."""
        self._cost += cost
        if isinstance(self._asked, Line):
            self._asked.learn(lower, move)
        elif isinstance(self._asked, Forecast):
            self._probed += cost
            self._asked.learn(cost, nodes)
        else:
            self._learn_of_root(test, lower, upper, move)

    def give_up(self, cost: float) -> None:
        """A test has cost so much, and that is more than it may."""
        assert isinstance(self._asked, Forecast)
        self._cost += cost
        self._probed += cost
        self._asked.give_up()

    def _refuse_nonsense(self, test: Test, lower: int, upper: int) -> None:
        """Raise Contradiction if the claim cannot be true and the game has hooks that may be the reason; without any,
        the fault is ours."""
        suspects = filter(self.game.has, _CLAIMING_TO_END if test.depth == TO_END else _CLAIMING)
        nonsense = lower > upper if self._open_window else self.windows.contradicts(test.beta, lower, upper)
        if nonsense and (names := " or ".join(f"{name}()" for name in suspects)):
            known = f"from {lower} to {upper}, and from {self.windows.lower} to {self.windows.upper}"
            raise Contradiction(
                f"{self.game.path}: two searches find values {known}: {names} says "
                "what is not true; mpi-search check finds out which"
            )

    def _learn_of_root(self, test: Test, lower: int, upper: int, move: int | None) -> None:
        self._refuse_nonsense(test, lower, upper)
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
        self._is_complete = True
        if self.best is None:  # every move loses as badly as can be
            self.best = self.game.moves(self.state)[0]
        if self.depth == TO_END:
            self.proved_move = self.best
        else:
            assert self.depth is not None
            self.completed = self.depth, self.windows.lower, self.best
            self._values.append(self.windows.lower)
            if self._is_limited:
                self.line = Line(self.game, self.state, self.windows.lower, self.best, self.depth)

    def retreat(self) -> None:
        """The end of the game is out of reach: deepen from the last iteration that was completed."""
        self._will_end, self._asked, self._forecast = False, None, None
        first = self.completed[0] + 1 if self.completed else 1
        last = self.last_iteration if self.completed else max(self.last_iteration, 1)  # one ply is always possible
        self._begin(first if first <= last else None)

    # --- what is known
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
