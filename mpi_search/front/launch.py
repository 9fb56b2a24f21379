"""What the environment says about the launcher that started this process, before any MPI is loaded.

Plain use needs no MPI: mpi4py is only imported when one of these variables shows that there may be other ranks.

    Open MPI           OMPI_COMM_WORLD_SIZE, OMPI_COMM_WORLD_RANK
    MPICH, Intel MPI   PMI_SIZE, PMI_RANK
    MVAPICH            MV2_COMM_WORLD_SIZE, MV2_COMM_WORLD_RANK
    srun               SLURM_NTASKS, SLURM_PROCID; with PMIx also PMIX_RANK
    PBS, LSF, SGE      PBS_NP or the lines of PBS_NODEFILE, LSB_DJOB_NUMPROC, NSLOTS: what was promised; no rank
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mpi_search.errors import InputError

#: Launchers that say both how many ranks there are and which one this is.
_LAUNCHERS = (
    ("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"),
    ("MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK"),
    ("PMI_SIZE", "PMI_RANK"),
)
#: Schedulers, and what to write before the command under each.
_SCHEDULERS = (
    ("SLURM_NTASKS", "Slurm", "srun --mpi=pmix (or pmi2; srun --mpi=list tells) or mpiexec"),
    ("PBS_NP", "PBS", "mpiexec"),
    ("PBS_NODEFILE", "PBS", "mpiexec"),
    ("LSB_DJOB_NUMPROC", "LSF", "mpiexec"),
    ("NSLOTS", "Grid Engine", "mpiexec -n $NSLOTS"),
)
#: The processes that stand between a rank and the terminal.
_PROGRAMS = ("mpiexec", "mpirun", "prterun", "mpiexec.hydra", "mpiexec.gforker", "orterun")


@dataclass(frozen=True)
class Launch:
    """A launcher's promise."""

    size: int | None  #: how many ranks there are; None if it does not say
    rank: int  #: which one this is
    by: str  #: the variable or the scheduler that says so
    remedy: str  #: what to do if the promise is not kept
    has_started: bool = True  #: there are ranks already; a scheduler only has room for them


def launch_of(environment: Mapping[str, str]) -> Launch | None:
    """The launch that this process is part of; None if it was started alone."""
    for size_name, rank_name in _LAUNCHERS:
        size = _number(environment.get(size_name))
        if size is not None:
            rank = _number(environment.get(rank_name)) or 0
            remedy = "use the mpiexec that belongs to the MPI which mpi4py has loaded"
            return Launch(size, rank, size_name, remedy, has_started=size > 1)
    rank = _number(environment.get("PMIX_RANK", environment.get("SLURM_PROCID"))) or 0
    for name, scheduler, start in _SCHEDULERS:
        size = _promised(name, environment.get(name))
        if size is not None and size > 1:
            remedy = f"put {start} before the command, or give --policy serial"
            has_started = "PMIX_RANK" in environment or (_number(environment.get("SLURM_STEP_NUM_TASKS")) or 1) > 1
            return Launch(size, rank, scheduler, remedy, has_started)
    return Launch(None, rank, "PMIX_RANK", "") if "PMIX_RANK" in environment else None


def check_promise(launch: Launch, size: int, library: str) -> None:
    """Compare the world's size with what was promised. Raises InputError if this rank is alone and should not be."""
    if size == 1 and launch.size is not None and launch.size > 1:
        raise InputError(
            f"{launch.by} promises {launch.size} ranks, but the MPI world has only one ({library}): {launch.remedy}"
        )


def terminal(environment: Mapping[str, str], process: int | None = None) -> str | None:
    """The terminal that shows what this process writes to stderr, although a launcher stands between them.

    MPI_SEARCH_LIVE=1 says that there is one, MPI_SEARCH_LIVE=0 that there is none. "" is a terminal of unknown name.
    """
    told = environment.get("MPI_SEARCH_LIVE", "")
    if told:
        return "" if told != "0" else None
    process = process or os.getpid()
    for _ in range(6):
        parent = _parent(process)
        if parent is None:
            return None
        process, name = parent
        if name in _PROGRAMS:
            return _terminal_of(process)
    return None


def _terminal_of(process: int) -> str | None:
    try:
        path = os.readlink(f"/proc/{process}/fd/2")
    except OSError:
        return None
    return path if path.startswith(("/dev/pts/", "/dev/tty")) else None


def _parent(process: int) -> tuple[int, str] | None:
    """The parent of a process and its name."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        parent = int(fields[1])
        return parent, Path(f"/proc/{parent}/comm").read_text().strip()
    except (OSError, ValueError, IndexError):
        return None


def _promised(name: str, text: str | None) -> int | None:
    if name != "PBS_NODEFILE" or text is None:
        return _number(text)
    try:
        return len(Path(text).read_text().split())
    except OSError:
        return None


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None
