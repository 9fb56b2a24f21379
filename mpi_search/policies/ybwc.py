"""The young brothers wait concept.

R. Feldmann, P. Mysliwietz, B. Monien, O. Vornberger, Distributed game tree search, ICCA Journal 12 (1989).
R. Feldmann, Spielbaumsuche mit massiv parallelen Systemen, thesis, Paderborn 1993 (ZugZwang).

master of a node:
1   search the eldest child; its younger brothers wait
2   when it is known and has not cut off: the brothers may be searched in parallel
3       an idle processor asks a processor chosen at random; the asked one gives it a brother of its highest node
4       brothers are tested with a null window; one that is better is searched again at once
5       when alpha rises, all brothers under way are told; alpha >= beta: they are stopped
6   when all brothers are under way elsewhere, the master helps one of its helpers (helpful master concept)
helper:
7   search the brother, being the master of its nodes; return the value; ask again

Three things are refined here, all measured in docs/policies.md. In a node that is expected to be of type ALL each child
must be searched, so its brothers do not wait (line 2 holds for PV and CUT nodes). "Highest" (line 3) means the child
that is worth most: what it will cost, less the risk that an elder brother under way makes it useless. And "chosen at
random" holds between hosts: the processors of a host see what each has to give away, and the one with most is asked.
It would rather give away another brother than one that should wait in a CUT node, which counts half, but this rather
than none.
"""

from __future__ import annotations

from mpi_search.policies.policy import FindsWork, Policy, Starved, may_share, worth
from mpi_search.sharing.core.offers import FrameView


class YBWC(Policy):
    """Any frame is split as soon as its eldest child is known, an ALL frame at once, a CUT frame reluctantly before."""

    name = "ybwc"
    paper = "Feldmann, Mysliwietz, Monien, Vornberger 1989"
    when_starved = Starved.HELP  # line 6
    finds_work = FindsWork.AT_RANDOM  # line 3
    # Line 4: `window` and `in_order` as they are, if a policy says nothing.

    def rate(self, frame: FrameView, is_root: bool) -> int:
        return worth(frame, waits=not may_share(frame))  # lines 1 to 3
