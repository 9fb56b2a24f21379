"""How long the moves of both sides may take: as the command line says, until the client says something else.

time_settings MAIN OVERTIME STONES    MAIN seconds for the game, then OVERTIME seconds for every STONES moves;
                                      without overtime the game ends with the main time, and overtime for no
                                      stones is no limit: then it is as the command line says again
time_left COLOUR SECONDS STONES       what the client's clock shows: of the main time, or for STONES moves
"""

from __future__ import annotations

from dataclasses import dataclass

from mpi_search.bots.clock import Clock, Control

#: Of what each move may have on average in overtime: the rest is for whatever stands between this and the clock.
OVERTIME_SHARE = 0.9


@dataclass
class SideTime:
    """The time of one side."""

    clock: Clock
    overtime_s: float = 0.0  #: for each move when the clock is empty

    def allowance(self, moves_left: int) -> float:
        """Seconds for the next move."""
        if self.clock.left_s == 0.0 and self.overtime_s:
            return OVERTIME_SHARE * self.overtime_s
        return max(self.clock.allowance(moves_left), OVERTIME_SHARE * self.overtime_s)

    def spend(self, seconds: float) -> None:
        """A move was made."""
        self.clock.spend(seconds)
        if self.overtime_s and self.clock.is_up:
            self.clock.left_s = 0.0


class Timing:
    """The time of both sides."""

    def __init__(self, control: Control) -> None:
        self._given, self._control, self._overtime_s = control, control, 0.0
        self.restart()

    def restart(self) -> None:
        """A new game begins."""
        self._sides = [SideTime(Clock(self._control), self._overtime_s) for _ in range(2)]

    def set(self, main_s: float, overtime_s: float, stones: int) -> None:
        """The client has said how long games last."""
        has_limit = (overtime_s > 0 and stones > 0) or (overtime_s == 0 and main_s > 0)
        self._control = Control(game_s=main_s) if has_limit else self._given
        self._overtime_s = overtime_s / stones if has_limit and stones > 0 else 0.0
        self.restart()

    def show(self, side: int, seconds: float, stones: int) -> None:
        """The client has said what its clock shows."""
        clock = Clock(Control(game_s=seconds if stones == 0 else 0.0, more_s=self._sides[side].clock.control.more_s))
        self._sides[side] = SideTime(clock, seconds / stones if stones > 0 else self._overtime_s)

    def allowance(self, side: int, moves_left: int) -> float:
        """Seconds for the next move of a side that may have so many still to come."""
        return self._sides[side].allowance(moves_left)

    def spend(self, side: int, seconds: float) -> None:
        """A side has made a move."""
        self._sides[side].spend(seconds)
