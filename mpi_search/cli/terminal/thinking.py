"""A line that changes while a bot thinks, with the seconds running even where nothing else is known. What is typed
meanwhile is not shown in the midst of it, and stands at the next prompt.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator

#: How often the line changes.
REFRESH_S = 0.1
_BEGIN_AND_ERASE = "\r\x1b[K"


class Thinking:
    """The line, while it is open; nothing where lines cannot be written anew."""

    def __init__(self, text: Callable[[], str], width: int, *, is_shown: bool) -> None:
        """`text` is asked for the line again and again, from a thread of its own."""
        self._text, self._width, self._is_over = text, width, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True) if is_shown else None
        self._quiet = contextlib.ExitStack()

    def __enter__(self) -> Thinking:
        if self._thread is not None:
            self._quiet.enter_context(without_echo())
            self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._thread is not None:
            try:
                self._is_over.set()
                self._thread.join()
                _write(_BEGIN_AND_ERASE)
            finally:
                self._quiet.close()

    def _run(self) -> None:
        while not self._is_over.wait(REFRESH_S):
            with contextlib.suppress(Exception):  # this line is worth no failure
                _write(_BEGIN_AND_ERASE + self._text()[: self._width - 1])


@contextlib.contextmanager
def without_echo() -> Iterator[None]:
    """Keys are read, and not shown, where stdin is a terminal that can do that."""
    try:
        import termios
    except ImportError:
        yield
        return
    try:
        before = termios.tcgetattr(sys.stdin)
    except (termios.error, OSError, ValueError):
        yield
        return
    silent = before.copy()
    silent[3] &= ~termios.ECHO
    termios.tcsetattr(sys.stdin, termios.TCSANOW, silent)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
