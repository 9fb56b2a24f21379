"""Clusters from Python: ranks that a process starts, and ranks among which it was started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import mpi_search as ms
from tests.transport.mpis import ROOT, descendants, name_of, need, run, signal_to

pytestmark = pytest.mark.slow


@pytest.fixture(params=["openmpi", "mpich"])
def mpi(request, monkeypatch):
    """The MPI that this process starts ranks with."""
    mpi = need(request.param)
    for name, text in mpi.environment.items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return mpi


def ranks_below(process: int) -> list[int]:
    return [one for one in descendants(process) if name_of(one).startswith("python")]


def wait_until_gone(processes: list[int]) -> None:
    for _ in range(200):
        if not any(name_of(process) for process in processes):
            return
        time.sleep(0.1)
    raise AssertionError("a rank is left")


def script(text: str, mpi, tmp_path, *words: str) -> list[str]:
    file = tmp_path / "script.py"
    file.write_text("import mpi_search as ms\n" + textwrap.dedent(text))
    return [*words, sys.executable, str(file)]


def test_a_cluster_answers_one_search_after_the_other(mpi):
    with ms.Cluster(ranks=2, policy="dts", table_mb=8) as cluster:
        assert cluster
        assert cluster.ranks == 2
        ranks = ranks_below(os.getpid())
        found = cluster.solve("connect4", "4453", depth=10)
        assert (found.value, found.depth, found.ranks, found.policy) == (0, 10, 2, "dts")
        assert found.value == ms.solve("connect4", "4453", depth=10).value
        again = cluster.solve("connect4", "4453", depth=10, policy="jamboree")
        assert again.policy == "jamboree"
        assert again.nodes < found.nodes, "the table was kept"
        assert cluster.solve("tictactoe").value == 0, "another game"
    wait_until_gone(ranks)


def test_a_cluster_forgets(mpi):
    with ms.Cluster(ranks=2, table_mb=8) as cluster:

        def nodes() -> int:
            return cluster.solve("connect4", "4453", depth=10).nodes

        first, again = nodes(), nodes()
        cluster.forget()
        with pytest.raises(ms.InputError):
            cluster.solve("connect4", "nonsense")
        fresh, later = nodes(), nodes()
        assert 2 * fresh > first + again, "it began anew, although a request was refused before"
        assert 2 * later < first + again, "but once"


def test_a_mistake_leaves_the_cluster_as_it_was(mpi, tmp_path):
    broken = tmp_path / "broken.py"
    text = (ROOT / "games/tictactoe.py").read_text()
    broken.write_text(text.replace("    count = 0\n", "    count = 0\n    count = 'one'\n"))
    with ms.Cluster(ranks=2, table_mb=4) as cluster:
        with pytest.raises(ms.InputError, match="is not nine of"):
            cluster.solve("tictactoe", "nonsense")
        with pytest.raises(ms.InputError, match="no policy 'magic'"):
            cluster.solve("tictactoe", policy="magic")
        with pytest.raises(ms.InputError, match=r"broken\.py"):
            cluster.solve(str(broken))
        assert cluster.solve("tictactoe").value == 0


def test_analysis_on_a_cluster():
    need("openmpi")
    with ms.Cluster(ranks=2, table_mb=4) as cluster:
        steps = list(cluster.analyse("connect4", "4453", depth=7))
        assert [step.depth for step in steps] == list(range(1, 8))
        for step in cluster.analyse("connect4", "4453"):
            if step.depth == 3:
                break
        assert cluster.solve("tictactoe").value == 0, "it was left between two searches"


def test_an_exception_in_mid_search_leaves_the_cluster_usable():
    need("openmpi")

    def enough(at: ms.Progress) -> None:
        raise KeyboardInterrupt

    with ms.Cluster(ranks=2, table_mb=4) as cluster:
        with pytest.raises(KeyboardInterrupt):
            cluster.solve("othello", "ffo-48", on_progress=enough)
        assert cluster.solve("tictactoe").value == 0
        ranks = ranks_below(os.getpid())
    wait_until_gone(ranks)


def test_lost_ranks_are_told(mpi):
    with ms.Cluster(ranks=2, table_mb=4) as cluster:
        ranks = ranks_below(os.getpid())

        def kill(at: ms.Progress) -> None:
            signal_to(ranks[-1], signal.SIGKILL)

        with pytest.raises(ms.ClusterLost, match="mpiexec ended with"):
            cluster.solve("othello", "ffo-48", on_progress=kill)
        with pytest.raises(ms.ClusterLost, match="is closed"):
            cluster.solve("tictactoe")
    wait_until_gone(ranks)


def test_a_policy_that_fails_in_a_search_is_why_the_ranks_are_lost(mpi, tmp_path, capfd):
    (tmp_path / "mine.py").write_text(
        "from mpi_search.policies.policy import Policy\nclass Mine(Policy):\n    def rate(self, frame, is_root):\n"
        "        return frame.worth if frame.worth == 1000 else frame.wurth\n"
    )
    with ms.Cluster(ranks=2, policy=f"{tmp_path}/mine.py:Mine", table_mb=4) as cluster:
        with pytest.raises(ms.ClusterLost, match=r"^rank \d on \S+: \S*mine.py: Mine.rate\(\) failed at line 4: .*'$"):
            cluster.solve("othello", "ffo-42")
        with pytest.raises(ms.ClusterLost, match="is closed"):
            cluster.solve("tictactoe")
    assert capfd.readouterr().err == ""


def test_ranks_end_with_the_process_that_has_started_them(mpi, tmp_path):
    command = script(
        """
        cluster = ms.Cluster(ranks=2, table_mb=4)
        cluster.solve("othello", "ffo-48", on_progress=lambda at: print("searching", flush=True))
        """,
        mpi,
        tmp_path,
    )
    with subprocess.Popen(command, env=mpi.environ(), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "searching\n"
        ranks = descendants(process.pid)
        assert len(ranks) >= 3
        process.kill()
    wait_until_gone(ranks)


def test_a_script_that_forgets_to_close_leaves_nothing_behind(mpi, tmp_path):
    command = script('print(ms.Cluster(ranks=2, table_mb=4).solve("tictactoe").value)', mpi, tmp_path)
    done = run(command, mpi.environ(), 60)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


ON_EVERY_RANK = """
    with ms.Cluster(policy="dts", table_mb=4) as cluster:
        if cluster:
            nodes = [cluster.solve("connect4", "4453", depth=9).nodes for _ in range(2)]
            cluster.forget()
            print(2 * cluster.solve("connect4", "4453", depth=9).nodes > sum(nodes) > 1.2 * nodes[0])
            print(cluster.ranks, cluster.solve("tictactoe").value, cluster.solve("connect4", "4453", depth=8).depth)
            try:
                cluster.solve("tictactoe", "nonsense")
            except ms.InputError as error:
                print("wrong")
    if cluster:
        print("end")
"""


def test_a_script_on_every_rank(mpi, tmp_path):
    words = mpi.command(2)[:-2]
    done = run(script(ON_EVERY_RANK, mpi, tmp_path, *words), mpi.environ(), 90)
    assert (done.returncode, done.stdout) == (0, "True\n2 0 8\nwrong\nend\n"), done.stderr


def test_other_ranks_may_not_ask(tmp_path):
    mpi = need("openmpi")
    words = mpi.command(2)[:-2]
    text = 'with ms.Cluster(table_mb=4) as cluster:\n    cluster.solve("tictactoe")\n'
    done = run(script(text, mpi, tmp_path, *words), mpi.environ(), 90)
    assert done.returncode != 0
    assert "write `if cluster:`" in done.stderr


def test_a_number_of_ranks_that_the_launcher_has_not_started(tmp_path):
    mpi = need("openmpi")
    words = mpi.command(2)[:-2]
    done = run(script("ms.Cluster(ranks=3)", mpi, tmp_path, *words), mpi.environ(), 90)
    assert done.returncode != 0
    assert "ranks=3, but the launcher has started 2" in done.stderr


def test_ranks_that_do_not_start_are_told(monkeypatch, tmp_path):
    file = tmp_path / "mpiexec"
    file.write_text('#!/bin/sh\n[ "$1" = --version ] && echo HYDRA && exit\necho no such host >&2\nexit 1\n')
    file.chmod(0o755)
    monkeypatch.setenv("MPIEXEC", str(file))
    with pytest.raises(ms.ClusterLost, match="mpiexec ended with 1: no such host"):
        ms.Cluster(ranks=2)
