"""The MPIs that are at hand, and how a test starts ranks: with a time-out that shows where every rank is."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class MPI:
    """An mpiexec and what it needs."""

    name: str  #: openmpi or mpich
    mpiexec: str
    options: tuple[str, ...]
    environment: dict[str, str]

    def command(self, ranks: int, *words: str) -> list[str]:
        """The words that run a module of this Python on so many ranks."""
        return [self.mpiexec, *self.options, "-n", str(ranks), sys.executable, "-m", *words]

    def environ(self, **more: str) -> dict[str, str]:
        """For one launch. Open MPI keeps a folder for every mpiexec, named by its process number; one that was killed
        leaves it behind, and the next of that number cannot start. So each has a place of its own for it."""
        return {**clean_environment(), **self.environment, "TMPDIR": tempfile.mkdtemp(dir=scratch()), **more}

    def run(self, ranks: int, *words: str, timeout_s: float = 120, **more: str) -> subprocess.CompletedProcess[str]:
        """Run ranks to their end."""
        return run(self.command(ranks, *words), self.environ(**more), timeout_s)


@functools.cache
def scratch() -> str:
    """A folder that is gone when the tests are over. Its path is short, for sockets have their names in it."""
    folder = tempfile.mkdtemp(prefix="mpi-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def clean_environment() -> dict[str, str]:
    """This process's own, without what a launcher or a scheduler may have left in it."""
    prefixes = ("OMPI_", "PMI", "PRTE_", "SLURM_", "PBS_", "MV2_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
    return {**kept, "PYTHONPATH": str(ROOT)}


def find(name: str) -> MPI | None:
    """An MPI by its name: in this environment, beside it, or on the machine."""
    beside = Path(sys.prefix) / "mpich"
    if name == "mpich" and (beside / "bin/mpiexec").exists():
        return MPI(name, str(beside / "bin/mpiexec"), (), {"MPI4PY_LIBMPI": str(beside / "lib/libmpi.so.12")})
    own = Path(sys.prefix) / "bin/mpiexec"
    mpiexec = str(own) if own.exists() else shutil.which("mpiexec")
    if mpiexec is None:
        return None
    version = subprocess.run([mpiexec, "--version"], capture_output=True, text=True, timeout=20).stdout
    if ("openmpi" if "Open MPI" in version else "mpich") != name:
        return None
    if name == "mpich":
        return MPI(name, mpiexec, (), {})
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    return MPI(name, mpiexec, ("--oversubscribe", "--bind-to", "none"), root)


def need(name: str) -> MPI:
    """The same; skips the test if it is not there."""
    mpi = find(name)
    if mpi is None:
        pytest.skip(f"no {name} on this machine (scripts/test.sh installs it)")
    return mpi


def run(command: list[str], environment: dict[str, str], timeout_s: float) -> subprocess.CompletedProcess[str]:
    """Run a command that starts ranks. One that takes too long shows the stack of every rank, and is killed."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=ROOT,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=timeout_s)
    except subprocess.TimeoutExpired:
        output, errors = show_stacks_and_kill(process)
        pytest.fail(f"{' '.join(command)}: no end after {timeout_s:g} s\n{output[-4000:]}\n{errors[-12000:]}")
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def show_stacks_and_kill(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Every rank has a faulthandler on SIGUSR1."""
    ranks = descendants(process.pid)
    for rank in ranks:
        if "python" in name_of(rank):
            signal_to(rank, signal.SIGUSR1)
    time.sleep(1)
    for rank in [*ranks, process.pid]:
        signal_to(rank, signal.SIGKILL)
    return process.communicate()


def descendants(process: int) -> list[int]:
    """All processes that a process has started, directly or not."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):  # gone meanwhile
            continue
    found = [process]
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found[1:]


def name_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


def signal_to(process: int, number: int) -> None:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return
