"""The questions that a scheduling policy answers. Everything else is the same machinery for all of them.

    which frame may be split now, and how good would that be?      `rate`
    with what window is a child given away?                        `window`
    a test said "better than alpha": search again at once, or
    only when the elder brothers are known?                        `in_order`
    what does the owner do when all that is left is elsewhere?     `when_starved`
    where does an idle rank look for work?                         `finds_work`

A policy sees one frame at a time, as a FrameView. It has no state and changes nothing.
"""

from __future__ import annotations

from enum import Enum

from mpi_search.search.core.frames import ALL, CUT, PV
from mpi_search.sharing.core.offers import FrameView

#: What a policy of one's own may import.
__all__ = ["ALL", "CUT", "PV", "FindsWork", "FrameView", "Policy", "Starved", "Window"]


class Window(Enum):
    """What is asked about a child that is given away."""

    NULL = "null"  #: is it better than alpha? The cheapest question; "yes" may have to be asked more exactly
    OPEN = "open"  #: its value, between alpha and beta


class Starved(Enum):
    """What the owner of a search does when every child left is being searched elsewhere."""

    WAIT = "waits"
    HELP = "helps its helpers"  #: asks one of them for work
    LEAVE = "leaves"  #: looks for work like any idle rank, and comes back when a value arrives


class FindsWork(Enum):
    """Where an idle rank looks for work when nobody is known to have any (but for the first of these)."""

    AT_MASTER = "at the master"  #: only the master gives away
    AT_RANDOM = "at a random rank"
    BY_DESCRIPTION = "where the best frame is"  #: several ranks describe what they have, the best is taken


class Policy:
    """One way to share a game tree among ranks."""

    name: str  #: as on the command line
    paper: str  #: where it was published
    teams = False  #: several ranks of a host search every job together, and put off what others of them are busy with
    in_order = False  #: a child that passed its test is searched again only when its elder brothers are known
    when_starved = Starved.LEAVE
    finds_work = FindsWork.AT_RANDOM

    @property
    def is_central(self) -> bool:
        """Whether only the master gives work away."""
        return self.finds_work is FindsWork.AT_MASTER

    def rate(self, frame: FrameView, is_root: bool) -> int:
        """How good it would be to split `frame` now: 0 means no, and `frame.worth` is the most that can be said.
        `is_root`: it is the master's ply 0."""
        raise NotImplementedError

    def window(self, frame: FrameView) -> Window:
        """What to ask about the next child of `frame`. As in any Scout, first whether it is better than alpha; if that
        is known, its value."""
        return Window.OPEN if frame.again else Window.NULL


#: A frame whose brothers should wait counts so many times less than others. That is what waiting means here: who finds
#: nothing better on the whole host takes them before it sits idle.
IMPATIENCE = 2


def eldest_is_known(frame: FrameView) -> bool:
    """Whether the first child that was searched has answered (and has not cut the frame off)."""
    return frame.begun > frame.pending


def may_share(frame: FrameView) -> bool:
    """Whether the brothers need not wait: the eldest child is known, or all must be searched anyway."""
    return eldest_is_known(frame) or frame.type == ALL


def worth(frame: FrameView, *, waits: bool) -> int:
    """How good it is to give away the next child of `frame`, whose brothers should wait or need not. The first child of
    a frame is never given away, and brothers in a PV frame wait for the bound that the eldest one sets."""
    if not frame.begun or (frame.type == PV and not eldest_is_known(frame)):
        return 0
    return max(1, frame.worth // IMPATIENCE) if waits else frame.worth
