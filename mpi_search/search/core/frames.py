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
PAUSED = 1  # the budget is used up, or another rank has called
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
#: So many nodes that nobody searches them.
NEVER = 1 << 62

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
        ("begun", np.int64),  # children begun so far, here or elsewhere
        ("joined", np.int64),  # children whose claim has come in
        ("move", np.int64),  # the move now searched on the stack, packed as in `moves`
        ("scout", np.int64),  # 1 while that child is only tested against alpha
        ("flipped", np.int64),  # 1 when an odd number of forced plies was played to get here from the parent's move
        ("depth", np.int64),  # plies left to the horizon, or TO_END
        ("turn", np.int64),  # the symmetry that leads to the canonical board
        ("entered", np.int64),  # the node counter when the frame was opened
        ("key", np.uint64),  # of the canonical board
        ("killer", np.int64),  # the last move that cut off at this ply; stays when the frame goes
        ("second_killer", np.int64),  # and the one before
    ]
)

# Counters.
TOP = 0  # ply of the deepest frame; UNOPENED before the root has one
NODES = 1  # positions looked at, those of leaf solvers included
GENERATION = 2  # the table's age, written into entries
ALPHA = 3  # the root's window and depth, before it has a frame
BETA = 4
DEPTH = 5
CLAIM_ONLY = 6  # 1 when nobody asks for the root's best move: what rules and table know of it may decide it
FAULT = 7  # which limit was broken
COUNTERS = 8

UNOPENED = -1

# Faults.
TOO_LONG = 1  # a game has more than MAX_PLIES plies
TOO_MANY_MOVES = 2  # a position has more than MAX_MOVES moves

HISTORY_SIZE = 4096


class Tree(NamedTuple):
    """Everything a search owns but its table."""

    frames: Any  # FRAME, one a ply
    states: Any  # int64, ply x words
    moves: Any  # int64, ply x moves: score << MOVE_BITS | move
    history: Any  # int64, HISTORY_SIZE
    scratch: Any  # int64, moves of one position
    counters: Any  # int64, COUNTERS
    links: Any  # (); in a cluster what connects the search with others
