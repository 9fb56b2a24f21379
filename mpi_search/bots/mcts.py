"""Monte-Carlo tree search (algorithms/mcts.py) until the time is up: random games, more of them where they go well."""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.mcts import Uct
from mpi_search.bots.bot import Bot, Choice, Setup
from mpi_search.bots.record import Record
from mpi_search.compile.kernel import bind
from mpi_search.machine.jit import no_garbage_collection
from mpi_search.rules.game import State
from mpi_search.study.oracle import CompiledRules


class Mcts(Bot):
    name = "mcts"

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        self._rules = CompiledRules(bind(self.game))
        self._search(self.game.start()).playout()  # what is compiled the first time is compiled before the clock runs

    def _search(self, state: State) -> Uct:
        return Uct(self._rules, state, None, Count(), self.rng)

    def choose(self, record: Record, seconds: float) -> Choice:
        deadline = self.deadline(seconds)
        search = self._search(record.state)
        with no_garbage_collection():  # a look through a large tree would take longer than there is
            search.playout()
            while not self.is_late(deadline):
                search.playout()
        value, move = search.answer()
        assert move is not None
        return Choice(move, value, line=(move,), nodes=search.count.nodes)
