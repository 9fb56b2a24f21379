"""What one frame tells another: windows go down, claims come up.

Bound contract of every search here: the claim (lower, upper) is true of the position whatever the window was; and
it decides the window it was asked for: lower >= beta, or upper <= alpha, or lower == upper.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.search.core.frames import AGAIN, MOVE_BITS, NO_MOVE, TOP


@jit(inline=True, inner=True)
def is_open(lower: Any, upper: Any, alpha: Any, beta: Any) -> Any:
    """Whether claims leave the window undecided."""
    return lower < beta and upper > alpha and lower < upper


@jit(inline=True, inner=True)
def is_resolved(frame: Any) -> Any:
    """Whether the frame's own window is decided by its claims."""
    return (
        frame.lower >= frame.beta  # cut off
        or frame.upper <= frame.alpha  # cannot reach alpha, or is exact
        or (frame.count == 0 and frame.pending == 0)  # every child has answered
    )


@jit(inline=True, inner=True)
def is_scout(frame: Any, packed_move: Any) -> Any:
    """Whether a move is only tested against alpha when it is searched now."""
    return (
        frame.beta - frame.alpha > 1  # an open window, where a null-window test is cheaper
        and frame.joined > 0  # the eldest child is known
        and (packed_move >> MOVE_BITS) < AGAIN  # and this one has not passed its test already
    )


@jit(inline=True, inner=True)
def child_window(frame: Any) -> Any:
    """(alpha, beta) for the child now searched below `frame`, as that child sees it."""
    if frame.scout:
        return -frame.alpha - 1, -frame.alpha
    return -frame.beta, -frame.alpha


@jit(inline=True, inner=True)
def proved_upper(frame: Any) -> Any:
    """The value is at most this: by rules and table, and by the children once all of them have answered."""
    if frame.count == 0 and frame.pending == 0:
        return min(frame.upper, max(frame.children_upper, frame.lower))
    return frame.upper


@jit(inline=True, inner=True)
def claim(frame: Any) -> Any:
    """(lower, upper) as the frame's parent's move made it: what the side to move after that move can get."""
    lower, upper = frame.lower, proved_upper(frame)
    if frame.flipped:
        return -upper, -lower
    return lower, upper


@jit(inline=True, inner=True)
def take_in(frame: Any, move: Any, number: Any, lower: Any, upper: Any) -> Any:
    """Learn what is known of the child behind `move`, as this frame sees it; answer whether that settles the child.

    Of children that are refuted alike the eldest stays the best move, whichever was answered first: its `number` says
    what the order of moves thought of it, the time of its answer only how small it was.
    """
    if lower > frame.lower:
        frame.lower, frame.best_move, frame.proved = lower, move, 1
        frame.alpha = max(frame.alpha, lower)
    elif not frame.proved and (
        upper > frame.children_upper
        or frame.best_move == NO_MOVE
        or (upper == frame.children_upper and number < frame.best_number)
    ):
        frame.best_move, frame.best_number = move, number
    if upper > frame.alpha and lower < frame.beta:
        return False
    frame.children_upper = max(frame.children_upper, upper)
    frame.joined += 1
    return True


@jit(inline=True, inner=True)
def join(moves: Any, ply: Any, frame: Any, move: Any, number: Any, lower: Any, upper: Any) -> None:
    """Take in the claim of a child that was begun as the `number`-th. A claim that does not settle it puts its move
    back, to be searched again with the open window."""
    frame.pending -= 1
    if not take_in(frame, move, number, lower, upper):
        moves[ply, frame.count] = (AGAIN << MOVE_BITS) | move
        frame.count += 1


@jit(inner=True)
def refresh(tree: Any, ply: Any) -> None:
    """After the window or the claims of the frame at `ply` have changed: renew all windows below it.

    They become what they would be if the search descended now: the null window of a scout moves along with alpha. A
    frame that is decided by this becomes the top: what was searched below it is abandoned.
    """
    for below in range(ply + 1, tree.counters[TOP] + 1):
        parent = tree.frames[below - 1]
        if is_resolved(parent):
            # The abandoned child has not joined: list it again, for a later change may unsettle its parent.
            tree.moves[below - 1, parent.count] = parent.move
            parent.count += 1
            parent.pending -= 1
            tree.counters[TOP] = below - 1
            return
        frame = tree.frames[below]
        alpha, beta = child_window(parent)
        if frame.flipped:
            alpha, beta = -beta, -alpha
        frame.alpha = max(alpha, frame.lower)
        frame.beta = beta
