"""How long a move may take: the same for every move, or what a clock for the whole game leaves.

90s         a minute and a half for the game
5m+2s       five minutes for the game, and two seconds more with every move (Fischer)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mpi_search.errors import InputError

#: A game is thought to last so many more moves of one side, and never fewer than the second.
MOVES_AHEAD, LEAST_MOVES_AHEAD = 25, 8
#: Of what is left on the clock, no move gets more than this share.
MOST_SHARE = 0.25
#: What is kept for whatever stands between the bot and its clock.
RESERVE_S = 0.05

_SPAN = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?")


@dataclass(frozen=True)
class Control:
    """What was agreed on."""

    move_s: float | None = None  #: for every move
    game_s: float | None = None  #: for all moves of a side,
    more_s: float = 0.0  #: and what each move adds

    def __str__(self) -> str:
        return f"{self.move_s:g} s a move" if self.move_s is not None else f"{self.game_s:g} s + {self.more_s:g} s"


class Clock:
    """The time of one side."""

    def __init__(self, control: Control) -> None:
        self.control = control
        self.left_s = control.game_s  #: None where every move has its own time
        self.is_up = False  #: a move took longer than there was

    def allowance(self, moves_left: int) -> float:
        """Seconds for the next move, where the side may have so many still to come."""
        if self.left_s is None:
            assert self.control.move_s is not None
            return self.control.move_s
        ahead = max(min(moves_left, MOVES_AHEAD), LEAST_MOVES_AHEAD)
        share = self.left_s / ahead + 0.8 * self.control.more_s
        most = max(MOST_SHARE * self.left_s, self.left_s - RESERVE_S if moves_left <= 1 else 0.0)
        return max(min(share, most, self.left_s - RESERVE_S), 0.001)

    def spend(self, seconds: float) -> None:
        """A move was made."""
        if self.left_s is not None:
            self.is_up = self.is_up or seconds > self.left_s
            self.left_s += self.control.more_s - seconds


def parse_control(text: str) -> Control:
    """`5m+2s`, `90s`, `1h+30s`. Raises InputError."""
    game, plus, more = text.replace(" ", "").partition("+")
    seconds = _seconds(game, text)
    if seconds <= 0:
        raise InputError(f"{text!r} is no clock: a game needs more than no time at all")
    return Control(game_s=seconds, more_s=_seconds(more, text) if plus else 0.0)


def _seconds(span: str, text: str) -> float:
    match = _SPAN.fullmatch(span)
    if match is None or not span:
        raise InputError(f"{text!r} is no clock; write 5m+2s, 90s or 1h+30s")
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return 3600 * hours + 60 * minutes + seconds
