"""The ranks of a launcher, who search together, one position after the other, and keep their tables in between.

every rank is asked the same          `answer`, as under `mpiexec mpi-search solve`
rank 0 is asked, and asks the others  `lead` and `follow`
"""

from __future__ import annotations

import faulthandler
import signal
from typing import TYPE_CHECKING

from msgspec import msgpack

from mpi_search.cluster.question import Question
from mpi_search.compile.kernel import SharedKernel, bind_shared
from mpi_search.errors import Agreed, InputError
from mpi_search.front.found import Found, found_in_words, progress_in_words
from mpi_search.front.listener import Caller, Listener
from mpi_search.front.request import Request
from mpi_search.policies.load import load_policy
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.sharing.ready import is_compiled
from mpi_search.transport.mpi.host import Host, compile_once
from mpi_search.transport.mpi.together import search_together

if TYPE_CHECKING:
    from mpi_search.transport.mpi.world import World


class Crew:
    """All ranks of a world, as one of them sees them."""

    def __init__(self, world: World) -> None:
        self.world, self.ranks = world, world.size
        self._host: Host | None = None  # what was made for the last search
        faulthandler.register(signal.SIGUSR1)  # where is every rank? kill -USR1 tells

    def answer(self, request: Request, listener: Listener) -> Found | None:
        """Search together: all ranks call this with the same request. The answer at rank 0. Raises Agreed, and what one
        rank alone may meet."""
        game, state = self.check(request)
        policy, kernel, is_first = load_policy(request.policy or "ybwc"), bind_shared(game), self.world.rank == 0
        with listener.searching(together=True, is_first=is_first) as should_stop:
            if is_first and not is_compiled(kernel):
                listener.compiling(game.name, on_every_host=True)
            compile_seconds = compile_once(self.world, kernel)
            question = Question(
                state,
                policy,
                request.limits,
                first_depth=request.first_depth,
                guess=request.guess,
                open_window=request.open_window,
                multi_pv=request.multi_pv,
            )
            host = self._host_for(kernel, request.table_mb)
            if request.forgets:
                host.forget()
            found = search_together(
                self.world,
                host,
                question,
                should_stop=should_stop,
                on_progress=lambda at: listener.progress(progress_in_words(game, state, at)),
            )
        if found is None:
            return None
        return found_in_words(
            game,
            state,
            request,
            found.result,
            compile_seconds=compile_seconds,
            policy=policy.name,
            per_rank=found.per_rank,
        )

    def check(self, request: Request) -> tuple[Game, State]:
        """The game and the position. Raises InputError for what can be seen without compiling anything."""
        request.check()
        if request.algorithm == "dfpn":
            raise InputError("--algorithm dfpn runs on one rank: start it without mpiexec, or with --policy serial")
        game, _ = load_game(request.game, request.evaluation, request.ordering), load_policy(request.policy or "ybwc")
        return game, game.unfinished(request.position, request.moves)

    def _host_for(self, kernel: SharedKernel, table_mb: float) -> Host:
        """The memory for a search; that of the last one, if it fits."""
        if self._host is None or (self._host.kernel, self._host.table_mb) != (kernel, table_mb):
            self.give_back()
            self._host = Host(self.world, kernel, table_mb)
        return self._host

    def give_back(self) -> None:
        """Keep no memory; all ranks together."""
        if self._host is not None:
            self._host.close()
            self._host = None

    # --- asked through rank 0
    def lead(self, request: Request, listener: Listener) -> Found:
        """At rank 0: have all ranks search. What is wrong with a request is found out before they are told. Raises
        Agreed."""
        try:
            self.check(request)
        except InputError as error:
            raise Agreed(str(error)) from error
        self.world.tell_all(msgpack.encode(request))
        found = self.answer(request, listener)
        assert found is not None
        return found

    def follow(self) -> None:
        """At the other ranks: search when rank 0 does, until it closes."""
        decode, nobody = msgpack.Decoder(Request).decode, Caller()
        while data := self.world.tell_all(b""):
            try:
                self.answer(decode(data), nobody)
            except Agreed:  # rank 0 tells the user
                continue
        self.give_back()

    def close(self) -> None:
        """At rank 0: have the others go on with what comes after the searches; all ranks are in step again."""
        self.world.tell_all(b"")
        self.give_back()
