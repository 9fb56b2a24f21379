"""One search: a position, a window, a depth, run in slices and open to changes between them."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from mpi_search.errors import InputError
from mpi_search.kernel.bind import Kernel
from mpi_search.kernel.core import frames as layout
from mpi_search.kernel.core.edit import CHILD_FIELDS, VIEW_FIELDS
from mpi_search.kernel.core.frames import (
    COUNTERS,
    FRAME,
    MOVE_MASK,
    NOWHERE,
    PV,
    SURE,
    TO_END,
    Tree,
)
from mpi_search.kernel.desk import Desk, words_of
from mpi_search.kernel.game import State
from mpi_search.kernel.jit import COMPILING, CompileError, explain, machine_code, no_garbage_collection
from mpi_search.kernel.table import Table

#: Places beyond MAX_MOVES, so that a game which breaks that limit can be told so.
SPARE_MOVES = 256


class Child(NamedTuple):
    """A child that was given away: where it belongs, and what is to be found out about it."""

    ply: int  #: of the frame it was taken from
    serial: int  #: of that frame: a claim for a frame that is gone is dropped
    move: int
    state: State  #: the position after the move
    depth: int
    alpha: int  #: the open window, as the side to move in `state` sees it
    beta: int
    place: int  #: among its brothers: score and move, packed


class FrameView(NamedTuple):
    """A frame with moves left that still matter, as `survey` found it."""

    worth: int  #: what the next child will cost, weighed with the chance that it is needed
    ply: int
    serial: int
    type: int  #: PV, CUT or ALL, as expected
    depth: int
    alpha: int
    beta: int
    left: int  #: moves not begun
    begun: int  #: children searched so far, here or elsewhere
    joined: int  #: children whose claim is known
    pending: int  #: children being searched
    nodes: int  #: what the frame has cost here so far
    spine: int  #: 1 on the leftmost path of the whole search, the principal variation as far as anyone knows
    needed: int  #: the chance that a search on one rank would come to the next child, per mille
    again: int  #: 1 when the next move has failed a null-window test and must be searched with the open window


class Search:
    """A search of one position, in slices. Claims about it are in `lower` and `upper` at any time."""

    def __init__(self, kernel: Kernel, table: Table, desk: Desk | None = None) -> None:
        game = kernel.game
        plies = game.max_plies + 2
        self.kernel = kernel
        self.table = table
        self.desk = desk or Desk(kernel, table)
        self.tree = Tree(
            frames=np.zeros(plies, FRAME),
            states=np.zeros((plies, game.words), np.int64),
            moves=np.zeros((plies, game.max_moves), np.int64),
            history=self.desk.history,
            scratch=np.zeros(game.max_moves + SPARE_MOVES, np.int64),
            counters=np.zeros(COUNTERS, np.int64),
            busy=self.desk.busy,
            sizes=self.desk.sizes,
            board=self.desk.offers.reshape(-1),
            offer=self.desk.offer,
            bell=self.desk.bell,
            outbox=self.desk.outbox,
        )
        if not COMPILING:  # plain Python reads a field as frame.alpha only from a record array
            self.tree = self.tree._replace(frames=self.tree.frames.view(np.recarray))
        self.is_cancelled = False
        #: Serial and move of the children given away -> their key, which is announced, and their place on the board.
        self._away: dict[tuple[int, int], tuple[int, int]] = {}
        self._words, self._child = game.words, np.zeros((2, max(game.words, CHILD_FIELDS)), np.int64)
        self._views = np.zeros((plies, VIEW_FIELDS), np.int64)
        self._run: Callable[..., int] | None = None  # the kernel's `run`, once its code is at hand
        self.tree.frames["killer"] = self.tree.frames["second_killer"] = layout.NO_MOVE
        # What is read and written between slices, as plain Python does it fastest: counters, states, columns of frames.
        self._counters, self._states = words_of(self.tree.counters), words_of(self.tree.states)
        self._board = self.desk.offer_words
        names = ("serial", "alpha", "beta", "lower", "upper", "children_upper", "count", "pending", "best_move")
        columns = (memoryview(self.tree.frames[name]) for name in names)
        self._serials, self._alphas, self._betas, self._lowers, self._uppers, *others = columns
        self._children_uppers, self._counts, self._pendings, self._best_moves = others

    def forget_ordering(self) -> None:
        """Begin with killers and history as in a new search."""
        self.tree.frames["killer"] = self.tree.frames["second_killer"] = layout.NO_MOVE
        self.tree.history[:] = 0

    def begin(
        self,
        state: State,
        alpha: int,
        beta: int,
        depth: int = TO_END,
        *,
        node_type: int = PV,
        needed: int = 1000,
        need_at: int = NOWHERE,
        is_job: bool = False,
    ) -> None:
        """Open the root. What was learned about move ordering stays.

        A job is the child of a frame elsewhere: only its claim is asked for, not a move. Its root is opened when it
        first runs. `needed` is the chance that a search on one rank would come to it, per mille; `need_at`, where on
        the host's board its home keeps that up to date.
        """
        assert alpha < beta, (alpha, beta)
        assert 0 <= depth <= TO_END, depth
        self.is_cancelled = False
        self._forget_gifts()
        self._states[: self._words] = array("q", state)
        if not is_job:
            self.tree.history[:] >>= 1
        if depth != self.desk.depth:
            self.desk.depth, self.desk.sizes[:] = depth, 0  # what was learned at another depth misleads
        desk, nodes = self.desk, self._counters[layout.NODES]
        self._counters[layout.GENERATION :] = array("q", (
            self.table.generation, alpha, beta, depth, 0, node_type, is_job, desk.in_team, desk.grain_nodes,
            desk.export_nodes, needed, nodes, desk.offer_nodes, desk.offer_grain, nodes, need_at, SURE,
        ))  # fmt: skip
        self._counters[layout.TOP] = layout.UNOPENED
        if not is_job:
            self.run(0)

    def run(self, budget_nodes: int) -> int:
        """Search on for about `budget_nodes` nodes, or until the bell rings: DONE, PAUSED or WAITING. Raises InputError
        if the game's functions cannot be compiled."""
        assert not self.is_cancelled
        arguments = (self.tree, self.table.words, budget_nodes)
        try:
            if self._run is not None:
                return self._checked(self._run(*arguments))
            with no_garbage_collection():
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
        return self._counters[layout.NODES]

    @property
    def top(self) -> int:
        """The ply of the deepest frame."""
        return self._counters[layout.TOP]

    @property
    def needed(self) -> int:
        """The chance that a search on one rank would come to where this one stands, per mille."""
        at = self._counters[layout.NEED_AT]
        root = self._counters[layout.NEEDED] if at == NOWHERE else self._board[at]
        return root * self._counters[layout.PATH] // SURE

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

    def survey(self, grain_nodes: int) -> Iterator[FrameView]:
        """The frames that have moves to give away and have cost at least `grain_nodes`, those that are worth most
        first."""
        views = self._views
        for index in range(self.desk.call(self.kernel.survey, self.tree, grain_nodes, views)):
            yield FrameView._make(views[index].tolist())

    def best_offer(self, grain_nodes: int) -> int:
        """What the best of these frames is worth and how likely it is needed, in one word; 0 if there is none. Helpers
        are told how likely their jobs are needed by now."""
        return int(self.desk.call(self.kernel.best_offer, self.tree, grain_nodes))

    def offer_anew(self) -> None:
        """Much has changed: when the search goes on, make an offer at once."""
        self._counters[layout.OFFERED] = self._counters[layout.NODES] - self.desk.offer_nodes

    def window(self, ply: int, serial: int) -> tuple[int, int] | None:
        """The window of the frame at `ply`, if it is still the one with that serial number."""
        if ply > self._counters[layout.TOP] or self._serials[ply] != serial:
            return None
        return self._alphas[ply], self._betas[ply]

    # --- changing
    def detach(self, ply: int, move: int = layout.NO_MOVE, *, need_place: int = 0) -> Child:
        """Give away a move that was not begun yet, the most promising one if nothing is said; its claim must come back
        through `back_up`. `need_place`: from `Desk.take_need`, if its helper sees this rank's row of the board."""
        key = self.desk.call(self.kernel.detach, self.tree, ply, move, need_place, self._child)
        assert key, (ply, move)
        state, (move, place, serial, depth, alpha, beta, *_) = self._child.tolist()
        self._away[serial, move] = key, need_place
        self.desk.announce(key)
        below = depth if depth in (TO_END, 0) else depth - 1
        return Child(ply, serial, move, tuple(state[: self._words]), below, -beta, -alpha, place)

    def is_wanted(self, child: Child) -> bool:
        """Whether the frame that gave the child away is still there, and has had no answer."""
        is_there = child.ply <= self._counters[layout.TOP] and self._serials[child.ply] == child.serial
        return is_there and (child.serial, child.move) in self._away

    def back_up(self, child: Child, lower: int, upper: int) -> bool:
        """Take in a claim about a detached child, as the side to move in it sees it. False: nobody wants it any more.

        A claim that does not decide the frame's window puts the move back among those to be searched here.
        """
        if not self.is_wanted(child):
            return False
        self.forget_gift(child)
        self.desk.call(self.kernel.back_up, self.tree, child.ply, child.move, -upper, -lower)
        return True

    def give_back(self, child: Child) -> None:
        """The child comes back as it went: list its move again, in its old place."""
        assert self.is_wanted(child)
        self.forget_gift(child)
        self.desk.call(self.kernel.list_again, self.tree, child.ply, child.place)

    def forget_gift(self, child: Child) -> None:
        """Nobody searches the child elsewhere any more. What comes back about it is dropped."""
        if (child.serial, child.move) in self._away:
            self._forget(*self._away.pop((child.serial, child.move)))

    def _forget_gifts(self) -> None:
        for key, need_place in self._away.values():
            self._forget(key, need_place)
        self._away.clear()

    def _forget(self, key: int, need_place: int) -> None:
        self.desk.withdraw(key)
        self.desk.free_need(need_place)

    def narrow(self, alpha: int, beta: int) -> None:
        """Narrow the root's window and every window below it."""
        if self._counters[layout.TOP] == layout.UNOPENED:
            self.run(0)
        self.desk.call(self.kernel.narrow, self.tree, alpha, beta)

    def cut(self, ply: int, lower: int, upper: int) -> None:
        """Take in a claim about the position at `ply` itself, found elsewhere; what it decides is cut off."""
        self.desk.call(self.kernel.learn, self.tree, ply, lower, upper)

    def cancel(self) -> None:
        """Drop the search. What was detached from it is unwanted from now on; what it stored in the table stays."""
        self.is_cancelled = True
        self._forget_gifts()
        if self.desk.in_team:
            self.desk.call(self.kernel.leave, self.tree)
        self._counters[layout.TOP] = layout.UNOPENED
        self.desk.fall_silent()


def warm_up(kernel: Kernel, clock: Callable[[], float] = time.perf_counter) -> float:
    """Compile the search, or load it if it was compiled before; returns the seconds that took. Raises InputError."""
    began = clock()
    search = Search(kernel, Table(1))
    search.begin(kernel.game.start(), -1, 1, 2)
    return clock() - began


def warm_up_edits(kernel: Kernel) -> None:
    """The same for what a rank of a cluster does to its searches between slices."""
    search = Search(kernel, Table(1))
    search.desk.in_team = True
    search.begin(kernel.game.start(), -1, 1, 2)
    list(search.survey(0))
    search.best_offer(0)
    if search.may_detach(0):
        search.give_back(search.detach(0))
        child = search.detach(0)
        search.back_up(child, -kernel.game.max_value, kernel.game.max_value)
    search.narrow(-1, 1)
    search.cut(0, -kernel.game.max_value, kernel.game.max_value)
    search.desk.remember(kernel.game.start(), 2, -kernel.game.max_value, kernel.game.max_value, 1)
    desk, own = search.desk, np.zeros(1, np.int64)
    desk.absorb(_as_received(desk.take_outbox()))
    desk.copy_rows(own, *map(_as_received, desk.show_rows(own)))
    search.cancel()


def _as_received(numbers: Any) -> Any:
    """An array as it comes out of a message, where it cannot be written to: numba makes a difference."""
    return np.frombuffer(numbers.tobytes(), numbers.dtype).reshape(numbers.shape)
