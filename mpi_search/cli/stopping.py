"""What becomes of Ctrl-C and of other signals that end a search, or a match: it ends with the best so far, or with what
was played."""

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


class Stop:
    """Signals that are remembered, and are a KeyboardInterrupt only where that can do no harm: an exception in the
    middle of a message would lose it. A second Ctrl-C is out, wherever it is."""

    def __init__(self) -> None:
        self.signals: list[int] = []
        self._raises = False

    def __call__(self) -> bool:
        """Whether there was one."""
        return bool(self.signals)

    def hear(self, number: int, frame: Any) -> None:
        """Is called by a signal."""
        is_again = number == signal.SIGINT and signal.SIGINT in self.signals
        self.signals.append(number)
        if self._raises or is_again:
            raise KeyboardInterrupt

    @contextmanager
    def raising(self) -> Iterator[None]:
        """While this is open, a signal is a KeyboardInterrupt, and so is one that came before."""
        self._raises = True
        try:
            if self.signals:
                raise KeyboardInterrupt
            yield
        finally:
            self._raises = False

    def listen(self, *numbers: int) -> None:
        """From now on, to the end of the process."""
        for number in numbers:
            signal.signal(number, self.hear)

    def listen_among_ranks(self, *, is_first: bool) -> None:
        """The same for all that ends a search of several ranks, at rank 0. To others these signals mean nothing, but
        they do to the programs that they start, which would not hear them either if they were ignored."""
        for number in STOP_SIGNALS:
            signal.signal(number, self.hear if is_first else _pass_over)


def _pass_over(number: int, frame: Any) -> None:
    """A signal that means nothing."""


def is_interruption(signals: list[int]) -> bool:
    """Whether somebody wanted to interrupt the search, rather than have its best so far."""
    return any(number != signal.SIGUSR2 for number in signals)
