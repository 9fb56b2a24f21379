"""The command line as a user meets it: output, JSON, limits, errors in one line, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mpi_search.cli.main import main
from tests.rules.test_load import GOOD


def run(*words, **environment):
    return subprocess.run(
        [sys.executable, "-m", "mpi_search", *words],
        capture_output=True,
        text=True,
        timeout=180,
        env={**os.environ, **environment},
    )


def solved(*words):
    done = run("solve", *words, "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_solve_prints_board_value_move_and_variation():
    done = run("solve", "tictactoe", "OXOXX..O. O")
    assert done.returncode == 0
    for part in ("3  O X O", "+0: a draw", "best move  c2", "variation  c2", "nodes/s"):
        assert part in done.stdout


def test_solve_json_has_the_public_fields():
    found = solved("tictactoe", "OXOXX..O. O")
    assert (found["game"], found["position"]) == ("tictactoe", "OXOXX..O. O")
    assert (found["value"], found["exact"], found["best_move"]) == (0, True, "c2")
    assert found["pv"][0] == "c2"
    assert (found["ranks"], found["hosts"], found["policy"], found["lost_ranks"]) == (1, 1, "serial", [])
    assert found["nodes"] > 0
    assert found["seconds"] >= 0
    assert found["compile_seconds"] >= 0
    assert isinstance(found["depth"], int)
    fields = ["rank", "host", "nodes", "jobs", "busy_seconds", "messages_sent", "messages_received", "bytes_sent"]
    assert list(found["per_rank"][0]) == fields


def test_limits():
    shallow = solved("connect4", "--depth", "5")
    assert (shallow["exact"], shallow["depth"]) == (False, 5)
    few = solved("connect4", "--nodes", "20000", "--table-mb", "1")
    assert not few["exact"]
    assert few["nodes"] <= 20000
    short = solved("connect4", "--time", "0.3")
    assert not short["exact"]
    assert short["seconds"] < 3


@pytest.mark.parametrize("words", [[], ["--ranks", "1"]], ids=" ".join)
def test_a_policy_without_effect_is_told(words, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from mpi_search.policies.policy import Policy\nclass Mine(Policy):\n    def rate(self, frame, is_root):\n"
        "        return 1\n"
    )
    done = run("solve", "tictactoe", "OXOXX..O. O", "--policy", f"{tmp_path}/mine.py:Mine", *words)
    assert done.returncode == 0, done.stderr
    assert "one rank: nothing to share, so the search is serial rather than" in done.stderr
    done = run("solve", "tictactoe", "OXOXX..O. O", "--policy", f"{tmp_path}/mine.py:Other", *words)
    assert done.returncode == 2
    assert "Other is no subclass of Policy; the file has Mine" in done.stderr


def test_a_game_file_of_ones_own(tmp_path):
    file = tmp_path / "heap.py"
    file.write_text(GOOD)
    found = solved(str(file))
    assert (found["value"], found["best_move"]) == (1, "1")
    assert solved(str(file), "1")["value"] == -1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "chess"], "unknown game 'chess'"),
        (["solve", "connect4", "48"], "'8'"),
        (["solve", "connect4", "4444444"], "full"),
        (["solve", "connect4", "1212121"], "the game is over"),
        (["solve", "connect4", "12121212"], "over before move 8"),
        (["solve", "connect4", "......./......./......./...X.../......./......."], "float"),
        (["solve", "tictactoe", "XXXOOO... X"], "both sides have three in a row"),
        (["solve", "tictactoe", "XX......."], "cannot come about"),
        (["solve", "tictactoe", "XXX.OO... O"], "the game is over"),
        (["solve", "othello", "ffo-99"], "ffo-99"),
        (["solve", "othello", "-" * 64 + " X"], "othello"),
        (["solve", "othello", "f5f5"], "f5"),
        (["solve", "simplexity", "9O"], "simplexity"),
        (["solve", "simplexity:3x3"], "simplexity"),
        (["solve", "connect4", "--depth", "0"], "--depth must be at least 1"),
        (["solve", "connect4", "--depth", "x"], "'x' is not a valid integer"),
        (["solve", "connect4", "--time", "0"], "--time must be more than 0"),
        (["solve", "connect4", "--nodes", "-4"], "--nodes must be at least 1"),
        (["solve", "connect4", "--table-mb", "99999999"], "does not fit"),
        (["solve", "connect4", "--table-mb", "0"], "does not fit"),
        (["solve", "connect4", "--colour"], "No such option"),
        (
            ["solve", "connect4", "1", "2"],
            "unexpected extra argument (2); a position with spaces is one arg",
        ),
        (["solve"], "Missing argument 'GAME'"),
        (["slove"], "No such command"),
        (["solve", "./nowhere.py"], "there is no game file"),
        (["bench", "speed"], "there is no workload 'speed'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(words, message, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.strip().splitlines()) == 1, errors
    assert message in errors


def test_a_board_may_begin_with_dashes():
    board = "---------------------------OX------XO--------------------------- X"
    assert run("perft", "othello", board, "--depth", "4", "--json").stdout.count('"leaves": 244') == 1


def test_ctrl_c_prints_the_best_so_far():
    run("solve", "connect4", "--depth", "1")  # compiled from here on
    process = subprocess.Popen(
        [sys.executable, "-m", "mpi_search", "solve", "connect4", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(5)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    found = json.loads(output)
    assert not found["exact"]
    assert found["best_move"]


def test_ctrl_c_before_the_search_is_out_at_once(tmp_path):
    """There is no best so far while a game is loaded, or compiled: nobody waits for that."""
    file = tmp_path / "slow.py"
    file.write_text("import sys, time\nprint('loading', file=sys.stderr, flush=True)\ntime.sleep(100)\n" + GOOD)
    words = [sys.executable, "-m", "mpi_search", "solve", str(file)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr.readline() == "loading\n"
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
    assert (process.returncode, output, errors.strip()) == (130, "", "mpi-search: interrupted")


def test_games_lists_every_game():
    done = run("games")
    for name in ("connect4", "othello", "simplexity", "synthetic", "tictactoe"):
        assert name in done.stdout
    rows = json.loads(run("games", "--json").stdout)
    assert {"name", "variants", "position", "example"} == set(rows[0])


def test_perft_counts():
    rows = json.loads(run("perft", "tictactoe", "--depth", "5", "--json").stdout)["rows"]
    assert [row["leaves"] for row in rows] == [9, 72, 504, 3024, 15120]


def test_check_reports_what_it_did(tmp_path):
    assert "no fault found" in run("check", "tictactoe").stdout
    file = tmp_path / "bad.py"
    file.write_text(GOOD.replace("= 1, 3, 9, 1", "= 1, 3, 2, 1"))
    done = run("check", str(file))
    assert done.returncode == 2
    assert "longer than MAX_PLIES" in done.stderr


def test_bench_measures_as_table_and_as_json():
    done = run("bench", "general", "--repeat", "1", "--json")
    assert done.returncode == 0, done.stderr
    row = json.loads(done.stdout)["rows"][0]
    assert row["workload"] == "general"
    assert row["nodes_per_second"] > 0
    assert "general" in run("bench", "--list").stdout


@pytest.mark.parametrize("words", [[], ["solve"], ["simulate"], ["bench"], ["check"], ["perft"], ["games"]])
def test_help_says_what_commands_do(words, capsys):
    main([*words, "--help"])
    assert "Usage:" in capsys.readouterr().out


def test_no_words_at_all_show_the_help():
    done = run()
    assert done.returncode == 2
    assert "Commands:" in done.stderr
