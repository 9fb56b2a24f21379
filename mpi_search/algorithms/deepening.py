"""Iterative deepening: search 1 ply deep, then 2, then 3; each time the last one says which moves to try first.

References: J. Scott, A chess-playing program (1969); D. Slate and L. Atkin, Chess 4.5 (1977); R. Korf, Depth-first
iterative-deepening (1985).

      1.  for depth = 1, 2, ... up to the depth that was asked for:
      2.      answer = alpha-beta to that depth, the moves of each node in the order of what has been learnt
      3.      stop if no leaf was at the horizon: a deeper search would find the same
      4.  return the answer

    alpha-beta with ordering, at a node:
      5.  sort the moves
      6.  search them; one that reaches beta cuts off
      7.  learn from the move that was best and above alpha, and whether it cut off

By 3 a search to the end of the game needs no knowledge of how long the game lasts. In 7 a node that fails low teaches
nothing: of moves that were all refuted none is known to be best.

Bound contract: always exact.
Cost: every search costs about as much more than the one before as one ply does, so that all the shallower ones together
add a fraction to the last, and save more by its ordering; keeps one move for every position met.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.ordering import Ordering, TableMove
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State


class OrderedAlphaBeta:
    """Fail-soft alpha-beta that learns to order moves; what it has learnt stays for the next search."""

    def __init__(self, game: Game, ordering: Ordering, count: Count) -> None:
        self.game = game
        self.ordering = ordering
        self.count = count
        self.met_horizon = False  #: whether a leaf of the last search was unfinished

    def run(self, state: State, depth: int | None) -> Answer:
        """The value of `state` and a move that reaches it."""
        self.met_horizon = False
        return self._search(state, 0, depth, -infinity(self.game), infinity(self.game))

    def _search(self, state: State, ply: int, depth: int | None, alpha: int, beta: int) -> Answer:
        assert alpha < beta, (alpha, beta)
        with self.count.visit():
            value = leaf_value(self.game, state, depth, self.count)
            if value is not None:
                self.met_horizon |= self.game.outcome(state) is None
                return Answer(value, None)
            best = Answer(-infinity(self.game), None)
            for move in self.ordering.sort(state, ply, self.game.moves(state)):  # 5
                child, low = self.game.play(state, move), max(alpha, best.value)
                value = -self._search(child, ply + 1, below(depth), -beta, -low).value
                if value > best.value:
                    best = Answer(value, move)
                if value >= beta:  # 6
                    break
            if best.move is not None and best.value > alpha:  # 7
                plies_below = self.game.plies_left(state) if depth is None else depth
                self.ordering.learn(state, ply, plies_below, best.move, best.value >= beta)
            return best


def deepen(search: OrderedAlphaBeta, state: State, depth: int | None) -> Answer:
    """Search to ever greater depths; the answer of the last."""
    reached = 0 if depth == 0 else 1
    answer = search.run(state, reached)
    while search.met_horizon and reached != depth:  # 1, 3
        reached += 1
        answer = search.run(state, reached)  # 2
    return answer  # 4


def deepening(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """Iterative deepening with the table move."""
    return deepen(OrderedAlphaBeta(game, Ordering([TableMove(count)]), count), state, depth)
