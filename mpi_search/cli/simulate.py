"""`mpi-search simulate`: the search on a virtual cluster, for several policies and numbers of ranks."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table as TextTable

from mpi_search.cli.common import (
    BoardCommand,
    at_least,
    compile_now,
    count,
    game_argument,
    json_option,
    memory_mb,
    say_compiling,
    stdout,
    text_table,
)
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError
from mpi_search.transport.virtual.shape import Costs, Network, Shape

if TYPE_CHECKING:
    from mpi_search.rules.game import Game, State
    from mpi_search.study.speedup import Row, Serial

Write = Callable[[str], None]  # a line
#: What `--json` does not tell about a run; all other fields are public.
UNTOLD = ("hosts", "best_move")
#: Unless --hosts says otherwise.
RANKS_PER_HOST = 16
#: More take more memory than a machine has.
MOST_RANKS = 4096
#: The table of the serial search, unless the cluster's are larger: the reference must not want for memory.
SERIAL_TABLE_MB = 256.0

_POSITIVE = ("latency_us", "far_latency_us", "bandwidth_mb_s", "node_ns", "table_mb")
_NOT_NEGATIVE = ("send_us", "receive_us", "job_us", "handling", "jitter")


@dataclass(frozen=True)
class Options:
    """What was asked for, by the names of the options."""

    policies: str
    ranks: str
    hosts: int | None
    latency_us: float
    far_latency_us: float
    bandwidth_mb_s: float
    node_ns: float | None  #: None: the game's
    send_us: float
    receive_us: float
    job_us: float
    handling: float
    jitter: float
    depth: int | None
    seed: int
    table_mb: float
    open_window: bool
    log: str | None
    quiet: bool

    def check(self) -> None:
        """Refuse what makes no sense, before anything takes time."""
        at_least(1, "--depth", self.depth)
        for name in _POSITIVE:
            number = getattr(self, name)
            if number is not None and not 0 < number < math.inf:
                raise InputError(f"--{name.replace('_', '-')} must be more than 0, not {number:g}")
        for name in _NOT_NEGATIVE:
            at_least(0, f"--{name.replace('_', '-')}", getattr(self, name))
        most = max(self.rank_counts())
        if self.hosts is not None and not 1 <= self.hosts <= most:
            raise InputError(f"--hosts must be from 1 to the number of ranks, {most}, not {self.hosts}")
        hosts = self.hosts_for(most)
        if self.table_mb * hosts >= memory_mb():
            tables = f"--table-mb {self.table_mb:g} {f'on {hosts} hosts' if hosts > 1 else 'on one host'}"
            raise InputError(f"{tables} does not fit: this machine has {memory_mb():.0f} MB of memory")
        self.policy_names()

    def rank_counts(self) -> list[int]:
        """The numbers of ranks, each once, in the order given."""
        try:
            counts = [int(word) for word in self.ranks.split(",")]
        except ValueError:
            raise InputError(f"--ranks must be whole numbers with commas between, not {self.ranks!r}") from None
        for ranks in counts:
            if not 1 <= ranks <= MOST_RANKS:
                raise InputError(f"--ranks must be from 1 to {MOST_RANKS}, not {ranks}")
        return list(dict.fromkeys(counts))

    def policy_names(self) -> list[str]:
        """The policies, each once, in the order given."""
        from mpi_search.policies import POLICIES

        if self.policies.strip() == "all":
            return list(POLICIES)
        names = [word.strip() for word in self.policies.split(",")]
        for name in names:
            if name not in POLICIES:
                raise InputError(f"--policies: there is no policy {name!r}; there are {', '.join(POLICIES)}, or all")
        return list(dict.fromkeys(names))

    def hosts_for(self, ranks: int) -> int:
        """The hosts of a cluster; never more than it has ranks, so that one --hosts serves several sizes."""
        return min(self.hosts, ranks) if self.hosts else math.ceil(ranks / RANKS_PER_HOST)

    def shape(self, ranks: int, game: Game) -> Shape:
        """The cluster to simulate."""
        node_ns = self.node_ns or game.node_ns
        costs = Costs(node_ns=node_ns, send_us=self.send_us, receive_us=self.receive_us, job_us=self.job_us)
        network = Network(self.latency_us, self.far_latency_us, self.bandwidth_mb_s, self.jitter)
        hosts, costs = self.hosts_for(ranks), costs.handled(self.handling)
        return Shape(ranks, hosts, self.table_mb, costs=costs, network=network)


@dataclass
class Study:
    """One position: the reference, and the runs that are done."""

    position: str
    state: State
    rows: list[Row]
    serial: Serial | None = None  #: None before its search is done


@click.command(cls=BoardCommand)
@game_argument
@click.argument("positions", metavar="[POSITION]...", nargs=-1)
@click.option("--policies", default="ybwc", show_default=True, help="Policies with commas between, or all.")
@click.option("--ranks", default="1,2,4,8,16", show_default=True, help="Numbers of ranks with commas between.")
@click.option("--hosts", type=int, help="Hosts that the ranks fill evenly.  [default: one for every 16 ranks]")
@click.option("--latency-us", default=Network.near_us, show_default=True, help="Of a message within a host.")
@click.option("--far-latency-us", default=Network.far_us, show_default=True, help="Of a message between hosts.")
@click.option("--bandwidth-mb-s", default=Network.bandwidth_mb_s, show_default=True, help="Of every connection.")
@click.option(
    "--jitter", default=Network.jitter, show_default=True, help="Latencies grow at random by up to so many times."
)
@click.option("--node-ns", type=float, help="Cost of a node.  [default: what the game says]")
@click.option("--send-us", default=Costs.send_us, show_default=True, help="Cost of sending a message.")
@click.option("--receive-us", default=Costs.receive_us, show_default=True, help="Cost of taking a message in.")
@click.option("--job-us", default=Costs.job_us, show_default=True, help="Cost of giving, beginning or ending a job.")
@click.option(
    "--handling",
    default=1.0,
    show_default=True,
    help="All but nodes and network costs so many times as much; 0: nothing.",
)
@click.option("--table-mb", default=Shape.table_mb, show_default=True, help="Size of the hash table of every host.")
@click.option("--depth", type=int, help="Search so many plies deep.  [default: to the end of the game]")
@click.option("--open-window", is_flag=True, help="One open window at the root instead of null-window tests.")
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same run.")
@click.option("--log", metavar="FILE", help="Write every event, one a line: microseconds, rank, what, details.")
@click.option("--quiet", is_flag=True, help="No live line, no messages; only the result.")
@json_option
def simulate(game: str, positions: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Search POSITION on a virtual cluster: real searches, virtual time.

    Speed-up is measured against the best serial search of the same position. With several positions the means follow.

    \b
    mpi-search simulate othello ffo-40 --policies ybwc,dts --ranks 1,4,16,64
    mpi-search simulate connect4 4453445 --policies all --latency-us 50 --json
    mpi-search simulate synthetic:branching=20,depth=9 --ranks 16 --log events.txt
    """
    options = Options(**given)
    options.check()
    from mpi_search.compile.kernel import bind, bind_shared
    from mpi_search.rules.load import load_game
    from mpi_search.sharing.ready import compile_shared, is_compiled

    rules = load_game(game)
    studies = [Study(position, rules.unfinished(position), []) for position in positions or ("start",)]
    with event_log(options.log) as write:
        compile_now(bind(rules), options.quiet)
        shared = bind_shared(rules)
        if not options.quiet and not is_compiled(shared):
            say_compiling(rules, "the search that ranks share")
        compile_shared(shared)  # now, so that Ctrl-C does not meet the compiler in the middle of a run
        interrupted = run_all(rules, studies, options, write)
    if as_json:
        print(json.dumps(as_object(rules, studies, options.seed)))
    else:
        show(rules, studies, options)
    if interrupted:
        raise SystemExit(130)


# --- running -----------------------------------------------------------------------------------------------------


def run_all(game: Game, studies: list[Study], options: Options, write: Write | None) -> bool:
    """Fill the studies; return whether the user interrupted that."""
    try:
        with LiveLine(options.quiet) as line:
            for study in studies:
                run_one(game, study, options, line, write)
    except KeyboardInterrupt:
        return True
    except MemoryError as error:
        raise InputError(f"--table-mb {options.table_mb:g} does not fit: {error}") from error
    return False


def run_one(game: Game, study: Study, options: Options, line: LiveLine, write: Write | None) -> None:
    """The serial search of one position, then every policy on every number of ranks."""
    from mpi_search.policies import POLICIES
    from mpi_search.study.speedup import serial_search, simulate
    from mpi_search.transport.virtual.cluster import event_line

    study.serial = serial = serial_search(
        game,
        study.state,
        options.depth,
        max(SERIAL_TABLE_MB, options.table_mb),
        on_progress=lambda nodes: line.show(f"{study.position}  serial  {count(nodes)} nodes"),
    )
    for policy, ranks in itertools.product(options.policy_names(), options.rank_counts()):
        shape = options.shape(ranks, game)
        if write:
            run = f"{policy}, {ranks} ranks, {shape.hosts} hosts, seed {options.seed}"
            write(f"# {game.name} {study.position}: {run}")
        row = simulate(
            game,
            study.state,
            POLICIES[policy],
            shape,
            serial,
            depth=options.depth,
            seed=options.seed,
            log=(lambda *event: write(event_line(*event))) if write else None,
            on_progress=tell_cluster(line, f"{study.position}  {policy}  {ranks} ranks", serial.nodes),
            open_window=options.open_window,
        )
        study.rows.append(row)


@contextmanager
def event_log(path: str | None) -> Iterator[Write | None]:
    """A function that writes a line to the file, or None without a file. Raises InputError if it cannot be written."""
    if path is None:
        yield None
        return
    with writing(path):
        file = open(path, "w", encoding="utf-8")  # noqa: SIM115  closed below, where a full disk is told apart

    def write(line: str) -> None:
        with writing(path):
            file.write(line + "\n")

    try:
        yield write
    finally:
        with writing(path):
            file.close()


@contextmanager
def writing(path: str) -> Iterator[None]:
    """What the system says about the file, as an error of the user's."""
    try:
        yield
    except OSError as error:
        raise InputError(f"--log {path} cannot be written: {error.strerror}") from error


def tell_cluster(line: LiveLine, run: str, serial_nodes: int) -> Callable[[float, int], None]:
    """To be called with the virtual time and the nodes of a run."""

    def update(now: float, nodes: int) -> None:
        share = nodes / serial_nodes
        line.show(f"{run}  {now * 1e3:.1f} ms  {count(nodes)} nodes  {share:.0%} of the serial search")

    return update


# --- telling -----------------------------------------------------------------------------------------------------


def means(studies: list[Study]) -> list[dict[str, Any]]:
    """The mean speed-up of each policy and number of ranks that every position was searched with."""
    speedups: dict[tuple[str, int], list[float]] = {}
    for row in (row for study in studies for row in study.rows):
        speedups.setdefault((row.policy, row.ranks), []).append(row.speedup)
    return [
        {"policy": policy, "ranks": ranks, "speedup": mean, "efficiency": mean / ranks}
        for (policy, ranks), of_positions in speedups.items()
        if len(of_positions) == len(studies)
        for mean in [sum(of_positions) / len(studies)]
    ]


def as_object(game: Game, studies: list[Study], seed: int) -> dict[str, Any]:
    """What `--json` prints."""

    def rows(study: Study) -> list[dict[str, Any]]:
        return [{name: value for name, value in asdict(row).items() if name not in UNTOLD} for row in study.rows]

    if len(studies) == 1:
        return {"game": game.name, "position": studies[0].position, "seed": seed, "rows": rows(studies[0])}
    positions = [{"position": study.position, "rows": rows(study)} for study in studies]
    return {"game": game.name, "seed": seed, "positions": positions, "mean": means(studies)}


def show(game: Game, studies: list[Study], options: Options) -> None:
    """The result for people."""
    stdout.print(network_line(game, options), markup=False)
    node_ns = options.node_ns or game.node_ns
    for study in studies:
        if study.serial is None:  # interrupted before it was its turn
            continue
        serial = study.serial
        stdout.print(f"\n{game.name}  {study.position}: value {serial.value:+d}", markup=False)
        stdout.print(f"serial: {serial.nodes:,} nodes, {serial.seconds(node_ns):.6f} s, best move {serial.best_move}\n")
        if study.rows:
            stdout.print(as_table(study.rows, stdout.width))
    if len(studies) > 1 and (rows := means(studies)):
        stdout.print(f"\nmean of {len(studies)} positions\n")
        stdout.print(mean_table(rows))


def network_line(game: Game, options: Options) -> str:
    """The seed and the network, in one line."""
    parts = [
        f"seed {options.seed}",
        f"{options.latency_us:g} us within a host",
        f"{options.far_latency_us:g} us between hosts",
        f"{options.bandwidth_mb_s:g} MB/s",
        *([f"jitter {options.jitter:g}"] if options.jitter else []),
        f"send {options.send_us:g} us",
        f"receive {options.receive_us:g} us",
        f"job {options.job_us:g} us",
        *([f"handling times {options.handling:g}"] if options.handling != 1 else []),
        f"node {options.node_ns or game.node_ns:g} ns",
        f"table {options.table_mb:g} MB a host",
        *([f"depth {options.depth}"] if options.depth else []),
        *(["open window"] if options.open_window else []),
    ]
    return ", ".join(parts)


#: The columns of a table: heading, how a row fills it, whether it is left out where lines are short.
COLUMNS: tuple[tuple[str, Callable[[Row], str], bool], ...] = (
    ("ranks", lambda row: str(row.ranks), False),
    ("hosts", lambda row: str(row.hosts), True),
    ("speed-up", lambda row: f"{row.speedup:.2f}", False),
    ("effic.", lambda row: f"{row.efficiency:.1%}", False),
    ("seconds", lambda row: f"{row.virtual_seconds:.6f}", False),
    ("nodes", lambda row: count(row.nodes), False),
    ("overhead", lambda row: f"{row.search_overhead:+.1%}", False),
    ("idle", lambda row: f"{row.idle_share:.1%}", False),
    ("comm.", lambda row: f"{row.message_share:.1%}", False),
    ("messages", lambda row: count(row.messages), True),
    ("bytes", lambda row: count(row.bytes), True),
    ("move", lambda row: row.best_move, True),
)
#: Lines of so many characters have room for all of them.
WIDE = 110


def as_table(rows: list[Row], width: int) -> TextTable:
    """The runs with one position, for people, in lines of `width` characters."""
    columns = [column for column in COLUMNS if width >= WIDE or not column[2]]
    table = text_table("policy", numbers=[heading for heading, _, _ in columns])
    for row in rows:
        table.add_row(row.policy, *(fill(row) for _, fill, _ in columns))
    return table


def mean_table(rows: list[dict[str, Any]]) -> TextTable:
    """The means over several positions, for people."""
    table = text_table("policy", numbers=("ranks", "speed-up", "effic."))
    for row in rows:
        table.add_row(row["policy"], str(row["ranks"]), f"{row['speedup']:.2f}", f"{row['efficiency']:.1%}")
    return table
