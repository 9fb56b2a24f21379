"""Lines that are read by a thread of their own: a line may mean that no more thinking is wanted on those before it.

Every line has a number. An interrupt, like the end of the input, has one too: whoever works on an earlier line should
stop. So nothing needs to be reset, and no interrupt is lost or hits what came after it.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple


class Line(NamedTuple):
    """What was read."""

    number: int
    text: str  #: without its end


class Lines:
    """The lines of a stream, for one reader."""

    def __init__(
        self,
        stream: Iterable[bytes],
        is_interrupt: Callable[[str], bool],
        at_end: Callable[[], object] = lambda: None,
    ) -> None:
        """`at_end`: called by the thread when the input is over."""
        self._stream, self._is_interrupt, self._at_end = stream, is_interrupt, at_end
        self._read: queue.SimpleQueue[Line | None] = queue.SimpleQueue()
        self._interrupted = -1  #: nobody waits for what lines before this one ask for
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        number = -1
        with contextlib.suppress(OSError):  # a terminal that is gone is an end too
            for number, raw in enumerate(self._stream):
                text = raw.decode(errors="replace").rstrip("\r\n")
                if self._is_interrupt(text):
                    self._interrupted = number
                self._read.put(Line(number, text))
        self._interrupted = number + 1
        self._read.put(None)
        self._at_end()

    def __iter__(self) -> Iterator[Line]:
        """All lines, until the input is over."""
        while (line := self._read.get()) is not None:
            yield line

    def hurry(self, line: Line) -> Callable[[], bool]:
        """Whether what this line asks for is wanted at once."""
        return lambda: line.number < self._interrupted
