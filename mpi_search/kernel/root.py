"""Finding a value by null-window tests: "is it at least beta?", again and again.

Reference: A. Plaat et al., Best-first fixed-depth minimax algorithms (1996), for MTD(f); J.-C. Weill, The NegaC*
search (1992), for bisection. Every test prunes as hard as a search can; the table carries work from one to the next.

    1. The first test asks whether the value exceeds the guess, on the side where the guess would be confirmed.
    2. While one side is open, gallop away from the guess: 1, 2, 4 ... beyond the bound just found.
    3. When both sides are known, test the middle of what is left.
"""

from __future__ import annotations


class NullWindows:
    """The plan of tests for one root: sans-I/O, so that a single search and a cluster's master can follow it."""

    def __init__(self, lower: int, upper: int, guess: int) -> None:
        assert lower <= upper, (lower, upper)
        self.lower = lower  #: the value is at least this
        self.upper = upper  #: the value is at most this
        self._guess = min(max(guess, lower), upper)
        self._step = 1
        self._failed_high = False
        self._failed_low = False

    @property
    def is_done(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    def next_beta(self) -> int:
        """The next question: is the value at least this?"""
        assert not self.is_done
        if self._failed_high and self._failed_low:
            beta = self.lower + (self.upper - self.lower + 1) // 2
        elif self._failed_high:
            beta = self.lower + self._step
        elif self._failed_low:
            beta = self.upper - self._step + 1
        else:
            beta = self._guess
        return min(max(beta, self.lower + 1), self.upper)

    def learn(self, beta: int, lower: int, upper: int) -> None:
        """Take in what the test against `beta` found."""
        assert lower >= beta or upper < beta, (beta, lower, upper)
        if lower >= beta:
            self._step = 2 * self._step if self._failed_high else 1
            self._failed_high = True
        else:
            self._step = 2 * self._step if self._failed_low else 1
            self._failed_low = True
        self.lower, self.upper = max(self.lower, lower), min(self.upper, upper)
        assert self.lower <= self.upper, (self.lower, self.upper)
