"""What becomes of a line of input. Whoever has the files and the searches does what is still to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Say:
    """Nothing has changed; this is to be read."""

    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Changed:
    """The board is to be shown again, and this below it."""

    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hint:
    """A good move is asked for."""


@dataclass(frozen=True)
class Why:
    """What every move is worth is asked for."""


@dataclass(frozen=True)
class Save:
    """The game is to be appended to a file."""

    path: str


@dataclass(frozen=True)
class Load:
    """The last unfinished game of a file is to be gone on with."""

    path: str


@dataclass(frozen=True)
class New:
    """Another game begins."""


@dataclass(frozen=True)
class Leave:
    """It is enough."""


Effect: TypeAlias = "Say | Changed | Hint | Why | Save | Load | New | Leave"
