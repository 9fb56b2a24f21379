"""The searches of a rank serve one task after the other."""

from __future__ import annotations

from mpi_search.cluster.pool import Pool
from mpi_search.compile.kernel import bind_shared
from mpi_search.rules.load import load_game
from mpi_search.search.table import Table
from mpi_search.sharing.workspace import Workspace


def test_searches_serve_again_and_their_nodes_are_counted():
    kernel = bind_shared(load_game("tictactoe"))
    pool = Pool(Workspace(kernel, Table(0.1)))
    pool.fill(2)
    taken = [pool.take() for _ in range(3)]
    assert len({id(search) for search in taken}) == 3, "one more than there were"
    for depth, search in enumerate(taken, 4):
        search.begin(kernel.game.start(), 0, 1, depth)
        search.run(1 << 40)
    nodes = [search.nodes for search in taken]
    assert all(nodes)
    assert pool.nodes == sum(nodes)
    pool.give_back(taken[0])
    assert pool.nodes == sum(nodes), "what was searched stays"
    assert pool.take() is taken[0]
    assert all(search.workspace is taken[0].workspace for search in taken), "they share what was learned"
