"""scripts/given_away.py: a result is held against what the opening was worth."""

from __future__ import annotations

import json
import sys

import pytest

from scripts import given_away


@pytest.fixture
def games(tmp_path):
    """A1 B2 is a draw; after A1 B1 the first side wins."""

    def write(*rows) -> str:
        file = tmp_path / "games.jsonl"
        for number, (moves, first, result) in enumerate(rows):
            second = "other" if first == "mine" else "mine"
            row = {"game": "tictactoe", "position": "start", "moves": moves.split(), "first": first, "second": second}
            row |= {"result": result, "times": [], "seed": 1, "number": number, "opening": 2, "control": ""}
            with file.open("a") as out:
                out.write(json.dumps(row) + "\n")
        return str(file)

    return write


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("a1 b2 a3 a2 c2 b1 b3 c3 c1", "mine", 0)], "1 games of mine: 0 with a worse result, 0 with a lower value"),
        ([("a1 b2 c3 a2 c2", "mine", -1)], "1 games of mine: 1 with a worse result, 1 with a lower value"),
        ([("a1 b2 c3 a2 c2", "other", -1)], "1 games of mine: 0 with a worse result, 0 with a lower value"),
        ([("a1 b1 c3", "other", -1), ("a1 b1 c3", "mine", 1)], "2 games of mine: 0 with a worse result, 0 with"),
        ([("a1 b1 c3", "mine", 0)], "1 games of mine: 1 with a worse result, 1 with a lower value"),
        ([("a1 b1 c3", "mine", None)], "0 games of mine"),
    ],
)
def test_what_is_told(games, rows, said, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["given_away", games(*rows), "mine"])
    given_away.main()
    assert capsys.readouterr().out.splitlines()[-1].startswith(said)
