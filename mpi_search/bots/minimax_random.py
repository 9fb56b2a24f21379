"""Alpha-beta to the end of the game with the children in random order; the best so far when the time is up.

The weaker of the two minimax players that were published for Simplexity: with a tree that cannot be searched to its
end, all of the time goes into a few subtrees of the first move. The utility of a finished game is its value: what is
left of the board plus one, with the sign of who wins.

    search(position, alpha, beta):
      1.  if the game is over: return its value
      2.  for each child, in order, while there is time:
      3.      best = max(best, -search(child, -beta, -max(alpha, best)))
      4.      if best >= beta: return best
      5.  return best, of what there was time for

When the time is up every node on the path returns the best that it has; one that has nothing yet is worth a draw.
"""

from __future__ import annotations

from mpi_search.bots.bot import Bot, Choice
from mpi_search.bots.record import Record
from mpi_search.rules.game import State


class MinimaxRandom(Bot):
    name = "minimax-random"

    def choose(self, record: Record, seconds: float) -> Choice:
        self._deadline, self._nodes, self._is_late = self.deadline(seconds), 0, False
        worst = -self.game.max_value - 1
        best_move, best = None, worst
        for move, child in self.ordered(record.state):
            value = -self._search(child, worst, -best)
            if best_move is None or (value > best and not (self._is_late and value == 0)):
                best_move, best = move, value
            if self._is_late:
                break
        assert best_move is not None
        return Choice(best_move, best, exact=not self._is_late, nodes=self._nodes)

    def ordered(self, state: State) -> list[tuple[int, State]]:
        """The children in the order in which they are tried."""
        children = self.successors(state)
        self.rng.shuffle(children)
        return children

    def _search(self, state: State, alpha: int, beta: int) -> int:
        self._nodes += 1
        outcome = self.game.outcome(state)
        if outcome is not None:  # 1
            return outcome
        best = None
        for _, child in self.ordered(state):  # 2
            self._is_late = self._is_late or self.is_late(self._deadline)
            if self._is_late:
                break
            value = -self._search(child, -beta, -(alpha if best is None else max(alpha, best)))  # 3
            best = value if best is None else max(best, value)
            if best >= beta:  # 4
                break
        return 0 if best is None else best  # 5
