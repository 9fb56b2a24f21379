"""What a search on the virtual cluster was worth, measured against the best serial search of the same position.

Only nodes count for the speed-up. The serial search is charged its nodes times the cost of a node and nothing else; the
virtual cluster is charged for nodes, messages, slices and waiting, in virtual time. How fast this machine happens to be
plays no part, so the same seed gives the same row everywhere.

    speedup          serial nodes * cost of a node / virtual seconds
    efficiency       speedup / ranks
    virtual seconds  from the moment when all ranks have greeted to the answer
    search overhead  nodes / serial nodes - 1: what the cluster searched in vain (negative if it was lucky)
    message share    of all the ranks' time: handling messages, looking for them, deciding what to do
    idle share       of all the ranks' time: neither searching nor that
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mpi_search.compile.kernel import bind, bind_shared
from mpi_search.errors import InputError
from mpi_search.policies.policy import Policy
from mpi_search.rules.game import Game, State
from mpi_search.search.plan import Plan
from mpi_search.search.solve import Solver
from mpi_search.search.table import Table
from mpi_search.transport.virtual.cluster import Log, VirtualCluster
from mpi_search.transport.virtual.shape import Shape


class Broken(Exception):
    """A run on the virtual cluster failed or found a wrong value: our own bug, with what it takes to see it again."""


@dataclass(frozen=True)
class Serial:
    """The reference: one search on one core."""

    value: int
    best_move: str
    nodes: int

    def seconds(self, node_ns: float) -> float:
        """What it takes in virtual time."""
        return self.nodes * node_ns * 1e-9


@dataclass(frozen=True)
class Row:
    """One run on the virtual cluster. The same seed gives an equal row."""

    policy: str
    ranks: int
    hosts: int
    value: int
    best_move: str  #: as people write it; where several are best, policies may differ
    speedup: float
    efficiency: float
    virtual_seconds: float
    nodes: int
    search_overhead: float
    idle_share: float
    message_share: float
    messages: int
    bytes: int


def serial_search(
    game: Game,
    state: State,
    depth: int | None = None,
    table_mb: float = 256,
    *,
    on_progress: Callable[[int], None] = lambda nodes: None,
) -> Serial:
    """The best serial search of an unfinished position. `on_progress` hears of the nodes so far."""
    solver = Solver(bind(game), Table(table_mb))
    result = solver.solve(state, depth=depth, on_progress=lambda at: on_progress(at.nodes), want_pv=False)
    return Serial(result.value, game.move_name(state, result.best_move), result.nodes)


def simulate(
    game: Game,
    state: State,
    policy: Policy,
    shape: Shape,
    serial: Serial,
    *,
    depth: int | None = None,
    seed: int = 1,
    log: Log | None = None,
    validate: bool = False,
    on_progress: Callable[[float, int], None] | None = None,
    open_window: bool = False,
) -> Row:
    """One search of `state` on a virtual cluster, compared with `serial`, the serial search to the same depth.

    `validate` rechecks every rank after each of its turns; `on_progress` hears of virtual time and nodes so far;
    `open_window` asks for the value in one root search instead of null-window tests. Raises Broken.
    """
    run = f"{policy.name} on {shape.ranks} ranks and {shape.hosts} hosts, seed {seed}"
    plan = Plan(game, state, depth, open_window=open_window)
    try:
        cluster = VirtualCluster(
            bind_shared(game), plan, policy, shape, seed=seed, log=log, validate=validate, on_progress=on_progress
        )
        cluster.run()
    except (InputError, MemoryError):  # no room for the tables or the log: not a fault of the run
        raise
    except Exception as error:
        raise Broken(f"{run}: {type(error).__name__}: {error}") from error
    value = plan.answer()[1]
    if value != serial.value:
        raise Broken(f"{run}: found the value {value}, but the serial search found {serial.value}")
    return _row(cluster, policy, serial)


def _row(cluster: VirtualCluster, policy: Policy, serial: Serial) -> Row:
    """The figures of a finished run."""
    shape, ranks, plan = cluster.shape, cluster.ranks, cluster.master.plan
    started_at, answered_at = cluster.master.started_at, cluster.master.answered_at
    assert started_at is not None
    assert answered_at is not None
    seconds = answered_at - started_at
    nodes = sum(one.nodes for one in ranks)
    search_s, message_s = sum(one.search_s for one in ranks), sum(one.message_s for one in ranks)
    speedup = serial.seconds(shape.costs.node_ns) / seconds
    _, value, move = plan.answer()
    return Row(
        policy=policy.name,
        ranks=shape.ranks,
        hosts=shape.hosts,
        value=value,
        best_move=plan.game.move_name(plan.state, move),
        speedup=speedup,
        efficiency=speedup / shape.ranks,
        virtual_seconds=seconds,
        nodes=nodes,
        search_overhead=nodes / serial.nodes - 1,
        # Greeting, stopping and the slices that the answer overtook count here though they lie outside `seconds`;
        # in a very short run they can outweigh the rest.
        idle_share=max(0.0, 1 - (search_s + message_s) / (shape.ranks * seconds)),
        message_share=min(1.0, message_s / (shape.ranks * seconds)),
        messages=cluster.messages,
        bytes=cluster.bytes,
    )
