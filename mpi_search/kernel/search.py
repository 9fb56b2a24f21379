"""One search: a position, a window, a depth, run in slices and open to changes between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mpi_search.errors import InputError
from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core import frames as layout
from mpi_search.kernel.core.frames import COUNTERS, FRAME, HISTORY_SIZE, MOVE_MASK, TO_END, Tree
from mpi_search.kernel.game import State
from mpi_search.kernel.jit import COMPILING, CompileError, explain, machine_code
from mpi_search.kernel.table import Table

#: Places beyond MAX_MOVES, so that a game which breaks that limit can be told so.
SPARE_MOVES = 256


@dataclass(frozen=True)
class Child:
    """A child that was given away: where it belongs, and what is to be found out about it."""

    ply: int  #: of the frame it was taken from
    serial: int  #: of that frame: a claim for a frame that is gone is dropped
    move: int
    state: State  #: the position after the move
    depth: int
    alpha: int  #: the open window, as the side to move in `state` sees it
    beta: int


class Search:
    """A search of one position, in slices. Claims about it are in `lower` and `upper` at any time."""

    def __init__(self, kernel: Kernel, table: Table) -> None:
        game = kernel.game
        plies = game.max_plies + 2
        self.kernel = kernel
        self.table = table
        self.tree = Tree(
            frames=np.zeros(plies, FRAME),
            states=np.zeros((plies, game.words), np.int64),
            moves=np.zeros((plies, game.max_moves), np.int64),
            history=np.zeros(HISTORY_SIZE, np.int64),
            scratch=np.zeros(game.max_moves + SPARE_MOVES, np.int64),
            counters=np.zeros(COUNTERS, np.int64),
        )
        if not COMPILING:  # plain Python reads a field as frame.alpha only from a record array
            self.tree = self.tree._replace(frames=self.tree.frames.view(np.recarray))
        self.is_cancelled = False
        self._away: set[tuple[int, int]] = set()  # serial and move of the children given away
        self._run: Callable[..., int] | None = None  # the kernel's `run`, once its code is at hand
        self.forget_ordering()

    def forget_ordering(self) -> None:
        """Begin with killers and history as in a new search."""
        self.tree.frames["killer"] = self.tree.frames["second_killer"] = layout.NO_MOVE
        self.tree.history[:] = 0

    def begin(self, state: State, alpha: int, beta: int, depth: int = TO_END) -> None:
        """Open the root. What was learned about move ordering stays."""
        assert alpha < beta, (alpha, beta)
        assert 0 <= depth <= TO_END, depth
        self.is_cancelled = False
        self._away.clear()
        self.tree.states[0] = state
        self.tree.history[:] >>= 1
        counters = self.tree.counters
        counters[layout.GENERATION] = self.table.generation
        counters[layout.TOP] = layout.UNOPENED
        counters[layout.FAULT] = 0
        counters[layout.ALPHA], counters[layout.BETA], counters[layout.DEPTH] = alpha, beta, depth
        self.run(0)

    def run(self, budget_nodes: int) -> int:
        """Search on for about `budget_nodes` nodes: DONE, PAUSED or WAITING. Raises InputError if the game's functions
        cannot be compiled."""
        assert not self.is_cancelled
        arguments = (self.tree, self.table.words, budget_nodes)
        try:
            if self._run is not None:
                return self._checked(self._run(*arguments))
            status = self.kernel.run(*arguments)
        except CompileError as error:
            raise InputError(f"{self.kernel.game.path}: {explain(error)}") from error
        except TypeError as error:  # a function that only sometimes answers with a number
            raise InputError(f"{self.kernel.game.path}: {error}; mpi-search check finds out where") from error
        self._run = machine_code(self.kernel.run, *arguments)
        return self._checked(status)

    def _checked(self, status: int) -> int:
        """Refuse to go on with a game that does not keep to its limits."""
        if status != layout.BROKEN:
            return int(status)
        game = self.kernel.game
        if self.tree.counters[layout.FAULT] == layout.TOO_LONG:
            raise InputError(f"{game.path}: a game lasts longer than MAX_PLIES = {game.max_plies}")
        raise InputError(f"{game.path}: a position has more than MAX_MOVES = {game.max_moves} moves")

    # --- reading
    @property
    def nodes(self) -> int:
        """Positions looked at since this object was made."""
        return int(self.tree.counters[layout.NODES])

    @property
    def top(self) -> int:
        """The ply of the deepest frame."""
        return int(self.tree.counters[layout.TOP])

    @property
    def lower(self) -> int:
        """The root is worth at least this."""
        return int(self.tree.frames[0]["lower"])

    @property
    def upper(self) -> int:
        """The root is worth at most this."""
        root = self.tree.frames[0]
        if root["count"] or root["pending"]:
            return int(root["upper"])
        return int(min(root["upper"], max(root["children_upper"], root["lower"])))

    @property
    def best_move(self) -> int | None:
        """The move behind `lower`, or while there is none the one refuted least; None before any was tried."""
        move = int(self.tree.frames[0]["best_move"])
        return None if move == layout.NO_MOVE else move

    def frame(self, ply: int) -> Any:
        """The frame at `ply`: its fields are those of FRAME."""
        return self.tree.frames[ply]

    def moves_left(self, ply: int) -> list[int]:
        """The moves not begun yet at `ply`, the most promising first."""
        packed = self.tree.moves[ply, : self.tree.frames[ply]["count"]]
        return [int(move) & MOVE_MASK for move in sorted(packed, reverse=True)]

    def may_detach(self, ply: int) -> bool:
        """Whether the frame at `ply` has moves to give away that still matter."""
        frame = self.tree.frames[ply]
        return bool(frame["count"] and frame["lower"] < frame["beta"] and frame["upper"] > frame["alpha"])

    # --- changing
    def detach(self, ply: int, move: int) -> Child:
        """Give away a move that was not begun yet; its claim must come back through `back_up`."""
        assert self.may_detach(ply), ply
        frame, moves = self.tree.frames[ply], self.tree.moves[ply]
        count = int(frame["count"])
        at = next(index for index in range(count) if int(moves[index]) & MOVE_MASK == move)
        moves[at] = moves[count - 1]
        frame["count"] = count - 1
        frame["pending"] += 1
        self._away.add((int(frame["serial"]), move))
        state = tuple(int(word) for word in self.tree.states[ply])
        depth = int(frame["depth"])
        return Child(
            ply=ply,
            serial=int(frame["serial"]),
            move=move,
            state=self.kernel.game.play(state, move),
            depth=depth if depth in (TO_END, 0) else depth - 1,
            alpha=-int(frame["beta"]),
            beta=-int(frame["alpha"]),
        )

    def is_wanted(self, child: Child) -> bool:
        """Whether the frame that gave the child away is still there, and has had no answer."""
        return (
            child.ply <= self.top
            and int(self.tree.frames[child.ply]["serial"]) == child.serial
            and (child.serial, child.move) in self._away
        )

    def back_up(self, child: Child, lower: int, upper: int) -> bool:
        """Take in a claim about a detached child, as the side to move in it sees it. False: nobody wants it any more.

        A claim that does not decide the frame's window puts the move back among those to be searched here.
        """
        if not self.is_wanted(child):
            return False
        self._away.remove((child.serial, child.move))
        self.kernel.back_up(self.tree, child.ply, child.move, -upper, -lower)
        return True

    def narrow(self, alpha: int, beta: int) -> None:
        """Narrow the root's window and every window below it."""
        self.kernel.narrow(self.tree, alpha, beta)

    def cut(self, ply: int, lower: int, upper: int) -> None:
        """Take in a claim about the position at `ply` itself, found elsewhere; what it decides is cut off."""
        self.kernel.learn(self.tree, ply, lower, upper)

    def cancel(self) -> None:
        """Drop the search. What was detached from it is unwanted from now on; what it stored in the table stays."""
        self.is_cancelled = True
        self.tree.counters[layout.TOP] = layout.UNOPENED


def warm_up(kernel: Kernel, clock: Callable[[], float] = time.perf_counter) -> float:
    """Compile the search, or load it if it was compiled before; returns the seconds that took. Raises InputError."""
    began = clock()
    search = Search(kernel, Table(1))
    search.begin(kernel.game.start(), -1, 1, 2)
    return clock() - began
