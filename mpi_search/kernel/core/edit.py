"""What may be done to a search between two slices."""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.jit import jit

from .window import join, refresh


@jit(cache=True)
def back_up(tree: Any, ply: Any, move: Any, lower: Any, upper: Any) -> None:
    """Join what someone else found out about a detached child, as the frame at `ply` sees it."""
    join(tree.moves, ply, tree.frames[ply], move, lower, upper)
    refresh(tree, ply)


@jit(cache=True)
def learn(tree: Any, ply: Any, lower: Any, upper: Any) -> None:
    """Take in a claim about the position of the frame at `ply` itself; it may cut the frame."""
    frame = tree.frames[ply]
    frame.upper = min(frame.upper, upper)
    if ply == 0:  # the root must still find the move that is worth so much
        frame.alpha = max(frame.alpha, min(lower, frame.beta) - 1)
    else:
        frame.lower = max(frame.lower, lower)
        frame.alpha = max(frame.alpha, frame.lower)
    refresh(tree, ply)


@jit(cache=True)
def narrow(tree: Any, alpha: Any, beta: Any) -> None:
    """Narrow the root's window, and with it every window on the stack."""
    root = tree.frames[0]
    root.beta = min(root.beta, beta)
    root.alpha = min(max(root.alpha, alpha), root.beta - 1)
    refresh(tree, 0)
