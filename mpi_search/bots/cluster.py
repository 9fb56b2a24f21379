"""The fast search on several ranks: those that it starts, or those of the launcher above."""

from __future__ import annotations

import contextlib

from mpi_search.bots.bot import SPARE_S, Bot, Choice, Setup, Thought
from mpi_search.bots.record import Record
from mpi_search.errors import ClusterLost
from mpi_search.front.cluster import Cluster
from mpi_search.front.found import Found, Progress


class ClusterBot(Bot):
    name = "cluster"

    def __init__(
        self, setup: Setup, *, ranks: int = 0, policy: str = "ybwc", table_mb: int = 64, hostfile: str = ""
    ) -> None:
        """`ranks`: 0 for as many as there are, or as there is room for; on the hosts of `hostfile`, if there is one.
        Raises InputError, ClusterLost."""
        super().__init__(setup)
        self._cluster = Cluster(ranks or None, policy, table_mb=table_mb, hostfile=hostfile or None)
        self._warm_up()

    def _warm_up(self) -> None:
        """Have what is slow the first time done before the clock runs."""
        self._cluster.solve(self.game, depth=1)

    def forget(self) -> None:
        self._cluster.forget()
        with contextlib.suppress(ClusterLost):  # the next move will tell
            self._warm_up()

    def choose(self, record: Record, seconds: float) -> Choice:
        moves = record.legal
        if len(moves) == 1:
            return Choice(moves[0], line=(moves[0],))
        found = self._search(record, seconds, 1)
        line = tuple(found.pv_numbers)
        return Choice(found.best_move_number, found.value, found.depth, found.exact, line, found.nodes)

    def rank(self, record: Record, seconds: float, count: int = 0) -> list[Choice]:
        found = self._search(record, seconds, count)
        return [
            Choice(_numbers(record, each.pv)[0], each.value, found.depth, each.exact, _numbers(record, each.pv))
            for each in found.moves
        ]

    def _search(self, record: Record, seconds: float, multi_pv: int) -> Found:
        def on_progress(at: Progress) -> None:
            if self.tell is not None:
                move = self.game.parse_move(record.state, at.best_move) if at.best_move else None
                self.tell(Thought(at.depth, at.lower, at.upper, move))

        return self._cluster.solve(
            self.game,
            record.position,
            moves=record.names,
            depth=self.depth,
            time=max(seconds - 2 * SPARE_S, 1e-3),
            multi_pv=multi_pv,
            on_progress=on_progress,
            should_stop=self.should_stop,
        )

    def close(self) -> None:
        self._cluster.close()


def _numbers(record: Record, names: list[str]) -> tuple[int, ...]:
    """Moves that follow each other, by their numbers."""
    game, state, moves = record.game, record.state, []
    for name in names:
        moves.append(game.parse_move(state, name))
        state = game.play(state, moves[-1])
    return tuple(moves)
