"""The games of a match as GGF, each once."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from mpi_search.bots.clock import Control, parse_control
from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.matches.games_file import SavedGame
from mpi_search.protocols.ggf import read_game, read_games, record_of, write_game
from mpi_search.protocols.ggf_match import appending_ggf, check_ggf, ggf_of
from mpi_search.rules.load import load_game

OTHELLO = load_game("othello")
MOVE = Control(move_s=0.1)


def random_game(seed, position="start", opening=4):
    """To the end, with its passes."""
    rng, record = random.Random(seed), Record(OTHELLO, position)
    while not record.is_over:
        record.play(rng.choice(record.legal))
    times = tuple(round(rng.random(), 6) for _ in record.moves[opening:])
    facts = "kernel:depth=2", "random", record.result_for(0), times, 1, "", seed, opening, str(MOVE)
    return SavedGame("othello", position, tuple(record.names), *facts)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("position", ["start", "ffo-41", "f5d6c3"])
def test_a_game_is_read_as_it_was_played(seed, position):
    saved = random_game(seed, position)
    game = read_game(write_game(ggf_of(OTHELLO, saved, MOVE)))
    record = record_of(OTHELLO, game)
    assert (record.states[0], record.names) == (OTHELLO.parse(position), list(saved.moves))
    assert [move.seconds for move in game.moves] == pytest.approx([*[None] * 4, *saved.seconds], abs=0.0051)
    discs = OTHELLO.format(record.state)
    assert (game.result > 0) == (discs.count("X") > discs.count("O")), "the result is black's"
    first = game.black if game.position.endswith("X") else game.white
    assert (first, {game.black, game.white}) == ("kernel:depth=2", {"kernel:depth=2", "random"})


def test_the_side_that_moves_first_may_be_white():
    assert read_game(write_game(ggf_of(OTHELLO, random_game(1, "f5"), MOVE))).white == "kernel:depth=2"


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (Control(move_s=3), "00:00/00:03"),
        (Control(move_s=0.05), "00:00/00:00.050"),
        (parse_control("5m+2s"), "05:00/00:02"),
        (parse_control("1h+30s"), "1:00:00/00:30"),
        (parse_control("90s"), "01:30"),
    ],
)
def test_the_time(control, text):
    game = ggf_of(OTHELLO, random_game(1), control)
    assert game.tags["TI"] == text
    assert game.clock_s("B") == (control.game_s or 0)


@pytest.mark.parametrize(
    ("note", "flag"), [("random has no time left", "t"), ("random plays 99, which is not legal", "r")]
)
def test_who_forfeits(note, flag):
    saved = replace(random_game(1), moves=random_game(1).moves[:9], seconds=(0.1,) * 5, result=-64, note=note)
    game = read_game(write_game(ggf_of(OTHELLO, saved, MOVE)))
    assert game.tags["RE"] == f"-64.00:{flag}"
    assert game.tags["CO"].startswith("random ")
    assert game.result == -64


def test_names_cannot_break_a_line():
    saved = replace(random_game(1), first="command:a [x];)\nB[A1]", note="fails: X: [1];)")
    line = write_game(ggf_of(OTHELLO, saved, MOVE))
    assert "\n" not in line
    assert read_game(line).black == "command:a (x),) B(A1)"


def appended(path, *games, done=()):
    with appending_ggf(path, OTHELLO, MOVE, done) as append:
        for saved in games:
            append(saved)
    return path.read_text()


ONE, TWO, THREE = (random_game(seed) for seed in (1, 2, 3))


def test_games_are_appended_once(tmp_path):
    path = tmp_path / "games.ggf"
    text = appended(path, ONE, TWO)
    assert text.count("\n") == len(read_games(text)) == 2
    assert appended(path, THREE, done=[ONE, TWO]).startswith(text)
    assert len(read_games(path.read_text())) == 3


def test_what_is_missing_is_appended(tmp_path):
    text = appended(tmp_path / "a.ggf", TWO, done=[ONE])
    assert text == appended(tmp_path / "b.ggf", ONE, TWO)


def test_equal_games_are_as_many_as_were_played(tmp_path):
    path = tmp_path / "games.ggf"
    appended(path, ONE, ONE)
    assert appended(path, done=[ONE, ONE]).count("\n") == 2
    assert appended(path, done=[ONE, ONE, ONE]).count("\n") == 3


@pytest.mark.parametrize("kept", [1, 20, -3])
def test_a_torn_line_is_written_anew(tmp_path, kept):
    path = tmp_path / "games.ggf"
    whole = appended(path, ONE, TWO)
    path.write_text(whole[: whole.index("\n") + 1 + kept] if kept > 0 else whole[:kept])
    assert appended(path, done=[ONE, TWO]) == whole


def test_what_others_have_written_stays(tmp_path):
    path = tmp_path / "games.ggf"
    path.write_text("(;GM[Othello]PB[x]PW[y]BO[8\n---\n*]\nB[F5];)")
    assert appended(path, ONE).startswith("(;GM[Othello]PB[x]PW[y]BO[8\n---\n*]\nB[F5];)\n(;")


def test_what_cannot_be_is_said(tmp_path):
    with pytest.raises(InputError, match="games of Othello, not of connect4"):
        check_ggf(tmp_path / "a", load_game("connect4"), None)
    with pytest.raises(InputError, match="a file each"):
        check_ggf(tmp_path / "a", OTHELLO, tmp_path / "." / "a")
    with pytest.raises(InputError, match="nowhere"):
        appended(tmp_path / "nowhere" / "a", ONE)
