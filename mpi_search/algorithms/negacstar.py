"""NegaC*: the value is closed in on by null windows that halve what is left.

References: K. Coplan, A special-purpose machine for an improved search algorithm for deep chess combinations (1982),
for C*; J.-C. Weill, The NegaC* search (1992).

    negacstar(position, depth):
      1.  lower, upper = -infinity, infinity
      2.  while lower < upper:
      3.      middle = floor((lower + upper) / 2)
      4.      value = search with memory, window middle .. middle + 1
      5.      if value > middle: lower = value, and its move is the best so far
      6.      else: upper = value
      7.  return lower

In 3 the floor matters: where a language rounds towards 0, lower = -1 and upper = 0 give the middle 0, the test answers
"at most 0", and nothing has changed. As in MTD(f) the move is that of the last pass which failed high.

Bound contract: always exact.
Cost: about log2 of the number of values in passes, fewer by fail-soft; keeps every position that it has met.
"""

from __future__ import annotations

from mpi_search.algorithms.alphabeta_memory import Memory, search
from mpi_search.algorithms.count import Count
from mpi_search.algorithms.tree import Answer, infinity
from mpi_search.rules.game import Game, State


def negacstar(game: Game, state: State, depth: int | None, count: Count) -> Answer:
    """The value of `state` and a move that reaches it."""
    memory: Memory = {}
    lower, upper, best = -infinity(game), infinity(game), None  # 1
    while lower < upper:  # 2
        middle = (lower + upper) // 2  # 3
        value, move = search(game, state, depth, middle, middle + 1, memory, count)  # 4
        if value > middle:  # 5
            lower, best = value, move
        else:  # 6
            upper = value
    return Answer(lower, best)  # 7
