"""What ranks say to each other, and how it travels: msgpack arrays `[code, *fields]`, never pickle.

The order of MESSAGES is part of the protocol: append, do not insert. Windows and claims are always as the side to move
in the position of the job sees them. Bytes come from outside: whatever is wrong with them is a ProtocolError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, TypeVar, Union

import msgpack

#: Ranks with another number do not work together.
PROTOCOL_VERSION = 5
#: Nothing that a rank sends is longer.
MAX_BYTES = 1 << 20
MAX_RANKS = 1 << 16
MAX_CLAIMS = 4096
CLAIM_BYTES, OFFER_BYTES = 16, 8
_INT64 = 1 << 63


class ProtocolError(Exception):
    """A peer said something that it may not say."""


Message = Union[
    "Hello", "Start", "Steal", "Withdraw", "Refuse", "Ask", "Describe", "Grant", "Value", "Bound", "Cancel", "Claims",
    "Stop", "Bye", "Drain", "Progress", "Retreat",
]  # fmt: skip


# --- greeting ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Hello:
    """The first word of every rank, to the master."""

    version: int
    host: str
    game_hash: str  #: of everything the compiled search depends on


@dataclass(frozen=True, slots=True)
class Start:
    """The master's answer when all have greeted: the search begins."""

    hosts: tuple[int, ...]  #: the host of every rank, numbered
    state: tuple[int, ...] = ()  #: the position that will be searched
    warm_up: int = 0  #: so many plies of it are searched on every host before anything else; 0: none


# --- finding work --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Steal:
    """`thief` has nothing to do and asks for a job."""

    thief: int
    hops: int  #: so many ranks may pass the request on
    park: bool  #: keep the request until there is a job, instead of passing it on


@dataclass(frozen=True, slots=True)
class Withdraw:
    """The request that was parked is void."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Nobody who was asked had a job to give."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What would you give away?"""


@dataclass(frozen=True, slots=True)
class Describe:
    """The rating of the best frame that could be split here; 0 if there is none."""

    rating: int


# --- jobs ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Grant:
    """A job: decide the window (alpha, beta) for `state`. Its home is the sender."""

    serial: int  #: the home's number for it
    state: tuple[int, ...]
    depth: int
    alpha: int
    beta: int
    node_type: int  #: PV, CUT or ALL, as expected
    needed: int  #: the chance that a search on one rank would come to it, per mille
    is_root: bool  #: the root itself, searched by everyone at once: the best move is asked for too
    need_place: int  #: where on the row of its home on the board `needed` is kept up to date; 0 if nowhere


@dataclass(frozen=True, slots=True)
class Value:
    """What was found out about a job."""

    serial: int
    lower: int
    upper: int
    move: int  #: behind `lower` if the job is the root; otherwise without meaning
    hungry: bool  #: the sender has nothing else to do: as good as a Steal


@dataclass(frozen=True, slots=True)
class Bound:
    """The window of a job that is under way has narrowed."""

    serial: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Cancel:
    """Nobody wants to know any more."""

    serial: int


# --- hash table ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Claims:
    """Entries for the tables of other hosts, and what the ranks of this one have to offer. All little-endian."""

    pairs: bytes  #: of full key and data word, 8 bytes each
    offers: bytes  #: of every rank that deals with work, 8 bytes each
    needs: bytes  #: how likely the jobs are needed that they have given away, 2 bytes each, equally many for every rank


# --- ending --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Stop:
    """Drop everything and say Bye."""


@dataclass(frozen=True, slots=True)
class Bye:
    """The last word of a rank to the master: what it did, and how many messages it ever sent to each rank."""

    nodes: int
    jobs: int
    sent: tuple[int, ...]
    received: int = 0  #: messages in all, so far
    bytes_sent: int = 0
    busy_us: int = 0  #: spent searching


@dataclass(frozen=True, slots=True)
class Drain:
    """The last word of the master: when so many messages have been received in all, nothing is in flight any more."""

    received: int


# --- under way -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Progress:
    """What a rank has done so far, told to the master now and then."""

    nodes: int
    sent: int  #: messages
    busy_us: int  #: spent searching


@dataclass(frozen=True, slots=True)
class Retreat:
    """The end of the game is out of reach: what the tables hold about it may make way for shallower claims."""


MESSAGES: tuple[type[Any], ...] = (
    Hello, Start, Steal, Withdraw, Refuse, Ask, Describe, Grant, Value, Bound, Cancel, Claims, Stop, Bye, Drain,
    Progress, Retreat,
)  # fmt: skip

# --- coding --------------------------------------------------------------------------------------------------------
T = TypeVar("T")
_pack: Callable[[Any], bytes] = msgpack.Packer(autoreset=True).pack
_CODES = {kind: code for code, kind in enumerate(MESSAGES)}
_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in MESSAGES}


def encode(message: Message) -> bytes:
    """The message as bytes."""
    kind = type(message)
    return _pack([_CODES[kind], *[getattr(message, name) for name in _NAMES[kind]]])


def decode(data: bytes) -> Message:
    """The message behind bytes from outside. Raises ProtocolError, and nothing else, for any other bytes."""
    if len(data) > MAX_BYTES:
        raise ProtocolError(f"a message of {len(data)} bytes, more than {MAX_BYTES}")
    try:
        parts = msgpack.unpackb(data, raw=False, use_list=False, strict_map_key=True, max_ext_len=0, max_map_len=0)
    except Exception as error:  # msgpack raises half a dozen kinds
        raise ProtocolError(f"not a message: {error!r}") from error
    if type(parts) is not tuple or not parts or type(parts[0]) is not int or not 0 <= parts[0] < len(MESSAGES):
        raise ProtocolError(f"not a message: {str(parts)[:80]}")
    kind = MESSAGES[parts[0]]
    checks = _CHECKS[kind]
    if len(parts) != len(checks) + 1:
        raise ProtocolError(f"{kind.__name__} has {len(checks)} fields, not {len(parts) - 1}")
    for part, check in zip(parts[1:], checks, strict=True):
        if not check(part):
            raise ProtocolError(f"{kind.__name__}: {str(part)[:80]!r} is not allowed")
    message: Message = kind(*parts[1:])
    if isinstance(message, (Grant, Bound)) and message.alpha >= message.beta:
        raise ProtocolError(f"{kind.__name__}: the window {message.alpha} .. {message.beta} is empty")
    if isinstance(message, Value) and message.lower > message.upper:
        raise ProtocolError(f"Value: {message.lower} is above {message.upper}")
    return message


def _number(part: Any) -> bool:
    return type(part) is int and -_INT64 <= part < _INT64


def _count(part: Any) -> bool:
    return type(part) is int and 0 <= part < _INT64


def _rank(part: Any) -> bool:
    return type(part) is int and 0 <= part < MAX_RANKS


def _byte(part: Any) -> bool:
    return type(part) is int and 0 <= part < 256


def _flag(part: Any) -> bool:
    return type(part) is bool


def _word(part: Any) -> bool:
    return type(part) is str and len(part) <= 256


def _numbers(part: Any) -> bool:
    return type(part) is tuple and len(part) <= MAX_RANKS and all(map(_number, part))


def _counts(part: Any) -> bool:
    return type(part) is tuple and len(part) <= MAX_RANKS and all(map(_count, part))


def _raw(part: Any) -> bool:
    return type(part) is bytes


def _pairs(part: Any) -> bool:
    return type(part) is bytes and len(part) <= MAX_CLAIMS * CLAIM_BYTES and len(part) % CLAIM_BYTES == 0


#: What each field may hold, in order.
_CHECKS: dict[type[Any], tuple[Callable[[Any], bool], ...]] = {
    Hello: (_count, _word, _word),
    Start: (_counts, _numbers, _byte),
    Steal: (_rank, _byte, _flag),
    Withdraw: (),
    Refuse: (),
    Ask: (),
    Describe: (_count,),
    Grant: (_count, _numbers, _byte, _number, _number, _byte, _count, _flag, _byte),
    Value: (_count, _number, _number, _count, _flag),
    Bound: (_count, _number, _number),
    Cancel: (_count,),
    Claims: (_pairs, _raw, _raw),
    Stop: (),
    Bye: (_count, _count, _counts, _count, _count, _count),
    Drain: (_count,),
    Progress: (_count, _count, _count),
    Retreat: (),
}
