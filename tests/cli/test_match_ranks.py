"""Ctrl-C in a match on several ranks, at any moment: it ends soon, what was played is told, nothing is left."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.transport.mpis import MPI, ROOT, clean_environment, descendants, name_of, need, signal_to

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

#: Within so long it must end: a few seconds, and some for a machine that has other things to do.
SOON_S = 20.0
#: A bot that plays at once at some ranks, and thinks at others: it says so, and asks whether it should stop, or not.
THINKER = """
import os, time
from pathlib import Path
from mpi_search.bots.bot import Bot, Choice

RANK = os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ.get("PMI_RANK")

class Thinker(Bot):
    name = "thinker"

    def __init__(self, setup, *, ranks="", deaf="", swallows=0):
        super().__init__(setup)
        self.thinks, self.is_deaf, self.swallows = RANK in ranks.split("+"), RANK in deaf.split("+"), swallows

    def choose(self, record, seconds):
        if self.thinks or self.is_deaf:
            Path({folder!r}, f"rank-{{RANK}}").touch()
            deadline = self.deadline(seconds)
            while self.clock() < deadline if self.is_deaf else not self.is_late(deadline):
                try:
                    time.sleep(10 if self.swallows else 0.01)
                except KeyboardInterrupt:
                    if not self.swallows:
                        raise
        return Choice(record.legal[0])
"""
#: An engine that thinks at rank 1, and hears nothing meanwhile.
ENGINE = """
import os, sys, time
from pathlib import Path
for line in sys.stdin:
    if line.startswith("genmove") and (os.environ.get("OMPI_COMM_WORLD_RANK") or os.environ.get("PMI_RANK")) == "1":
        Path({folder!r}, "rank-1").touch()
        time.sleep(60)
    print("= D3" if line.startswith("genmove") else "=", end=chr(10) * 2, flush=True)
"""
GAME = ("tictactoe", "--openings", "2", "--time", "60", "--quiet")


@pytest.fixture(params=["openmpi", "mpich"])
def mpi(request) -> MPI:
    return need(request.param)


@pytest.fixture
def bot(tmp_path) -> str:
    (tmp_path / "thinker.py").write_text(THINKER.format(folder=str(tmp_path)))
    return str(tmp_path / "thinker.py")


@contextlib.contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A command, which is gone in the end whatever happens."""
    process = subprocess.Popen(
        command,
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        for each in [*descendants(process.pid), process.pid]:
            signal_to(each, signal.SIGKILL)
        process.communicate()


def rank_0(process: int) -> int | None:
    """Its process, if it has begun."""
    for one in descendants(process):
        try:
            environment = Path(f"/proc/{one}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if name_of(one).startswith("python") and {b"OMPI_COMM_WORLD_RANK=0", b"PMI_RANK=0"} & set(environment):
            return one
    return None


def wait_until(is_so, seconds: float = 60.0):
    until = time.monotonic() + seconds
    while not (found := is_so()):
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.01)
    return found


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def stopped(process: subprocess.Popen[str], target: int, number: int = signal.SIGINT) -> tuple[int, str, str]:
    """Send the signal; exit code and output of what must end soon, and leave nothing behind."""
    below = descendants(process.pid)
    signal_to(target, number)
    output, errors = process.communicate(timeout=SOON_S)
    wait_until(lambda: not any(map(is_alive, below)), 5.0)
    assert "Traceback" not in errors, errors
    return process.returncode, output, errors


def match(mpi: MPI, *words: str, ranks: int = 2) -> contextlib.AbstractContextManager[subprocess.Popen[str]]:
    return running(mpi.command(ranks, "mpi_search", "match", *GAME, *words), mpi.environ())


def has_begun(tmp_path: Path, *ranks: int) -> None:
    wait_until(lambda: all((tmp_path / f"rank-{rank}").exists() for rank in ranks))


def test_in_the_middle_of_its_own_game(mpi, bot, tmp_path):
    with match(mpi, "--first", f"{bot}:ranks=0+1+2", "--second", "random", ranks=3) as process:
        has_begun(tmp_path, 0, 1, 2)
        code, output, _ = stopped(process, rank_0(process.pid))
    assert (code, "0 games" in output) == (130, True), output


def test_an_exception_that_goes_no_further(mpi, bot, tmp_path):
    """As in what a compiler calls while a bot makes it compile."""
    with match(mpi, "--first", f"{bot}:ranks=0+1,swallows=1", "--second", "random") as process:
        has_begun(tmp_path, 0, 1)
        code, output, _ = stopped(process, rank_0(process.pid))
    assert (code, "0 games" in output) == (130, True), output


def test_while_it_waits_for_others(mpi, bot, tmp_path):
    out = tmp_path / "games.jsonl"
    words = ("--first", f"{bot}:ranks=1", "--second", "random", "--games", "6", "--json", "--out", str(out))
    with match(mpi, *words) as process:
        has_begun(tmp_path, 1)
        wait_until(lambda: out.exists() and out.read_text().count("\n") == 3)
        time.sleep(0.2)
        code, output, _ = stopped(process, rank_0(process.pid))
    assert code == 130
    assert json.loads(output)["games"] == 3


def test_between_games(mpi, bot, tmp_path):
    """Many short ones: the signal comes anywhere."""
    for number in range(3):
        out = tmp_path / f"{number}.jsonl"
        words = ("--first", bot, "--second", "random", "--games", "100000", "--openings", "0", "--json")
        words = (*words, "--out", str(out))
        with match(mpi, *words, ranks=3) as process:
            wait_until(lambda out=out: out.exists() and out.read_text().count("\n") > 20)
            time.sleep(0.1 * number)
            code, output, errors = stopped(process, rank_0(process.pid))
        assert code == 130, errors
        assert json.loads(output)["games"] == out.read_text().count("\n"), "what is told is what is kept"


def listens(process: int) -> bool:
    """Whether our code handles its signals; while Python itself starts, nobody can."""
    status = dict(line.split(":\t") for line in Path(f"/proc/{process}/status").read_text().splitlines())
    return bool(int(status["SigCgt"], 16) >> (signal.SIGUSR2 - 1) & 1)


@pytest.mark.parametrize("wait_s", [0.0, 0.2, 0.5, 0.8, 1.1, 1.5])
def test_while_it_is_set_up(mpi, bot, wait_s):
    with match(mpi, "--first", f"{bot}:ranks=0+1", "--second", "random") as process:
        target = wait_until(lambda: rank_0(process.pid))
        wait_until(lambda: listens(target))
        time.sleep(wait_s)
        signal_to(target, signal.SIGINT)
        output, errors = process.communicate(timeout=SOON_S)
        assert process.returncode == 130, (output, errors)
        wait_until(lambda: not descendants(process.pid), 5.0)


def test_a_bot_that_does_not_ask_is_not_waited_for(mpi, bot, tmp_path):
    with match(mpi, "--first", f"{bot}:ranks=0,deaf=1", "--second", "random") as process:
        has_begun(tmp_path, 0, 1)
        code, output, _ = stopped(process, rank_0(process.pid))
    assert (code, "0 games" in output) == (130, True), output


def test_an_engine_that_does_not_listen_is_ended(mpi, tmp_path):
    (tmp_path / "engine.py").write_text(ENGINE.format(folder=str(tmp_path)))
    command = shlex.join([sys.executable, str(tmp_path / "engine.py")])
    words = ("othello", "--first", "random", "--opponent-command", command, "--time", "60", "--quiet")
    with running(mpi.command(2, "mpi_search", "match", *words, "--openings", "0"), mpi.environ()) as process:
        has_begun(tmp_path, 1)
        code, _, _ = stopped(process, rank_0(process.pid))
    assert code == 130


def test_ranks_end_with_their_launcher(mpi, bot, tmp_path):
    with match(mpi, "--first", f"{bot}:ranks=0+1", "--second", "random") as process:
        has_begun(tmp_path, 0, 1)
        below = descendants(process.pid)
        process.kill()
        try:
            wait_until(lambda: not any(map(is_alive, below)), SOON_S)
        finally:
            for each in below:
                signal_to(each, signal.SIGKILL)


def test_ranks_that_the_command_has_started_tell_what_they_have_played(mpi, bot, tmp_path):
    out = tmp_path / "games.jsonl"
    words = ("--first", f"{bot}:ranks=1", "--second", "random", "--games", "6", "--json", "--out", str(out))
    command = [sys.executable, "-m", "mpi_search", "match", *GAME, *words, "--ranks", "2"]
    environment = {**clean_environment(), **mpi.environment, "MPIEXEC": mpi.mpiexec}
    with running(command, environment) as process:
        has_begun(tmp_path, 1)
        wait_until(lambda: out.exists() and out.read_text().count("\n") == 3)
        code, output, errors = stopped(process, process.pid)
    assert code == 130, errors
    told = next(line for line in output.splitlines() if line.startswith("{"))  # MPICH's mpiexec has words of its own
    assert json.loads(told)["games"] == 3
    assert "stopped; with --out" in errors


@pytest.mark.parametrize("wait_s", [0.0, 0.3, 0.7, 1.2, 2.0])
def test_the_command_that_starts_ranks_can_be_stopped_at_any_moment(mpi, bot, wait_s):
    words = ("--first", f"{bot}:ranks=0+1", "--second", "random", "--ranks", "2")
    environment = {**clean_environment(), **mpi.environment, "MPIEXEC": mpi.mpiexec}
    with running([sys.executable, "-m", "mpi_search", "match", *GAME, *words], environment) as process:
        wait_until(lambda: descendants(process.pid))
        time.sleep(wait_s)
        below = descendants(process.pid)
        os.kill(process.pid, signal.SIGINT)
        process.communicate(timeout=SOON_S)
        assert process.returncode == 130
        wait_until(lambda: not any(map(is_alive, below)), 5.0)
