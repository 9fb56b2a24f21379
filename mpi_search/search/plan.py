"""The plan of one solution: which searches to make, one after the other, and what they have proved.

    1. A few iterations of growing depth, if the game says that they pay: a first guess, and entries in the table.
    2. The end of the game (or the depth that was asked for), by null-window tests from that guess.

To the end of the game tests go on by small steps: the table makes one just beyond the last bound cheap, while one that
goes too far costs as much as the one that is needed after it. On a cluster that counts twice, for hosts know less of
what others have found in the test before.

With limits of time or nodes the iterations go on, each followed by its line of play, until what is left of the limits
is enough for the end of the game, as far as a look ahead can tell (`forecast.py`).

What is asked at one depth, for one value or for several, `iteration.py` says.

Sans-I/O: a single search and a cluster's master follow the same plan. `next_test` asks, `learn` takes the answer.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from mpi_search.rules.game import Game, State
from mpi_search.search.core.frames import TO_END
from mpi_search.search.forecast import PROBE_SHARE, Forecast
from mpi_search.search.iteration import Iteration, OneValue, Root, SeveralValues
from mpi_search.search.line import Line
from mpi_search.search.null_windows import NullWindows
from mpi_search.search.test import Test


class Known(NamedTuple):
    """What a move of the root is worth, as far as it was found out."""

    move: int
    value: int
    exact: bool  #: the value is the game-theoretic one


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
        multi_pv: int = 1,
    ) -> None:
        """`first_depth`: shallower iterations were made before, and the last of them came to `guess`. `is_limited`: it
        may have to end before it is done. `multi_pv`: the values of so many moves, 0 for all."""
        self.game, self.state = game, state
        self.longest = game.plies_left(state)
        deepest = self.longest if depth is None else min(depth, self.longest)
        self.last_iteration = min(deepest, self.longest - 1, TO_END - 1)
        self.to_the_end = deepest == self.longest
        self.multi_pv = min(multi_pv or game.max_moves, len(game.moves(state)))
        self._root, self._is_limited = Root(game, state, open_window), is_limited
        self.completed: tuple[int, int, int] | None = None  #: depth, value, move of the last iteration
        self._ranking: dict[int, int] = {}  # the moves that were asked for, and their values in that iteration
        self.lines: list[Line] = []  #: best play after each of them, with limits
        self._values: list[int] = []  # of all iterations
        self._first_guess = guess
        self._nothing = NullWindows(-game.max_value, game.max_value, 0)
        self.proved = self._nothing  #: of the value at the end of the game
        self.proved_move: int | None = None  #: reaches proved.lower
        self._proved_ranking: dict[int, int] = {}
        self._was_high = False  # how the last test ended
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
        self.depth = depth  #: of the tests under way; None when all is done
        self._iteration = None if depth is None else self._iteration_of(depth)
        if self._iteration is None:
            return
        if depth == TO_END:
            self._will_end, self.proved = False, self._iteration.windows
        if self._iteration.is_done:  # every move ends the game
            self._complete(self._iteration)

    def _iteration_of(self, depth: int) -> Iteration:
        if self.multi_pv > 1:
            return SeveralValues(self._root, depth, self.multi_pv, self._ranking)
        return OneValue(self._root, depth, self._guess(), was_high=self._was_high)

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
        forecast, self._forecast, self._asked = self._forecast, None, None
        is_near = self._will_end and forecast is not None and forecast.cost * self.multi_pv <= left
        if self.depth == TO_END or self.completed is None:
            self._begin(None)
        elif self.completed[0] < self._last_before_end and not is_near:
            self._begin(self.completed[0] + 1)
        else:
            self._begin(self._after_iterations)

    # --- asking
    def next_test(self, left: float = math.inf) -> Test | None:
        """The next search, or None when the value is found. `left`: what the limits leave for the end of the game."""
        while self._iteration is not None and self._iteration.is_done:
            test = self._look_ahead()
            if test is not None:
                return test
            self._begin_next(left)
        return None if self._iteration is None else self._iteration.next_test()

    def _look_ahead(self) -> Test | None:
        """After an iteration with limits: its lines of play, then what the end of the game would cost."""
        if self.depth == TO_END or not self.lines:
            return None
        for line in self.lines:
            self._asked = line
            if (test := line.next_test()) is not None:
                return test
        if not self._will_end:
            return None
        if self._forecast is None:
            assert self.completed is not None
            spare = PROBE_SHARE * self._cost - self._probed
            self._forecast = Forecast(self.game, self.lines[0], self.completed[1], spare)
        self._asked = self._forecast
        return self._forecast.next_test()

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

    def _learn_of_root(self, test: Test, lower: int, upper: int, move: int | None) -> None:
        iteration = self._iteration
        assert iteration is not None
        before = iteration.windows.lower
        iteration.learn(test, lower, upper, move)
        self._was_high = lower >= test.beta
        if self.depth == TO_END and iteration.windows.lower > before:
            self.proved_move = iteration.best
        if self.depth == TO_END:
            self._proved_ranking = iteration.ranking
        if iteration.is_done:
            self._complete(iteration)

    def give_up(self, cost: float) -> None:
        """A test has cost so much, and that is more than it may."""
        assert isinstance(self._asked, Forecast)
        self._cost += cost
        self._probed += cost
        self._asked.give_up()

    def _complete(self, iteration: Iteration) -> None:
        """The values at this depth are known."""
        ranking = iteration.ranking
        best, value = next(iter(ranking.items()))
        if self.depth == TO_END:
            self.proved_move, self._proved_ranking = best, ranking
            return
        assert self.depth is not None
        self.completed = self.depth, value, best
        self._ranking = ranking
        self._values.append(value)
        if self._is_limited:
            self.lines = self.lines_of(ranking, self.depth)

    def retreat(self) -> None:
        """The end of the game is out of reach: deepen from the last iteration that was completed."""
        self._will_end, self._asked, self._forecast = False, None, None
        first = self.completed[0] + 1 if self.completed else 1
        last = self.last_iteration if self.completed else max(self.last_iteration, 1)  # one ply is always possible
        self._begin(first if first <= last else None)

    # --- what is known
    @property
    def windows(self) -> NullWindows:
        """What this iteration knows of the value of the root."""
        return self._nothing if self._iteration is None else self._iteration.windows

    @property
    def best(self) -> int | None:
        """The move that reaches windows.lower."""
        return None if self._iteration is None else self._iteration.best

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
        if move in self._proved_ranking:  # the best move of that iteration is known better by now
            best = max(self.known_moves(), key=lambda each: each.value)
            value, move = best.value, best.move
        if self.proved_move is not None and self.proved.lower > value:
            value, move = self.proved.lower, self.proved_move
        return depth, min(value, self.proved.upper), move

    @property
    def iterated(self) -> set[tuple[int, int]]:
        """Moves with the values that the last completed iteration gave them: there are lines of play behind these."""
        return set(self._ranking.items())

    def known_moves(self) -> list[Known]:
        """The values of the moves that were asked for, best first: proved, or from the last completed iteration."""
        known = {move: Known(move, value, False) for move, value in self._ranking.items()}
        if len(self._proved_ranking) >= self.multi_pv:
            known = {}
        known |= {move: Known(move, value, True) for move, value in self._proved_ranking.items()}
        return sorted(known.values(), key=lambda each: -each.value)[: self.multi_pv]

    def lines_of(self, ranking: dict[int, int], depth: int) -> list[Line]:
        """Lines that begin with each of these moves, to be continued."""
        return [Line(self.game, self.state, value, move, depth) for move, value in ranking.items()]
