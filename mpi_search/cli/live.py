"""One line on the terminal that tells how far a command is."""

from __future__ import annotations

import os
import sys
import time

from rich.live import Live
from rich.text import Text

from mpi_search.cli.common import stderr

#: How often the line changes.
REFRESH_S = 0.1
_UP_AND_ERASE = "\x1b[1A\x1b[2K"


class LiveLine:
    """The line; nothing when nobody watches.

    `terminal` is the terminal at the other end of a launcher that passes on what is written to stderr; "" is one whose
    name is not known, None is none.
    """

    def __init__(self, quiet: bool, terminal: str | None = None) -> None:
        self.line: _DirectLine | _RelayedLine | None = None
        if not quiet and stderr.is_terminal:
            self.line = _DirectLine()
        elif not quiet and terminal is not None:
            self.line = _RelayedLine(_width(terminal))
        self.shown_at = 0.0

    def __enter__(self) -> LiveLine:
        return self

    def __exit__(self, *error: object) -> None:
        if self.line:
            self.line.erase()

    def show(self, text: str) -> None:
        """Change the line, unless it was changed a moment ago."""
        now = time.perf_counter()
        if self.line is None or now - self.shown_at < REFRESH_S:
            return
        self.shown_at = now
        self.line.write(text)


class _DirectLine:
    """On a terminal of our own."""

    def __init__(self) -> None:
        self.live = Live(console=stderr, transient=True, auto_refresh=False)
        self.live.start()

    def write(self, text: str) -> None:
        self.live.update(Text(text), refresh=True)

    def erase(self) -> None:
        self.live.stop()


class _RelayedLine:
    """Through a launcher. Open MPI's passes on nothing but whole lines: each text is one, the next goes up to it."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.is_shown = False

    def write(self, text: str) -> None:
        cut = text if len(text) < self.width else text[: self.width - 2] + "…"
        self._put((_UP_AND_ERASE if self.is_shown else "") + cut + "\n")
        self.is_shown = True

    def erase(self) -> None:
        if self.is_shown:
            self._put(_UP_AND_ERASE + "\x1b[1A\n")
            time.sleep(0.05)  # the launcher may pass stdout on before it has passed on this

    def _put(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _width(terminal: str) -> int:
    """Of a terminal with this name."""
    try:
        with open(terminal, opener=lambda path, flags: os.open(path, flags | os.O_NOCTTY)) as file:
            return os.get_terminal_size(file.fileno()).columns or 80
    except OSError:
        return 80
