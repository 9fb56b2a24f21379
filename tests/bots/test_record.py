"""The game so far."""

from __future__ import annotations

import pytest

from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.rules.load import load_game


def test_moves_are_played_and_taken_back():
    record = Record(load_game("connect4"), "44", ["4", "5"])
    assert record.names == ["4", "5"]
    assert record.side == 0
    before = record.state
    record.play_named("3")
    assert (record.side, len(record.states)) == (1, 4)
    record.undo()
    assert record.state == before


def test_what_cannot_be_played_is_refused():
    record = Record(load_game("connect4"), moves=["1", "2", "1", "2", "1", "2", "1"])
    assert record.is_over
    assert record.legal == []
    with pytest.raises(InputError, match="over"):
        record.play_named("3")
    with pytest.raises(InputError, match="no legal move"):
        Record(load_game("connect4"), moves=["9"])


def test_the_result_belongs_to_a_side():
    record = Record(load_game("connect4"), moves=["1", "2", "1", "2", "1", "2", "1"])
    assert record.result_for(0) == 18, "the first side has four discs on the board: 22 - 4"
    assert record.result_for(1) == -18
