"""How finely work is shared."""

from __future__ import annotations

import math
from dataclasses import dataclass

from mpi_search.search.core.frames import NEVER


@dataclass(frozen=True)
class Tuning:
    """Numbers that decide how finely work is shared."""

    look_nodes: int = 2000  #: searched before looking for messages of other hosts; those of the own host ring a bell
    slice_nodes: int = 128_000  #: searched before looking for anything else; a message ends the slice too
    short_slice_nodes: int = 3000  #: the same while others wait for work here
    split_min_nodes: int = 2000  #: a frame is split only if it has cost so much
    offer_every_nodes: int = 3000  #: searched before a rank shows anew what there is to be had from it
    doubtful_chance: int = 100  #: a job that is needed with less than that, per mille, is left for a better one
    sure_chance: int = 500  #: that the better one must have
    team_size: int = 8  #: where ranks form teams: ranks of a host that search every job together
    alone_nodes: int = 1000  #: searched in a job by the leader of a team before the others join it
    busy_min_nodes: int = 1600  #: what a child must be expected to cost to be announced, over the ranks of the team
    hops: int = 2  #: ranks that may pass a request for work on
    draws: int = 4  #: ranks of other hosts whose offers are looked at
    descriptions: int = 3  #: ranks that are asked what they have, where work is found by description
    max_tasks: int = 12  #: suspended searches a rank may collect
    first_wait_s: float = 50e-6  #: before an idle rank asks again; doubled every time
    longest_wait_s: float = 1e-3
    export_min_nodes: int = 100  #: claims that cost so much, times the square root of the hosts, are sent to others
    export_batch: int = 64  #: so many from a host at a time, times the same
    progress_s: float = math.inf  #: between two reports of a rank to the master
    progress_nodes: int = NEVER  #: or so many nodes, if that is sooner

    def unheard_nodes(self, ranks: int) -> int:
        """What the other ranks may have searched since the master last heard of them, where reports come by nodes."""
        return 0 if self.progress_nodes == NEVER else self.progress_nodes * (ranks - 1)
