"""A notebook that holds a cluster, is interrupted in mid-search, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from tests.transport.mpis import ROOT, descendants, name_of, need

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Jupyter's own
]

SOLVE = """
import os
import mpi_search as ms
cluster = ms.Cluster(ranks=2, table_mb=4)
print(os.getpid(), cluster.ranks, cluster.solve("tictactoe").value)
"""
INTERRUPTED = """
try:
    with cluster:
        cluster.solve("othello", "ffo-50")
except KeyboardInterrupt:
    print("interrupted")
"""


def test_a_notebook_is_interrupted_and_leaves_no_process(tmp_path, monkeypatch):
    for name, text in need("openmpi").environ().items():
        monkeypatch.setenv(name, text)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    cells = [nbformat.v4.new_code_cell(source) for source in (SOLVE, INTERRUPTED, "print('on')")]
    client = nbclient.NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=120, kernel_name="python3")
    with client.setup_kernel():
        client.execute_cell(cells[0], 0)
        kernel, ranks, value = map(int, cells[0].outputs[0].text.split())
        assert (ranks, value) == (2, 0)
        started = [one for one in descendants(kernel) if name_of(one).startswith(("python", "mpiexec", "prte"))]
        assert len(started) >= 3
        threading.Timer(2.0, os.kill, (kernel, signal.SIGINT)).start()
        client.execute_cell(cells[1], 1)
        assert cells[1].outputs[-1].text == "interrupted\n"
        client.execute_cell(cells[2], 2)
        assert cells[2].outputs[0].text == "on\n"
        for _ in range(100):
            if not any(name_of(one) for one in started):
                return
            time.sleep(0.1)
    raise AssertionError("a rank is left")
