"""Root splitting: the hybrid of breadth-first over ranks and depth-first inside them.

The oldest way to use several processors, described among others in:
S. G. Akl, D. T. Barnard, R. J. Doran, Design, analysis, and implementation of a parallel tree search algorithm,
IEEE PAMI 4 (1982).

    master:
    1   list the children of the root, best first
    2   while there are children left
    3       give the next child to an idle rank, with the window as it is now
    4       when a value comes back: raise alpha, tell everyone who still searches
    5       alpha >= beta: cancel the others, the root is decided
    worker:
    6   search the child depth-first, alone; return its value; ask the master for more

It cannot use more ranks than the root has moves, and the moves searched beside the first one have no bound yet.
"""

from __future__ import annotations

from mpi_search.policies.policy import FindsWork, Policy, Starved, Window
from mpi_search.sharing.core.offers import FrameView


class RootSplitting(Policy):
    """Children of the root, and nothing else, are given away."""

    name = "root"
    paper = "Akl, Barnard, Doran 1982"
    when_starved = Starved.WAIT
    finds_work = FindsWork.AT_MASTER  # line 6

    def rate(self, frame: FrameView, is_root: bool) -> int:
        return frame.worth if is_root else 0  # lines 2, 3: at once, the first child need not be known

    def window(self, frame: FrameView) -> Window:
        return Window.OPEN  # line 3
