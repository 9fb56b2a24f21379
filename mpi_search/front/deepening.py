"""One request after the other, a ply deeper every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from mpi_search.front.found import Found
from mpi_search.front.request import Request
from mpi_search.search.limits import Limits


def deepening(request: Request, answer: Callable[[Request], Found]) -> Iterator[Found]:
    """Ask for one ply more every time, within limits that are those of all searches together."""
    limits, seconds, nodes, guess, depth = request.limits, 0.0, 0, 0, 1
    while limits.depth is None or depth <= limits.depth:
        left = Limits(
            None if limits.max_seconds is None else max(limits.max_seconds - seconds, 1e-3),
            None if limits.max_nodes is None else max(limits.max_nodes - nodes, 1),
            depth,
        )
        found = answer(replace(request, limits=left, first_depth=depth, guess=guess))
        if found.depth < depth:  # a limit was reached
            return
        yield found
        if found.exact:
            return
        seconds, nodes, guess, depth = seconds + found.seconds, nodes + found.nodes, found.value, depth + 1
        if is_up(limits, seconds, nodes):
            return


def is_up(limits: Limits, seconds: float, nodes: int) -> bool:
    """Whether nothing is left of the limits."""
    is_late = limits.max_seconds is not None and seconds >= limits.max_seconds
    return is_late or (limits.max_nodes is not None and nodes >= limits.max_nodes)
