"""Principal variation splitting.

    T. A. Marsland, M. Campbell, Parallel search of strongly ordered game trees, Computing Surveys 14 (1982).
    T. A. Marsland, F. Popowich, Parallel game-tree search, IEEE PAMI 7 (1985).

    pvsplit(node, alpha, beta):
    1   if node is not on the principal variation: return alphabeta(node, alpha, beta), on one processor
    2   value = -pvsplit(first child, -beta, -alpha)            the eldest child, by all processors together
    3   if value >= beta: return value
    4   alpha = max(alpha, value)
    5   for all other children in parallel                      handed out by the one who holds the node
    6       value = -alphabeta(child, -beta, -alpha)
    7       if value >= beta: stop the others and return value
    8       alpha = max(alpha, value), known to all at once
    9   wait until all have answered; return the best value

The principal variation is the leftmost path of the tree, all of it held by the master.
"""

from __future__ import annotations

from mpi_search.policies.policy import FindsWork, Policy, Starved, Window, eldest_is_known
from mpi_search.sharing.core.offers import FrameView


class PVSplit(Policy):
    """Frames on the principal variation are split when their eldest child is known."""

    name = "pvsplit"
    paper = "Marsland, Campbell 1982"
    when_starved = Starved.WAIT  # line 9
    finds_work = FindsWork.AT_MASTER  # line 5

    def rate(self, frame: FrameView, is_root: bool) -> int:
        if not frame.spine:  # line 1
            return 0
        return frame.worth if eldest_is_known(frame) else 0  # line 2 before line 5

    def window(self, frame: FrameView) -> Window:
        return Window.OPEN  # line 6
