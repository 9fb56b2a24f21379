"""A program that is asked, however it behaves."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
import time

import pytest

from mpi_search.bots.bot import Setup
from mpi_search.bots.record import Record
from mpi_search.errors import EngineError, InputError
from mpi_search.protocols import gtp_client
from mpi_search.protocols.gtp_client import GtpClient, Refusal
from mpi_search.protocols.gtp_player import GtpPlayer, moves_to
from mpi_search.rules.load import load_game

#: It answers everything but what it is told to do otherwise.
PROGRAM = """
import sys, time
answers = {answers}
print("hello, this is no reply")
for line in sys.stdin:
    name = line.split()[0]
    answer = answers.get(line.strip(), answers.get(name, "="))
    if answer == "sleep":
        time.sleep(100)
    if answer == "die":
        sys.exit(7)
    print(answer + chr(10), flush=True)
    if name == "quit":
        break
"""


def program(**answers: str) -> str:
    code = PROGRAM.format(answers=answers)
    return shlex.join([sys.executable, "-c", code])


@pytest.fixture
def client():
    """Clients of programs that answer so; all are gone in the end."""
    made = []

    def make(**answers: str) -> GtpClient:
        made.append(GtpClient(program(**answers)))
        return made[-1]

    yield make
    for each in made:
        each.close()
        assert each._process.poll() is not None


def test_replies(client):
    one = client(name="= Some One", showboard="= \n. .\n. .", fly="?3 no wings")
    assert one.ask("name") == "Some One"
    assert one.ask("showboard") == ". .\n. ."
    with pytest.raises(Refusal, match="'fly' was refused: 3 no wings"):
        one.ask("fly")
    assert one.ask("name") == "Some One"


def test_a_silent_program_is_ended(client):
    one = client(genmove="sleep")
    one.ask("name")
    began = time.monotonic()
    with pytest.raises(EngineError, match=r"no reply to 'genmove b' for 0\.2 s"):
        one.ask("genmove b", 0.2)
    assert time.monotonic() - began < 8
    with pytest.raises(EngineError):
        one.ask("name")


def test_a_program_that_ends_is_told_of(client):
    with pytest.raises(EngineError, match="ended with 7 before a reply to 'genmove b'"):
        client(genmove="die").ask("genmove b")


@pytest.mark.parametrize("command", ["", "/nowhere/engine", "'open"])
def test_what_cannot_be_started(command):
    with pytest.raises(InputError):
        GtpClient(command)


def test_programs_do_not_outlive_their_client(tmp_path):
    """However that one ends."""
    script = """
import os, sys
from mpi_search.protocols.gtp_client import GtpClient
client = GtpClient(sys.argv[1])
client.ask("name")
print(client._process.pid, flush=True)
"""
    for end in ("", "raise KeyboardInterrupt", "os._exit(1)", "import mpi_search.leave as l; l.run_and_leave(int)"):
        done = subprocess.run(
            [sys.executable, "-c", script + end, program(name="= x")], capture_output=True, text=True, timeout=30
        )
        pid, until = int(done.stdout), time.monotonic() + 5
        while is_alive(pid) and time.monotonic() < until:
            time.sleep(0.05)
        assert not is_alive(pid), end


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent is gone")
def test_a_program_that_does_not_listen_ends_with_a_client_that_is_killed():
    script = """
import sys, time
from mpi_search.protocols.gtp_client import GtpClient
client = GtpClient(sys.argv[1])
client._say("name")
print(client._process.pid, flush=True)
time.sleep(100)
"""
    command = [sys.executable, "-c", script, program(name="sleep")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        pid = int(process.stdout.readline())
        process.kill()
    until = time.monotonic() + 5
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(pid)


def test_a_program_outlives_the_thread_that_has_started_it(client):
    made = []
    thread = threading.Thread(target=lambda: made.append(client(name="= x")))
    thread.start()
    thread.join()
    time.sleep(0.1)
    assert made[0].ask("name") == "x"


def is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_an_end_that_is_not_wanted_comes(monkeypatch):
    monkeypatch.setattr(gtp_client, "END_S", 0.1)
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('=\\n', flush=True); time.sleep(99)"
    )
    one = GtpClient(shlex.join([sys.executable, "-c", code]))
    one.ask("name")
    one.close()
    assert one._process.poll() == -9


# --- a bot that plays by it
OTHELLO = load_game("othello")


def player(**answers: str) -> GtpPlayer:
    return GtpPlayer(Setup(OTHELLO), program(**answers))


def test_a_player_plays():
    one = player(genmove="= D3", list_commands="= genmove\ntime_settings\ntime_left")
    record = Record(OTHELLO)
    choice = one.choose(record, 0.5)
    assert OTHELLO.move_name(record.state, choice.move) == "d3"
    one.close()


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"genmove": "= A1"}, "played 'A1', which is not legal, after the first position"),
        ({"genmove": "= resign"}, "resigned"),
        ({"genmove": "= pass"}, "played 'pass'"),
        ({"genmove": "?"}, "refused"),
        ({"genmove": "die"}, "ended with 7"),
        ({"clear_board": "?"}, "'clear_board' was refused"),
    ],
)
def test_a_player_that_breaks_the_rules(answers, why):
    one = player(**answers)
    try:
        with pytest.raises(EngineError, match=why):
            one.choose(Record(OTHELLO), 0.1)
    finally:
        one.close()


def test_a_program_that_does_not_play_this():
    for answers in ({"boardsize": "? no"}, {"list_commands": "die"}):
        with pytest.raises(EngineError):
            player(**answers)


@pytest.mark.parametrize(
    ("game", "position", "moves"),
    [
        ("othello", "start", []),
        ("othello", "f5d6c3", ["F5", "D6", "C3"]),
        ("othello", "f5 d6", ["F5", "D6"]),
        ("othello", "ffo-40", None),
        ("othello", "f5f5", None),
        ("connect4", "4453", ["4", "4", "5", "3"]),
        ("simplexity", "3O2X", ["3O", "2X"]),
        ("tictactoe", "XX.OO.... X", None),
    ],
)
def test_positions_that_are_moves(game, position, moves):
    assert moves_to(load_game(game), position) == moves


def test_a_position_that_cannot_be_said():
    one = player()
    with pytest.raises(EngineError, match="no way to say the position 'ffo-40'"):
        one.choose(Record(OTHELLO, "ffo-40"), 0.1)
    one.close()


# --- a move that is wanted at once
#: Thinks until it is interrupted, or for a second; says which, and what else it was told meanwhile.
THINKER = """
import select, sys
known, stdin = {known!r}, open(0, "rb", buffering=0)
for line in stdin:
    answer = "="
    if line.startswith(b"list_commands"):
        answer = "= genmove" + chr(10) + known
    elif line.startswith(b"genmove"):
        heard = stdin.readline() if select.select([stdin], [], [], 1)[0] else b""
        more = select.select([stdin], [], [], 0.2)[0]
        answer = "= " + ("C4" if not heard else "D3" if heard.strip() == b"# interrupt" and not more else "A1")
    print(answer + chr(10), flush=True)
    if line.startswith(b"quit"):
        break
"""


def thinker(known: str, should_stop) -> str:
    """The move that it plays when asked to stop so."""
    one = GtpPlayer(Setup(OTHELLO), shlex.join([sys.executable, "-c", THINKER.format(known=known)]))
    one.should_stop, record = should_stop, Record(OTHELLO)
    try:
        return OTHELLO.move_name(record.state, one.choose(record, 0.1).move)
    finally:
        one.close()


def after(seconds: float):
    at = time.monotonic() + seconds
    return lambda: time.monotonic() >= at


def test_an_engine_is_interrupted_once_when_its_move_is_wanted():
    assert thinker("gogui-interrupt", after(0.1)) == "d3"
    assert thinker("gogui-interrupt", lambda: True) == "d3", "also when it was wanted from the beginning"
    assert thinker("gogui-interrupt", lambda: False) == "c4"


def test_an_engine_that_does_not_know_that_is_waited_for():
    assert thinker("name", after(0.1)) == "c4"


def test_our_own_engine_can_be_interrupted():
    command = shlex.join([sys.executable, "-m", "mpi_search", "gtp", "othello", "--bot", "mcts"])
    one = GtpPlayer(Setup(OTHELLO), command)
    record = Record(OTHELLO)
    try:
        one.choose(record, 0.1)  # it is warm
        one.should_stop, began = after(0.3), time.monotonic()
        one.choose(record, 60)
        assert 0.3 <= time.monotonic() - began < 10
        one.should_stop = lambda: False
        assert one.choose(record, 1).move in record.legal, "and goes on afterwards"
    finally:
        one.close()


def test_an_engine_that_dies_when_it_is_interrupted():
    one = player(list_commands="= gogui-interrupt", genmove="die")
    one.should_stop = lambda: True
    with pytest.raises(EngineError, match="ended with 7"):
        one.choose(Record(OTHELLO), 60)
    one.close()
