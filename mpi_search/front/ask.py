"""One request, answered by whoever is at hand: this process, the ranks among which it was started, or ranks that are
started for it. What the command line does."""

from __future__ import annotations

from contextlib import closing

from mpi_search.errors import Agreed, InputError
from mpi_search.front.found import Found
from mpi_search.front.launch import Launch
from mpi_search.front.listener import Listener
from mpi_search.front.request import Request


def ask(
    request: Request,
    launch: Launch | None,
    listener: Listener,
    *,
    ranks: int | None = None,
    start: bool = False,
    hostfile: str | None = None,
    pretend_hosts: int = 1,
) -> Found | None:
    """The answer; None at ranks that have nothing to say. `start`: have so many `ranks` started, None for as many as
    there is room for. Raises InputError, ClusterLost."""
    if start and (ranks, pretend_hosts) != (1, 1):  # rank 0 will look at the policy: no need to wait for the compiler
        return _ask_started(request, launch, listener, ranks, hostfile, pretend_hosts)
    if request.policy not in (None, "serial"):
        from mpi_search.policies.load import load_policy

        load_policy(request.policy)
    if start:
        _refuse_ranks_below(launch)
        return _ask_alone(request, listener)
    if launch is not None and launch.size != 1 and request.policy != "serial":
        return _ask_crew(request, launch, listener, pretend_hosts)
    if launch is not None and launch.rank > 0:
        return None
    if pretend_hosts > 1:
        raise InputError(f"--pretend-hosts {pretend_hosts} is more than the one rank there is")
    return _ask_alone(request, listener)


def _ask_alone(request: Request, listener: Listener) -> Found:
    from mpi_search.front.alone import Alone

    if request.policy not in (None, "serial"):
        listener.note(f"one rank: nothing to share, so the search is serial rather than {request.policy}")

    return Alone().answer(request, listener)


def _ask_crew(request: Request, launch: Launch, listener: Listener, pretend_hosts: int) -> Found | None:
    """The part of every rank; rank 0 has the answer. Whatever goes wrong in one rank ends the job."""
    from mpi_search.front.crew import Crew
    from mpi_search.front.join import join
    from mpi_search.transport.mpi.failure import one_for_all

    world = join(launch, pretend_hosts)
    if world.size == 1 and request.policy is None:
        return _ask_alone(request, listener)
    crew = Crew(world)
    crew.check(request)  # the same at all ranks
    with one_for_all(world, but=(Agreed,)):
        found = crew.answer(request, listener)
        crew.give_back()
    return found


def _refuse_ranks_below(launch: Launch | None) -> None:
    if launch is not None and launch.has_started:
        raise InputError(f"{launch.by} shows that ranks were started already: leave out --ranks and --hostfile")


def _ask_started(
    request: Request,
    launch: Launch | None,
    listener: Listener,
    ranks: int | None,
    hostfile: str | None,
    pretend_hosts: int,
) -> Found:
    _refuse_ranks_below(launch)
    if request.policy == "serial":
        return _ask_alone(request, listener)
    if request.algorithm == "dfpn":
        raise InputError("--algorithm dfpn runs on one rank: leave out --ranks, or give --policy serial")
    from mpi_search.front.started import Started

    with closing(Started(ranks, hostfile=hostfile, pretend_hosts=pretend_hosts)) as started:
        return started.answer(request, listener)
