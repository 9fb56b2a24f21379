"""A contest in one process, or on the ranks of a launcher: each plays its part, rank 0 hears of all games.

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


def play_all(play: Play, pairings: list[Pairing]) -> Iterator[SavedGame]:
    """The games, as they end."""
    for pairing in pairings:
        yield play(pairing)


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


def collect(mail: Mail, play: Play, pairings: list[Pairing]) -> Iterator[SavedGame]:
    """At rank 0: its own part, and the games of the others as they end. May be closed before the end."""
    own, busy = pairings[:: mail.size], mail.size - 1
    try:
        while own or busy:
            data = mail.receive() if own else mail.wait()
            if data == NO_MORE:
                busy -= 1
            elif data is not None:
                yield _decode(data)
            elif own:
                yield play(own.pop(0))
    finally:
        for rank in range(1, mail.size):
            mail.send(rank, ENOUGH)
        while busy:
            busy -= mail.wait() == NO_MORE
        mail.flush()
