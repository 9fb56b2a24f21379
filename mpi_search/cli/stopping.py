"""What becomes of Ctrl-C and of other signals that end a search: it ends with the best so far."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: What ends a search of several ranks: Ctrl-C, the end of a job under a scheduler, and what can be sent to an mpiexec
#: of Open MPI that was started by hand, for on Ctrl-C it kills its ranks. That one is a wish, not an interruption.
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR2)


@contextmanager
def stop_signals(*, together: bool, is_first: bool) -> Iterator[list[int]]:
    """While this is open, signals that end a search only fill the list at rank 0, and are left to it by others. A
    second Ctrl-C is out."""
    seen: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if number == signal.SIGINT and signal.SIGINT in seen:
            raise KeyboardInterrupt
        seen.append(number)

    handler = remember if is_first else signal.SIG_IGN
    before = {number: signal.signal(number, handler) for number in (STOP_SIGNALS if together else (signal.SIGINT,))}
    try:
        yield seen
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def is_interruption(signals: list[int]) -> bool:
    """Whether somebody wanted to interrupt the search, rather than have its best so far."""
    return any(number != signal.SIGUSR2 for number in signals)
