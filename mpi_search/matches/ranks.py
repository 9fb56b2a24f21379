"""The games of a match in one process, or on the ranks of a launcher: each plays its part, rank 0 hears of all games.

Games are dealt out beforehand, every so-manieth to a rank. What a rank has played it sends to rank 0, nothing when it
has no more to play. Rank 0 says when it is enough: that is heard between two games, and waited for at the end, so that
no message is left behind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from msgspec import msgpack

from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.schedule import Pairing

NO_MORE, ENOUGH = b"", b"enough"
_decode = msgpack.Decoder(SavedGame).decode
Play = Callable[[Pairing], SavedGame]


class Mail(Protocol):
    """Between the ranks."""

    rank: int
    size: int

    def send(self, target: int, data: bytes) -> None: ...

    def receive(self) -> bytes | None: ...

    def wait(self) -> bytes: ...

    def flush(self) -> None: ...


class Ended(Protocol):
    """The games of a match, as they end."""

    def __iter__(self) -> Iterator[SavedGame]: ...

    def close(self) -> None:
        """No more are wanted. Must be called, also before the first."""


class Here:
    """All games in this process."""

    def __init__(self, play: Play, pairings: list[Pairing]) -> None:
        self._play, self._pairings = play, pairings

    def __iter__(self) -> Iterator[SavedGame]:
        return map(self._play, self._pairings)

    def close(self) -> None:
        pass


def play_part(mail: Mail, play: Play, pairings: list[Pairing]) -> None:
    """At all ranks but the first: this rank's part of the games."""
    is_enough = False
    for pairing in pairings[mail.rank :: mail.size]:
        mail.send(0, msgpack.encode(play(pairing)))
        is_enough = mail.receive() == ENOUGH
        if is_enough:
            break
    mail.send(0, NO_MORE)
    if not is_enough:
        mail.wait()
    mail.flush()


class Collected:
    """At rank 0: its own part, and the games of the others as they end."""

    def __init__(self, mail: Mail, play: Play, pairings: list[Pairing]) -> None:
        self._mail, self._play, self._own = mail, play, pairings[:: mail.size]
        self._busy = mail.size - 1
        self._is_closed = False

    def __iter__(self) -> Iterator[SavedGame]:
        while self._own or self._busy:
            data = self._mail.receive() if self._own else self._mail.wait()
            if data == NO_MORE:
                self._busy -= 1
            elif data is not None:
                yield _decode(data)
            elif self._own:
                yield self._play(self._own.pop(0))

    def close(self) -> None:
        """Have the others end, after the game that each is playing, and wait for that."""
        if self._is_closed:
            return
        self._is_closed = True
        for rank in range(1, self._mail.size):
            self._mail.send(rank, ENOUGH)
        while self._busy:
            self._busy -= self._mail.wait() == NO_MORE
        self._mail.flush()
