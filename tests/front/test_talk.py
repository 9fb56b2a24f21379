"""The line between a process and the ranks it has started."""

from __future__ import annotations

import threading

import pytest

from mpi_search.errors import InputError
from mpi_search.front.request import Request
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
        Ask(Request("othello", "ffo-40", ("a2",), Limits(1.5, 7, 3), 8.0, "pvs", "dts", "discs.py", 2, -4)),
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
