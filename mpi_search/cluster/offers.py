"""Whom to ask for work: what the ranks have to give away, for all of a host to see.

Every rank keeps a row of numbers in the memory of its host (`sharing/core/board.py`). The first is what the best frame
it could split is worth. A search under way renews it every few thousand nodes by itself, its rank whenever anything
else has changed. It is a hint and may be out of date; what is really given is decided by the rank that is asked.

Next to it stand the chances that the jobs are needed which it has given to others, renewed likewise. A job may seem
useless when it is begun and turn out to be needed when its elder brothers have failed, or the other way round; whoever
searches it knows that at once, and so do those who help with it. And the other way round: whoever searches a job shows
its home what was seen of it so far. A job that will probably cut off its parent makes its younger brothers superfluous,
and those who search them learn it the same way.

The rows of other hosts are copies: they come with the claims that hosts send each other, and are as old as these.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.messages import ROW_BYTES
from mpi_search.cluster.tuning import Tuning
from mpi_search.policies.policy import FindsWork
from mpi_search.search.core.frames import NEVER
from mpi_search.sharing.core.board import CHANCE_BITS, COLUMNS, OFFER, OFFER_OF_SUSPENDED, ROW_WORDS, SLOTS
from mpi_search.sharing.core.links import NOWHERE
from mpi_search.sharing.workspace import Workspace

if TYPE_CHECKING:
    from mpi_search.cluster.task import Task


_CHANCE = (1 << CHANCE_BITS) - 1
#: An offer of another host counts so many times less: it is older, and the way is longer.
_FARTHER = 2
#: How rows travel: what is offered and said of the job under way, and the chances of jobs, per mille.
_WORDS, _CHANCES = np.dtype("<i8"), np.dtype("<u2")


class Offers:
    """The offers that one rank makes and sees."""

    def __init__(self, workspace: Workspace, hosts: Hosts, tuning: Tuning, finds_work: FindsWork) -> None:
        self._workspace, self._hosts, self._min_nodes = workspace, hosts, tuning.split_min_nodes
        self._is_central = finds_work is FindsWork.AT_MASTER
        self.is_shared = not self._is_central and hosts.deals  #: others give work away too, and see what this rank has
        self._draws = 0 if self._is_central else tuning.draws  # of ranks elsewhere
        self._near = hosts.near if self.is_shared else []
        self.every_nodes = tuning.offer_every_nodes if self.is_shared else NEVER  #: a search renews its offer
        workspace.row[:] = 0

    # --- showing
    def show(self, tasks: list[Task], running: Task | None) -> None:
        """Show what there is to be had here; the task that is about to run will see to itself."""
        if not self.is_shared:
            return
        best = 0
        for task in tasks:
            if task is running:
                task.search.offer_anew()
            else:
                best = max(best, task.search.best_offer(self._min_nodes))
        self._workspace.row_words[OFFER] = self._workspace.row_words[OFFER_OF_SUSPENDED] = best

    def rows(self) -> tuple[bytes, bytes]:
        """What all of this host show, for other hosts: offers and opinions, and chances."""
        if self._is_central:
            return b"", b""
        rows, chances = self._workspace.copy_out(self._hosts.rows(self._hosts.own))
        return rows.astype(_WORDS, copy=False).tobytes(), chances.astype(_CHANCES, copy=False).tobytes()

    def copy_rows(self, source: int, rows: bytes, chances: bytes) -> bool:
        """Take in what the ranks of another host show, from one of them; False if that cannot be."""
        count = 0 if self._is_central else len(self._hosts.dealers(source))
        if len(rows) != count * ROW_BYTES or len(chances) != count * SLOTS * _CHANCES.itemsize:
            return False
        words = np.frombuffer(rows, _WORDS).reshape(count, ROW_WORDS)
        slots = np.frombuffer(chances, _CHANCES).reshape(count, SLOTS)
        return not count or self._workspace.copy_in(self._hosts.rows(source), words, slots)

    def strike(self, rank: int) -> None:
        """A rank of another host had nothing to give, whatever the copy of its row says."""
        if self._hosts.are_far(rank, self._hosts.own):
            self._workspace.board[rank, OFFER] = 0

    # --- seeing
    def chance_at(self, home: int, slot: int, chance: int) -> int:
        """Where on the board the chance is that a job is needed, which was `chance` when it was given away; NOWHERE if
        it is not there."""
        if not slot or not self.is_shared:
            return NOWHERE
        if self._hosts.are_far(home, self._hosts.own):  # the copy of its row may be older than the job
            self._workspace.board[home, slot] = chance
        return home * COLUMNS + slot

    def richest(
        self, ranks: Iterable[int] | None = None, *, but: int = -1, chance: int = 0
    ) -> tuple[int, int] | tuple[int, None]:
        """What is worth most of that which these ranks, or all others of the host, have to offer and which is needed
        with that chance, per mille, or a better one; and who offers it. (0, None) if nobody has anything."""
        best: tuple[int, int] | tuple[int, None] = 0, None
        words = self._workspace.board_words
        for rank in self._near if ranks is None else ranks:
            offer = words[rank * COLUMNS + OFFER]
            if offer > best[0] and offer & _CHANCE >= chance and rank != but:
                best = offer, rank
        return best

    def best_offer(self, rng: random.Random, *, but: int = -1, chance: int = 0) -> int | None:
        """Who has most to offer on this host and among a few ranks of others, drawn at random so that not all ask the
        same one."""
        best, richest = self.richest(but=but, chance=chance)
        worth, stranger = self.richest(self._hosts.draw(rng, self._draws), but=but, chance=chance)
        return stranger if worth // _FARTHER > best else richest

    def whom_to_ask(self, rng: random.Random, helpers: Sequence[int] = (), *, but: int = -1) -> int | None:
        """Whoever has most to offer, a rank of another host if nobody has anything; helpers first in either case."""
        _, helper = self.richest(helpers, but=but)
        if helper is not None:
            return helper
        if (rank := self.best_offer(rng, but=but)) is not None:
            return rank
        far = [rank for rank in helpers if self._hosts.are_far(rank, self._hosts.own)]
        return rng.choice(far) if far else self._hosts.stranger(rng, but)
