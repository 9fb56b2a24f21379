"""Of all that ranks and their launcher write, the line that says what happened."""

from __future__ import annotations

from mpi_search.front.heard import Heard

NOISE = ["-----\n", "MPI_ABORT was invoked on rank 0\n", "  Errorcode: 3\n", "\n", "-----\n"]
TRACEBACK = ["Traceback (most recent call last):\n", '  File "x.py", line 1, in f\n', "    1 / 0\n"]


def heard(lines):
    """What was shown, and the reason that is given."""
    ear = Heard()
    return [line for line in lines if ear.hear(line)], ear.why, ear.is_told


def test_what_a_rank_tells_is_the_reason_and_the_launcher_is_not_shown():
    told = "mpi-search: rank 1 on here: mine.py: Mine.rate() failed at line 3: ValueError: no\n"
    assert heard(["hello\n", told, *NOISE]) == (["hello\n"], told[12:-1], True)


def test_the_end_of_a_traceback_is_the_reason_and_it_is_shown_whole():
    lines = ["mpi-search: rank 1 on here failed:\n", *TRACEBACK, "ZeroDivisionError: by zero\n", *NOISE * 9]
    shown, why, _ = heard(lines)
    assert shown == [*TRACEBACK, "ZeroDivisionError: by zero\n"]
    assert why == "rank 1 on here failed: ZeroDivisionError: by zero"


def test_the_first_rank_that_tells_is_the_cause():
    assert heard(["mpi-search: one\n", "mpi-search: two\n"]) == ([], "one", True)


def test_the_last_line_with_words_is_the_reason_where_no_rank_tells():
    assert heard([]) == ([], "no reason given", False)
    assert heard(["no such host\n", "---\n", "\n"])[1:] == ("no such host", False)
