"""What a node is expected to be: its type in the minimal tree, and whether a search on one rank would come to it.

References: D. Knuth and R. Moore, An analysis of alpha-beta pruning (1975); T. Marsland and F. Popowich, Parallel
game-tree search (1985), for the names PV, CUT and ALL.

Expectations decide which work is shared first, and nothing else.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.jit import jit

from .frames import ALL, CUT, PV

#: A CUT node where so many children have failed to cut off is an ALL node in truth.
RETYPE = 3
#: The chance, per mille, that a child under way will not cut its frame off: in an ALL node of which no child is known
#: yet; in a CUT node whose first child has failed to, whose second has; in an ALL node with known children. Rough means
#: of what was counted in Othello endgames; they decide which work is shared first, nothing else.
CHANCE_0, CHANCE_1, CHANCE_2, CHANCE_ALL = 850, 500, 700, 960


@jit(inline=True, inner=True)
def type_below(frame: Any) -> Any:
    """The expected type of the next child to be searched."""
    if frame.type == PV:
        return CUT if frame.scout else PV
    if frame.type == ALL or frame.begun > RETYPE:
        return CUT
    return ALL


@jit(inline=True, inner=True)
def chance(frame: Any, begun_now: Any) -> Any:
    """The chance, per mille, that a search on one rank would come to the child begun last (`begun_now` 1) or next (0),
    if it comes to `frame`: that none of the elder brothers still under way cuts off."""
    elders = frame.pending - begun_now
    known = frame.begun - frame.pending
    if elders <= 0:
        return 1000
    if frame.type == CUT and known < RETYPE:
        one = CHANCE_1 if known <= 1 else CHANCE_2
    elif known == 0:
        one = CHANCE_0
    else:
        one = CHANCE_ALL
    answer = 1000
    for _ in range(elders):
        answer = answer * one // 1000
    return answer
