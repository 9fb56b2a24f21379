"""The outbox: expensive claims of all ranks of a host, until they are sent to the tables of other hosts.

A ring of pairs (key ^ data, data); the first row counts the claims that were posted and those that were taken. Ranks
may post at once: as in the table, what they spoil by that has a key that is nobody's.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.bits import u64
from mpi_search.machine.jit import jit
from mpi_search.search.core.table import fetch, put, unpack

#: Claims that fit: those of a few slices, for the outbox is looked at when one ends.
SIZE = 4096
POSTED, TAKEN = 0, 1


@jit(inline=True, inner=True)
def post(outbox: Any, key: Any, data: Any) -> None:
    """Put a claim where it waits to be sent; the oldest makes way if there is no room."""
    count = outbox[0, POSTED]
    place = 1 + int(count % u64(outbox.shape[0] - 1))
    outbox[place, 0], outbox[place, 1] = key ^ data, data
    outbox[0, POSTED] = count + u64(1)


@jit(cache=True)
def collect(outbox: Any, first: Any, out: Any) -> None:
    """Copy claims, from the one that was posted as number `first` on, into pairs of key and data."""
    for index in range(out.shape[0]):
        place = 1 + (first + index) % (outbox.shape[0] - 1)
        data = outbox[place, 1]
        out[index, 0], out[index, 1] = outbox[place, 0] ^ data, data


@jit(cache=True)
def absorb(table: Any, claims: Any, generation: Any) -> None:
    """Write claims that came from another host into the table."""
    for index in range(claims.shape[0]):
        fetch(table, claims[index, 0])
    for index in range(claims.shape[0]):
        lower, upper, move, depth, weight, _ = unpack(claims[index, 1])
        put(table, claims[index, 0], lower, upper, move, depth, weight, generation)
