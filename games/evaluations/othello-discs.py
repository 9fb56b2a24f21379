"""Discs, mine less the other side's: what the published player of Othello counts, four plies ahead.

It counts its own discs. All positions so many plies ahead have as many discs (passes apart), so this puts moves in the
same order, and is fair to both sides.
"""

from mpi_search.gamekit import popcount


@jit  # noqa: F821 - runs as the end of the game's own file
def evaluate(state):
    return popcount(state[0]) - popcount(state[1])
