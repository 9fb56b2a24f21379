"""Who sits where: ranks of one host share a table and are near; others are far."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

#: The rank that owns the root.
MASTER = 0


class Hosts:
    """The map of the cluster as one rank sees it.

    With teams of several ranks of a host, a team works on one job together: only its first rank, the leader, deals with
    other teams.
    """

    def __init__(self, host_of: tuple[int, ...], own: int, *, team_size: int = 1) -> None:
        groups: dict[int, list[int]] = {}
        for rank, host in enumerate(host_of):
            groups.setdefault(host, []).append(rank)
        everyone = list(groups.values())
        home = next(number for number, ranks in enumerate(everyone) if own in ranks)
        at = everyone[home].index(own)
        #: One rank of every other host: whom to send claims. Ranks of a host spread the load.
        self.counterparts = [ranks[at % len(ranks)] for number, ranks in enumerate(everyone) if number != home]
        first = at - at % team_size
        self.is_first = at == 0  #: of its host
        self.is_leader = at == first  #: of its team, or without one
        self.mates = everyone[home][first + 1 : first + team_size]  #: those who work on the leader's job
        self.own = own
        self.size = len(host_of)  #: ranks in all
        self._host_of = host_of
        self._home = home
        self._dealers = {host: ranks[::team_size] for host, ranks in groups.items()}
        self._rows: dict[int, Any] = {}
        self._groups = list(self._dealers.values())
        self.near = [rank for rank in self._groups[home] if rank != own]  #: the others who deal with work on this host
        self.far = [rank for number, ranks in enumerate(self._groups) if number != home for rank in ranks]  #: elsewhere

    @property
    def deals(self) -> bool:
        """Whether this rank asks others for work, and is asked."""
        return self.is_leader and len(self.near) + len(self.far) > 0

    @property
    def is_alone(self) -> bool:
        """Whether there is no other host."""
        return not self.counterparts

    def dealers(self, rank: int) -> list[int]:
        """Who deals with work on the host of that rank."""
        return self._dealers[self._host_of[rank]]

    def rows(self, rank: int) -> Any:
        """The same as an array, for the board."""
        host = self._host_of[rank]
        if host not in self._rows:
            self._rows[host] = np.array(self._dealers[host])
        return self._rows[host]

    def are_far(self, one: int, other: int) -> bool:
        """Whether two ranks are on different hosts."""
        return self._host_of[one] != self._host_of[other]

    def parent(self, own: int) -> int:
        """In the tree along which work spreads: binary within a host, and binary over the first ranks of the hosts."""
        ranks = self._groups[self._home]
        at = ranks.index(own)
        if at:
            return ranks[(at - 1) // 2]
        assert self._home, "the master has no parent"
        return self._groups[(self._home - 1) // 2][0]

    def stranger(self, rng: random.Random, but: int = -1) -> int | None:
        """Anyone else on another host who deals with work; None if there is nobody."""
        count = len(self.far)
        first = int(rng.random() * count)
        return next((rank for rank in (*self.far[first:], *self.far[:first]) if rank != but), None)

    def draw(self, rng: random.Random, count: int) -> list[int]:
        """So many of them, quickly: of many, one may be drawn twice. All if there are not more."""
        size = len(self.far)
        return [self.far[int(rng.random() * size)] for _ in range(count)] if size > count else self.far

    def strangers(self, rng: random.Random, count: int) -> list[int]:
        """So many of them, or all if there are fewer."""
        return rng.sample(self.far, min(count, len(self.far)))
