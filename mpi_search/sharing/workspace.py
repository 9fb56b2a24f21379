"""What the searches of one rank have in common, and what the ranks of one host share in memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from mpi_search.compile.kernel import SharedKernel
from mpi_search.machine.jit import call
from mpi_search.rules.game import State
from mpi_search.search.core.frames import HISTORY_SIZE, NEVER, TO_END
from mpi_search.search.search import words_of
from mpi_search.search.table import Table
from mpi_search.sharing.core import board, busy, links, outbox

#: Name -> (shape, type of an element).
Shapes = dict[str, tuple[tuple[int, ...], Any]]


def host_shapes(ranks: int) -> Shapes:
    """The arrays that the ranks of a host share besides the table, in a cluster of so many ranks."""
    return {
        "busy": ((busy.PLACES,), np.uint64),
        "board": ((ranks, board.COLUMNS), np.int64),
        "outbox": ((outbox.SIZE + 1, 2), np.uint64),
    }


def host_arrays(ranks: int) -> dict[str, Any]:
    """The same in ordinary memory, empty."""
    return {name: np.zeros(shape, dtype) for name, (shape, dtype) in host_shapes(ranks).items()}


class Workspace:
    """What all searches of one rank share: the table, what was learned about move ordering and sizes, the arrays of the
    host, the bell that others ring, and how finely to share."""

    def __init__(
        self,
        kernel: SharedKernel,
        table: Table,
        arrays: dict[str, Any] | None = None,
        *,
        rank: int = 0,
        bell: Any = None,
    ) -> None:
        """`arrays`: of the host, as `host_shapes` has them."""
        arrays = arrays or host_arrays(rank + 1)
        self.kernel = kernel
        self.table = table
        self.history = np.zeros(HISTORY_SIZE, np.int64)
        self.busy, self.board, self.outbox = arrays["busy"], arrays["board"], arrays["outbox"]
        self.row = self.board[rank]  #: of this rank on the board
        self.bell = np.zeros(1, np.uint64) if bell is None else bell
        self.sizes = np.zeros((kernel.game.max_plies + 3, 3), np.int64)
        self.settings = np.zeros(links.SETTINGS, np.int64)
        self.configure()
        self._depth = TO_END  # of the last search, for which the sizes hold
        self._free_slots = list(range(board.FIRST_SLOT, board.FIRST_SLOT + board.SLOTS))[::-1]
        self._state = np.zeros((1, kernel.game.words), np.int64)
        # The same numbers again, as plain Python reads them fastest.
        self.board_words, self.row_words = words_of(self.board), words_of(self.row)
        self._outbox_counts = memoryview(self.outbox[0])

    def configure(
        self,
        *,
        in_team: bool = False,
        busy_min_nodes: int = NEVER,
        export_min_nodes: int = NEVER,
        offer_every_nodes: int = NEVER,
        offer_min_nodes: int = NEVER,
    ) -> None:
        """Say how finely the searches share: see `core/links.py`."""
        self.in_team, self.offer_every_nodes = in_team, offer_every_nodes
        self.settings[links.IN_TEAM], self.settings[links.BUSY_MIN_NODES] = in_team, busy_min_nodes
        self.settings[links.EXPORT_MIN_NODES] = export_min_nodes
        self.settings[links.OFFER_EVERY_NODES] = offer_every_nodes
        self.settings[links.OFFER_MIN_NODES] = offer_min_nodes

    def begin_depth(self, depth: int) -> None:
        """A search begins: sizes that were learned at another depth mislead."""
        if depth != self._depth:
            self._depth, self.sizes[:] = depth, 0

    # --- the row of this rank
    def take_slot(self, chance: int) -> int:
        """A slot of the board for the chance that a job given away is needed, per mille; 0 if there is none left."""
        if not self._free_slots:
            return 0
        slot = self._free_slots.pop()
        self.row_words[slot], self.row_words[slot + board.SLOTS] = chance, 0
        return slot

    def free_slot(self, slot: int) -> None:
        """Nobody looks there any more."""
        if slot:
            self._free_slots.append(slot)

    # --- claims for other hosts, and of them
    @property
    def posted(self) -> int:
        """How many claims wait to be sent from this host. A rank that was interrupted while it posted one may have
        turned the count back: then the outbox is to be taken, and counts from there."""
        waiting = self._outbox_counts[outbox.POSTED] - self._outbox_counts[outbox.TAKEN]
        return waiting if waiting >= 0 else outbox.SIZE

    def take_outbox(self) -> Any:
        """The claims waiting to be sent, as pairs of key and data; the outbox is empty afterwards."""
        last = self._outbox_counts[outbox.POSTED]
        first = max(self._outbox_counts[outbox.TAKEN], last - outbox.SIZE)
        self._outbox_counts[outbox.TAKEN] = last
        claims = np.empty((max(0, last - first), 2), np.uint64)
        call(self.kernel.outbox.collect, self.outbox, first, claims)
        return claims

    def absorb(self, claims: Any) -> None:
        """Take claims from another host into the table, as `take_outbox` gave them there."""
        call(self.kernel.outbox.absorb, self.table.words, claims, self.table.generation)

    def remember(self, state: State, depth: int, lower: int, upper: int, nodes: int) -> None:
        """Store a claim that a rank of another host has returned."""
        table, self._state[0] = self.table, state
        call(self.kernel.edit.remember, table.words, self._state, depth, lower, upper, nodes, table.generation)

    def copy_out(self, ranks: Any) -> tuple[Any, Any]:
        """What these ranks offer and say of their jobs, and how likely the jobs are needed which they gave away."""
        rows = np.empty((ranks.size, board.ROW_WORDS), np.int64)
        chances = np.empty((ranks.size, board.SLOTS), np.uint16)
        call(self.kernel.board.copy_out, self.board, ranks, rows, chances)
        return rows, chances

    def copy_in(self, ranks: Any, rows: Any, chances: Any) -> bool:
        """Take in the same from another host; False if it cannot be."""
        return bool(call(self.kernel.board.copy_in, self.board, ranks, rows, chances))

    # --- busy positions
    def announce(self, key: int) -> None:
        """Tell the ranks of the host that a position is searched elsewhere."""
        if self.in_team:
            self.busy[key & (busy.PLACES - 1)] = key

    def withdraw(self, key: int) -> None:
        """It is not any more."""
        if self.in_team and self.busy[key & (busy.PLACES - 1)] == key:
            self.busy[key & (busy.PLACES - 1)] = 0
