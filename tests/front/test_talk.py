"""The line between a process and the ranks it has started."""

from __future__ import annotations

import threading
import time

import pytest

from mpi_search.errors import InputError
from mpi_search.front.request import Request
from mpi_search.front.serve import Ear
from mpi_search.front.talk import DOOR, KEY, Ask, Close, Door, Interrupt, Line, knock
from mpi_search.search.limits import Limits


def connected(door: Door) -> tuple[Line, Line]:
    ends: list[Line] = []
    other = threading.Thread(target=lambda: ends.append(knock(door.environment)))
    other.start()
    line = door.open(5.0)
    other.join()
    assert line is not None
    return line, ends[0]


@pytest.mark.parametrize("for_other_hosts", [False, True])
def test_what_is_said_is_heard(for_other_hosts):
    door = Door(for_other_hosts=for_other_hosts)
    here, there = connected(door)
    door.close()
    said = [
        Ask(
            Request(
                "othello", "ffo-40", ("a2",), Limits(1.5, 7, 3), 8.0, "pvs", "dts", "discs.py", "order.py", 3, 2, -4
            )
        ),
        Interrupt(),
        Close(),
    ]
    for what in said:
        here.say(what)
    assert [there.hear() for _ in said] == said
    assert not there.has_news()
    here.close()
    assert there.has_news(1.0)
    with pytest.raises(EOFError):
        there.hear()


def test_a_visitor_without_the_key_is_sent_away():
    door = Door(for_other_hosts=False)
    wrong = {**door.environment, KEY: "00" * 32}
    visitor = threading.Thread(target=lambda: knock(wrong))
    visitor.start()
    assert door.open(5.0) is None
    visitor.join()
    door.close()


def test_nobody_knocks():
    door = Door(for_other_hosts=False)
    assert door.open(0.01) is None
    door.close()


@pytest.mark.parametrize("address", ["", "/nowhere/door", "localhost:1", "localhost:x"])
def test_a_rank_that_cannot_reach_its_process_says_so(address):
    with pytest.raises(InputError, match="cannot be reached"):
        knock({DOOR: address, KEY: "00"})


def test_an_address_that_leads_nowhere_is_followed_by_the_next():
    door = Door(for_other_hosts=True)
    port = door.environment[DOOR].rpartition(":")[2]
    ends: list[Line] = []
    known = {**door.environment, DOOR: f"localhost:1,no-such-host.invalid:{port},127.0.0.1:{port}"}
    other = threading.Thread(target=lambda: ends.append(knock(known)))
    other.start()
    line = door.open(10.0)
    other.join()
    door.close()
    assert line is not None
    assert len(ends) == 1


def test_an_interrupt_is_heard_though_it_comes_before_the_search_begins():
    door = Door(for_other_hosts=False)
    here, there = connected(door)
    door.close()
    ear = Ear(there, lambda: None)
    asked = [Ask(Request("othello", position)) for position in ("ffo-40", "ffo-41", "ffo-42")]
    here.say(asked[0])
    here.say(Interrupt())
    here.say(asked[1])
    assert ear.next() == asked[0]
    assert ear.next() == asked[1], "and it says nothing about the next search"
    assert not ear.wants_no_more
    here.say(asked[2])
    here.say(Interrupt())
    until = time.monotonic() + 5.0
    while not ear.wants_no_more and time.monotonic() < until:
        time.sleep(0.001)
    assert ear.next() == asked[2]
    assert ear.wants_no_more
    here.close()
    assert isinstance(ear.next(), Close)
