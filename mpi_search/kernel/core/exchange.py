"""What hosts tell each other: from the memory that the ranks of a host share into a message, and out of one.

A row of the board of offers travels as its offer and the chances of the jobs given away.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.jit import jit

from .frames import FIRST_NEED, OFFER, OFFER_COLUMNS, SURE
from .table import fetch, put, unpack


@jit(cache=True)
def collect(outbox: Any, first: Any, out: Any) -> None:
    """Copy claims from the outbox, from the one that was posted as number `first` on, into pairs of key and data."""
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


@jit(cache=True)
def show_rows(board: Any, ranks: Any, offers: Any, needs: Any) -> None:
    """Copy what these ranks show from the board."""
    for index in range(ranks.size):
        row = board[ranks[index]]
        offers[index] = row[OFFER]
        for place in range(FIRST_NEED, OFFER_COLUMNS):
            needs[index, place - FIRST_NEED] = row[place]


@jit(cache=True)
def copy_rows(board: Any, ranks: Any, offers: Any, needs: Any) -> Any:
    """Copy what these ranks show onto the board; 0 if it cannot be, and then nothing has changed."""
    for index in range(ranks.size):
        if offers[index] < 0:
            return 0
        for place in range(needs.shape[1]):
            if needs[index, place] > SURE:
                return 0
    for index in range(ranks.size):
        row = board[ranks[index]]
        row[OFFER] = offers[index]
        for place in range(FIRST_NEED, OFFER_COLUMNS):
            row[place] = needs[index, place - FIRST_NEED]
    return 1
