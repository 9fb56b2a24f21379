"""Quiescence search: no position is evaluated while something is going on in it.

References: C. Shannon, Programming a computer for playing chess (1950), for the idea; D. Beal, A generalised
quiescence search algorithm (1990), for the null-move view: the side to move may decline all noisy moves.

    search(position, depth, alpha, beta):           alpha-beta, but for
      1.  if the game is over: return the outcome
      2.  if depth = 0: return quiet(position, alpha, beta)

    quiet(position, alpha, beta):
      3.  if the game is over: return the outcome
      4.  best = the static evaluation              the side to move stands pat
      5.  if best >= beta: return best
      6.  for each noisy move, unless best >= beta:
      7.      best = max(best, -quiet(child, -beta, -max(alpha, best)))
      8.  return best

The value is that of minimax with its own line 7, which knows no window; here 5 and 6 cut off, and positions beyond the
horizon are counted as the nodes that they are.

Bound contract: a value at or below alpha is an upper bound, at or above beta a lower bound, between them exact.
Cost: alpha-beta's, times the size of what is noisy below its leaves; keeps one path.
"""

from __future__ import annotations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, below, infinity
from mpi_search.rules.game import Game, State


def quiescence(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it; None where it is best to stand pat."""
    return search(game, state, depth, -infinity(game), infinity(game), count)


def search(game: Game, state: State, depth: int | None, alpha: int, beta: int, count: Count) -> Answer:
    """The value of `state` by the bound contract; a move that reaches it, if it is above alpha."""
    assert alpha < beta, (alpha, beta)
    if depth == 0:  # 2
        return Answer(quiet(game, state, alpha, beta, count), None)
    with count.visit():
        outcome = game.outcome(state)
        if outcome is not None:  # 1
            count.leaf()
            return Answer(outcome, None)
        best = Answer(-infinity(game), None)
        for move in game.moves(state):
            child, low = game.play(state, move), max(alpha, best.value)
            value = -search(game, child, below(depth), -beta, -low, count).value
            if value > best.value:
                best = Answer(value, move)
            if value >= beta:
                break
        return best


def quiet(game: Game, state: State, alpha: int, beta: int, count: Count) -> int:
    """The value at the horizon, by the bound contract."""
    assert alpha < beta, (alpha, beta)
    with count.visit():
        count.leaf()
        outcome = game.outcome(state)
        if outcome is not None:  # 3
            return outcome
        best = game.evaluate(state)  # 4
        for move in game.noisy_moves(state):  # 6
            if best >= beta:  # 5
                break
            best = max(best, -quiet(game, game.play(state, move), -beta, -max(alpha, best), count))  # 7
        return best  # 8
