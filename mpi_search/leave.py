"""The end of a program of ours.

Taking an interpreter apart in which a compiler was loaded takes 65 ms, under an MPI 200. Nobody needs its objects any
more: what was registered for the end is done, what was written is flushed, and the process is over.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from collections.abc import Callable
from typing import NoReturn

_takes_its_time = False


def take_your_time() -> None:
    """Have this process end as Python does it: something in it needs that."""
    global _takes_its_time
    _takes_its_time = True


def run_and_leave(program: Callable[[], None]) -> NoReturn:
    """Run it as the whole of this process. An error that it does not handle ends the process as Python does it."""
    code: str | int | None = 0
    try:
        program()
    except SystemExit as end:
        code = end.code
    if not isinstance(code, int):  # None, or a text to be shown
        sys.exit(code)
    if _takes_its_time:
        # Python ends by SIGINT, whatever the code, if it was interrupted in text that it executed (numba does such
        # things) and nothing was executed since then.
        exec("")
        sys.exit(code)
    atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):  # one that was closed from the beginning is None
        with contextlib.suppress(OSError, ValueError):  # nobody reads it any more
            stream.flush()
    os._exit(code)
