"""What ranks say to each other, and how it travels: msgpack arrays `[code, *fields]`, never pickle.

Codes and the order of fields are part of the protocol: append, do not insert. Windows and claims are always as the side
to move in the position of the job sees them. Bytes come from outside: whatever is wrong with them is a ProtocolError.

A message is a frozen, typed record of msgspec, which reads bytes and checks every field in one go, ten times as fast as
Python could: jobs wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Union, get_args

import msgpack
from msgspec import DecodeError, Meta, Struct
from msgspec.msgpack import Decoder
from msgspec.structs import astuple

#: Ranks with another number do not work together.
PROTOCOL_VERSION = 7
#: Nothing that a rank sends is longer.
MAX_BYTES = 1 << 20
MAX_RANKS = 1 << 16
MAX_CLAIMS = 4096
CLAIM_BYTES, ROW_BYTES = 16, 24
_INT64 = 1 << 63

Number = Annotated[int, Meta(ge=-_INT64, le=_INT64 - 1)]
Count = Annotated[int, Meta(ge=0, le=_INT64 - 1)]
RankNumber = Annotated[int, Meta(ge=0, lt=MAX_RANKS)]
Byte = Annotated[int, Meta(ge=0, le=255)]
Word = Annotated[str, Meta(max_length=256)]
Numbers = Annotated[tuple[Number, ...], Meta(max_length=MAX_RANKS)]
Counts = Annotated[tuple[Count, ...], Meta(max_length=MAX_RANKS)]
Pairs = Annotated[bytes, Meta(max_length=MAX_CLAIMS * CLAIM_BYTES)]


class ProtocolError(Exception):
    """A peer said something that it may not say."""


class _Record(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A message: its code is its `tag`."""


# --- greeting ------------------------------------------------------------------------------------------------------
class Hello(_Record, frozen=True, tag=0):
    """The first word of every rank, to the master."""

    version: Count
    host: Word
    game_hash: Word  #: of everything the compiled search depends on


class Start(_Record, frozen=True, tag=1):
    """The master's answer when all have greeted: the search begins."""

    hosts: Counts  #: the host of every rank, numbered
    state: Numbers = ()  #: the position that will be searched
    warmup_depth: Byte = 0  #: so many plies of it are searched on every host before anything else; 0: none


# --- finding work --------------------------------------------------------------------------------------------------
class Steal(_Record, frozen=True, tag=2):
    """`thief` has nothing to do and asks for a job."""

    thief: RankNumber
    hops: Byte  #: so many ranks may pass the request on
    park: bool  #: keep the request until there is a job, instead of passing it on


class Withdraw(_Record, frozen=True, tag=3):
    """The request that was parked is void."""


class Refuse(_Record, frozen=True, tag=4):
    """Nobody who was asked had a job to give."""


class Ask(_Record, frozen=True, tag=5):
    """What would you give away?"""


class Describe(_Record, frozen=True, tag=6):
    """The rating of the best frame that could be split here; 0 if there is none."""

    rating: Count


# --- jobs ----------------------------------------------------------------------------------------------------------
class Grant(_Record, frozen=True, tag=7):
    """A job: decide the window (alpha, beta) for `state`. Its home is the sender."""

    serial: Count  #: the home's number for it
    state: Numbers
    depth: Byte
    alpha: Number
    beta: Number
    node_type: Byte  #: PV, CUT or ALL, as expected
    chance: Count  #: that a search on one rank would come to it, per mille
    is_root: bool  #: the root itself, searched by everyone at once: the best move is asked for too
    slot: Byte  #: where on the row of its home on the board `chance` is kept up to date; 0 if nowhere


class Value(_Record, frozen=True, tag=8):
    """What was found out about a job."""

    serial: Count
    lower: Number
    upper: Number
    move: Count  #: behind `lower` if the job is the root; otherwise without meaning
    hungry: bool  #: the sender has nothing else to do: as good as a Steal


class Bound(_Record, frozen=True, tag=9):
    """The window of a job that is under way has narrowed."""

    serial: Count
    alpha: Number
    beta: Number


class Cancel(_Record, frozen=True, tag=10):
    """Nobody wants to know any more."""

    serial: Count


# --- hash table ----------------------------------------------------------------------------------------------------
class Claims(_Record, frozen=True, tag=11):
    """Entries for the tables of other hosts, and what the ranks of this one have to offer. All little-endian."""

    pairs: Pairs  #: of full key and data word, 8 bytes each
    rows: bytes  #: of every rank that deals with work: its offer, and what it has seen of its job; 24 bytes each
    chances: bytes  #: that the jobs are needed which they gave away, 2 bytes each, equally many for every rank


# --- ending --------------------------------------------------------------------------------------------------------
class Stop(_Record, frozen=True, tag=12):
    """Drop everything and say Bye."""


class Bye(_Record, frozen=True, tag=13):
    """The last word of a rank to the master: what it did, and how many messages it ever sent to each rank."""

    nodes: Count
    jobs: Count
    sent: Counts
    received: Count = 0  #: messages in all, so far
    bytes_sent: Count = 0
    busy_us: Count = 0  #: spent searching


class Drain(_Record, frozen=True, tag=14):
    """The last word of the master: when so many messages have been received in all, nothing is in flight any more."""

    received: Count


# --- under way -----------------------------------------------------------------------------------------------------
class Progress(_Record, frozen=True, tag=15):
    """What a rank has done so far, told to the master now and then."""

    nodes: Count
    sent: Count  #: messages
    busy_us: Count  #: spent searching


class Retreat(_Record, frozen=True, tag=16):
    """The end of the game is out of reach: what the tables hold about it may make way for shallower claims."""


class Decline(_Record, frozen=True, tag=17):
    """A job comes back as it went: its searcher has something better to do."""

    serial: Count


Message = Union[  # noqa: UP007 - by code, one after the other
    Hello, Start, Steal, Withdraw, Refuse, Ask, Describe, Grant, Value, Bound, Cancel, Claims, Stop, Bye, Drain,
    Progress, Retreat, Decline,
]  # fmt: skip
#: By code.
MESSAGES: tuple[type[Any], ...] = get_args(Message)
#: What is done about messages, by kind: called with the rank that sent one, and the message.
Handlers = dict[type[Any], Callable[[int, Any], None]]

# --- coding --------------------------------------------------------------------------------------------------------
_pack: Callable[[Any], bytes] = msgpack.Packer(autoreset=True).pack
_read = Decoder(Message).decode
_CODES = {kind: code for code, kind in enumerate(MESSAGES)}


def encode(message: Message) -> bytes:
    """The message as bytes."""
    return _pack((_CODES[type(message)], *astuple(message)))


class Encoder:
    """Encodes a message that goes to many ranks, one after the other, only once."""

    def __init__(self) -> None:
        self._last: Message | None = None
        self._data = b""

    def has(self, message: Message) -> bool:
        """Whether this very message was the last to be encoded."""
        return self._last is message

    def encode(self, message: Message) -> bytes:
        if self._last is not message:
            self._last, self._data = message, encode(message)
        return self._data


def decode(data: bytes) -> Message:
    """The message behind bytes from outside. Raises ProtocolError, and nothing else, for any other bytes."""
    if len(data) > MAX_BYTES:
        raise ProtocolError(f"a message of {len(data)} bytes, more than {MAX_BYTES}")
    try:
        message: Message = _read(data)
    except (DecodeError, UnicodeError, RecursionError) as error:
        raise ProtocolError(f"not a message: {error}") from error
    if (fault := _FAULTS.get(type(message))) is not None and (what := fault(message)):
        raise ProtocolError(f"{type(message).__name__}: {what}")
    return message


def _window_fault(message: Grant | Bound) -> str:
    return "" if message.alpha < message.beta else f"the window {message.alpha} .. {message.beta} is empty"


def _claim_fault(message: Value) -> str:
    return "" if message.lower <= message.upper else f"{message.lower} is above {message.upper}"


def _pairs_fault(message: Claims) -> str:
    odd = len(message.pairs) % CLAIM_BYTES
    return f"{odd} bytes too many" if odd else ""


#: What may be wrong with a message though every single field may be so.
_FAULTS: dict[type[Any], Callable[[Any], str]] = {
    Grant: _window_fault, Bound: _window_fault, Value: _claim_fault, Claims: _pairs_fault,
}  # fmt: skip
