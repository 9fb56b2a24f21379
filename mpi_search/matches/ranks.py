"""The games of a match in one process, or on the ranks of a launcher: each plays its part, rank 0 hears of all games.

Games are dealt out beforehand, every so-manieth to a rank. What a rank has played it sends to rank 0, nothing when it
has no more to play. Rank 0 says when it is enough: others hear that whenever a bot asks whether it should stop, leave
the game that they are playing, and say so, so that no message is left behind. When it is the user who wants no more,
rank 0 leaves its own game too, and takes what has been played meanwhile; but it does not wait for long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import msgpack

from mpi_search.bots.bot import never
from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.schedule import Pairing

#: Between two looks of a bot whether it is enough.
LOOK_S = 0.01
#: When the user wants no more, the other ranks have so long to end: not every bot asks whether it should stop.
END_S = 3.0

NO_MORE, ENOUGH = b"", b"enough"
_decode = msgpack.Decoder(SavedGame).decode
Play = Callable[[Pairing], SavedGame]


class Mail(Protocol):
    """Between the ranks."""

    rank: int
    size: int

    def send(self, target: int, data: bytes) -> None: ...

    def receive(self) -> bytes | None: ...

    def wait(self, is_over: Callable[[], bool] = ...) -> bytes | None: ...

    def flush(self) -> None: ...


class Ended(Protocol):
    """The games of a match, as they end."""

    def __iter__(self) -> Iterator[SavedGame]: ...


class Here:
    """All games in this process."""

    def __init__(self, play: Play, pairings: list[Pairing]) -> None:
        self._play, self._pairings = play, pairings

    def __iter__(self) -> Iterator[SavedGame]:
        return map(self._play, self._pairings)


class Stopped(BaseException):
    """Nobody wants the game under way any more. No fault of the bot that meets it."""


class Enough:
    """Whether it is, at all ranks but the first. A bot that asks is not answered then: its game is over."""

    def __init__(self, mail: Mail, clock: Callable[[], float] = time.monotonic) -> None:
        self._mail, self._clock, self._next_look = mail, clock, clock()
        self.is_heard = False

    def __call__(self) -> bool:
        """Raises Stopped."""
        if not self.is_heard and self._clock() >= self._next_look:
            self._next_look = self._clock() + LOOK_S
            self.is_heard = self._mail.receive() == ENOUGH
        if self.is_heard:
            raise Stopped
        return False

    def wait(self) -> None:
        """Until it is."""
        if not self.is_heard:
            self.is_heard = self._mail.wait() == ENOUGH


def play_part(mail: Mail, play: Play, pairings: list[Pairing], enough: Enough | None = None) -> None:
    """At all ranks but the first: this rank's part of the games. `enough`: what the bots ask, if they do."""
    enough = enough or Enough(mail)
    try:
        for pairing in pairings[mail.rank :: mail.size]:
            mail.send(0, msgpack.encode(play(pairing)))
            enough()
    except Stopped:
        pass
    mail.send(0, NO_MORE)
    enough.wait()
    mail.flush()


class Collected:
    """At rank 0: its own part, and the games of the others as they end."""

    def __init__(
        self,
        mail: Mail,
        play: Play,
        pairings: list[Pairing],
        should_stop: Callable[[], bool] = never,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`should_stop`: whether the user wants no more. `play` may raise KeyboardInterrupt then."""
        self._mail, self._play, self._own = mail, play, pairings[:: mail.size]
        self._busy = mail.size - 1
        self._should_stop, self._clock = should_stop, clock
        self._is_told = False  # the others
        self._until: float | None = None  # they are waited for so long

    def __iter__(self) -> Iterator[SavedGame]:
        while self._own or self._busy:
            if self._until is None and self._should_stop():
                self._until = self._clock() + END_S
                self._say_enough()
            if self._is_late():
                return
            data = self._mail.receive() if self._own else self._mail.wait(self._is_disturbed)
            if data == NO_MORE:
                self._busy -= 1
            elif data is not None:
                yield _decode(data)
            elif self._own:
                yield from self._own_game()

    def _own_game(self) -> Iterator[SavedGame]:
        """The next one; none if it is interrupted."""
        try:
            saved = self._play(self._own.pop(0))
        except KeyboardInterrupt:
            if not self._should_stop():
                raise
        else:
            yield saved

    def _is_late(self) -> bool:
        return self._until is not None and self._clock() >= self._until

    def _is_disturbed(self) -> bool:
        """Whether there is something else to be done than to wait."""
        return self._is_late() if self._until is not None else self._should_stop()

    def _say_enough(self) -> None:
        self._own.clear()
        if not self._is_told:
            self._is_told = True
            for rank in range(1, self._mail.size):
                self._mail.send(rank, ENOUGH)

    def close(self) -> bool:
        """Have the others end and wait for that; what they play meanwhile is not wanted. Must be called, also before
        the first game. False if the user wants no more, and some of them go on."""
        self._say_enough()
        for _ in self:
            pass
        if not self._busy:
            self._mail.flush()
        return not self._busy
