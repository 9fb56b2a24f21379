"""`mpi-search simulate` as a user meets it."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time

import pytest
from rich.console import Console

import mpi_search
from mpi_search.cli import live
from mpi_search.cli import simulate as command
from mpi_search.cli.main import main
from mpi_search.compile.kernel import bind
from mpi_search.front.simulate import Run
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.study import speedup

TREE = "synthetic:branching=6,depth=7,order=0.6,seed=3"
ROW_FIELDS = [
    "position", "policy", "ranks", "hosts", "seed", "value", "best_move", "speedup", "efficiency", "virtual_seconds",
    "nodes", "search_overhead", "idle_share", "message_share", "messages", "bytes",
]  # fmt: skip


@pytest.fixture
def simulated(capsys):
    """Run the command; return what it printed."""

    def run(*words):
        main(["simulate", *words, "--table-mb", "2", "--quiet"])
        output, errors = capsys.readouterr()
        assert errors == ""
        return json.loads(output) if "--json" in words else output

    return run


def test_json_has_the_public_fields(simulated):
    found = simulated("tictactoe", "OX....... O", "--policies", "ybwc,dts", "--ranks", "1,3", "--seed", "4", "--json")
    assert list(found) == ["game", "version", "seeds", "costs", "serial", "rows", "summary"]
    assert (found["game"], found["version"], found["seeds"]) == ("tictactoe", mpi_search.__version__, [4])
    assert (found["costs"]["node_ns"], found["costs"]["near_us"], found["costs"]["table_mb"]) == (100, 5, 2)
    assert list(found["serial"][0]) == ["position", "algorithm", "value", "best_move", "nodes", "seconds"]
    assert {row["position"] for row in found["rows"]} == {"OX....... O"}
    assert [list(row) for row in found["rows"]] == [ROW_FIELDS] * 4
    assert [(row["policy"], row["ranks"]) for row in found["rows"]] == [
        ("ybwc", 1),
        ("ybwc", 3),
        ("dts", 1),
        ("dts", 3),
    ]


@pytest.mark.parametrize("game", [TREE, "connect4:4x4"])
def test_every_policy_finds_the_serial_value(simulated, game):
    rules = load_game(game)
    value = Solver(bind(rules), Table(2)).solve(rules.start()).value
    rows = simulated(game, "--policies", "all", "--ranks", "1,5", "--hosts", "2", "--json")["rows"]
    assert [row["policy"] for row in rows[::2]] == list(POLICIES)
    assert {row["value"] for row in rows} == {value}


def test_the_same_seed_gives_the_same_output(simulated):
    words = [TREE, "--ranks", "6", "--hosts", "2", "--jitter", "2", "--json"]
    first, again, other = (simulated(*words, "--seed", seed) for seed in "112")
    assert first == again
    assert first["rows"] != other["rows"]


def test_jitter_makes_another_run_of_the_same_seed(simulated):
    words = [TREE, "--ranks", "6", "--hosts", "2", "--json"]
    steady, shaky = (simulated(*words, "--jitter", jitter)["rows"] for jitter in ("0", "0.5"))
    assert steady != shaky


def test_text_tells_seed_network_reference_and_rows(simulated):
    output = simulated(TREE, "--ranks", "1,20", "--seed", "9", "--depth", "6", "--open-window")
    for part in ("seed 9", "5 us within a host", "20 us between hosts", "node 100 ns", "depth 6", "open window"):
        assert part in output.splitlines()[0]
    assert re.search(r"serial: [\d,]+ nodes, [\d.]+ s, best move \d", output)
    assert re.search(r"^ybwc +1 +1 +\d+\.\d\d ", output, re.MULTILINE)
    assert re.search(r"^ybwc +20 +2 +\d", output, re.MULTILINE)
    assert "mean" not in output


def test_several_positions_have_means(simulated):
    words = [TREE, "0", "3 1", "--ranks", "1,4"]
    found = simulated(*words, "--json")
    assert [each["position"] for each in found["serial"]] == ["0", "3 1"]
    assert [(row["position"], row["ranks"]) for row in found["rows"]] == [("0", 1), ("0", 4), ("3 1", 1), ("3 1", 4)]
    for number, mean in enumerate(found["summary"]):
        one, other = (row["speedup"] for row in found["rows"][number::2])
        assert (mean["policy"], mean["ranks"]) == ("ybwc", (1, 4)[number])
        assert mean["speedup_mean"] == pytest.approx((one + other) / 2)
        assert mean["speedup_sd"] == pytest.approx(abs(one - other) / 2**0.5)
    assert "mean of 2 runs" in simulated(*words)


def test_several_seeds_are_several_runs(simulated):
    words = [TREE, "--ranks", "6", "--hosts", "2", "--jitter", "2", "--seed", "3"]
    found = simulated(*words, "--seeds", "3", "--json")
    assert found["seeds"] == [row["seed"] for row in found["rows"]] == [3, 4, 5]
    assert found["rows"][0] == simulated(*words, "--json")["rows"][0]
    assert len(found["summary"]) == 1
    assert re.search(r"^ybwc +4 +6 ", simulated(*words, "--seeds", "3"), re.MULTILINE)


def test_boards_may_begin_with_dashes(simulated):
    board = "---------------------------OX------XO--------------------------- X"
    words = ["othello", "f5", board, "--depth", "3", "--ranks", "2", "--json"]
    assert [each["position"] for each in simulated(*words)["serial"]] == ["f5", board]


def test_the_cost_of_a_node_is_the_games_or_the_users(simulated):
    slow, fast = (
        simulated("connect4:4x4", "--ranks", "1", "--json", *words)["rows"][0]["virtual_seconds"]
        for words in ([], ["--node-ns", "30"])
    )
    assert 8 < slow / fast < 10


def test_what_ranks_do_besides_searching_can_be_had_for_less(simulated):
    words = [TREE, "--ranks", "4", "--hosts", "2"]
    free, half, full = (simulated(*words, "--handling", times, "--json")["rows"][0] for times in ("0", "0.5", "1"))
    assert free["message_share"] == 0
    assert free["virtual_seconds"] < half["virtual_seconds"] < full["virtual_seconds"]
    assert full == simulated(*words, "--json")["rows"][0]
    assert "job 16 us, handling times 0.5, node 100 ns" in simulated(*words, "--handling", "0.5")


def test_the_log_has_a_line_for_every_event(simulated, tmp_path):
    file = tmp_path / "events.txt"
    rows = simulated(TREE, "--ranks", "2,3", "--log", str(file), "--json")["rows"]
    lines = file.read_text().splitlines()
    assert lines[0] == f"# {TREE} start: ybwc, 2 ranks, 1 hosts, seed 1"
    assert sum(line.startswith("#") for line in lines) == 2
    events = [line.split(" ", 3) for line in lines if not line.startswith("#")]
    assert all(float(event[0]) >= 0 and int(event[1]) in range(3) for event in events)
    assert sum(event[2] == "sent" for event in events) == sum(row["messages"] for row in rows)
    assert {"sent", "received", "ran", "finished"} <= {event[2] for event in events}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tictactoe", "--policies", "ybwc,best"], "no policy 'best'; there are root, pvsplit, ybwc, jamboree, dts"),
        (["tictactoe", "--policies", "serial"], "no policy 'serial'"),
        (["tictactoe", "--policies", ""], "no policy ''"),
        (["tictactoe", "--ranks", "0"], "--ranks must be from 1 to"),
        (["tictactoe", "--ranks", "4,-2"], "--ranks must be from 1 to 4096, not -2"),
        (["tictactoe", "--ranks", "999999"], "--ranks must be from 1 to"),
        (["tictactoe", "--ranks", "1,two"], "--ranks must be whole numbers"),
        (["tictactoe", "--ranks", "1,,2"], "--ranks must be whole numbers"),
        (["tictactoe", "--ranks", "2,4", "--hosts", "5"], "--hosts must be from 1 to the number of ranks, 4, not 5"),
        (["tictactoe", "--hosts", "0"], "--hosts must be from 1"),
        (["tictactoe", "--latency-us", "0"], "--latency-us must be more than 0"),
        (["tictactoe", "--far-latency-us", "-1"], "--far-latency-us must be more than 0"),
        (["tictactoe", "--bandwidth-mb-s", "nan"], "--bandwidth-mb-s must be more than 0"),
        (["tictactoe", "--node-ns", "inf"], "--node-ns must be more than 0"),
        (["tictactoe", "--send-us", "-1"], "--send-us must be at least 0"),
        (["tictactoe", "--receive-us", "-1"], "--receive-us must be at least 0"),
        (["tictactoe", "--handling", "-1"], "--handling must be at least 0"),
        (["tictactoe", "--jitter", "-0.5"], "--jitter must be at least 0"),
        (["tictactoe", "--depth", "0"], "--depth must be at least 1"),
        (["tictactoe", "--table-mb", "0"], "--table-mb must be more than 0"),
        (["tictactoe", "--table-mb", "99999999"], "does not fit"),
        (["tictactoe", "--seed", "x"], "'x' is not a valid integer"),
        (["tictactoe", "--log", "/nowhere/events.txt"], "--log /nowhere/events.txt cannot be written: No such file"),
        (["tictactoe", "start", "XXX.OO... O"], "the game is over"),
        (["chess"], "unknown game 'chess'"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(words, message, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["simulate", *words])
    assert stop.value.code == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert len(errors.strip().splitlines()) == 1, errors
    assert message in errors


def test_a_full_disk_is_an_error_of_the_log(capsys):
    with pytest.raises(SystemExit) as stop:
        main(["simulate", TREE, "--ranks", "4", "--log", "/dev/full", "--quiet"])
    assert stop.value.code == 2
    assert "--log /dev/full cannot be written: No space left on device" in capsys.readouterr().err


def test_a_wrong_value_is_not_passed_over(monkeypatch, capsys):
    monkeypatch.setattr(speedup, "serial_search", lambda *search, **options: speedup.Serial(99, "0", 1000))
    with pytest.raises(speedup.Broken, match=r"ybwc on 2 ranks and 1 hosts, seed 1: found the value"):
        main(["simulate", TREE, "--ranks", "2", "--quiet"])
    assert capsys.readouterr().out == ""


def test_the_table_fits_into_a_terminal():
    row = speedup.Row(
        "jamboree",
        1024,
        64,
        -3,
        "a2",
        123.45,
        0.1234,
        1.234567,
        99_900_000,
        1.019,
        0.123,
        0.1,
        10**6,
        10**8,
    )
    for width in (80, command.WIDE):
        screen = io.StringIO()
        Console(file=screen, width=width).print(command.as_table([Run("start", 1, row)], width, with_seeds=False))
        words = screen.getvalue().splitlines()[1].split()
        assert words[:2] == ["jamboree", "1024"]
        assert {"123.45", "12.3%", "1.234567", "99.9", "+101.9%", "10.0%"} <= set(words)
        assert ("a2" in words) == (width == command.WIDE)


def test_the_live_line_tells_how_far_the_run_is(monkeypatch):
    screen = io.StringIO()
    monkeypatch.setattr(live, "stderr", Console(file=screen, force_terminal=True, width=120))
    with live.LiveLine(quiet=False) as line:
        line.show(command.progress_line("start  ybwc  16 ranks", 0.0125, 1_000_000, 4_000_000))
    assert "start  ybwc  16 ranks  12.5 ms  1.0 M nodes  25% of the serial search" in screen.getvalue()
    assert live.LiveLine(quiet=True).line is None


def test_ctrl_c_prints_the_rows_so_far(tmp_path):
    file, sizes = tmp_path / "events.txt", list(range(1, 33))
    words = ["othello", "ffo-40", "--ranks", ",".join(map(str, sizes)), "--log", str(file), "--json", "--quiet"]
    program = [sys.executable, "-m", "mpi_search", "simulate", *words]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (file.exists() and "2 ranks" in file.read_text()) and time.monotonic() < deadline:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    done = [row["ranks"] for row in json.loads(output)["rows"]]
    assert 1 <= len(done) < len(sizes)
    assert done == sizes[: len(done)]


def test_solve_names_the_same_policies(capsys):
    main(["solve", "--help"])
    assert f"serial, {', '.join(POLICIES)}, or ./mine.py:Mine" in " ".join(capsys.readouterr().out.split())
