"""Jamboree search: a parallel Scout.

    C. F. Joerg, B. C. Kuszmaul, Massively parallel chess, DIMACS Challenge 1994 (StarTech, later Socrates).
    B. C. Kuszmaul, Synchronized MIMD computing, thesis, MIT 1994.

    jamboree(node, alpha, beta):
    1   value = -jamboree(first child, -beta, -alpha); if value >= beta return it; alpha = max(alpha, value)
    2   in parallel for each other child i
    3       test_i = -jamboree(child i, -alpha - 1, -alpha)          is it better than alpha?
    4       if test_i >= beta: abort the others and return test_i
    5       if test_i > alpha
    6           wait until all children before i are complete
    7           value = -jamboree(child i, -beta, -alpha)            with the alpha that they left
    8           if value >= beta: abort the others and return value
    9           alpha = max(alpha, value)
    10  return the best value

Tests run in any order, searches for a value strictly one after the other: a value is only worked out with the best
alpha there is. The scheduler is work stealing: a processor whose node only waits leaves it (line 6) and steals, at
random from other hosts, from the processor with most to give on its own. As in YBWC here, a node that is expected to be
of type ALL does not wait for its first child, and one of type CUT counts half while it should.
"""

from __future__ import annotations

from mpi_search.policies.policy import FindsWork, Policy, Starved, Window, may_share, worth
from mpi_search.sharing.core.offers import FrameView


class Jamboree(Policy):
    """Tests in parallel, searches for a value in order."""

    name = "jamboree"
    paper = "Joerg, Kuszmaul 1994"
    in_order = True  # line 6
    when_starved = Starved.LEAVE
    finds_work = FindsWork.AT_RANDOM

    def rate(self, frame: FrameView, is_root: bool) -> int:
        if frame.again:  # line 7: the owner searches it itself, before it gives anything else away
            return 0
        return worth(frame, waits=not may_share(frame))  # lines 1, 2

    def window(self, frame: FrameView) -> Window:
        return Window.NULL  # line 3
