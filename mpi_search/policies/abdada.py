"""ABDADA: alpha-beta distributed with deferral.

    J.-C. Weill, The ABDADA distributed minimax-search algorithm, ICCA Journal 19 (1996).

    every processor, at the same time, from the root:
    abdada(node, alpha, beta, exclusive):
    1   if exclusive and another processor is searching node: return ON_EVALUATION
    2   enter node: one processor more is searching it
    3   search the first child, not exclusive: everyone goes down the same path
    4   for the other children, exclusive: those that are ON_EVALUATION are put off
    5   for the children put off, not exclusive: by now their value is in the table, or help is welcome
    6   leave node; store the value in the table, where the others find it
    7   the first processor to finish the root has the answer

Nothing is given away and nobody owns anything: the shared hash table is the only means of communication. Lines 1, 2
and 6 are in `sharing/core/busy.py`.

Between hosts there is no shared memory, and the more processors walk the same tree, the more often two are in the same
place. So the ranks of a host form teams of up to eight: a team searches one job together as above, and teams give each
other jobs as in YBWC, through their leaders. With one team the only job is the root.
"""

from __future__ import annotations

from mpi_search.policies.policy import Starved
from mpi_search.policies.ybwc import YBWC


class ABDADA(YBWC):
    """Ranks of a team search everything together; children that others are busy with are put off. Between teams: as in
    YBWC."""

    name = "abdada"
    paper = "Weill 1996"
    teams = True
    when_starved = Starved.WAIT  # the others of the team go on
