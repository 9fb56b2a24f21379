"""What a search does for the other ranks of a cluster; `search/core/run.py` calls these, and nobody else. What each of
them is told and must answer: see `search/core/others.py`, whose place this file takes.

choose         children that team mates are busy with come last                    `busy.py`
on_opened      a new frame is noted
leave_child    a child is not announced any more                                   `busy.py`
on_resolved    it is learned what such a frame costs                               `busy.py`
on_kept        expensive claims go to other hosts                                  `outbox.py`
is_called      a message has come: the bell rings
attend         offers are renewed, and what the team has decided is abandoned      `offers.py`, `edit.py`
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.search.core.frames import CLAIM_ONLY, NODES
from mpi_search.search.core.ordering import select
from mpi_search.sharing.core.busy import learn_size, select_free, withdraw
from mpi_search.sharing.core.edit import catch_up
from mpi_search.sharing.core.expected import child_type
from mpi_search.sharing.core.links import CAUGHT_UP, EXPORT_MIN_NODES, IN_TEAM, OFFER_EVERY_NODES, OFFERED, SERIAL, TYPE
from mpi_search.sharing.core.offers import make_offer
from mpi_search.sharing.core.outbox import post

#: Nodes between two looks at the bell.
BELL_NODES = 250
#: A rank of a team looks so often whether others have decided what it is searching.
CATCH_UP_NODES = 500


@jit(inline=True, inner=True)
def choose(tree: Any, ply: Any) -> Any:
    if tree.links.settings[IN_TEAM]:
        return select_free(tree, ply)
    return select(tree.moves, ply, tree.frames[ply].count)


@jit(inline=True, inner=True)
def on_opened(tree: Any, ply: Any) -> None:
    job, notes = tree.links.job, tree.links.notes
    note = notes[ply]
    job[SERIAL] += 1
    note.serial, note.away, note.busy, note.odds = job[SERIAL], 0, u64(0), 0.0
    if ply == 0:
        note.type, note.spine = job[TYPE], 1 - tree.counters[CLAIM_ONLY]
    else:
        parent, above = tree.frames[ply - 1], notes[ply - 1]
        note.type = child_type(above.type, parent.begun, parent.scout)
        note.spine = above.spine if parent.begun == 1 else 0


@jit(inline=True, inner=True)
def leave_child(tree: Any, ply: Any) -> None:
    withdraw(tree, ply)


@jit(inline=True, inner=True)
def on_resolved(tree: Any, ply: Any) -> None:
    if tree.links.settings[IN_TEAM]:
        learn_size(tree, ply)


@jit(inline=True, inner=True)
def on_kept(tree: Any, key: Any, data: Any, spent: Any) -> None:
    if spent >= tree.links.settings[EXPORT_MIN_NODES]:
        post(tree.links.outbox, key, data)


@jit(inline=True, inner=True)
def is_called(tree: Any) -> Any:
    return tree.links.bell[0] != u64(0)


@jit(inline=True, inner=True)
def attend(tree: Any, table: Any, stop: Any) -> Any:
    job, settings = tree.links.job, tree.links.settings
    if settings[IN_TEAM] and tree.counters[NODES] - job[CAUGHT_UP] >= CATCH_UP_NODES:
        job[CAUGHT_UP] = tree.counters[NODES]
        catch_up(tree, table)
    if tree.counters[NODES] - job[OFFERED] >= settings[OFFER_EVERY_NODES]:
        make_offer(tree)
    return min(stop, tree.counters[NODES] + BELL_NODES)
