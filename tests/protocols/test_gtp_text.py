"""Lines and replies of GTP."""

from __future__ import annotations

import pytest

from mpi_search.protocols.gtp_text import Command, failure, parse_command, success


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("play b d3", Command("", "play", ("b", "d3"))),
        ("12 name", Command("12", "name", ())),
        ("007\tname # why", Command("007", "name", ())),
        ("na\x07me\r", Command("", "name", ())),
        ("5", Command("5", "", ())),
        ("", None),
        ("  \t ", None),
        ("# a comment", None),
    ],
)
def test_a_line_is_a_command_or_nothing(line, command):
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("", "=3\n\n"),
        ("d3", "=3 d3\n\n"),
        ("a\n\nb\n \nc", "=3 a\nb\nc\n\n"),
        ("\n. .\n. .", "=3\n. .\n. .\n\n"),
    ],
)
def test_a_reply_ends_with_its_first_empty_line(text, reply):
    assert success(Command("3", "name", ()), text) == reply


def test_a_failure_says_why():
    assert failure(Command("", "foo", ()), "unknown command") == "? unknown command\n\n"
