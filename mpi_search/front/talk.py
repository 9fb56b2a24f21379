"""What a process and rank 0 of the ranks it has started say to each other: msgpack over a socket.

The process listens, rank 0 connects and shows that it has the key. Both are in the environment of the ranks, where
nobody but the user can read them. On one machine the socket is a file; with other hosts it is a port of this one.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import socket
import tempfile
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from msgspec import Struct, msgpack

from mpi_search.errors import InputError
from mpi_search.front.found import Found, Progress
from mpi_search.front.request import Request

DOOR, KEY = "MPI_SEARCH_DOOR", "MPI_SEARCH_KEY"
#: A rank that has connected must show its key within this time.
GREETING_S = 10.0
#: It tries each name of the process's host for so long.
CONNECT_S = 5.0
_NONCE_BYTES = 32


# --- from the process to rank 0 ----------------------------------------------------------------------------------
class Ask(Struct, frozen=True, tag=True):
    """Search this."""

    request: Request


class Interrupt(Struct, frozen=True, tag=True):
    """The user wants no more of the search under way; without one it means nothing."""


class Close(Struct, frozen=True, tag=True):
    """The ranks are not needed any more."""


# --- from rank 0 to the process ----------------------------------------------------------------------------------
class Ready(Struct, frozen=True, tag=True):
    """So many ranks wait for a request."""

    ranks: int


class Compiling(Struct, frozen=True, tag=True):
    """The search is compiled for this game."""

    game: str


class At(Struct, frozen=True, tag=True):
    """So far."""

    progress: Progress


class Answer(Struct, frozen=True, tag=True):
    """The end of the search that was asked for."""

    found: Found


class Wrong(Struct, frozen=True, tag=True):
    """The request cannot be met: it ends as an InputError."""

    text: str


Said = Ask | Interrupt | Close | Ready | Compiling | At | Answer | Wrong
_decode = msgpack.Decoder(Said).decode


class Line:
    """One end of the socket."""

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection = connection

    def say(self, what: Said) -> None:
        """Raises OSError if the other end is gone."""
        self._connection.send_bytes(msgpack.encode(what))

    def has_news(self, wait_s: float = 0.0) -> bool:
        """Whether anything has been said, or the other end is gone."""
        return self._connection.poll(wait_s)

    def hear(self) -> Said:
        """Wait for what is said next. Raises EOFError or OSError if the other end is gone."""
        said: Said = _decode(self._connection.recv_bytes())
        return said

    def close(self) -> None:
        self._connection.close()


class Door:
    """Where ranks that were started knock."""

    def __init__(self, *, for_other_hosts: bool) -> None:
        self._key = secrets.token_bytes(32)
        self._folder = None if for_other_hosts else tempfile.TemporaryDirectory(prefix="mpi-search-")
        if self._folder is None:
            self._server = socket.create_server(("", 0))
            port = self._server.getsockname()[1]
            self._address = ",".join(f"{name}:{port}" for name in names_of_this_host())
        else:
            self._address = str(Path(self._folder.name) / "door")
            self._server = socket.socket(socket.AF_UNIX)
            self._server.bind(self._address)
            self._server.listen()

    @property
    def environment(self) -> dict[str, str]:
        """What the ranks must know."""
        return {DOOR: self._address, KEY: self._key.hex()}

    def open(self, wait_s: float) -> Line | None:
        """The line to whoever knocks within this time and has the key."""
        self._server.settimeout(wait_s)
        try:
            visitor, _ = self._server.accept()
        except TimeoutError:
            return None
        visitor.settimeout(None)
        connection = Connection(visitor.detach())
        nonce = secrets.token_bytes(_NONCE_BYTES)
        try:
            connection.send_bytes(nonce)
            if connection.poll(GREETING_S) and hmac.compare_digest(connection.recv_bytes(64), _sign(self._key, nonce)):
                return Line(connection)
        except (OSError, EOFError):
            pass
        connection.close()
        return None

    def close(self) -> None:
        """Nobody is expected any more."""
        self._server.close()
        if self._folder is not None:
            self._folder.cleanup()


def knock(environment: Mapping[str, str]) -> Line:
    """At rank 0: the line to the process that has started the ranks. Raises InputError."""
    address, key, reason = environment.get(DOOR, ""), environment.get(KEY, ""), ""
    for each in address.split(","):
        try:
            connection = Connection(_connected(each).detach())
            if not connection.poll(GREETING_S):
                raise OSError("somebody else listens there")
            connection.send_bytes(_sign(bytes.fromhex(key), connection.recv_bytes(_NONCE_BYTES)))
            return Line(connection)
        except (OSError, EOFError, ValueError) as error:
            reason = str(error)
    raise InputError(f"the process that has started these ranks cannot be reached at {address!r}: {reason}")


def names_of_this_host() -> list[str]:
    """What other hosts may know it by. Its own idea of its name is not always theirs: many machines take it for their
    loopback, and some have no name at all."""
    names = [socket.getfqdn(), socket.gethostname()]
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: this only asks which way packets would leave
        names.append(probe.getsockname()[0])
    return list(dict.fromkeys(names))


def _connected(address: str) -> socket.socket:
    if not address.startswith(os.sep):
        host, _, port = address.rpartition(":")
        link = socket.create_connection((host, int(port)), timeout=CONNECT_S)
        link.settimeout(None)
        return link
    link = socket.socket(socket.AF_UNIX)
    try:
        link.connect(address)
    except OSError:
        link.close()
        raise
    return link


def _sign(key: bytes, nonce: bytes) -> bytes:
    return hmac.digest(key, nonce, hashlib.sha256)
