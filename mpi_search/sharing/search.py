"""A search that ranks share: what it has to give away, what is taken from it, and what others find out for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from mpi_search.compile.kernel import SharedKernel
from mpi_search.machine.jit import call
from mpi_search.rules.game import State
from mpi_search.search.core.frames import MOVE_MASK, NO_MOVE, NODES, PV, TO_END, TOP, UNOPENED
from mpi_search.search.search import Search, records, words_of
from mpi_search.sharing.core import links
from mpi_search.sharing.core.board import OPINION_AT
from mpi_search.sharing.core.links import JOB_NUMBERS, NOTE, NOWHERE, SURE, Links
from mpi_search.sharing.core.offers import VIEW, FrameView
from mpi_search.sharing.workspace import Workspace


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


class SharedSearch(Search):
    """A search of one position, in slices, open to changes between them."""

    kernel: SharedKernel

    def __init__(self, workspace: Workspace) -> None:
        kernel, game = workspace.kernel, workspace.kernel.game
        plies = game.max_plies + 2
        self.workspace = workspace
        own = Links(
            notes=records(plies, NOTE),
            gifts=np.zeros((plies, game.max_moves), np.int64),
            job=np.zeros(JOB_NUMBERS, np.int64),
            settings=workspace.settings,
            sizes=workspace.sizes,
            busy=workspace.busy,
            board=workspace.board.reshape(-1),
            row=workspace.row,
            bell=workspace.bell,
            outbox=workspace.outbox,
        )
        super().__init__(kernel, workspace.table, history=workspace.history, links=own)
        #: Serial and move of the children given away -> their key, which is announced, and their slot on the board.
        self._away: dict[tuple[int, int], tuple[int, int]] = {}
        self._child_state = np.zeros((1, game.words), np.int64)
        self._views = records(plies, VIEW)
        self._job, self._board = words_of(own.job), workspace.board_words
        self._serials = memoryview(own.notes["serial"])

    # --- beginning
    def begin(self, state: State, alpha: int, beta: int, depth: int = TO_END, *, node_type: int = PV) -> None:
        """Open the root of a whole search, which is expected to be of that type."""
        self._begin_job(depth, node_type, SURE, NOWHERE)
        super().begin(state, alpha, beta, depth)

    def begin_job(
        self,
        state: State,
        alpha: int,
        beta: int,
        depth: int = TO_END,
        *,
        node_type: int = PV,
        chance: int = SURE,
        chance_at: int = NOWHERE,
    ) -> None:
        """Begin with the child of a frame elsewhere: only its claim is asked for, not a move. `chance`: that a search
        on one rank would come to it, per mille; `chance_at`: where on the host's board its home keeps that up to
        date."""
        self._begin_job(depth, node_type, chance, chance_at)
        self._set_root(state, alpha, beta, depth, claim_only=True)

    def _begin_job(self, depth: int, node_type: int, chance: int, chance_at: int) -> None:
        job, nodes = self._job, self.nodes
        self._forget_all()
        self.workspace.begin_depth(depth)
        job[links.TYPE], job[links.CHANCE], job[links.CHANCE_AT] = node_type, chance, chance_at
        job[links.PATH_CHANCE], job[links.CAUGHT_UP], job[links.OFFERED] = SURE, nodes, nodes

    # --- reading
    @property
    def chance(self) -> int:
        """That a search on one rank would come to where this one stands, per mille."""
        at = self._job[links.CHANCE_AT]
        root = self._job[links.CHANCE] if at == NOWHERE else self._board[at]
        return root * self._job[links.PATH_CHANCE] // SURE

    def survey(self, min_nodes: int) -> Iterator[FrameView]:
        """The frames that have moves to give away and have cost at least `min_nodes`, those that are worth most
        first."""
        for index in range(call(self.kernel.offers.survey, self.tree, min_nodes, self._views)):
            yield FrameView._make(self._views[index].item())

    def best_offer(self, min_nodes: int) -> int:
        """What the best of these frames is worth and how likely it is needed, in one word; 0 if there is none. Helpers
        are told how likely their jobs are needed by now."""
        return int(call(self.kernel.offers.best_offer, self.tree, min_nodes))

    def offer_anew(self) -> None:
        """Much has changed: when the search goes on, make an offer at once."""
        self._job[links.OFFERED] = self._counters[NODES] - self.workspace.offer_every_nodes

    def window(self, ply: int, serial: int) -> tuple[int, int] | None:
        """The window of the frame at `ply`, if it is still the one with that serial number."""
        if ply > self._counters[TOP] or self._serials[ply] != serial:
            return None
        return self._alphas[ply], self._betas[ply]

    # --- giving away
    def detach(self, ply: int, move: int = NO_MOVE, *, slot: int = 0) -> Child:
        """Give away a move that was not begun yet, the most promising one if nothing is said; its claim must come back
        through `back_up`. `slot`: from `Workspace.take_slot`, if its helper sees this rank's row of the board."""
        told = call(self.kernel.gifts.detach, self.tree, ply, move, slot, self._child_state)
        key, place, serial, depth, alpha, beta = map(int, told)
        assert key, (ply, move)
        move, state = place & MOVE_MASK, tuple(self._child_state[0].tolist())
        self._away[serial, move] = key, slot
        self.workspace.announce(key)
        return Child(ply, serial, move, state, depth, alpha, beta, place)

    def is_wanted(self, child: Child) -> bool:
        """Whether the frame that gave the child away is still there, and has had no answer."""
        return (child.serial, child.move) in self._away and self.window(child.ply, child.serial) is not None

    def back_up(self, child: Child, lower: int, upper: int) -> bool:
        """Take in a claim about a detached child, as the side to move in it sees it. False: nobody wants it any more.

        A claim that does not decide the frame's window puts the move back among those to be searched here.
        """
        if not self.is_wanted(child):
            return False
        self.forget_gift(child)
        call(self.kernel.edit.back_up, self.tree, child.ply, child.move, -upper, -lower)
        return True

    def give_back(self, child: Child) -> None:
        """The child comes back as it went: list its move again, in its old place."""
        assert self.is_wanted(child)
        self.forget_gift(child)
        call(self.kernel.gifts.list_again, self.tree, child.ply, child.place)

    def forget_gift(self, child: Child) -> None:
        """Nobody searches the child elsewhere any more. What comes back about it is dropped."""
        if (child.serial, child.move) in self._away:
            self._forget(child.serial, child.move)

    def _forget_all(self) -> None:
        for serial, move in list(self._away):
            self._forget(serial, move)

    def _forget(self, serial: int, move: int) -> None:
        key, slot = self._away.pop((serial, move))
        self.workspace.withdraw(key)
        self.workspace.free_slot(slot)

    # --- changing
    def narrow(self, alpha: int, beta: int) -> None:
        """Narrow the root's window and every window below it."""
        if self._counters[TOP] == UNOPENED:
            self.run(0)
        call(self.kernel.edit.narrow, self.tree, alpha, beta)

    def cancel(self) -> None:
        """Drop the search. What was detached from it is unwanted from now on; what it stored in the table stays."""
        self._forget_all()
        if self.workspace.in_team:
            call(self.kernel.edit.leave, self.tree)
        self._counters[TOP] = UNOPENED
        self.workspace.row_words[OPINION_AT] = 0  # nothing more is to be said of it
