"""Finding a value by null-window tests: "is it at least beta?", again and again.

Reference: A. Plaat et al., Best-first fixed-depth minimax algorithms (1996), for MTD(f); J.-C. Weill, The NegaC*
search (1992), for bisection. Every test prunes as hard as a search can; the table carries work from one to the next.

    0. Where far values are cheap to decide (a value that says how soon the win is), ask first whether this one is
       farther from the guess than half of the range, then a quarter. If it is, go on with 3.
    1. The first test asks whether the value exceeds the guess, on the side where the guess would be confirmed.
    2. While one side is open, go on beyond the bound just found: by small steps, if so many are asked for, then at a
       gallop, 1, 2, 4 ... A gallop saves tests, but its last leap goes too far, and what that proves is of little use.
    3. When both sides are known, test the middle of what is left.
"""

from __future__ import annotations

#: Steps of a gallop that go too far, as a rule.
LEAP = 4


class NullWindows:
    """The plan of tests for one root: sans-I/O, so that a single search and a cluster's master can follow it."""

    def __init__(self, lower: int, upper: int, guess: int, *, far_first: bool = False, small_steps: int = 0) -> None:
        """`small_steps`: tests just beyond the last bound before the gallop begins."""
        assert lower <= upper, (lower, upper)
        self.lower = lower  #: the value is at least this
        self.upper = upper  #: the value is at most this
        self._guess = min(max(guess, lower), upper)
        self._step = 1
        self._small_steps = small_steps  # still to come
        self._failed_high = False
        self._failed_low = False
        #: Tests of step 0 still to come, and whether the far side is above.
        self._far: list[tuple[int, bool]] = []
        for distance in (upper // 2, upper // 4) if far_first else ():
            self._far += [(self._guess + distance, True), (self._guess - distance + 1, False)]

    @property
    def is_leap(self) -> bool:
        """Whether the next question is so far beyond the last bound that the answer will probably be another one."""
        return self._failed_high != self._failed_low and self._step >= LEAP

    @property
    def is_done(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    def next_beta(self) -> int:
        """The next question: is the value at least this?"""
        assert not self.is_done
        while self._far:
            if self.lower < self._far[0][0] <= self.upper:
                return self._far[0][0]
            del self._far[0]  # decided already
        if self._failed_high and self._failed_low:
            beta = self.lower + (self.upper - self.lower + 1) // 2
        elif self._failed_high:
            beta = self.lower + self._step
        elif self._failed_low:
            beta = self.upper - self._step + 1
        else:
            beta = self._guess
        return min(max(beta, self.lower + 1), self.upper)

    def contradicts(self, beta: int, lower: int, upper: int) -> bool:
        """Whether such an answer to the test against `beta` cannot be true of the same value as those before."""
        return max(self.lower, lower) > min(self.upper, upper) or not (lower >= beta or upper < beta)

    def learn(self, beta: int, lower: int, upper: int) -> None:
        """Take in what the test against `beta` found."""
        assert not self.contradicts(beta, lower, upper), (beta, lower, upper, self.lower, self.upper)
        if self._far:
            _, far_is_above = self._far.pop(0)
            if (lower >= beta) == far_is_above:
                self._far = []
                self._failed_high = self._failed_low = True
        else:
            # After the first test the next step is longer, unless it is one of the small ones.
            if self._failed_high or self._failed_low:
                if self._small_steps:
                    self._small_steps -= 1
                else:
                    self._step *= 2
            self._failed_high |= lower >= beta
            self._failed_low |= lower < beta
        self.lower, self.upper = max(self.lower, lower), min(self.upper, upper)
