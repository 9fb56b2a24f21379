"""One line on the terminal that tells how far a command is."""

from __future__ import annotations

import os
import time

from rich.console import Console
from rich.live import Live
from rich.text import Text

from mpi_search.cli.common import stderr

#: How often the line changes.
REFRESH_S = 0.1


class LiveLine:
    """The line; nothing when nobody watches.

    `terminal` is the terminal at the other end of a launcher that passes on what is written to stderr; "" is one whose
    name is not known, None is none.
    """

    def __init__(self, quiet: bool, terminal: str | None = None) -> None:
        console = stderr
        if terminal is not None and not stderr.is_terminal:
            console = Console(stderr=True, highlight=False, force_terminal=True, width=_width(terminal))
        watched = console.is_terminal and not quiet
        self.live = Live(console=console, transient=True, auto_refresh=False) if watched else None
        self.shown_at = 0.0

    def __enter__(self) -> LiveLine:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.live:
            self.live.stop()
            if not stderr.is_terminal:  # a launcher may pass stdout on before it has passed on the end of the line
                time.sleep(0.05)

    def show(self, text: str) -> None:
        """Change the line, unless it was changed a moment ago."""
        now = time.perf_counter()
        if self.live is None or now - self.shown_at < REFRESH_S:
            return
        self.shown_at = now
        self.live.update(Text(text, no_wrap=True, overflow="ellipsis"), refresh=True)


def _width(terminal: str) -> int:
    """Of a terminal with this name."""
    try:
        file = os.open(terminal, os.O_RDONLY | os.O_NOCTTY)
    except OSError:
        return 80
    try:
        return os.get_terminal_size(file).columns or 80
    except OSError:
        return 80
    finally:
        os.close(file)
