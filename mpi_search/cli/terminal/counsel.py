"""What the fast search says to people who ask: a hint, and what every move is worth."""

from __future__ import annotations

from collections.abc import Callable

from mpi_search.bots.clock import Control
from mpi_search.bots.record import Record
from mpi_search.cli.terminal.screen import Screen
from mpi_search.playing.advice import Adviser, why_lines
from mpi_search.playing.thoughts import Latest
from mpi_search.playing.words import choice_line, thought_line
from mpi_search.rules.game import Game

#: So long it looks at most; and where a game has a clock.
MOST_S, ON_A_CLOCK_S = 3.0, 1.0


class Counsel:
    """For one game."""

    def __init__(self, game: Game, screen: Screen, loading: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._game, self._screen, self._loading, self._clock = game, screen, loading, clock
        self._known: Adviser | None = None

    def _adviser(self) -> Adviser:
        if self._known is None:
            self._loading("kernel")
            self._known = Adviser(self._game, self._clock)
        return self._known

    def hint(self, record: Record, control: Control) -> tuple[str, ...]:
        """A good move, as a line. Ctrl-C ends it."""
        latest = Latest()
        try:
            adviser, began = self._adviser(), self._clock()
            with self._screen.thinking(lambda: thought_line(record, latest.thought, self._clock() - began)):
                choice = adviser.hint(record, seconds_for(control), latest.tell)
        except KeyboardInterrupt:
            return ("no hint: stopped",)
        name = record.game.move_name(record.state, choice.move)
        return (f"try {name}: {choice_line(record, choice, self._clock() - began)}",)

    def why(self, record: Record, control: Control, most: int) -> tuple[str, ...]:
        """What the moves are worth, in so many lines at most. Ctrl-C ends it with those that were looked at."""
        latest = Latest()
        try:
            adviser, began = self._adviser(), self._clock()
            with self._screen.thinking(lambda: thought_line(record, latest.thought, self._clock() - began)):
                return why_lines(record, adviser.why(record, seconds_for(control), latest.tell), most)
        except KeyboardInterrupt:
            return ("stopped before all moves were looked at",)


def seconds_for(control: Control) -> float:
    return ON_A_CLOCK_S if control.move_s is None else min(control.move_s, MOST_S)
