"""One line on the terminal that tells how far a command is."""

from __future__ import annotations

import time

from rich.live import Live
from rich.text import Text

from mpi_search.cli.common import stderr

#: How often the line changes.
REFRESH_S = 0.1


class LiveLine:
    """The line; nothing when nobody watches."""

    def __init__(self, quiet: bool) -> None:
        watched = stderr.is_terminal and not quiet
        self.live = Live(console=stderr, transient=True, auto_refresh=False) if watched else None
        self.shown_at = 0.0

    def __enter__(self) -> LiveLine:
        if self.live:
            self.live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.live:
            self.live.stop()

    def show(self, text: str) -> None:
        """Change the line, unless it was changed a moment ago."""
        now = time.perf_counter()
        if self.live is None or now - self.shown_at < REFRESH_S:
            return
        self.shown_at = now
        self.live.update(Text(text), refresh=True)
