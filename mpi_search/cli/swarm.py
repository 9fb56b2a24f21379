"""`mpi-search swarm`: random runs on the virtual cluster, as many as time allows, each checked by an oracle."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import json
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from typing import Any

import click
from rich.table import Table as TextTable

from mpi_search.cli.common import count, json_option, stderr, stdout
from mpi_search.cli.live import LiveLine

#: A run that keeps one function busy for so long hangs there; the virtual cluster cannot see that.
HANGS_SECONDS = 60
#: Seeds that a process works off between two reports.
BATCH = 8
#: Lines of the event log that are shown after a failure.
SHOWN_EVENTS = 100


@click.command()
@click.option("--minutes", default=1.0, show_default=True, type=click.FloatRange(0), help="How long to go on.")
@click.option("--runs", type=click.IntRange(1), help="So many runs, however long they take.")
@click.option("--seed", type=click.IntRange(0), help="Replay the run with this number.")
@click.option("--log", "log_file", type=click.File("w"), help="With --seed: write every event to this file.")
@click.option("--first-seed", default=0, show_default=True, type=click.IntRange(0), help="Begin with this number.")
@click.option("--jobs", type=click.IntRange(1), help="Processes.  [default: one a core]")
@click.option("--game", "games", multiple=True, metavar="FILE", help="One more game. It changes what each seed means.")
@json_option
def swarm(
    minutes: float,
    runs: int | None,
    seed: int | None,
    log_file: Any,
    first_seed: int,
    jobs: int | None,
    games: tuple[str, ...],
    as_json: bool,
) -> None:
    """Try random positions on random virtual clusters, and check every answer.

    Each run is a function of its seed alone: a failing one is printed with the command that replays it.
    Exit code 1 if any run failed, or if a thousand runs or more never met some kind of event.
    """
    from mpi_search.study import swarm as study

    if log_file is not None and seed is None:
        raise click.UsageError("--log belongs to --seed: one run, one log")
    if seed is not None:
        sys.exit(replay(seed, games, log_file, as_json))
    stderr.print("preparing the games (the first time they are compiled) ...", style="dim")
    study.compile_games(games)
    jobs = jobs or os.cpu_count() or 1
    stderr.print(f"searching with {jobs} process{'es' if jobs > 1 else ''} ...", style="dim")
    tally, began = study.Tally(), time.monotonic()
    task = Task(first_seed, runs, None if runs else began + 60 * minutes, games)
    try:
        with LiveLine(quiet=False) as line:
            for report in reports(task, jobs):
                tally.add(report)
                if report.error:
                    show_failure(report, games)
                rate = tally.runs / max(time.monotonic() - began, 1e-9)
                line.show(f"{tally.runs} runs, {rate:.0f}/s, {len(tally.failed)} failed")
    finally:  # also when the user interrupts it
        show_summary(tally, time.monotonic() - began, games, as_json)
    sys.exit(1 if tally.failed or tally.is_lacking else 0)


# --- one run -------------------------------------------------------------------------------------------------------
def replay(seed: int, games: tuple[str, ...], log_file: Any, as_json: bool) -> int:
    """One run, with all checks on and its events at hand. Returns the exit code."""
    from mpi_search.study.swarm import Tally, run_seed
    from mpi_search.transport.virtual.cluster import event_line

    events: list[str] = []
    began = time.monotonic()
    report = run_seed(seed, games, validate=True, log=lambda *event: events.append(event_line(*event)))
    if log_file is not None:
        log_file.writelines(f"{line}\n" for line in events)
    print(report.scenario, file=sys.stderr)
    tally = Tally()
    tally.add(report)
    if report.error:
        told = [line for line in events if not line.endswith(" woke")]  # idle ranks wake up again and again
        print(*told[-SHOWN_EVENTS:], sep="\n", file=sys.stderr)
        if len(events) > SHOWN_EVENTS:
            print(f"(the last {SHOWN_EVENTS} of {len(events)} events; --log FILE keeps them all)", file=sys.stderr)
        print(report.error, file=sys.stderr)
    show_summary(tally, time.monotonic() - began, games, as_json)
    return 1 if report.error else 0


# --- many runs -----------------------------------------------------------------------------------------------------
@dataclasses.dataclass(frozen=True)
class Task:
    """What the processes do together."""

    first_seed: int
    runs: int | None  #: None: until the deadline
    deadline: float | None  #: on the monotonic clock
    games: tuple[str, ...]

    def batches(self) -> Iterator[list[int]]:
        """The seeds in the order in which they are begun."""
        last = None if self.runs is None else self.first_seed + self.runs
        seeds = itertools.takewhile(lambda seed: seed != last, itertools.count(self.first_seed))
        while not self.is_over and (batch := list(itertools.islice(seeds, BATCH))):
            yield batch

    def work(self, seeds: list[int]) -> list[Any]:
        """The reports of a batch, run until time is over."""
        from mpi_search.study.swarm import run_seed

        done = []
        for seed in seeds:
            if self.is_over:
                break
            with alarm(HANGS_SECONDS):
                done.append(run_seed(seed, self.games))
        return done

    @property
    def is_over(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline


def reports(task: Task, jobs: int) -> Iterator[Any]:
    """The reports of all runs, as they come in. After KeyboardInterrupt no process is left."""
    if jobs == 1:
        for batch in task.batches():
            yield from task.work(batch)
        return
    method = "fork" if sys.platform == "linux" else "spawn"  # a fork has the compiled games already
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context(method), ignore_interrupts)
    batches = task.batches()
    under_way = {pool.submit(task.work, batch) for batch in itertools.islice(batches, 2 * jobs)}
    try:
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {pool.submit(task.work, batch) for batch in itertools.islice(batches, len(done))}
            for future in done:
                yield from future.result()
    finally:
        pool.shutdown(cancel_futures=True)


def ignore_interrupts() -> None:
    """Ctrl-C is the parent's affair: it ends the processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Hangs(AssertionError):
    """A run does not come back."""


@contextlib.contextmanager
def alarm(seconds: int) -> Iterator[None]:
    """Raise Hangs inside, after so long, where the system can do that."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(*_: Any) -> None:
        raise Hangs(f"no end after {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


# --- showing -------------------------------------------------------------------------------------------------------
def replay_command(seed: int, games: tuple[str, ...]) -> str:
    return " ".join(["mpi-search swarm --seed", str(seed), *(f"--game {game}" for game in games)])


def show_failure(report: Any, games: tuple[str, ...]) -> None:
    """At once: a long swarm may be watched."""
    seed, last_line = report.scenario.seed, report.error.strip().splitlines()[-1]
    stderr.print(f"seed {seed} failed: {last_line}\n  {replay_command(seed, games)}", markup=False)


def show_summary(tally: Any, seconds: float, games: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        commands = {seed: replay_command(seed, games) for seed in tally.failed}
        print(json.dumps({**vars(tally), "missing": tally.missing(), "seconds": seconds, "replay": commands}))
        return
    rate = tally.runs / max(seconds, 1e-9)
    stdout.print(f"{tally.runs} runs in {seconds:.1f} s ({rate:.1f} a second), {len(tally.failed)} failed")
    stdout.print(as_table(tally))
    if tally.is_lacking:
        stdout.print(f"never met: {', '.join(tally.missing())}", style="red")
    for seed in sorted(tally.failed):
        stdout.print(f"failed: {replay_command(seed, games)}", style="red")


def as_table(tally: Any) -> TextTable:
    """What happened, for people."""
    table = TextTable(show_header=False, box=None, pad_edge=False)
    rows = {
        "policies": ", ".join(f"{name} {number}" for name, number in sorted(tally.policies.items())),
        "games": ", ".join(f"{name} {number}" for name, number in sorted(tally.games.items())),
        "runs": f"{tally.several_hosts} on several hosts, {tally.stalling} with stalls, {tally.open_windows} with open "
        f"windows, {tally.to_the_end} to the end, {tally.validated} validated, up to {tally.most_ranks} ranks",
        "limits": ", ".join(f"{name} {number}" for name, number in sorted(tally.limited.items())),
        "happened": ", ".join(f"{name} {count(number)}" for name, number in sorted(tally.happened.items())),
    }
    for heading, text in rows.items():
        table.add_row(heading, text)
    return table
