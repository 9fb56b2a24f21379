"""What becomes of Ctrl-C and of other signals that end a search: it ends with the best so far."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mpi_search.front.launch import Launch

#: What ends a search of several ranks: Ctrl-C, the end of a job under a scheduler, and what the scripts send because
#: Open MPI's mpiexec does not pass Ctrl-C on. That one is a wish, not an interruption: they know best.
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR2)


@dataclass
class Stopped:
    """The signals that have come."""

    signals: list[int] = field(default_factory=list)

    @property
    def is_interruption(self) -> bool:
        return any(number != signal.SIGUSR2 for number in self.signals)


@contextmanager
def stop_signals(launch: Launch | None, *, together: bool) -> Iterator[Stopped]:
    """While this is open, signals that end a search are only noted, at rank 0, and are left to it by others. A second
    Ctrl-C is out."""
    stopped = Stopped()

    def remember(number: int, frame: Any) -> None:
        if number == signal.SIGINT and signal.SIGINT in stopped.signals:
            raise KeyboardInterrupt
        stopped.signals.append(number)

    handler = remember if launch is None or launch.rank == 0 else signal.SIG_IGN
    before = {number: signal.signal(number, handler) for number in (STOP_SIGNALS if together else (signal.SIGINT,))}
    try:
        yield stopped
    finally:
        for number, old in before.items():
            signal.signal(number, old)
