"""The swarm, in small: random runs within the suite, and that a failing run is noticed, named and replayed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from mpi_search.cluster.worker import Worker
from mpi_search.rules.load import load_game
from mpi_search.search.plan import Plan
from mpi_search.study import swarm
from mpi_search.study.oracle import Oracle, WrongAnswer
from mpi_search.study.scenario import draw, rules_of
from mpi_search.study.swarm import Tally, limits_of, run_seed
from tests import tools
from tests.tools import TANGLE

EXTRA = (str(TANGLE),)
BATCHES, RUNS = 8, 220


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_runs(batch):
    tally = Tally()
    for seed in range(batch * RUNS, (batch + 1) * RUNS):
        report = run_seed(seed, EXTRA, validate=True)
        assert not report.error, f"mpi-search swarm --seed {seed} --game tests/tangle.py\n{report.error}"
        tally.add(report)
    assert tally.missing() == []
    assert tally.most_ranks == 64
    assert set(tally.games) == {*(source.game for source in swarm.SOURCES), *EXTRA}


# --- a run is a function of its seed
def test_the_same_seed_is_the_same_run():
    for seed in range(10):
        assert draw(seed) == draw(seed)
        assert run_seed(seed).happened == run_seed(seed, validate=True, log=lambda *_: None).happened


def test_positions_can_be_searched():
    for seed in range(200):
        scenario = draw(seed)
        rules = rules_of(scenario.game)
        assert rules.outcome(scenario.state) is None
        assert scenario.depth is None or scenario.depth >= 1
        assert 2 <= scenario.shape.ranks <= 64
        assert 1 <= scenario.shape.hosts <= scenario.shape.ranks


# --- failures are noticed
def test_a_wrong_value_is_noticed(monkeypatch):
    answer = Plan.answer
    monkeypatch.setattr(Plan, "answer", lambda plan: (answer(plan)[0], -answer(plan)[1] or 1, answer(plan)[2]))
    errors = [run_seed(seed).error for seed in range(30) if not limits_of(draw(seed))]
    assert len(errors) > 5
    assert all("WrongAnswer" in error for error in errors)


def test_an_exception_in_a_rank_is_noticed(monkeypatch):
    monkeypatch.setattr(Worker, "_on_start", lambda *_: 1 / 0)
    assert "ZeroDivisionError" in run_seed(1).error


def test_a_rank_that_falls_silent_is_noticed(monkeypatch):
    monkeypatch.setattr(Worker, "_on_stop", lambda *_: None)
    assert "Stuck" in run_seed(1).error


def test_a_livelock_is_noticed(monkeypatch):
    monkeypatch.setattr(swarm, "MAX_EVENTS", 5)
    assert "Livelock" in run_seed(1).error


def test_a_search_without_end_is_noticed(monkeypatch):
    monkeypatch.setattr(swarm, "MAX_SLICES", 2)
    assert "Livelock" in run_seed(1).error


def test_as_long_as_somebody_searches_others_may_look_for_work(monkeypatch):
    messages = run_seed(20).happened["messages"]
    assert messages > 1000
    monkeypatch.setattr(swarm, "MAX_EVENTS", messages // 4)
    assert not run_seed(20).error


def test_a_tally_names_what_is_missing():
    assert "policy ybwc" in Tally().missing()
    assert "Grant" in Tally().missing()
    tally = Tally()
    tally.add(swarm.Report(draw(1), error="wrong", happened=Counter({"Grant": 2})))
    assert tally.failed == {1: "wrong"}
    assert "Grant" not in tally.missing()


# --- the oracle itself
@pytest.mark.parametrize("seed", range(20))
def test_the_oracle_agrees_with_minimax(seed):
    game = load_game(str(TANGLE))
    plain, state = tools.Oracle(game), (seed, 7, 0)
    if game.outcome(state) is not None:
        return
    for depth, number in ((None, tools.TO_END), (3, 3)):
        below = number if depth is None else number - 1
        value = plain.value(state, number)
        assert Oracle(game).value(state, depth) == value
        for move in game.moves(state):
            reached = -plain.value(game.play(state, move), below)
            if reached == value:
                Oracle(game).check(state, depth, value, move)
            else:
                refused(game, state, depth, value, move)
                refused(game, state, depth, reached, move)
        refused(game, state, depth, value + 1, move)
        refused(game, state, depth, value - 1, move)
        refused(game, state, depth, value, 99)


def refused(game, state, depth, value, move):
    with pytest.raises(WrongAnswer):
        Oracle(game).check(state, depth, value, move)


def test_compiled_rules_are_the_plain_ones():
    for seed in range(100):
        scenario = draw(seed, EXTRA)
        plain, rules, state = load_game(scenario.game), rules_of(scenario.game), scenario.state
        assert rules.moves(state) == plain.moves(state)
        assert rules.noisy_moves(state) == plain.noisy_moves(state)
        assert rules.evaluate(state) == plain.evaluate(state)
        for move in plain.moves(state):
            after = plain.play(state, move)
            assert rules.play(state, move) == after
            assert rules.outcome(after) == plain.outcome(after)


# --- the command
def run(*words):
    return subprocess.run(
        [sys.executable, "-m", "mpi_search", "swarm", *words], capture_output=True, text=True, timeout=200
    )


@pytest.mark.slow
def test_the_command_makes_as_many_runs_as_asked_for():
    done = run("--runs", "20", "--jobs", "2", "--json", "--first-seed", "7")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["runs"], found["failed"], found["replay"]) == (20, {}, {})
    assert sum(found["policies"].values()) == 20


@pytest.mark.slow
def test_the_command_replays_a_run_with_its_log(tmp_path):
    log = tmp_path / "events"
    done = run("--seed", "3", "--log", str(log))
    assert done.returncode == 0, done.stderr
    assert "1 runs" in done.stdout
    assert "Hello" in log.read_text()
    assert f"seed=3, policy={draw(3).policy!r}" in done.stderr


@pytest.mark.slow
def test_the_command_names_failing_runs_and_how_to_replay_them(monkeypatch, capsys):
    from mpi_search.cli.main import main

    monkeypatch.setattr(Worker, "_on_stop", lambda *_: None)
    with pytest.raises(SystemExit) as end:
        main(["swarm", "--runs", "2", "--jobs", "1"])
    assert end.value.code == 1
    printed = capsys.readouterr()
    assert "failed: mpi-search swarm --seed 0" in printed.out
    assert "seed 1 failed: " in printed.err
    with pytest.raises(SystemExit) as end:
        main(["swarm", "--seed", "1", "--game", "tictactoe"])
    assert end.value.code == 1
    printed = capsys.readouterr()
    assert " 0 received from " in printed.err
    assert "failed: mpi-search swarm --seed 1 --game tictactoe" in printed.out


@pytest.mark.slow
def test_an_interrupted_swarm_says_what_was_done():
    words = [sys.executable, "-m", "mpi_search", "swarm", "--minutes", "3", "--jobs", "2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while "searching" not in process.stderr.readline():
            pass
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert " runs in " in out


def test_a_log_needs_a_seed(capsys):
    from mpi_search.cli.main import main

    with pytest.raises(SystemExit) as end:
        main(["swarm", "--log", "/dev/null"])
    assert end.value.code == 2
    assert "--seed" in capsys.readouterr().err
