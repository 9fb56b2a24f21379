"""What travels between ranks: every message survives the journey, and no bytes from outside do harm."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mpi_search.cluster.messages import (
    MAX_BYTES,
    MAX_CLAIMS,
    MAX_RANKS,
    MESSAGES,
    Ask,
    Bound,
    Bye,
    Cancel,
    Claims,
    Decline,
    Describe,
    Drain,
    Grant,
    Hello,
    Progress,
    ProtocolError,
    Refuse,
    Retreat,
    Start,
    Steal,
    Stop,
    Value,
    Withdraw,
    decode,
    encode,
)

numbers = st.integers(-(1 << 63), (1 << 63) - 1)
counts = st.integers(0, (1 << 63) - 1)
bytes_ = st.integers(0, 255)
ranks = st.integers(0, MAX_RANKS - 1)
words = st.text(max_size=256)
states = st.lists(numbers, max_size=8).map(tuple)
many_counts = st.lists(counts, max_size=20).map(tuple)
pairs = st.lists(numbers, unique=True, min_size=2, max_size=2).map(sorted)

messages = st.one_of(
    st.builds(Hello, counts, words, words),
    st.builds(Start, many_counts, states, bytes_),
    st.builds(Steal, ranks, bytes_, st.booleans()),
    st.builds(Describe, counts),
    pairs.flatmap(
        lambda window: st.builds(
            Grant,
            serial=counts,
            state=states,
            depth=bytes_,
            alpha=st.just(window[0]),
            beta=st.just(window[1]),
            node_type=bytes_,
            chance=counts,
            is_root=st.booleans(),
            slot=bytes_,
        )
    ),
    pairs.flatmap(lambda claim: st.builds(Value, counts, st.just(claim[0]), st.just(claim[1]), counts, st.booleans())),
    st.builds(lambda serial, value: Value(serial, value, value, 0, True), counts, numbers),
    pairs.flatmap(lambda window: st.builds(Bound, counts, st.just(window[0]), st.just(window[1]))),
    st.builds(Cancel, counts),
    st.builds(Decline, counts),
    st.builds(Claims, st.binary(max_size=160).map(lambda data: data[: len(data) // 16 * 16]), st.binary(), st.binary()),
    st.builds(Bye, counts, counts, many_counts, counts, counts, counts),
    st.builds(Drain, counts),
    st.builds(Progress, counts, counts, counts),
    st.sampled_from([Withdraw(), Refuse(), Ask(), Stop(), Retreat()]),
)

#: One of each kind.
EXAMPLES = [
    Hello(1, "node7", "abc"), Start((0, 0, 1), (5, -6), 7), Steal(3, 2, True), Withdraw(), Refuse(), Ask(), Describe(7),
    Grant(1, (1, -2, 3), 255, -1, 1, 2, 3, False, 9), Value(1, -5, 5, 65535, True), Bound(1, 0, 1), Cancel(9),
    Claims(b"k" * 32, b"r" * 24, b"n" * 112), Stop(), Bye(10, 2, (1, 2, 3), 4, 5, 6), Drain(12),
    Progress(10, 3, 500), Retreat(), Decline(9),
]  # fmt: skip


def harmless(data: bytes) -> None:
    """Bytes are refused, or they are a message that says what its bytes would say again."""
    try:
        message = decode(data)
    except ProtocolError:
        return
    assert type(message) in MESSAGES
    assert decode(encode(message)) == message


# --- coding
def test_the_codes_never_change():
    names = [kind.__name__ for kind in MESSAGES]
    assert names == [
        "Hello", "Start", "Steal", "Withdraw", "Refuse", "Ask", "Describe", "Grant", "Value", "Bound", "Cancel",
        "Claims", "Stop", "Bye", "Drain", "Progress", "Retreat", "Decline",
    ]  # fmt: skip


def test_every_kind_has_an_example_and_its_place_is_its_code():
    assert [type(example) for example in EXAMPLES] == list(MESSAGES)
    assert [msgpack.unpackb(encode(example))[0] for example in EXAMPLES] == list(range(len(MESSAGES)))


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_every_kind_survives_the_journey(message):
    assert decode(encode(message)) == message


@given(messages)
def test_every_message_survives_the_journey(message):
    assert decode(encode(message)) == message


# --- bytes from outside
@given(st.binary(max_size=200))
def test_arbitrary_bytes(data):
    harmless(data)


@given(messages, st.data())
def test_truncated_messages_are_refused(message, data):
    whole = encode(message)
    cut = data.draw(st.integers(0, len(whole) - 1))
    with pytest.raises(ProtocolError):
        decode(whole[:cut])


@given(messages, st.binary(min_size=1, max_size=8))
def test_bytes_after_the_end_are_refused(message, more):
    with pytest.raises(ProtocolError):
        decode(encode(message) + more)


@given(messages, st.lists(st.integers(0, 1 << 20), min_size=1, max_size=4))
def test_flipped_bits(message, places):
    data = bytearray(encode(message))
    for place in places:
        data[place // 8 % len(data)] ^= 1 << place % 8
    harmless(bytes(data))


plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=40),
    st.just(msgpack.ExtType(3, b"x")),
)
objects = st.recursive(
    plain,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(objects)
def test_arbitrary_objects(thing):
    harmless(msgpack.packb(thing))


@given(st.integers(-2, len(MESSAGES) + 2), st.lists(objects, max_size=9))
def test_arbitrary_fields(code, fields):
    harmless(msgpack.packb([code, *fields]))


@pytest.mark.parametrize("thing", [[], 3, None, "Stop", [True], [1.0], [[12]], [-1], [17], {12: 0}, [12, 0], [10]])
def test_what_is_not_a_message(thing):
    with pytest.raises(ProtocolError):
        decode(msgpack.packb(thing))


def test_nesting_without_end_is_refused():
    with pytest.raises(ProtocolError):
        decode(b"\x91" * 100_000)


def test_a_list_that_promises_more_than_it_holds_is_refused():
    with pytest.raises(ProtocolError):
        decode(b"\xdd\xff\xff\xff\xff")


# --- limits
def refused(message: object) -> str:
    with pytest.raises(ProtocolError) as error:
        decode(encode(message))  # type: ignore[arg-type]
    return str(error.value)


def test_sizes_are_limited():
    assert "bytes" in refused(Hello(1, "x" * MAX_BYTES, ""))
    assert refused(Hello(1, "x" * 257, ""))
    assert refused(Steal(MAX_RANKS, 0, False))
    assert refused(Steal(0, 256, False))
    assert refused(Start((0,) * (MAX_RANKS + 1)))
    assert refused(Claims(b"x" * 16 * (MAX_CLAIMS + 1), b"", b""))
    assert refused(Grant(0, (1 << 63,), 0, 0, 1, 0, 0, False, 0))
    assert refused(Cancel(-1))


def test_the_largest_messages_that_may_be_sent_arrive():
    for message in (
        Claims(b"x" * 16 * MAX_CLAIMS, b"x" * 24 * 7000, b"x" * 112 * 7000),  # a host of 7,000 ranks
        Bye(0, 0, (1 << 40,) * MAX_RANKS),
        Start((3,) * MAX_RANKS),
    ):
        assert decode(encode(message)) == message


def test_half_a_claim_is_refused():
    assert refused(Claims(b"x" * 24, b"", b""))


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0), (1, 0), (5, -5)])
def test_empty_windows_are_refused(alpha, beta):
    assert f"{alpha} .. {beta} is empty" in refused(Bound(1, alpha, beta))
    assert "is empty" in refused(Grant(1, (0,), 3, alpha, beta, 0, 1, False, 0))


def test_inverted_claims_are_refused_and_exact_ones_are_not():
    assert "1 is above 0" in refused(Value(1, 1, 0, 0, False))
    assert decode(encode(Value(1, 0, 0, 0, False))) == Value(1, 0, 0, 0, False)


@pytest.mark.parametrize("part", [True, 1.0, "1", None, b"1", (1,)])
def test_a_number_is_a_number(part):
    assert refused(Cancel(part))


@pytest.mark.parametrize("part", [0, 1, None, "yes"])
def test_a_flag_is_a_flag(part):
    assert refused(Steal(1, 1, part))
