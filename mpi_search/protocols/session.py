"""A program that answers one line after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TextIO

from mpi_search.protocols.lines import Lines


class Engine(Protocol):
    """Understands lines."""

    is_over: bool  #: it was told to end

    def answer(self, text: str, should_stop: Callable[[], bool]) -> Iterable[str]:
        """What is written when this line is read, piece by piece. `should_stop`: whether that is wanted at once."""
        ...


def converse(engine: Engine, lines: Lines, out: TextIO) -> None:
    """Answer until there is no more to be asked, or nobody hears it."""
    try:
        for line in lines:
            for text in engine.answer(line.text, lines.hurry(line)):
                out.write(text)
                out.flush()
            if engine.is_over:
                return
    except BrokenPipeError:
        pass
