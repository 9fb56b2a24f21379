"""How a rank waits for messages: it looks again at once for a moment, then sleeps between looks, ever longer.

An idle rank must leave its core to others, and still answer within a millisecond. Where ranks have to share cores it
does not even look again at once: somebody else has work for the core.
"""

from __future__ import annotations

import time
from collections.abc import Callable

#: Looking again at once for so long, where every rank has a core.
SPIN_S = 1e-3
#: The first sleep, and the longest. A sleep takes about 60 us more than it is asked to.
FIRST_S, LONGEST_S = 20e-6, 500e-6
#: The longest of a rank that is never given anything to do.
ONLOOKER_S = 10e-3


class Idle:
    """The patience of one rank."""

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        sleep: Callable[[float], None] = time.sleep,
        *,
        spin_s: float = SPIN_S,
        longest_s: float = LONGEST_S,
    ) -> None:
        self._clock, self._sleep, self._spin_s, self._longest_s = clock, sleep, spin_s, longest_s
        self._since: float | None = None  # idle since then
        self._next_s = FIRST_S

    def reset(self) -> None:
        """Something has happened."""
        self._since, self._next_s = None, FIRST_S

    def wait(self, until: float | None = None) -> None:
        """Wait a little before looking again, but not beyond the time `until`."""
        now = self._clock()
        if self._since is None:
            self._since = now
        if now - self._since < self._spin_s:
            return
        seconds = self._next_s if until is None else min(self._next_s, until - now)
        self._next_s = min(2 * self._next_s, self._longest_s)
        if seconds > 0:
            self._sleep(seconds)


def wait_for(is_done: Callable[[], bool]) -> None:
    """Sleep until a condition holds: for waits at the beginning and the end, where others need the cores."""
    idle = Idle(spin_s=0.0, longest_s=5e-3)
    while not is_done():
        idle.wait()
