"""Real time: a rank goes on as long as it has something to do, and sleeps a little when it is idle."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from mpi_search.cluster.loop import Loop, Passes
from mpi_search.search.core.frames import NEVER
from mpi_search.transport.mpi.idle import Idle

#: Between two looks whether the launcher is still there.
_ORPHAN_CHECK_S = 1.0


class RealClock:
    """The time of this machine."""

    quantum_nodes = NEVER  # others have cores of their own

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self.now = now

    def is_due(self, at: float) -> bool:
        return at <= self.now()


class Orphaned(BaseException):
    """The launcher is gone, and with it whoever would read the answer. Nothing that may be handled on the way: whatever
    was under way, a bot's move perhaps, is over."""


def drive(loop: Loop, idle: Idle, on_pause: Callable[[float], None] = lambda now: None) -> None:
    """Let a rank take its turns until it has finished; `on_pause` hears of the time between them. Raises what the rank
    raises, and Orphaned: a launcher that was killed leaves its ranks behind, which must not search on for nobody."""
    parent, checked_at = os.getppid(), loop.clock.now()
    for pause in loop.turns():
        if pause.why in (Passes.SEARCHING, Passes.LOOKING):  # in the middle of a slice
            continue
        if pause.has_news:
            idle.reset()
        now = loop.clock.now()
        on_pause(now)
        if now - checked_at > _ORPHAN_CHECK_S:
            checked_at = now
            if os.getppid() != parent:
                raise Orphaned(f"rank {loop.rank.number} on {loop.rank.host}: the launcher is gone")
        if pause.why is Passes.IDLE:
            idle.wait(pause.until)
