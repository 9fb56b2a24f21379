"""What the searches of one rank have in common, and what the ranks of one host share in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core import frames as layout
from mpi_search.kernel.core.frames import (
    BOARD_PLACES,
    FIRST_NEED,
    HISTORY_SIZE,
    NEEDS,
    NEVER,
    OFFER_COLUMNS,
    OUTBOX_SIZE,
    ROW_WORDS,
    TO_END,
    VERDICT_AT,
)
from mpi_search.kernel.game import State
from mpi_search.kernel.jit import machine_code, no_garbage_collection
from mpi_search.kernel.table import Table

#: The machine code of the entry points of bound kernels, once they have been called: the types never differ.
_CODES: dict[Callable[..., Any], Callable[..., Any]] = {}


def busy_board() -> Any:
    """An empty board of busy positions, for the ranks of one host."""
    return np.zeros(BOARD_PLACES, np.uint64)


def offer_board(ranks: int) -> Any:
    """An empty board of offers, for one host: a row for every rank of the cluster, in cache lines of its own."""
    return np.zeros((ranks, OFFER_COLUMNS), np.int64)


def empty_outbox() -> Any:
    """An outbox with no claims in it, for the ranks of one host."""
    return np.zeros((OUTBOX_SIZE + 1, 2), np.uint64)


def words_of(numbers: Any) -> memoryview:
    """An array of 64-bit numbers, for plain Python, which reads and writes single ones three times as fast so."""
    return memoryview(numbers).cast("B").cast("q")


class Desk:
    """What all searches of one rank share: the table, what was learned about move ordering, the boards of its host
    (busy positions, and what each rank has to give away), the bell that others ring, the host's outbox with claims for
    other hosts, and the way into the compiled code."""

    def __init__(
        self,
        kernel: Kernel,
        table: Table,
        busy: Any = None,
        bell: Any = None,
        offers: Any = None,
        place: int = 0,
        outbox: Any = None,
    ) -> None:
        """`place`: of this rank on the board of offers."""
        self.kernel = kernel
        self.table = table
        self.history = np.zeros(HISTORY_SIZE, np.int64)
        self.outbox = empty_outbox() if outbox is None else outbox
        self.busy = busy_board() if busy is None else busy
        self.bell = np.zeros(1, np.uint64) if bell is None else bell
        self.offers = offer_board(1) if offers is None else offers
        self.offer = self.offers[place]  #: of this rank
        self._free_needs = list(range(FIRST_NEED, FIRST_NEED + NEEDS))[::-1]  #: places of its row not used
        self.sizes = np.zeros((kernel.game.max_plies + 3, 3), np.int64)
        self.depth = TO_END  #: of the last search, for which the sizes hold
        self.in_team = False  #: whether other ranks of the host search the same jobs
        self.grain_nodes = NEVER  #: what a child must be expected to cost to be put on the board
        self.export_nodes = NEVER  #: what a claim must have cost to go to the outbox
        self.offer_nodes = NEVER  #: between two offers on the board
        self.offer_grain = NEVER  #: what a frame must have cost to be offered
        self._state = np.zeros((1, kernel.game.words), np.int64)
        # The same numbers again, as plain Python reads them fastest.
        self.offer_words, self.shown = words_of(self.offers), words_of(self.offer)
        self._outbox_counts = memoryview(self.outbox[0])

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """`function(*arguments)`, without numba's look at the types from the second time on."""
        code = _CODES.get(function)
        if code is not None:
            return code(*arguments)
        with no_garbage_collection():
            answer = function(*arguments)
        _CODES[function] = machine_code(function, *arguments)
        return answer

    def take_need(self, needed: int) -> int:
        """A place on the board for the chance that a job given away is needed, per mille; 0 if there is none left."""
        if not self._free_needs:
            return 0
        place = self._free_needs.pop()
        self.shown[place], self.shown[place + NEEDS] = needed, 0
        return place

    def free_need(self, place: int) -> None:
        """Nobody looks there any more."""
        if place:
            self._free_needs.append(place)

    @property
    def posted(self) -> int:
        """How many claims wait to be sent from this host. A rank that was interrupted while it posted one may have
        turned the count back: then the outbox is to be taken, and counts from there."""
        waiting = self._outbox_counts[layout.POSTED] - self._outbox_counts[layout.TAKEN]
        return waiting if waiting >= 0 else OUTBOX_SIZE

    def take_outbox(self) -> Any:
        """The claims waiting to be sent, as pairs of key and data; the outbox is empty afterwards."""
        last = self._outbox_counts[layout.POSTED]
        first = max(self._outbox_counts[layout.TAKEN], last - OUTBOX_SIZE)
        self._outbox_counts[layout.TAKEN] = last
        claims = np.empty((max(0, last - first), 2), np.uint64)
        self.call(self.kernel.collect, self.outbox, first, claims)
        return claims

    def announce(self, key: int) -> None:
        """Tell the ranks of the host that a position is searched elsewhere."""
        if self.in_team:
            self.busy[key & (BOARD_PLACES - 1)] = key

    def withdraw(self, key: int) -> None:
        """It is not any more."""
        if self.in_team and self.busy[key & (BOARD_PLACES - 1)] == key:
            self.busy[key & (BOARD_PLACES - 1)] = 0

    def remember(self, state: State, depth: int, lower: int, upper: int, nodes: int) -> None:
        """Store a claim that another host has found."""
        self._state[0] = state
        self.call(
            self.kernel.remember, self.table.words, self._state, depth, lower, upper, nodes, self.table.generation
        )

    def absorb(self, claims: Any) -> None:
        """Take claims from another host into the table, as `take_outbox` gave them there."""
        self.call(self.kernel.absorb, self.table.words, claims, self.table.generation)

    def show_rows(self, ranks: Any) -> tuple[Any, Any]:
        """What the ranks with these numbers offer and say of their jobs, and how likely the jobs are needed that they
        have given away."""
        rows, needs = np.empty((ranks.size, ROW_WORDS), np.int64), np.empty((ranks.size, NEEDS), np.uint16)
        self.call(self.kernel.show_rows, self.offers, ranks, rows, needs)
        return rows, needs

    def copy_rows(self, ranks: Any, rows: Any, needs: Any) -> bool:
        """Take in the same from another host; False if it cannot be."""
        return bool(self.call(self.kernel.copy_rows, self.offers, ranks, rows, needs))

    def fall_silent(self) -> None:
        """The job under way is over: nothing more is to be said of it."""
        self.shown[VERDICT_AT] = 0
