"""The board: what the ranks of a host show each other in shared memory, a row for every rank of the cluster.

    OFFER             what the best frame is worth that the rank could split, and the chance that it is needed
    OFFER_OF_SUSPENDED   the same of its searches that do not run
    OPINION           what it has seen of the job that it searches (`expected.opinion`)
    OPINION_AT        where on the board the home of that job looks for it
    FIRST_SLOT ...    how likely each job is needed that it has given away, in the slot that the Grant names; SLOTS
                      places behind each slot, what the one who searches that job has seen of it, 0 if nothing

The rows of other hosts are copies. Of a row, offer, opinion and the opinion's place travel, and the chances in its
slots.
"""

from __future__ import annotations

from typing import Any

from mpi_search.machine.jit import jit
from mpi_search.sharing.core.links import SURE

OFFER, OFFER_OF_SUSPENDED, OPINION, OPINION_AT, FIRST_SLOT, SLOTS = 0, 1, 2, 3, 8, 56
COLUMNS = FIRST_SLOT + 2 * SLOTS
#: What travels of a row besides its chances.
ROW_WORDS = 3
#: An offer in one word: what it is worth, and in so many low bits the chance that it is needed, per mille.
CHANCE_BITS = 10


@jit(cache=True)
def copy_out(board: Any, ranks: Any, rows: Any, chances: Any) -> None:
    """Copy what these ranks show from the board."""
    for index in range(ranks.size):
        shown = board[ranks[index]]
        rows[index, 0], rows[index, 1], rows[index, 2] = shown[OFFER], shown[OPINION], shown[OPINION_AT]
        for slot in range(SLOTS):
            chances[index, slot] = shown[FIRST_SLOT + slot]


@jit(inline=True, inner=True)
def is_possible(board: Any, row: Any) -> Any:
    """Whether a rank can show such numbers."""
    offer, opinion, at = row[0], row[1], row[2]
    is_place = at == 0 or (0 < at < board.size and at % COLUMNS >= FIRST_SLOT + SLOTS)
    return offer >= 0 and opinion >= 0 and is_place


@jit(cache=True)
def copy_in(board: Any, ranks: Any, rows: Any, chances: Any) -> Any:
    """Copy what these ranks show onto the board, their opinions to where the homes of their jobs look for them; 0 if it
    cannot be, and then nothing has changed."""
    for index in range(ranks.size):
        if not is_possible(board, rows[index]):
            return 0
        for slot in range(chances.shape[1]):
            if chances[index, slot] > SURE:
                return 0
    for index in range(ranks.size):
        copy, at = board[ranks[index]], rows[index, 2]
        copy[OFFER] = rows[index, 0]
        for slot in range(SLOTS):
            copy[FIRST_SLOT + slot] = chances[index, slot]
        if at > 0:
            board[at // COLUMNS, at % COLUMNS] = rows[index, 1]
    return 1
