"""What a search to the end of the game would cost, foreseen from what it costs further down the line of best play.

Iterations of growing depth say little about it: to the end of the game other rules of thumb hold (bounds, leaf solvers,
entries that stay true for ever), and one search may be worth ten plies of the other. So it is tried where it is cheap:

    1   at the end of the line that the last iteration has found, then two plies nearer to the root, and so on, while
        tests cost no more than their part of what the search has cost so far (PROBE_SHARE)
    2   the cost grows by a factor with every ply, which the last tests tell; so does what is left up to the root
    3   the value of the root takes several tests, of which the first is the cheapest (TESTS)

Where not even the end of the line is within reach the end of the game is far, and the next iteration comes first. What
a test costs is a share of the limits: of the time, or of the nodes, whichever is nearer to its end. Sans-I/O:
`next_test` asks, `learn` takes the answer.
"""

from __future__ import annotations

import math

from mpi_search.rules.game import Game
from mpi_search.search.core.frames import ALL, TO_END
from mpi_search.search.line import Line
from mpi_search.search.test import Test

#: All probes together may cost this share of the search.
PROBE_SHARE = 0.15
#: The value of the root costs so many times what one test does.
TESTS = 3.0
#: What one ply more may cost: less is luck, and more too.
LEAST_GROWTH, MOST_GROWTH = 1.3, 8.0
#: Smaller tests say nothing: they end by a rule of the game's, or by the table, or before a clock has moved.
TELLING_NODES = 1_000
STEP = 2


class Forecast:
    """One look ahead, after an iteration."""

    def __init__(self, game: Game, line: Line, value: int, spare: float) -> None:
        """`line`: best play from the root, which is worth `value`; `spare`: what the probes may cost."""
        self._max_value = game.max_value
        self._states = [*line.states, line.end]
        if game.outcome(line.end) is not None:
            self._states.pop()
        self._value, self._spare = value, spare
        self._at = len(self._states) - 1  #: the ply of the next probe; 0 is the root
        self._costs: list[tuple[int, float]] = []  #: ply and cost of the probes that tell something
        self._is_over = spare <= 0.0
        self._has_tried = False

    def next_test(self) -> Test | None:
        """Is the position down the line worth what the root is? None when enough is known."""
        if self._is_over or self._at < 1:
            return None
        value = self._value if self._at % 2 == 0 else -self._value
        beta = min(max(value, 1 - self._max_value), self._max_value)
        return Test(self._states[self._at], TO_END, beta - 1, beta, ALL, max_cost=self._spare)

    def learn(self, cost: float, nodes: int) -> None:
        """It has cost so much, and so many nodes."""
        if nodes >= TELLING_NODES:
            self._costs.append((self._at, cost))
        self._has_tried = True
        self._spare -= cost
        self._at -= STEP
        self._is_over = self._spare < cost  # the next one will cost more

    def give_up(self) -> None:
        """It has cost more than it may."""
        self._is_over = True

    @property
    def cost(self) -> float:
        """That the value of the root will take, as far as can be seen; infinite if it cannot, 0 if next to nothing."""
        if not self._costs:
            return 0.0 if self._at < 1 and self._has_tried else math.inf
        ply, cost = self._costs[-1]
        return TESTS * cost * self._growth() ** ply

    def _growth(self) -> float:
        """Of the cost of a test, by one ply."""
        (last_ply, last), (first_ply, first) = self._costs[-1], self._costs[max(len(self._costs) - 3, 0)]
        if last_ply == first_ply or first <= 0.0:
            return MOST_GROWTH / 2  # one test tells no growth: better to wait
        growth: float = (last / first) ** (1 / (first_ply - last_ply))
        return min(max(growth, LEAST_GROWTH), MOST_GROWTH)
