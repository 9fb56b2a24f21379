"""A stdout for replies alone: what a game, a bot or a library prints goes to stderr."""

from __future__ import annotations

import os
import select
import sys
import time
from typing import TextIO

from mpi_search.errors import InputError

#: When nobody hears this process any more, what it does has so long to end by itself.
GRACE_S = 1.0


def take_stdout() -> TextIO:
    """The real stdout; whatever else writes to stdout from now on writes to stderr. Raises InputError."""
    if not (sys.stdin and sys.stdout and sys.stderr):
        raise InputError("a protocol needs stdin, stdout and stderr; one of them is closed")
    sys.stdout.flush()
    mine = os.dup(1)
    os.dup2(2, 1)
    return open(mine, "w", encoding="utf-8", errors="replace", newline="\n")


def leave_when_unheard(out: TextIO) -> None:
    """Wait until nobody reads `out`; then end this process, whatever it does: nothing can come of it."""
    listener = select.poll()
    listener.register(out.fileno(), 0)  # the end of a pipe is always told
    listener.poll()
    time.sleep(GRACE_S)
    os._exit(0)
