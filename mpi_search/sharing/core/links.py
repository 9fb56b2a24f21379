"""What connects a search with others: what it carries besides the arrays of `search/core/frames.py`.

Frames have notes for what only matters to others; a job has numbers that its home has told; the ranks of a host share
arrays, whose layouts are told where they are used: `busy.py`, `board.py`, `outbox.py`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

#: Beside every frame.
NOTE = np.dtype(
    [
        ("serial", np.int64),  # tells this frame from earlier ones at its ply
        ("type", np.int64),  # PV, CUT or ALL, as expected when it was opened
        ("spine", np.int64),  # 1 on the leftmost path from the root: every frame above is at its eldest child
        ("away", np.int64),  # children given away: gifts[ply, :away], elder ones first
        ("seems", np.int64),  # PV, CUT or ALL, since `expected.expect` has looked
        ("odds", np.float64),  # for ALL against CUT, whatever was seen below; 0 before it has looked
        ("evidence", np.float64),  # for ALL against CUT: how what was seen below changes the odds (`expected.weigh`)
        ("busy", np.uint64),  # the key of the child on the stack if it is announced, otherwise 0
    ]
)

# What is known of the job that is searched.
SERIAL = 0  # frames opened so far, in all jobs of this search
TYPE = 1  # the root's expected type
CHANCE = 2  # that the root was needed when it was given away, per mille
CHANCE_AT = 3  # where on the host's board that chance is kept up to date; NOWHERE if it is not
PATH_CHANCE = 4  # that a search on one rank would come to where this one stands, if to the root; per mille
CAUGHT_UP = 5  # the node counter when the search last looked what its team has decided
OFFERED = 6  # the node counter when the search made its last offer
JOB_NUMBERS = 7

# What holds for all searches of a rank.
IN_TEAM = 0  # 1 when a team searches every job: its ranks tell each other what they are busy with
BUSY_MIN_NODES = 1  # what a child must be expected to cost for that
EXPORT_MIN_NODES = 2  # claims that cost at least so much go to the outbox
OFFER_EVERY_NODES = 3  # nodes between two offers
OFFER_MIN_NODES = 4  # what a frame must have cost to be offered
SETTINGS = 5

NOWHERE = -1
#: A chance, per mille, that leaves no doubt.
SURE = 1000


class Links(NamedTuple):
    """The arrays that a shared search has besides those of any search."""

    notes: Any  # NOTE, one a ply
    gifts: Any  # int64, ply x moves: the children given away, see `gifts.py`
    job: Any  # int64, JOB_NUMBERS
    settings: Any  # int64, SETTINGS, of the rank
    sizes: Any  # int64, ply x type: what frames have cost, of the rank
    busy: Any  # uint64, of the host: see `busy.py`
    board: Any  # int64, of the host: see `board.py`
    row: Any  # int64, the row of this rank on it
    bell: Any  # uint64, 1: not 0 when a message has been sent to this rank, and the search had better pause
    outbox: Any  # uint64, of the host: see `outbox.py`
