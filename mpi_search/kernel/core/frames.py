"""The stack of a search that can be stopped between any two nodes: its frames and counters.

A frame is one node on the path from the root to where the search stands. Every number in it is a claim or a wish:
`lower` and `upper` are claims about the position alone, true whatever happens to the search; `alpha` and `beta`
are the window that whoever asked wishes to have decided. Windows may be narrowed, children given away, frames cut
off: the claims stay true, and only claims are ever returned or stored.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

# What `run` answers.
DONE = 0  # the root is decided
PAUSED = 1  # the budget is used up
WAITING = 2  # nothing left to do here until a detached child is backed up
BROKEN = 3  # the game does not keep to its limits: see FAULT

# Node types of the minimal tree (Knuth and Moore; Marsland and Popowich).
PV = 0
CUT = 1
ALL = 2

#: The depth of a search to the end of the game.
TO_END = 255

MOVE_BITS = 16
MOVE_MASK = (1 << MOVE_BITS) - 1
NO_MOVE = MOVE_MASK
#: Added to the score of a child that must be searched again with the open window, before any other.
AGAIN = 1 << 46
#: Taken from the score of a child that another rank is busy with: it comes after all others.
DEFERRED = 1 << 45

FRAME = np.dtype(
    [
        ("alpha", np.int64),  # the window, as the side to move here sees it
        ("beta", np.int64),
        ("lower", np.int64),  # the value is at least this
        ("upper", np.int64),  # the value is at most this, by bounds or table
        ("children_upper", np.int64),  # no child joined so far is worth more than this
        ("best_move", np.int64),  # the one behind `lower` if `proved`, otherwise the one refuted least
        ("best_number", np.int64),  # of that child among its brothers, while nothing is proved
        ("proved", np.int64),  # 1 when a child has raised `lower`
        ("count", np.int64),  # moves not begun yet: moves[ply, :count]
        ("number", np.int64),  # of the child now searched: 0 is the eldest
        ("pending", np.int64),  # children begun but not joined: the one on the stack and the detached ones
        ("begun", np.int64),  # children searched so far, here or elsewhere
        ("joined", np.int64),  # children whose claim has come in
        ("away", np.int64),  # children given away: the last places of moves[ply], elder ones behind younger ones
        ("move", np.int64),  # the move now searched on the stack, packed as in `moves`
        ("scout", np.int64),  # 1 while that child is only tested against alpha
        ("type", np.int64),  # PV, CUT or ALL, as expected
        ("flipped", np.int64),  # 1 when an odd number of forced plies was played to get here from the parent's move
        ("depth", np.int64),  # plies left to the horizon, or TO_END
        ("turn", np.int64),  # the symmetry that leads to the canonical board
        ("serial", np.int64),  # tells this frame from earlier ones at its ply
        ("entered", np.int64),  # the node counter when the frame was opened
        ("seems", np.int64),  # PV, CUT or ALL, since `expected.expect` has looked
        ("odds", np.float64),  # for ALL against CUT, whatever was seen below; 0 before it has looked
        ("evidence", np.float64),  # for ALL against CUT: how what was seen below changes the odds (`expected.weigh`)
        ("spine", np.int64),  # 1 on the leftmost path from the root: every frame above is at its eldest child
        ("busy", np.uint64),  # the key of the child on the stack if it is on the board, otherwise 0
        ("key", np.uint64),  # of the canonical board
        ("killer", np.int64),  # the last move that cut off at this ply; stays when the frame goes
        ("second_killer", np.int64),  # and the one before
    ]
)

# Counters.
TOP = 0  # ply of the deepest frame; UNOPENED before the root has one
NODES = 1  # positions looked at, those of leaf solvers included
SERIAL = 2  # frames opened
GENERATION = 3  # the table's age, written into entries
ALPHA = 4  # the root's window and depth, before it has a frame
BETA = 5
DEPTH = 6
FAULT = 7  # which limit was broken
TYPE = 8  # the root's expected type
IS_JOB = 9  # 1 when the root is someone else's child: what the table knows of it may decide it
IN_TEAM = 10  # 1 when a team searches the root: its ranks tell each other what they are busy with
GRAIN = 11  # nodes that a child must be expected to cost for that
EXPORT_NODES = 12  # claims that cost at least so many nodes go to the outbox
NEEDED = 13  # the chance that the root was needed when it was given away, per mille
CAUGHT_UP = 14  # the node counter when the search last looked what its team has decided
OFFER_NODES = 15  # nodes between two offers
OFFER_GRAIN = 16  # nodes that a frame must have cost to be offered
OFFERED = 17  # the node counter when the search made its last offer
NEED_AT = 18  # where on the host's board that chance is kept up to date; NOWHERE if it is not
PATH = 19  # the chance that a search on one rank would come to where the search stands, if to the root; per mille
COUNTERS = 20
NOWHERE = -1

#: Places of the board of busy positions: a power of two.
BOARD_PLACES = 1 << 14
#: What a rank shows the others: its best offer; the best of the searches that do not run; what it has seen of the job
#: that it searches (`expected.verdict`), and where on the board its home looks for that; and from FIRST_NEED on, each
#: in a place that its Grant names, how likely the jobs are needed that it has given away. NEEDS places behind each of
#: these stands what the one who searches that job has seen of it, 0 if nothing is known.
OFFER, OFFER_OF_OTHERS, VERDICT, VERDICT_AT, FIRST_NEED, NEEDS = 0, 1, 2, 3, 8, 56
OFFER_COLUMNS = FIRST_NEED + 2 * NEEDS
#: Of these, what travels to other hosts beside the needs: offer, verdict, and where the home looks for it.
ROW_WORDS = 3
#: A child given away is noted as where its chance is kept << NEED_PLACE_BITS | number << MOVE_BITS | move.
NEED_PLACE_BITS = 32
#: An offer in one word: what it is worth, and in so many low bits the chance that it is needed, per mille.
CHANCE_BITS = 10
#: Claims that fit into the outbox of a host: those of a few slices, for it is looked at when one ends. Its first row
#: counts those that were posted and those that were taken.
OUTBOX_SIZE = 4096
POSTED, TAKEN = 0, 1
NEVER = 1 << 62
#: A chance, per mille, that leaves no doubt.
SURE = 1000

UNOPENED = -1

# Faults.
TOO_LONG = 1  # a game has more than MAX_PLIES plies
TOO_MANY_MOVES = 2  # a position has more than MAX_MOVES moves

HISTORY_SIZE = 4096


class Tree(NamedTuple):
    """Everything a search owns but its table."""

    frames: Any  # FRAME, one a ply
    states: Any  # int64, ply x words
    moves: Any  # int64, ply x moves: score << MOVE_BITS | move; of children given away see `edit.detach`
    history: Any  # int64, HISTORY_SIZE
    scratch: Any  # int64, moves of one position
    counters: Any  # int64
    busy: Any  # uint64: keys of the children that someone searches now, each at the place that its low bits say
    sizes: Any  # int64, ply x type: what frames have cost
    board: Any  # int64, OFFER_COLUMNS for every rank of the cluster: what they show each other
    offer: Any  # int64, the row of this rank
    bell: Any  # uint64, 1: not 0 when a message has been sent to this rank, and the search had better pause
    outbox: Any  # uint64, 1 + claims x (key ^ data, data): dear ones of all ranks of the host, for other hosts' tables
