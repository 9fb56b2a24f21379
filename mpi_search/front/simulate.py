"""Searches on virtual clusters of any size, measured against the serial search of the same positions."""

from __future__ import annotations

import functools
import itertools
import math
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import mpi_search
from mpi_search.errors import InputError
from mpi_search.front.request import at_least, memory_mb
from mpi_search.transport.virtual.shape import Costs, Network, Shape

if TYPE_CHECKING:
    from mpi_search.policies.policy import Policy
    from mpi_search.rules.game import Game
    from mpi_search.rules.load import AnyGame
    from mpi_search.study.speedup import Row, Serial
    from mpi_search.transport.virtual.cluster import Log

#: Unless it is said otherwise.
RANKS_PER_HOST = 16
#: More take more memory than a machine has.
MOST_RANKS = 4096
#: The table of the serial search, unless the cluster's are larger: the reference must not want for memory.
SERIAL_TABLE_MB = 256.0

_POSITIVE = ("latency_us", "far_latency_us", "bandwidth_mb_s", "node_ns", "table_mb")
_NOT_NEGATIVE = ("send_us", "receive_us", "job_us", "handling", "jitter")


@dataclass(frozen=True)
class Settings:
    """Which clusters are simulated, and how."""

    policies: tuple[str | Policy, ...] = ("ybwc",)  #: names, files (./mine.py:Mine) or objects
    ranks: tuple[int, ...] = (1, 2, 4, 8, 16)
    hosts: int | None = None  #: that the ranks fill evenly; None: one for every 16 ranks
    latency_us: float = Network.near_us  #: of a message within a host
    far_latency_us: float = Network.far_us  #: between hosts
    bandwidth_mb_s: float = Network.bandwidth_mb_s
    node_ns: float | None = None  #: what a node costs; None: what the game says, or what was measured
    send_us: float = Costs.send_us
    receive_us: float = Costs.receive_us
    job_us: float = Costs.job_us
    handling: float = 1.0  #: all but nodes and network costs so many times as much
    jitter: float = Network.jitter  #: latencies grow at random by up to so many times
    depth: int | None = None
    seeds: tuple[int, ...] = (1,)
    table_mb: float = Shape.table_mb  #: of every host
    open_window: bool = False

    def check(self, dashes: str = "") -> None:
        """Raise InputError for what makes no sense, before anything takes time. `dashes`: before a name, where names
        are options of a command."""

        def option(name: str) -> str:
            return dashes + name.replace("_", "-") if dashes else name

        at_least(1, option("depth"), self.depth)
        for name in _POSITIVE:
            number = getattr(self, name)
            if number is not None and not 0 < number < math.inf:
                raise InputError(f"{option(name)} must be more than 0, not {number:g}")
        for name in _NOT_NEGATIVE:
            at_least(0, option(name), getattr(self, name))
        for ranks in self.ranks:
            if not 1 <= ranks <= MOST_RANKS:
                raise InputError(f"{option('ranks')} must be from 1 to {MOST_RANKS}, not {ranks}")
        for name in ("ranks", "policies", "seeds"):
            if not getattr(self, name):
                raise InputError(f"{option(name)} must not be empty")
        most = max(self.ranks)
        if self.hosts is not None and not 1 <= self.hosts <= most:
            raise InputError(f"{option('hosts')} must be from 1 to the number of ranks, {most}, not {self.hosts}")
        hosts = self.hosts_for(most)
        if self.table_mb * hosts >= memory_mb():
            tables = f"{option('table_mb')} {self.table_mb:g} {f'on {hosts} hosts' if hosts > 1 else 'on one host'}"
            raise InputError(f"{tables} does not fit: this machine has {memory_mb():.0f} MB of memory")

    def hosts_for(self, ranks: int) -> int:
        """The hosts of a cluster; never more than it has ranks, so that one number serves several sizes."""
        return min(self.hosts, ranks) if self.hosts else math.ceil(ranks / RANKS_PER_HOST)

    def shape(self, ranks: int, node_ns: float) -> Shape:
        """The cluster to simulate."""
        costs = Costs(node_ns=node_ns, send_us=self.send_us, receive_us=self.receive_us, job_us=self.job_us)
        network = Network(self.latency_us, self.far_latency_us, self.bandwidth_mb_s, self.jitter)
        return Shape(ranks, self.hosts_for(ranks), self.table_mb, costs=costs.handled(self.handling), network=network)


@dataclass(frozen=True)
class Run:
    """One run, of one position."""

    position: str
    seed: int
    row: Row

    def to_dict(self) -> dict[str, Any]:
        told = asdict(self.row)
        head = {name: told.pop(name) for name in ("policy", "ranks", "hosts")}
        return {"position": self.position, **head, "seed": self.seed, **told}


@dataclass
class Simulation:
    """What was simulated; it grows while it is under way."""

    game: Game
    settings: Settings
    positions: Sequence[str]
    serial: dict[str, Serial] = field(default_factory=dict)  #: by position: what the runs are measured against
    runs: list[Run] = field(default_factory=list)

    @cached_property
    def node_ns(self) -> float:
        """What a node costs."""
        if self.settings.node_ns is not None:
            return self.settings.node_ns
        from mpi_search.compile.kernel import bind
        from mpi_search.search.pace import serial_node_ns

        return serial_node_ns(bind(self.game))

    @property
    def summary(self) -> list[dict[str, Any]]:
        """The mean speed-up of each policy and number of ranks that every position was searched with, and its standard
        deviation over seeds and positions."""
        speedups: dict[tuple[str, int], list[float]] = {}
        for run in self.runs:
            speedups.setdefault((run.row.policy, run.row.ranks), []).append(run.row.speedup)
        whole = len(self.positions) * len(self.settings.seeds)
        return [
            {
                "policy": policy,
                "ranks": ranks,
                "speedup_mean": statistics.fmean(reached),
                "speedup_sd": statistics.stdev(reached) if len(reached) > 1 else 0.0,
            }
            for (policy, ranks), reached in speedups.items()
            if len(reached) == whole
        ]

    def to_dict(self) -> dict[str, Any]:
        """What `simulate --json` prints."""
        shape = self.settings.shape(1, self.node_ns)
        costs = {**asdict(shape.costs), **asdict(shape.network), "table_mb": self.settings.table_mb}
        return {
            "game": self.game.name,
            "version": mpi_search.__version__,
            "seeds": list(self.settings.seeds),
            "costs": costs,
            "serial": [
                {
                    "position": position,
                    "algorithm": "mtdf",
                    "value": serial.value,
                    "best_move": serial.best_move,
                    "nodes": serial.nodes,
                    "seconds": serial.seconds(self.node_ns),
                }
                for position, serial in self.serial.items()
            ],
            "rows": [run.to_dict() for run in self.runs],
            "summary": self.summary,
        }


#: Hears how far a simulation is: which run, its virtual seconds and its nodes so far.
OnRun = Callable[[str, float, int], None]


def run_all(
    simulation: Simulation,
    *,
    on_progress: OnRun = lambda run, seconds, nodes: None,
    log_of: Callable[[str], Log | None] = lambda run: None,
) -> None:
    """Fill a simulation. `log_of` gives the log for a run, if it is to have one. Raises InputError."""
    from mpi_search.policies.faults import check_policy
    from mpi_search.policies.load import load_policy
    from mpi_search.study.speedup import serial_search, simulate

    game, settings = simulation.game, simulation.settings
    states = {position: game.unfinished(position) for position in simulation.positions}
    policies = [load_policy(each) if isinstance(each, str) else each for each in settings.policies]
    for policy in policies:
        check_policy(policy)
    try:
        for position, state in states.items():
            table_mb = max(SERIAL_TABLE_MB, settings.table_mb)
            simulation.serial[position] = serial = serial_search(
                game,
                state,
                settings.depth,
                table_mb,
                on_progress=functools.partial(on_progress, f"{position}  serial", 0.0),
            )
            for policy, ranks, seed in itertools.product(policies, settings.ranks, settings.seeds):
                shape, name = settings.shape(ranks, simulation.node_ns), f"{position}  {policy.name}  {ranks} ranks"
                row = simulate(
                    game,
                    state,
                    policy,
                    shape,
                    serial,
                    depth=settings.depth,
                    seed=seed,
                    log=log_of(f"{position}: {policy.name}, {ranks} ranks, {shape.hosts} hosts, seed {seed}"),
                    on_progress=functools.partial(on_progress, name),
                    open_window=settings.open_window,
                )
                simulation.runs.append(Run(position, seed, row))
    except MemoryError as error:
        raise InputError(f"a table of {settings.table_mb:g} MB does not fit: {error}") from error


def simulate(
    game: AnyGame,
    positions: str | Iterable[str] = "start",
    *,
    policies: Iterable[str | Policy] = Settings.policies,
    ranks: Iterable[int] = Settings.ranks,
    hosts: int | None = None,
    depth: int | None = None,
    seeds: Iterable[int] = Settings.seeds,
    open_window: bool = False,
    table_mb: float = Settings.table_mb,
    latency_us: float = Settings.latency_us,
    far_latency_us: float = Settings.far_latency_us,
    bandwidth_mb_s: float = Settings.bandwidth_mb_s,
    jitter: float = Settings.jitter,
    node_ns: float | None = None,
    send_us: float = Settings.send_us,
    receive_us: float = Settings.receive_us,
    job_us: float = Settings.job_us,
    handling: float = Settings.handling,
    on_progress: OnRun = lambda run, seconds, nodes: None,
) -> Simulation:
    """Search positions on virtual clusters: every policy on every number of ranks. See Settings for what else can be
    said. `on_progress` hears which run is under way, its virtual seconds and its nodes so far. Raises InputError."""
    from mpi_search.rules.load import rules_of

    settings = Settings(
        policies=tuple(dict.fromkeys(policies)),
        ranks=tuple(dict.fromkeys(ranks)),
        hosts=hosts,
        latency_us=latency_us,
        far_latency_us=far_latency_us,
        bandwidth_mb_s=bandwidth_mb_s,
        node_ns=node_ns,
        send_us=send_us,
        receive_us=receive_us,
        job_us=job_us,
        handling=handling,
        jitter=jitter,
        depth=depth,
        seeds=tuple(seeds),
        table_mb=table_mb,
        open_window=open_window,
    )
    settings.check()
    rules = rules_of(game)
    simulation = Simulation(rules, settings, (positions,) if isinstance(positions, str) else tuple(positions))
    run_all(simulation, on_progress=on_progress)
    return simulation
