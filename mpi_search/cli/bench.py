"""`mpi-search bench`: the standard measurements, as a table."""

from __future__ import annotations

import dataclasses
import json
import platform
from typing import Any

import click
from rich.table import Table as TextTable

from mpi_search.cli.common import count, json_option, stderr, stdout, text_table
from mpi_search.errors import InputError


@click.command()
@click.argument("workloads", metavar="[WORKLOAD]...", nargs=-1)
@click.option("--repeat", default=3, show_default=True, type=click.IntRange(1), help="Runs of each; the best counts.")
@click.option("--long", "with_long", is_flag=True, help="Also what takes minutes.")
@click.option("--list", "only_list", is_flag=True, help="Only list the workloads.")
@json_option
def bench(workloads: tuple[str, ...], repeat: int, with_long: bool, only_list: bool, as_json: bool) -> None:
    """Measure speed: nodes per second and time of fixed searches, the best of several runs.

    "mpi" stands for all workloads on real ranks, whose names begin so.
    """
    from mpi_search.study import bench as study
    from mpi_search.study import bench_mpi

    known = {workload.name: workload for workload in (*study.WORKLOADS, *bench_mpi.WORKLOADS)}
    chosen: list[study.Workload] = []
    for name in workloads:
        group = bench_mpi.WORKLOADS if name == "mpi" else [known[name]] if name in known else []
        if not group:
            raise InputError(f"bench: there is no workload {name!r}; the workloads are {', '.join(known)}")
        chosen += group
    chosen = chosen or [workload for workload in study.WORKLOADS if with_long or not workload.is_long]
    if only_list:
        for workload in known.values():
            stdout.print(f"{workload.name:16} {workload.what}{' (long)' if workload.is_long else ''}")
        return
    rows = []
    for workload in chosen:
        stderr.print(f"measuring {workload.name}: {workload.what} ...", style="dim")
        try:
            once = workload.is_long and workload not in bench_mpi.WORKLOADS
            rows.append(study.measure(workload, 1 if once else repeat))
        except study.NoData as error:
            reason = str(error) or "its positions are not here (set MPI_SEARCH_DATA)"
            stderr.print(f"{workload.name}: {reason}", style="yellow")
    if as_json:
        machine = {"machine": platform.machine(), "python": platform.python_version()}
        print(json.dumps({**machine, "rows": [dataclasses.asdict(row) for row in rows]}))
    else:
        stdout.print(as_table(rows))


def as_table(rows: list[Any]) -> TextTable:
    """The rows for people."""
    table = text_table("workload", "what", numbers=("positions", "seconds", "nodes", "nodes/s"))
    table.add_column("")
    for row in rows:
        rate = count(row.nodes_per_second) if row.nodes else ""
        nodes = count(row.nodes) if row.nodes else ""
        table.add_row(row.workload, row.what, str(row.positions), f"{row.seconds:.3f}", nodes, rate, row.note)
    return table
