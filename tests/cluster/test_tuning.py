"""How finely work is shared: numbers that must fit to each other."""

from __future__ import annotations

from mpi_search.cluster.tuning import Tuning
from mpi_search.compile.kernel import bind_shared
from mpi_search.rules.load import load_game
from mpi_search.search.table import Table
from mpi_search.sharing.core.outbox import SIZE
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace


def test_a_long_slice_does_not_fill_the_outbox():
    """It is looked at when a slice ends, and other ranks of the host may be as busy."""
    kernel, tuning = bind_shared(load_game("othello")), Tuning()
    workspace = Workspace(kernel, Table(16))
    workspace.configure(export_min_nodes=round(tuning.export_min_nodes * 2**0.5))  # as between two hosts
    search = SharedSearch(workspace)
    search.begin(kernel.game.parse("ffo-44"), -8, -7)
    most = 0
    for _ in range(20):
        search.run(tuning.slice_nodes)
        most = max(most, len(workspace.take_outbox()))
    assert 100 < most <= SIZE // 2
