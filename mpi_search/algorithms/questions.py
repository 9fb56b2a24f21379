"""From yes or no to a value: proof-number searches answer "is the value at least v?", a series of them gives the value.

      1.  lower, upper = the smallest and the largest value
      2.  while lower < upper:
      3.      goal = the middle of the two, rounded up
      4.      if the value is at least goal: lower = goal, and the move that proves it is the best so far
      5.      else: upper = goal - 1
      6.  return lower

A value that no proof has raised is the smallest of all; then any move reaches it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mpi_search.algorithms.tree import Answer
from mpi_search.rules.game import Game, State


class Verdict(NamedTuple):
    """The answer to one question, and a move that proves it if it is yes."""

    proved: bool
    move: int | None


def value_by_questions(game: Game, state: State, depth: int | None, is_at_least: Callable[[int], Verdict]) -> Answer:
    """The value of `state` and a move that reaches it, by halving."""
    lower, upper = -game.max_value, game.max_value  # 1
    has_moves = game.outcome(state) is None and depth != 0
    best = game.moves(state)[0] if has_moves else None
    while lower < upper:  # 2
        goal = (lower + upper + 1) // 2  # 3
        proved, move = is_at_least(goal)
        if proved:  # 4
            lower, best = goal, move
        else:  # 5
            upper = goal - 1
    return Answer(lower, best)  # 6
