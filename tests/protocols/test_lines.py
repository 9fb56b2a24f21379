"""Lines are read ahead; an interrupt concerns those before it."""

from __future__ import annotations

import queue
import threading

from mpi_search.protocols.lines import Line, Lines


class Pipe:
    """A stream that is written line by line."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def say(self, *lines: bytes | None) -> None:
        for line in lines:
            self._lines.put(line)

    def __iter__(self):
        return iter(self._lines.get, None)


def test_lines_come_in_their_order_and_end():
    lines = Lines([b"one\r\n", b"t\xffo\n", b"three"], lambda text: False)
    assert list(lines) == [Line(0, "one"), Line(1, "t\ufffdo"), Line(2, "three")]


def test_an_interrupt_hurries_what_came_before_it_and_nothing_else():
    pipe, seen = Pipe(), threading.Event()
    lines = Lines(pipe, lambda text: text == "stop" and (seen.set() or True))
    pipe.say(b"one\n")
    one = next(iter(lines))
    hurry = lines.hurry(one)
    assert not hurry()
    pipe.say(b"stop\n", b"two\n")
    assert seen.wait(5)
    stop, two = next(iter(lines)), next(iter(lines))
    assert (stop.text, two.text) == ("stop", "two")
    assert hurry()
    assert not lines.hurry(two)()
    pipe.say(None)
    assert not list(lines)
    assert lines.hurry(two)()


def test_no_input_is_an_end():
    over = threading.Event()
    assert list(Lines([], lambda text: False, over.set)) == []
    assert over.wait(5)
