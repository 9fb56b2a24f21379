"""`mpi_search.compare`: the same as the command, from Python."""

from __future__ import annotations

import pytest

import mpi_search as ms


def test_algorithms_answer_the_same_questions():
    heard = []
    found = ms.compare(
        "tictactoe", ["OXOXX..O. O", "X...O.... X"], algorithms=["minimax", "sss"], on_progress=heard.append
    )
    assert [(row.position, row.algorithm) for row in found.rows] == [
        (position, name) for position in ("OXOXX..O. O", "X...O.... X") for name in ("minimax", "sss")
    ]
    assert heard == found.rows
    assert all(row.agrees and row.exact for row in found.rows)
    assert {row.best_move for row in found.rows[:2]} <= {"b3", "c3", "a1", "c1", "c2"}
    assert not found.has_fault
    told = found.to_dict()
    assert list(told) == ["game", "fits", "rows"]
    public = ["algorithm", "value", "best_move", "nodes", "peak_stored_nodes", "seconds"]
    assert set(public) <= set(told["rows"][0])


def test_one_position_may_be_a_word_and_all_algorithms_are_the_default():
    found = ms.compare("tictactoe", "OXOXX..O. O")
    assert len(found.rows) > 15
    assert {row.depth for row in found.rows} == {None}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"algorithms": ["magic"]}, "no algorithm is called 'magic'"),
        ({"depth": 0}, "depth must be at least 1"),
        ({"max_nodes": 0}, "max_nodes must be at least 1"),
        ({"positions": "nonsense"}, "is not nine of"),
        ({"fits": "/nowhere.json"}, "nowhere"),
    ],
)
def test_mistakes_are_named(words, message):
    with pytest.raises(ms.InputError, match=message):
        ms.compare("tictactoe", **words)
