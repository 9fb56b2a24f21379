"""The fast search on several ranks: those that it starts, or those of the launcher above."""

from __future__ import annotations

from mpi_search.bots.bot import SPARE_S, Bot, Choice, Setup, Thought
from mpi_search.bots.record import Record
from mpi_search.front.cluster import Cluster
from mpi_search.front.found import Progress


class ClusterBot(Bot):
    name = "cluster"

    def __init__(
        self, setup: Setup, *, ranks: int = 0, policy: str = "ybwc", table_mb: int = 64, hostfile: str = ""
    ) -> None:
        """`ranks`: 0 for as many as there are, or as there is room for; on the hosts of `hostfile`, if there is one.
        Raises InputError, ClusterLost."""
        super().__init__(setup)
        self._cluster = Cluster(ranks or None, policy, table_mb=table_mb, hostfile=hostfile or None)
        self._cluster.solve(self.game, depth=1)  # compiled before the clock runs

    def choose(self, record: Record, seconds: float) -> Choice:
        moves = record.legal
        if len(moves) == 1:
            return Choice(moves[0], line=(moves[0],))
        left = max(seconds - 2 * SPARE_S, 1e-3)

        def on_progress(at: Progress) -> None:
            if self.tell is not None:
                move = self.game.parse_move(record.state, at.best_move) if at.best_move else None
                self.tell(Thought(at.depth, at.lower, at.upper, move))

        found = self._cluster.solve(
            self.game,
            record.position,
            moves=record.names,
            depth=self.depth,
            time=left,
            on_progress=on_progress,
            should_stop=self.should_stop,
        )
        line = tuple(found.pv_numbers)
        return Choice(found.best_move_number, found.value, found.depth, found.exact, line, found.nodes)

    def close(self) -> None:
        self._cluster.close()
