"""What ranks that were started write, and what of it says why they are gone.

A rank tells what is wrong in one line that begins with the name of the program, and a traceback follows if it did not
expect that. What the launcher adds only says that a rank has ended the job.
"""

from __future__ import annotations

#: How a rank begins to tell what went wrong.
TOLD = "mpi-search: "
#: How such a line ends if a traceback follows.
FAILED = "failed:\n"


class Heard:
    """Listens to the lines of ranks and launcher, one after the other."""

    def __init__(self) -> None:
        self._told = ""  # what the first rank has told: the others end because it does
        self._last = "no reason given"  # of all that was written
        self._wants_error = False  # what was told goes on with a traceback, whose last line says most

    def hear(self, line: str) -> bool:
        """Take in a line; return whether it is to be shown."""
        if line.startswith(TOLD):
            if not self._told:
                self._told, self._wants_error = line, line.endswith(FAILED)
            return False
        if line.strip(" -\n"):
            self._last = line
        if not self._told:
            return True
        if self._wants_error and line.strip() and not line.startswith((" ", "Traceback")):
            self._told, self._wants_error = f"{self._told.rstrip()} {line}", False
            return True
        return self._wants_error

    @property
    def is_told(self) -> bool:
        """Whether a rank has said what is wrong."""
        return bool(self._told)

    @property
    def why(self) -> str:
        """Why the ranks are gone, in one line."""
        return (self._told or self._last).removeprefix(TOLD).strip()
