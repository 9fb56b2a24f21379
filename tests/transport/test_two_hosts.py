"""Two hosts, as real as one machine can make them: network namespaces with host names of their own, joined by a cable.

Needs root and iproute2. Each host has its own loopback, address and name; nothing but TCP over the cable connects the
ranks, so messages, hash-table claims and the launcher's daemons all cross a network.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.transport.mpis import need, run

HOSTS = ("node1", "node2")
#: Options that name the launch agent and the file of hosts; and how that file is written.
AGENT = {
    "openmpi": (("--mca", "plm_rsh_agent"), "--hostfile", "{host} slots={slots}"),
    "mpich": (("-launcher", "ssh", "-launcher-exec"), "-f", "{host}:{slots}"),
}
ENTER = """#!/bin/sh
# enter HOST COMMAND...: run a command on a host
host=$1; shift
exec ip netns exec {prefix}-$host unshare --uts --mount sh -c '
    hostname "$0" && mount --bind {folder}/hosts /etc/hosts && exec "$@"' "$host" "$@"
"""
SSH = """#!/bin/sh
# what the launchers take for ssh: ssh [OPTIONS] HOST COMMAND...
while [ "${{1#-}}" != "$1" ]; do shift; done
host=$1; shift
exec {folder}/enter "$host" sh -c "$*"
"""


@pytest.fixture(scope="module")
def cable(tmp_path_factory):
    """The hosts; the folder with the programs that enter them."""
    if os.getuid() != 0 or not shutil.which("ip") or not shutil.which("unshare"):
        pytest.skip("two hosts need root and iproute2")
    folder = tmp_path_factory.mktemp("hosts")
    prefix = f"ms{os.getpid()}"
    try:
        connect(prefix)
        yield write_programs(folder, prefix)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this machine does not let us make network namespaces: {error.stderr.strip()}")
    finally:
        for host in HOSTS:
            subprocess.run(["ip", "netns", "del", f"{prefix}-{host}"], capture_output=True)


def connect(prefix: str) -> None:
    ends = [f"{prefix}-{number}" for number in (1, 2)]
    spaces = [f"{prefix}-{host}" for host in HOSTS]
    for space in spaces:
        ip("netns", "add", space)
        ip("-n", space, "link", "set", "lo", "up")
    ip("link", "add", ends[0], "netns", spaces[0], "type", "veth", "peer", "name", ends[1], "netns", spaces[1])
    for number, (space, end) in enumerate(zip(spaces, ends, strict=True), 1):
        ip("-n", space, "addr", "add", f"10.99.77.{number}/24", "dev", end)
        ip("-n", space, "link", "set", end, "up")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def write_programs(folder: Path, prefix: str) -> Path:
    addresses = [f"10.99.77.{number} {host}" for number, host in enumerate(HOSTS, 1)]
    (folder / "hosts").write_text("\n".join(["127.0.0.1 localhost", *addresses, ""]))
    for name, text in (("enter", ENTER), ("ssh", SSH)):
        (folder / name).write_text(text.format(folder=folder, prefix=prefix))
        (folder / name).chmod(0o755)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("policy", ["ybwc", "abdada"])
@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_a_search_across_a_network(cable, name, policy):
    mpi = need(name)
    agent, option, line = AGENT[name]
    hostfile = cable / f"{name}-hosts"
    hostfile.write_text("".join(line.format(host=host, slots=2) + "\n" for host in HOSTS))
    words = [sys.executable, "-m", "mpi_search", "solve", "othello", "ffo-40", "--json", "--quiet", "--policy", policy]
    launch = [mpi.mpiexec, *agent, str(cable / "ssh"), option, str(hostfile), "-n", "4", *words]
    done = run([str(cable / "enter"), HOSTS[0], *launch], mpi.environ(), 90)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["value"], found["best_move"], found["exact"]) == (38, "a2", True)
    assert (found["ranks"], found["hosts"]) == (4, 2)
    assert [row["host"] for row in found["per_rank"]] == ["node1", "node1", "node2", "node2"]
    assert all(row["nodes"] > 0 for row in found["per_rank"])
    assert sum(row["bytes_sent"] for row in found["per_rank"]) > 20_000, "claims travel between the tables"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["openmpi", "mpich"])
def test_ranks_that_a_process_starts_may_all_be_elsewhere(cable, name):
    """Rank 0 finds the process that has started it across the network."""
    mpi = need(name)
    _, _, line = AGENT[name]
    hostfile = cable / f"{name}-other-host"
    hostfile.write_text(line.format(host=HOSTS[1], slots=2) + "\n")
    agents = {"PRTE_MCA_plm_ssh_agent": str(cable / "ssh"), "HYDRA_LAUNCHER_EXEC": str(cable / "ssh")}
    environment = mpi.environ(MPIEXEC=mpi.mpiexec, HYDRA_LAUNCHER="ssh", **agents)
    words = ["-m", "mpi_search", "solve", "othello", "ffo-40", "--json", "--quiet", "--hostfile", str(hostfile)]
    done = run([str(cable / "enter"), HOSTS[0], sys.executable, *words], environment, 90)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["value"], found["best_move"]) == (38, "a2")
    assert [row["host"] for row in found["per_rank"]] == ["node2", "node2"]
