"""How finely work is shared: numbers that must fit to each other."""

from __future__ import annotations

from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.bind import bind
from mpi_search.kernel.core.frames import OUTBOX_SIZE
from mpi_search.kernel.desk import Desk
from mpi_search.kernel.load import load_game
from mpi_search.kernel.search import Search
from mpi_search.kernel.table import Table


def test_a_long_slice_does_not_fill_the_outbox():
    """It is looked at when a slice ends, and other ranks of the host may be as busy."""
    kernel, tuning = bind(load_game("othello")), Tuning()
    desk = Desk(kernel, Table(16))
    desk.export_nodes = round(tuning.export_nodes * 2**0.5)  # as between two hosts
    search = Search(kernel, desk.table, desk)
    search.begin(kernel.game.parse("ffo-44"), -8, -7)
    most = 0
    for _ in range(20):
        search.run(tuning.slice_nodes)
        most = max(most, len(desk.take_outbox()))
    assert 100 < most <= OUTBOX_SIZE // 2
