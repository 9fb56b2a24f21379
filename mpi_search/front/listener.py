"""Who is told how far a search is, and says when it is to end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from mpi_search.front.found import Progress


class Listener(Protocol):
    """Hears how far it is, and knows when the user wants no more."""

    def compiling(self, game: str, *, on_every_host: bool) -> None:
        """The search is compiled for this game; that takes some seconds."""

    def searching(self, *, together: bool, is_first: bool) -> AbstractContextManager[Callable[[], bool]]:
        """While this is open the search is under way, in this process or in the ranks of a launcher that is above it
        (`together`), of which this is the first or not. It yields a function that says whether the user wants no
        more."""

    def progress(self, at: Progress) -> None:
        """So far."""

    def note(self, text: str) -> None:
        """Something the user should know."""


class Caller:
    """Nobody but Python functions that may want to know, or to have the best so far; Ctrl-C is Python's."""

    def __init__(
        self,
        on_progress: Callable[[Progress], None] | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> None:
        self._on_progress, self._should_stop = on_progress, should_stop

    def compiling(self, game: str, *, on_every_host: bool) -> None:
        pass

    @contextlib.contextmanager
    def searching(self, *, together: bool, is_first: bool) -> Iterator[Callable[[], bool]]:
        yield self._should_stop

    def progress(self, at: Progress) -> None:
        if self._on_progress is not None:
            self._on_progress(at)

    def note(self, text: str) -> None:
        pass
