"""One search: a position, a window, a depth, run in slices. Its frames can be read between them."""

from __future__ import annotations

import time
from array import array
from typing import Any, NoReturn

import numpy as np

from mpi_search.compile.kernel import AnyKernel
from mpi_search.errors import InputError
from mpi_search.machine.jit import COMPILING, CompileError, explain, fastest, function_in
from mpi_search.rules.contract import check_answers
from mpi_search.rules.game import State
from mpi_search.search.core import frames as layout
from mpi_search.search.core.frames import BROKEN, COUNTERS, FRAME, HISTORY_SIZE, MOVE_MASK, NO_MOVE, TO_END, Tree
from mpi_search.search.table import Table

#: Places beyond MAX_MOVES, so that a game which breaks that limit can be told so.
SPARE_MOVES = 256


def words_of(numbers: Any) -> memoryview:
    """An array of 64-bit numbers, for plain Python, which reads and writes single ones three times as fast so."""
    return memoryview(numbers).cast("B").cast("q")


def records(count: int | tuple[int, ...], dtype: Any) -> Any:
    """Empty records. Plain Python reads a field as frame.alpha only from a record array."""
    empty = np.zeros(count, dtype)
    return empty if COMPILING else empty.view(np.recarray)


class Search:
    """A search of one position, in slices. Claims about it are in `lower` and `upper` at any time."""

    def __init__(self, kernel: AnyKernel, table: Table, *, history: Any = None, links: Any = ()) -> None:
        """`history`: what is known about the order of moves, if other searches use it too; `links`: what connects it
        with other ranks."""
        game = kernel.game
        plies = game.max_plies + 2
        self.kernel = kernel
        self.table = table
        self.tree = Tree(
            frames=records(plies, FRAME),
            states=np.zeros((plies, game.words), np.int64),
            moves=np.zeros((plies, game.max_moves), np.int64),
            history=np.zeros(HISTORY_SIZE, np.int64) if history is None else history,
            scratch=np.zeros(game.max_moves + SPARE_MOVES, np.int64),
            counters=np.zeros(COUNTERS, np.int64),
            links=links,
        )
        self._run = fastest(kernel.run)
        self._words = game.words
        self._forget_killers()
        # What is read and written between slices, as plain Python does it fastest: counters, states, columns of frames.
        self._counters, self._states = words_of(self.tree.counters), words_of(self.tree.states)
        names = ("alpha", "beta", "lower", "upper", "children_upper", "count", "pending", "best_move")
        columns = (memoryview(self.tree.frames[name]) for name in names)
        self._alphas, self._betas, self._lowers, self._uppers, *others = columns
        self._children_uppers, self._counts, self._pendings, self._best_moves = others

    def _forget_killers(self) -> None:
        self.tree.frames["killer"] = self.tree.frames["second_killer"] = NO_MOVE

    def forget_ordering(self) -> None:
        """Begin with killers and history as in a new search."""
        self._forget_killers()
        self.tree.history[:] = 0

    def begin(self, state: State, alpha: int, beta: int, depth: int = TO_END) -> None:
        """Open the root. What was learned about move ordering stays."""
        self._set_root(state, alpha, beta, depth, claim_only=False)
        self.tree.history[:] >>= 1
        self.run(0)

    def _set_root(self, state: State, alpha: int, beta: int, depth: int, *, claim_only: bool) -> None:
        """Say what is to be searched. The root is opened when the search first runs."""
        assert alpha < beta, (alpha, beta)
        assert 0 <= depth <= TO_END, depth
        counters = self._counters
        self._states[: self._words] = array("q", state)
        counters[layout.GENERATION] = self.table.generation
        counters[layout.ALPHA], counters[layout.BETA], counters[layout.DEPTH] = alpha, beta, depth
        counters[layout.CLAIM_ONLY], counters[layout.FAULT] = claim_only, 0
        counters[layout.TOP] = layout.UNOPENED

    def run(self, budget_nodes: int) -> int:
        """Search on for about `budget_nodes` nodes: DONE or PAUSED; where ranks share it, WAITING too. Raises
        InputError if the game's functions cannot be compiled, or do not keep to the game's limits."""
        try:
            status: int = self._run(self.tree, self.table.words, budget_nodes)
        except CompileError as error:
            game = self.kernel.game
            check_answers(game, tuple(self._states[: self._words]))
            raise InputError(f"{game.file_of(function_in(error))}: {explain(error)}") from error
        except TypeError as error:  # a function that only sometimes answers with a number
            raise InputError(f"{self.kernel.game.path}: {error}; mpi-search check finds out where") from error
        return status if status != BROKEN else self._refuse()

    def _refuse(self) -> NoReturn:
        """Do not go on with a game that does not keep to its limits."""
        game = self.kernel.game
        if self.tree.counters[layout.FAULT] == layout.TOO_LONG:
            raise InputError(f"{game.path}: a game lasts longer than MAX_PLIES = {game.max_plies}")
        raise InputError(f"{game.path}: a position has more than MAX_MOVES = {game.max_moves} moves")

    # --- reading
    @property
    def nodes(self) -> int:
        """Positions looked at since this object was made."""
        return self._counters[layout.NODES]

    @property
    def top(self) -> int:
        """The ply of the deepest frame."""
        return self._counters[layout.TOP]

    @property
    def lower(self) -> int:
        """The root is worth at least this."""
        return self._lowers[0]

    @property
    def upper(self) -> int:
        """The root is worth at most this."""
        if self._counts[0] or self._pendings[0]:
            return self._uppers[0]
        return min(self._uppers[0], max(self._children_uppers[0], self._lowers[0]))

    @property
    def best_move(self) -> int | None:
        """The move behind `lower`, or while there is none the one refuted least; None before any was tried."""
        move = self._best_moves[0]
        return None if move == NO_MOVE else move

    def frame(self, ply: int) -> Any:
        """The frame at `ply`: its fields are those of FRAME."""
        return self.tree.frames[ply]

    def moves_left(self, ply: int) -> list[int]:
        """The moves not begun yet at `ply`, the most promising first."""
        packed = self.tree.moves[ply, : self.tree.frames[ply]["count"]]
        return [int(move) & MOVE_MASK for move in sorted(packed, reverse=True)]


def compile_search(kernel: AnyKernel) -> float:
    """Compile the search, or load it if it was compiled before; returns the seconds that took. Raises InputError."""
    began = time.perf_counter()
    Search(kernel, Table(1)).begin(kernel.game.start(), -1, 1, 2)
    return time.perf_counter() - began
