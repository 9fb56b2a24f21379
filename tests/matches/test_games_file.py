"""Games as lines of JSON: written, read, torn."""

from __future__ import annotations

import json

import pytest

from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame, last_unfinished, open_games, read_games, write_game

ONE = SavedGame("connect4", "44", ("4", "5"), "human", "kernel:time=1", None, (1.5, 0.25), 7)
OTHER = SavedGame("othello", "start", ("d3",), "kernel", "human", -1, (0.5,), 7, "resigned")


def written(path, *games):
    with open_games(path) as file:
        for saved in games:
            write_game(file, saved)
    return path


def test_what_was_written_is_read(tmp_path):
    assert read_games(written(tmp_path / "games.jsonl", ONE, OTHER)) == [ONE, OTHER]


def test_a_line_has_the_fields_that_others_read(tmp_path):
    row = json.loads(written(tmp_path / "games.jsonl", ONE).read_text())
    assert list(row) == ["game", "position", "moves", "first", "second", "result", "seed", "times"]
    assert row["times"] == [1.5, 0.25]


def test_a_torn_last_line_is_passed_over_and_taken_away(tmp_path):
    path = written(tmp_path / "games.jsonl", ONE, OTHER)
    path.write_bytes(path.read_bytes()[:-20])
    assert read_games(path) == [ONE]
    assert read_games(written(path, OTHER)) == [ONE, OTHER]


def test_a_last_line_without_its_end_is_a_game_all_the_same(tmp_path):
    path = written(tmp_path / "games.jsonl", ONE)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert read_games(path) == [ONE]
    assert read_games(written(path, OTHER)) == [ONE, OTHER]


@pytest.mark.parametrize(
    "line",
    ["hello", "[]", '{"game": 3}', '{"game": "othello"}', '{"game": "othello", "moves": [1]}',
     '{"game": "othello", "moves": [], "times": ["x"]}', '{"game": "othello", "moves": [], "result": true}'],
)  # fmt: skip
def test_a_bad_line_is_named_by_its_number(tmp_path, line):
    path = written(tmp_path / "games.jsonl", ONE)
    path.write_text(path.read_text() + line + "\n" + path.read_text())
    with pytest.raises(InputError, match="line 2"):
        read_games(path)


def test_a_line_may_say_less_or_more(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"game": "othello", "moves": [], "names": ["a", "b"]}\n')
    assert read_games(path) == [SavedGame("othello")]


def test_what_is_no_file_is_said():
    with pytest.raises(InputError, match="nowhere"):
        read_games("/nowhere/games.jsonl")
    with pytest.raises(InputError, match="nowhere"):
        open_games("/nowhere/games.jsonl")


def test_the_last_unfinished_game_is_not_one_that_was_finished_later():
    begun = SavedGame("connect4", moves=("4",))
    ended = SavedGame("connect4", moves=("4", "4", "5"), result=0)
    another = SavedGame("connect4", moves=("1",))
    assert last_unfinished([begun, OTHER], "connect4") == begun
    assert last_unfinished([another, begun, ended], "connect4") is None
    assert last_unfinished([begun, another], "connect4") == another
    assert last_unfinished([begun], "othello") is None
