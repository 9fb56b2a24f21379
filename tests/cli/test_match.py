"""`mpi-search match`."""

from __future__ import annotations

import importlib
import json
import signal
import subprocess
import sys

import pytest

from mpi_search.cli.match import names_of, without_options
from mpi_search.errors import InputError
from mpi_search.protocols.ggf import read_games
from tests.cli.test_cli import run
from tests.transport.mpis import need

match_command = importlib.import_module("mpi_search.cli.match")  # the package's name is that of the command
WORDS = ("match", "tictactoe", "--time", "0.01", "--openings", "2")


def test_two_bots():
    done = run(*WORDS, "--first", "kernel", "--second", "random", "--games", "6")
    assert done.returncode == 0, done.stderr
    assert "kernel against random: 6 games" in done.stdout
    assert "with 95 % confidence" in done.stdout


def test_the_fields_of_the_result():
    done = run(*WORDS, "--first", "kernel", "--second", "random", "--games", "6", "--json")
    row = json.loads(done.stdout)
    wanted = {"first", "second", "games", "first_wins", "draws", "second_wins", "score", "score_low", "score_high"}
    assert wanted | {"elo", "seconds_per_move"} <= set(row)
    assert row["games"] == row["first_wins"] + row["draws"] + row["second_wins"] == 6
    assert row["second_wins"] == 0
    assert 0 <= row["score_low"] <= row["score"] <= row["score_high"] <= 1


def test_a_round_robin_has_a_cross_table():
    done = run(*WORDS, "--bots", "random,greedy,minimax:depth=2,table_mb=1", "--games", "2")
    assert done.returncode == 2, "minimax has no option table_mb"
    done = run(*WORDS, "--bots", "random,greedy,minimax:depth=2,time=0.02", "--games", "2")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("minimax:depth=2,time=0.02") == 1
    assert "points" in done.stdout


def test_a_match_goes_on_where_it_was(tmp_path):
    words = (*WORDS, "--first", "greedy", "--second", "random", "--out", str(tmp_path / "games.jsonl"), "--json")
    assert json.loads(run(*words, "--games", "3").stdout)["games"] == 3
    done = run(*words, "--games", "8")
    assert json.loads(done.stdout)["games"] == 8
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert [json.loads(line)["number"] for line in lines] == list(range(8))
    assert run(*words, "--games", "8").stdout == done.stdout, "nothing is left to be played"


def test_a_question_is_settled():
    done = run(*WORDS, "--first", "kernel", "--second", "random", "--games", "500", "--sprt", "0,200", "--json")
    row = json.loads(done.stdout)
    assert row["first_is_better"] is True
    assert row["games"] < 200


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "who plays?"),
        (("--first", "kernel"), "who plays?"),
        (("--first", "genius", "--second", "random"), "there is no bot 'genius'"),
        (("--bots", "random"), "--bots needs two different bots"),
        (("--first", "random", "--second", "greedy", "--clock", "1m"), "--time is for every move"),
        (("--bots", "random,greedy,mcts", "--sprt", "0,5"), "--sprt is about two bots"),
        (("--first", "random", "--second", "greedy", "--sprt", "5"), "--sprt takes two"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(words, message):
    done = run(*WORDS, *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_commas_between_options_stay():
    assert names_of(None, None, "a,b:x=1,y=2,./c.py", None) == ["a", "b:x=1,y=2", "./c.py"]
    with pytest.raises(InputError):
        names_of("a", None, "a,b", None)


def test_the_words_that_ranks_are_started_with():
    words = ["match", "othello", "--ranks", "4", "--first", "a", "--hostfile=x", "--json"]
    assert without_options(words, "--ranks", "--hostfile") == ["match", "othello", "--first", "a", "--json"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_ranks_play_at_once(name):
    mpi = need(name)
    words = [*WORDS[1:], "--first", "greedy", "--second", "random", "--games", "10", "--json", "--quiet"]
    done = mpi.run(3, "mpi_search", "match", *words)
    assert done.returncode == 0, done.stderr
    alone = run("match", *words)
    same = ("games", "first_wins", "draws", "second_wins")
    assert [json.loads(done.stdout)[key] for key in same] == [json.loads(alone.stdout)[key] for key in same]


@pytest.mark.slow
def test_ranks_may_be_started_for_it():
    need("openmpi")
    done = run(*WORDS, "--first", "greedy", "--second", "random", "--games", "6", "--json", "--ranks", "2")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 6


# --- games of Othello as GGF
def test_a_match_leaves_its_games_as_ggf_each_once(tmp_path):
    out, ggf = tmp_path / "games.jsonl", tmp_path / "games.ggf"
    words = ("match", "othello", "--first", "greedy", "--second", "random", "--time", "1", "--out", str(out))
    assert run(*words, "--games", "1").returncode == 0
    for games in ("3", "3", "4"):  # the first was played before there was such a file
        done = run(*words, "--games", games, "--ggf", str(ggf), "--quiet")
        assert done.returncode == 0, done.stderr
        assert ggf.read_text().count("\n") == int(games)
    played, rows = read_games(ggf.read_text()), map(json.loads, out.read_text().splitlines())
    for game, row in zip(played, rows, strict=True):
        assert [move.name for move in game.moves] == row["moves"]
        assert (game.black, game.white, game.result) == (row["first"], row["second"], row["result"])
        assert game.tags["TI"] == "00:00/00:01"


def test_a_game_that_was_saved_and_is_no_ggf_yet_becomes_one(tmp_path):
    """The match was killed in between; the last line may be torn, too."""
    out, ggf = tmp_path / "games.jsonl", tmp_path / "games.ggf"
    words = ("match", "othello", "--first", "greedy", "--second", "random", "--time", "1", "--games", "3")
    words = (*words, "--out", str(out), "--ggf", str(ggf), "--quiet")
    run(*words)
    whole = ggf.read_text()
    ggf.write_text(whole[:-30])
    assert run(*words).returncode == 0
    assert ggf.read_text() == whole


def test_other_games_have_no_ggf(tmp_path):
    files = ("--out", str(tmp_path / "games.jsonl"), "--ggf", str(tmp_path / "games.ggf"))
    done = run(*WORDS, "--first", "greedy", "--second", "random", *files)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mpi-search: --ggf is for games of Othello, not of tictactoe\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("number", "heard", "told"), [(signal.SIGUSR2, 3, 3), (signal.SIGINT, 1, 1)])
def test_a_launcher_that_loses_a_signal_hears_the_next(number, heard, told, monkeypatch):
    """But only one SIGINT is sent: a second one means something else."""
    program = f"""
import signal, sys
seen = []
def hear(*_):
    seen.append(1)
    if len(seen) == {heard}:
        print(len(seen))
        sys.exit()
signal.signal({number:d}, hear)
print("ready", flush=True)
while True:
    signal.pause()
"""
    monkeypatch.setattr(match_command, "AGAIN_S", 0.1)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        match_command.stop_ranks(process, number)
        assert process.poll() == 0
        assert process.stdout.read() == f"{told}\n"
