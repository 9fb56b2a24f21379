"""What a user wants to know, as plain data: it travels to the ranks that find it out."""

from __future__ import annotations

import math
import numbers
import os
from dataclasses import dataclass, field

from mpi_search.errors import InputError
from mpi_search.search.limits import Limits

ALGORITHMS = ("mtdf", "pvs", "dfpn")


@dataclass(frozen=True)
class Request:
    """The value of a position."""

    game: str  #: a name, or the path of a file
    position: str = "start"
    moves: tuple[str, ...] = ()  #: played from there
    limits: Limits = field(default_factory=Limits)
    table_mb: float = 64.0  #: of every host
    algorithm: str = "mtdf"  #: mtdf, pvs or dfpn
    policy: str | None = None  #: None: serial on one rank, ybwc on more
    evaluation: str | None = None  #: a file whose evaluation takes the place of the game's own
    ordering: str | None = None  #: a file whose order of moves does
    multi_pv: int = 1  #: the values of so many moves, 0 for all
    first_depth: int = 1  #: of the iterations: shallower ones were made before,
    guess: int = 0  #: and the last of them came to this
    forgets: bool = False  #: begin with empty tables, whatever was searched before

    @property
    def open_window(self) -> bool:
        return self.algorithm == "pvs"

    def check(self, dashes: str = "") -> None:
        """Raise InputError for what makes no sense, before anything takes time. `dashes`: before a name, where names
        are options of a command."""
        limits = self.limits
        at_least(1, f"{dashes}depth", limits.depth)
        a_number(f"{dashes}time", limits.max_seconds)
        a_number("table_mb", self.table_mb)
        if limits.depth is not None and limits.depth % 1:
            raise InputError(f"depth is a number of plies, a whole one, not {limits.depth:g}")
        if limits.max_seconds is not None and not limits.max_seconds > 0:
            raise InputError(f"{dashes}time must be more than 0 seconds, not {limits.max_seconds:g}")
        at_least(1, f"{dashes}nodes", limits.max_nodes)
        if not 0 < self.table_mb < memory_mb():
            name = f"{dashes}table-mb" if dashes else "table_mb"
            raise InputError(f"{name} {self.table_mb:g} does not fit: this machine has {memory_mb():.0f} MB of memory")
        if self.multi_pv < 0:
            raise InputError(f"{dashes}{'multi-pv' if dashes else 'multi_pv'} must be a number of moves, or 0 for all")
        if self.algorithm == "dfpn" and self.multi_pv != 1:
            raise InputError(f"{dashes}algorithm dfpn finds the value of one move")
        if self.algorithm not in ALGORITHMS:
            raise InputError(f"there is no algorithm {self.algorithm!r}; there are {', '.join(ALGORITHMS)}")
        if self.algorithm == "dfpn" and limits.depth is not None:
            raise InputError(
                f"{dashes}algorithm dfpn proves the value at the end of the game; it knows no {dashes}depth"
            )


def at_least(least: int, name: str, number: float | None) -> None:
    """Raise InputError for a number, where one is given, that is smaller or not finite."""
    a_number(name, number)
    if number is not None and not least <= number < math.inf:
        raise InputError(f"{name} must be at least {least}, not {number:g}")


def a_number(name: str, number: float | None) -> None:
    """Raise InputError for anything else, where something is given."""
    if number is not None and not isinstance(number, numbers.Real):
        raise InputError(f"{name} must be a number, not {number!r}")


def memory_mb() -> float:
    """What this machine has."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 20)
