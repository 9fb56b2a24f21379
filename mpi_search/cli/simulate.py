"""`mpi-search simulate`: the search on a virtual cluster, for several policies and numbers of ranks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table as TextTable

from mpi_search.cli.common import (
    BoardCommand,
    compile_now,
    count,
    evaluation_option,
    game_argument,
    json_option,
    ordering_option,
    say_compiling,
    stdout,
    text_table,
)
from mpi_search.cli.live import LiveLine
from mpi_search.errors import InputError
from mpi_search.front.request import at_least
from mpi_search.front.simulate import Run, Settings, Simulation, run_all
from mpi_search.transport.virtual.shape import Costs, Network, Shape

if TYPE_CHECKING:
    from mpi_search.study.speedup import Row

Write = Callable[[str], None]  # a line


@click.command(cls=BoardCommand)
@game_argument
@click.argument("positions", metavar="[POSITION]...", nargs=-1)
@click.option(
    "--policies",
    default="ybwc",
    show_default=True,
    help="Policies with commas between (./mine.py:Mine is your own), or all.",
)
@click.option("--ranks", default="1,2,4,8,16", show_default=True, help="Numbers of ranks with commas between.")
@click.option("--hosts", type=int, help="Hosts that the ranks fill evenly.  [default: one for every 16 ranks]")
@click.option("--latency-us", default=Network.near_us, show_default=True, help="Of a message within a host.")
@click.option("--far-latency-us", default=Network.far_us, show_default=True, help="Of a message between hosts.")
@click.option("--bandwidth-mb-s", default=Network.bandwidth_mb_s, show_default=True, help="Of every connection.")
@click.option(
    "--jitter", default=Network.jitter, show_default=True, help="Latencies grow at random by up to so many times."
)
@click.option("--node-ns", type=float, help="Cost of a node.  [default: what the game says, or what was measured]")
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
@evaluation_option
@ordering_option
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same run.")
@click.option("--seeds", default=1, show_default=True, help="So many runs of each, with this seed and those after it.")
@click.option("--log", metavar="FILE", help="Write every event, one a line: microseconds, rank, what, details.")
@click.option("--quiet", is_flag=True, help="No live line, no messages; only the result.")
@json_option
def simulate(
    game: str,
    positions: tuple[str, ...],
    policies: str,
    ranks: str,
    evaluation: str | None,
    ordering: str | None,
    seed: int,
    seeds: int,
    log: str | None,
    quiet: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Search POSITION on a virtual cluster: real searches, virtual time.

    Speed-up is measured against the best serial search of the same position. With several positions the means follow.

    \b
    mpi-search simulate othello ffo-40 --policies ybwc,dts --ranks 1,4,16,64
    mpi-search simulate connect4 4453445 --policies all --latency-us 50 --json
    mpi-search simulate synthetic:branching=20,depth=9 --ranks 16 --log events.txt
    """
    settings = Settings(policies=policy_names(policies), ranks=rank_counts(ranks), seeds=seeds_of(seed, seeds), **given)
    settings.check("--")
    from mpi_search.compile.kernel import bind, bind_shared
    from mpi_search.rules.load import load_game
    from mpi_search.sharing.ready import compile_shared, is_compiled

    rules = load_game(game, evaluation, ordering)
    simulation = Simulation(rules, settings, positions or ("start",))
    for position in simulation.positions:
        rules.unfinished(position)
    with event_log(log) as write:
        compile_now(bind(rules), quiet)
        shared = bind_shared(rules)
        if not quiet and not is_compiled(shared):
            say_compiling(rules, "the search that ranks share")
        compile_shared(shared)  # now, so that Ctrl-C does not meet the compiler in the middle of a run
        interrupted = run(simulation, quiet, write)
    if as_json:
        print(json.dumps(simulation.to_dict()))
    else:
        show(simulation)
    if interrupted:
        raise SystemExit(130)


def rank_counts(text: str) -> tuple[int, ...]:
    """The numbers of ranks, each once, in the order given."""
    try:
        return tuple(dict.fromkeys(int(word) for word in text.split(",")))
    except ValueError:
        raise InputError(f"--ranks must be whole numbers with commas between, not {text!r}") from None


def policy_names(text: str) -> tuple[str, ...]:
    """The policies, each once, in the order given."""
    from mpi_search.policies import POLICIES
    from mpi_search.policies.load import load_policy

    if text.strip() == "all":
        return tuple(POLICIES)
    names = tuple(dict.fromkeys(word.strip() for word in text.split(",")))
    for name in names:
        load_policy(name)
    return names


def seeds_of(first: int, count: int) -> tuple[int, ...]:
    """So many seeds from the first on."""
    at_least(1, "--seeds", count)
    return tuple(range(first, first + count))


# --- running -----------------------------------------------------------------------------------------------------


def run(simulation: Simulation, quiet: bool, write: Write | None) -> bool:
    """Fill the simulation; return whether the user interrupted that."""
    from mpi_search.transport.virtual.cluster import Log, event_line

    def log_of(title: str) -> Log | None:
        if write is None:
            return None
        write(f"# {simulation.game.name} {title}")
        return lambda *event: write(event_line(*event))

    def tell(title: str, now: float, nodes: int) -> None:
        serial = simulation.serial.get(title.partition("  ")[0])
        line.show(progress_line(title, now, nodes, serial.nodes if serial else None))

    try:
        with LiveLine(quiet) as line:
            run_all(simulation, on_progress=tell, log_of=log_of)
    except KeyboardInterrupt:
        return True
    return False


def progress_line(run: str, now: float, nodes: int, serial_nodes: int | None) -> str:
    """How far a run is, in virtual seconds and nodes; None: it is the serial search itself."""
    if serial_nodes is None:
        return f"{run}  {count(nodes)} nodes"
    return f"{run}  {now * 1e3:.1f} ms  {count(nodes)} nodes  {nodes / serial_nodes:.0%} of the serial search"


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


# --- telling -----------------------------------------------------------------------------------------------------


def show(simulation: Simulation) -> None:
    """The result for people."""
    game, node_ns = simulation.game, simulation.node_ns
    stdout.print(network_line(simulation), markup=False)
    for position, serial in simulation.serial.items():  # fewer than asked for, if that was interrupted
        stdout.print(f"\n{game.name}  {position}: value {serial.value:+d}", markup=False)
        stdout.print(f"serial: {serial.nodes:,} nodes, {serial.seconds(node_ns):.6f} s, best move {serial.best_move}\n")
        rows = [run for run in simulation.runs if run.position == position]
        if rows:
            stdout.print(as_table(rows, stdout.width, with_seeds=len(simulation.settings.seeds) > 1))
    several = len(simulation.positions) * len(simulation.settings.seeds)
    if several > 1 and (means := simulation.summary):
        stdout.print(f"\nmean of {several} runs\n")
        stdout.print(mean_table(means))


def network_line(simulation: Simulation) -> str:
    """The seeds and the network, in one line."""
    settings, seeds = simulation.settings, simulation.settings.seeds
    parts = [
        f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {seeds[0]} to {seeds[-1]}",
        f"{settings.latency_us:g} us within a host",
        f"{settings.far_latency_us:g} us between hosts",
        f"{settings.bandwidth_mb_s:g} MB/s",
        *([f"jitter {settings.jitter:g}"] if settings.jitter else []),
        f"send {settings.send_us:g} us",
        f"receive {settings.receive_us:g} us",
        f"job {settings.job_us:g} us",
        *([f"handling times {settings.handling:g}"] if settings.handling != 1 else []),
        f"node {simulation.node_ns:g} ns{'' if settings.node_ns or simulation.game.node_ns else ' (measured)'}",
        f"table {settings.table_mb:g} MB a host",
        *([f"depth {settings.depth}"] if settings.depth else []),
        *(["open window"] if settings.open_window else []),
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


def as_table(runs: list[Run], width: int, *, with_seeds: bool) -> TextTable:
    """The runs with one position, for people, in lines of `width` characters."""
    columns = [column for column in COLUMNS if width >= WIDE or not column[2]]
    table = text_table("policy", numbers=[*(["seed"] if with_seeds else []), *(heading for heading, _, _ in columns)])
    for run in runs:
        seed = [str(run.seed)] if with_seeds else []
        table.add_row(run.row.policy, *seed, *(fill(run.row) for _, fill, _ in columns))
    return table


def mean_table(rows: list[dict[str, Any]]) -> TextTable:
    """The means over several positions or seeds, for people."""
    table = text_table("policy", numbers=("ranks", "speed-up", "+-", "effic."))
    for row in rows:
        mean = row["speedup_mean"]
        figures = f"{mean:.2f}", f"{row['speedup_sd']:.2f}", f"{mean / row['ranks']:.1%}"
        table.add_row(row["policy"], str(row["ranks"]), *figures)
    return table
