"""N-best search: of every position only the few moves are searched that look best.

References: C. Shannon, Programming a computer for playing chess (1950), strategy B; A. Bernstein et al., A chess
playing program for the IBM 704 (1958), seven moves of each position; R. Greenblatt et al., The Greenblatt chess
program (1967).

    search(position, depth, alpha, beta):
      1.  if the game is over or depth = 0: return the value of the leaf
      2.  rank the moves: first by minus the child's static value, then by the game's own ordering
      3.  search the `width` best of them by alpha-beta, in this order
      4.  return the best

A move that wins at once ranks first in 2, since a child that is over has its outcome for a static value.

Bound contract: none for the game's value. For the tree that is left when all but the ranked moves are cut away it is
alpha-beta's; with a width of at least all moves that is the whole tree.
Cost: as alpha-beta in a tree of `width` moves a node, and one static evaluation a child; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity, leaf_value
from mpi_search.rules.game import Game, State

WIDTH = 3


def nbest(game: Game, state: State, depth: int | None, count: Count, width: int = WIDTH) -> Answer:
    """The best of what is seen with `width` moves a position."""
    return search(game, state, depth, -infinity(game), infinity(game), width, count)


def search(game: Game, state: State, depth: int | None, alpha: int, beta: int, width: int, count: Count) -> Answer:
    """Alpha-beta over the ranked moves, by its bound contract."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        value = leaf_value(game, state, depth, count)  # 1
        if value is not None:
            return Answer(value, None)
        best = Answer(-infinity(game), None)
        for move in ranked(game, state)[:width]:  # 2, 3
            child, low = game.play(state, move), max(alpha, best.value)
            value = -search(game, child, below(depth), -beta, -low, width, count).value
            if value > best.value:
                best = Answer(value, move)
            if value >= beta:
                break
        return best  # 4


def ranked(game: Game, state: State) -> list[int]:
    """The moves, the most promising first; equals as the game lists them."""

    def promise(move: int) -> tuple[int, int]:
        child = game.play(state, move)
        outcome = game.outcome(child)
        value = game.evaluate(child) if outcome is None else outcome
        return -value, game.order(state, move, child)

    return sorted(game.moves(state), key=promise, reverse=True)
