"""What others have found out changes a search: claims are backed up, windows narrowed, frames cut or abandoned."""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import load_state
from mpi_search.search.core.expand import in_table, key_of
from mpi_search.search.core.frames import NO_MOVE, TOP
from mpi_search.search.core.table import probe, store
from mpi_search.search.core.window import is_open, join, refresh
from mpi_search.sharing.core.busy import withdraw
from mpi_search.sharing.core.gifts import unnote
from mpi_search.sharing.core.links import BUSY_MIN_NODES


@jit(inner=True)
def renew(tree: Any, ply: Any) -> None:
    """The window or the claims of the frame at `ply` have changed: renew what hangs below, and take back what the
    frames announced that are abandoned by it."""
    top = tree.counters[TOP]
    refresh(tree, ply)
    for abandoned in range(tree.counters[TOP], top):
        withdraw(tree, abandoned)


@jit(cache=True)
def leave(tree: Any) -> None:
    """Nothing on the stack will be searched on: take back what it announced."""
    for ply in range(tree.counters[TOP]):
        withdraw(tree, ply)


@jit(cache=True)
def back_up(tree: Any, ply: Any, move: Any, lower: Any, upper: Any) -> None:
    """Join what someone else found out about a detached child, as the frame at `ply` sees it."""
    number = unnote(tree, ply, move)
    join(tree.moves, ply, tree.frames[ply], move, number, lower, upper)
    renew(tree, ply)


@jit
def learn(tree: Any, ply: Any, lower: Any, upper: Any) -> None:
    """Take in a claim about the position of the frame at `ply` itself; it may cut the frame."""
    frame = tree.frames[ply]
    frame.upper = min(frame.upper, upper)
    if ply == 0:  # the root must still find the move that is worth so much
        frame.alpha = max(frame.alpha, min(lower, frame.beta) - 1)
    else:
        frame.lower = max(frame.lower, lower)
        frame.alpha = max(frame.alpha, frame.lower)
    renew(tree, ply)


@jit(inner=True)
def catch_up(tree: Any, table: Any) -> None:
    """Abandon the highest frame that another rank has decided meanwhile: its claim is in the table."""
    for ply in range(1, tree.counters[TOP] + 1):
        frame = tree.frames[ply]
        size = tree.links.sizes[ply, tree.links.notes[ply].type]
        if size < tree.links.settings[BUSY_MIN_NODES] or not in_table(frame.depth):
            return  # what lies below is cheap
        lower, upper, _ = probe(table, frame.key, frame.depth)
        if not is_open(max(lower, frame.lower), min(upper, frame.upper), frame.alpha, frame.beta):
            frame.best_move = NO_MOVE  # the one in the table is better than what was tried here
            learn(tree, ply, lower, upper)
            return


@jit(cache=True)
def narrow(tree: Any, alpha: Any, beta: Any) -> None:
    """Narrow the root's window, and with it every window on the stack."""
    root = tree.frames[0]
    root.beta = min(root.beta, beta)
    root.alpha = min(max(root.alpha, alpha), root.beta - 1)
    renew(tree, 0)


@jit(cache=True)
def remember(table: Any, states: Any, depth: Any, lower: Any, upper: Any, nodes: Any, generation: Any) -> None:
    """Store a claim about the position in row 0 of `states` that another host has found."""
    if in_table(depth):
        store(table, key_of(load_state(states, 0)), lower, upper, NO_MOVE, depth, nodes, generation)
