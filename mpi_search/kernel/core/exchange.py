"""What hosts tell each other: from the memory that the ranks of a host share into a message, and out of one.

A row of the board of offers travels as its offer, what was seen of the job under way, and the chances of the jobs given
away.
"""

from __future__ import annotations

from typing import Any

from mpi_search.kernel.jit import jit

from .frames import FIRST_NEED, NEEDS, OFFER, OFFER_COLUMNS, SURE, VERDICT, VERDICT_AT
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
def show_rows(board: Any, ranks: Any, rows: Any, needs: Any) -> None:
    """Copy what these ranks show from the board."""
    for index in range(ranks.size):
        shown = board[ranks[index]]
        rows[index, 0], rows[index, 1], rows[index, 2] = shown[OFFER], shown[VERDICT], shown[VERDICT_AT]
        for place in range(NEEDS):
            needs[index, place] = shown[FIRST_NEED + place]


@jit(inline=True, inner=True)
def is_possible(board: Any, row: Any) -> Any:
    """Whether a rank can show such numbers."""
    offer, verdict, at = row[0], row[1], row[2]
    is_place = at == 0 or (0 < at < board.size and at % OFFER_COLUMNS >= FIRST_NEED + NEEDS)
    return offer >= 0 and verdict >= 0 and is_place


@jit(cache=True)
def copy_rows(board: Any, ranks: Any, rows: Any, needs: Any) -> Any:
    """Copy what these ranks show onto the board, their verdicts to where the homes of their jobs look for them; 0 if it
    cannot be, and then nothing has changed."""
    for index in range(ranks.size):
        if not is_possible(board, rows[index]):
            return 0
        for place in range(needs.shape[1]):
            if needs[index, place] > SURE:
                return 0
    for index in range(ranks.size):
        copy, at = board[ranks[index]], rows[index, 2]
        copy[OFFER] = rows[index, 0]
        for place in range(NEEDS):
            copy[FIRST_NEED + place] = needs[index, place]
        if at > 0:
            board[at // OFFER_COLUMNS, at % OFFER_COLUMNS] = rows[index, 1]
    return 1
