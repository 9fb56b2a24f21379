"""`solve` on several ranks as a user meets it: JSON, limits, live output, Ctrl-C, failures."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from mpi_search.cli.answer import busy_text
from tests.rules.test_load import GOOD
from tests.transport.mpis import ROOT, clean_environment, descendants, name_of, need

pytestmark = pytest.mark.slow


@pytest.fixture(params=["openmpi", "mpich"])
def mpi(request):
    return need(request.param)


def solved(mpi, ranks, *words):
    done = mpi.run(ranks, "mpi_search", "solve", *words, "--json", "--quiet")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)


def test_json_has_the_public_fields(mpi):
    found = solved(mpi, 3, "connect4", "4453", "--depth", "12", "--pretend-hosts", "2")
    assert (found["value"], found["exact"], found["depth"]) == (0, False, 12)
    assert (found["ranks"], found["hosts"], found["policy"], found["lost_ranks"]) == (3, 2, "ybwc", [])
    assert found["pv"][0] == found["best_move"]
    assert found["nodes"] == sum(row["nodes"] for row in found["per_rank"])
    fields = ["rank", "host", "nodes", "jobs", "busy_seconds", "messages_sent", "messages_received", "bytes_sent"]
    for number, row in enumerate(found["per_rank"]):
        assert list(row) == fields
        assert row["rank"] == number


def test_people_get_a_table_of_ranks():
    done = need("openmpi").run(2, "mpi_search", "solve", "connect4", "4453", "--depth", "10", "--policy", "dts")
    assert done.returncode == 0, done.stderr
    for part in ("best move", "rank  host", "busy", "received"):
        assert part in done.stdout
    assert "\x1b" not in done.stdout + done.stderr, "no escapes where there is no terminal"
    assert len(re.findall(r"^[01] +\S+ +[\d.]+", done.stdout, re.MULTILINE)) == 2


def test_limits_on_the_cluster(mpi):
    few = solved(mpi, 3, "connect4", "--nodes", "2000000", "--table-mb", "1")
    assert not few["exact"]
    assert few["nodes"] <= 3_000_000, "about so many: the others search on until they hear of it"
    short = solved(mpi, 3, "connect4", "--time", "0.3")
    assert not short["exact"]
    assert short["seconds"] < 2
    assert short["depth"] >= 1


def test_one_rank_under_mpiexec_is_serial_unless_asked(mpi):
    assert solved(mpi, 1, "tictactoe")["policy"] == "serial"
    assert solved(mpi, 2, "tictactoe", "--policy", "serial")["ranks"] == 1


def test_other_commands_run_on_rank_0(mpi):
    done = mpi.run(3, "mpi_search", "games", "--json")
    assert done.returncode == 0
    assert {"name": "connect4"}.items() <= json.loads(done.stdout)[0].items(), "printed once"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "unknown game 'chess'"),
        (["connect4", "48"], "'8'"),
        (["connect4", "--colour"], "No such option"),
        (["connect4", "--pretend-hosts", "9"], "--pretend-hosts 9 is more than the 2 ranks"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_told_once_with_exit_code_2(mpi, words, message):
    done = mpi.run(2, "mpi_search", "solve", *words)
    assert done.returncode == 2
    assert done.stderr.count("mpi-search") == 1, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_that_cannot_be_compiled_ends_the_job_with_one_line(mpi, tmp_path):
    file = tmp_path / "broken.py"
    file.write_text(GOOD.replace("(state[0] - move,)", "[state[0] - move]"))
    done = mpi.run(2, "mpi_search", "solve", str(file))
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("mpi-search: ") == 1
    assert "cannot be compiled" in done.stderr


# --- failures
def test_the_mpiexec_of_another_mpi_is_refused():
    own, other = need("openmpi"), need("mpich")
    done = subprocess.run(
        other.command(2, "mpi_search", "solve", "tictactoe"),
        env=own.environ(),
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert "PMI_SIZE promises 2 ranks, but the MPI world has only one (Open MPI" in done.stderr


def test_a_scheduler_without_a_launcher_is_told_what_to_do():
    need("openmpi")
    environment = {**clean_environment(), "SLURM_NTASKS": "8", "SLURM_PROCID": "0"}
    words = [sys.executable, "-m", "mpi_search", "solve", "tictactoe"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "Slurm promises 8 ranks" in done.stderr
    assert "srun" in done.stderr
    done = subprocess.run([*words, "--policy", "serial"], env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_an_exception_in_one_rank_ends_the_job_with_its_traceback_once(mpi):
    began = time.monotonic()
    done = mpi.run(3, "tests.transport.faulty", "raise", timeout_s=60)
    assert done.returncode == 3, done.stderr
    assert done.stderr.count("ZeroDivisionError: rank 1 divides") == 1
    assert done.stderr.count("Traceback") == 1
    assert re.search(r"mpi-search: rank 1 on \S+ failed:", done.stderr)
    assert time.monotonic() - began < 50


def test_ranks_with_another_game_are_refused_in_one_line_that_names_both(mpi):
    done = mpi.run(3, "tests.transport.faulty", "misfit", timeout_s=60)
    assert done.returncode == 3, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("mpi-search: ") == 1, done.stderr
    [line] = [line for line in done.stderr.splitlines() if "mpi-search: " in line]
    for part in ("rank 2 on", "another-game", "the master on", "install the same version"):
        assert part in line


def test_a_killed_rank_does_not_leave_the_others_behind(mpi):
    process = subprocess.Popen(
        mpi.command(3, "mpi_search", "solve", "othello", "ffo-48"),
        env=mpi.environ(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    ranks = wait_for_ranks(process.pid, 3)
    time.sleep(2)
    os.kill(ranks[-1], signal.SIGKILL)
    process.communicate(timeout=30)
    assert process.returncode != 0
    for _ in range(100):
        if not any(name_of(rank) for rank in ranks):
            return
        time.sleep(0.1)
    raise AssertionError("a rank is left")


def wait_for_ranks(process: int, count: int) -> list[int]:
    for _ in range(200):
        ranks = [one for one in descendants(process) if name_of(one).startswith("python")]
        if len(ranks) == count:
            return ranks
        time.sleep(0.05)
    raise AssertionError("the ranks do not start")


# --- on a terminal
def in_terminal(command: list[str], environment: dict[str, str], interrupt_after_s: float | None) -> tuple[int, str]:
    """Run a command in a terminal, press Ctrl-C after a while; its exit code and what was to be seen."""
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(ROOT)
        os.execvpe(command[0], command, environment)
    pieces: list[bytes] = []

    def read() -> None:
        try:
            while piece := os.read(terminal, 4096):
                pieces.append(piece)
        except OSError:  # closed
            return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    killer = threading.Timer(90, os.kill, (process, signal.SIGKILL))
    killer.start()
    if interrupt_after_s is not None:
        for _ in range(600):
            if b"nodes/s" in b"".join(pieces):
                break
            time.sleep(0.1)
        time.sleep(interrupt_after_s)
        os.write(terminal, b"\x03")
    _, status = os.waitpid(process, 0)
    killer.cancel()
    reader.join(5)
    return os.waitstatus_to_exitcode(status), b"".join(pieces).decode(errors="replace")


def script(name: str, mpi) -> tuple[list[str], dict[str, str]]:
    """A launch script that uses this environment and this MPI."""
    environment = {**clean_environment(), "VIRTUAL_ENV": sys.prefix, **mpi.environment, "MPIEXEC": mpi.mpiexec}
    if not (Path(sys.prefix) / "bin/mpi-search").exists():
        pytest.skip("mpi-search is not installed in this environment")
    return [str(ROOT / "scripts" / name)], environment


def test_ctrl_c_in_a_script_prints_the_best_so_far(mpi):
    command, environment = script("ybwc.sh", mpi)
    code, shown = in_terminal([*command, "-n", "2", "solve", "othello", "ffo-48"], environment, 1.0)
    assert code == 130, shown[-2000:]
    shown = re.sub(r"\x1b\[[\d;?]*\w", "", shown)
    for part in ("best move", "not proved", "rank  host"):
        assert part in shown
    assert re.search(r"nodes/s  busy \d+% \S+  table \d+%  ", shown), "a live line was to be seen"


def test_ctrl_c_under_mpich_itself():
    mpi = need("mpich")
    command = mpi.command(2, "mpi_search", "solve", "othello", "ffo-48")
    code, shown = in_terminal(command, mpi.environ(), 1.0)
    assert code == 130, shown[-2000:]
    assert "best move" in shown


def test_many_busy_ranks_are_told_in_few_words():
    assert busy_text([1.0, 0.5]) == "75% █▄"
    assert busy_text([0.5] * 99 + [1.0]) == "50% (50% to 100%)"
