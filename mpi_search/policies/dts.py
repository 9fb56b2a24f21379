"""Dynamic tree splitting.

R. M. Hyatt, The dynamic tree-splitting parallel search algorithm, ICCA Journal 20 (1997) (Cray Blitz).

1   an idle processor asks the busy ones; each describes its tree: for every ply the type of the node, the number
    of moves searched and of moves left
2   the idle processor picks the best split point of all:
3       an ALL node: every move must be searched anyway, so nothing is lost
4       a PV node whose first move is known
5       a CUT node when several moves have failed to cut off: then it is an ALL node in truth
6       among equals the one with the most work below it
7   it joins: takes the next move of that node, searches it with the node's bounds, and so on until none is left
8   a processor that finds no move left leaves; nobody owns the node
9   the last to finish backs up the value and goes on with the parent

The processors of a host see what each has to give away without asking, and hosts tell each other with the claims that
they send: line 1 holds where no such description is known. A CUT node before its time (line 5) counts half, and is
split where nothing else is as good.
"""

from __future__ import annotations

from mpi_search.policies.policy import FindsWork, Policy, Starved, worth
from mpi_search.search.core.frames import CUT
from mpi_search.sharing.core.offers import FrameView

#: Moves that must have failed to cut off before a CUT node counts as an ALL node (line 5).
FAILED_MOVES = 3


class DynamicTreeSplitting(Policy):
    """The best-rated frame anywhere is split; whoever finds no move left there leaves."""

    name = "dts"
    paper = "Hyatt 1997"
    when_starved = Starved.LEAVE  # line 8; what comes back is backed up at once, and the last helper goes on: line 9
    finds_work = FindsWork.BY_DESCRIPTION  # lines 1, 2
    # Line 7: `window` as it is, if a policy says nothing.

    def rate(self, frame: FrameView, is_root: bool) -> int:
        may_cut = frame.type == CUT and frame.begun - frame.pending < FAILED_MOVES  # line 5
        return worth(frame, waits=may_cut)  # lines 3, 4
