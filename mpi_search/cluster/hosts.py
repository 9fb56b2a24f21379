"""Who sits where: ranks of one host share a table and are near; others are far."""

from __future__ import annotations

import random

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
        self._host_of = host_of
        self._home = home
        self._groups = [ranks[::team_size] for ranks in everyone]
        self._near = self._groups[home]  # who deals with work on this host
        #: The others who deal with work on this host -> their places on its boards.
        self.places = {rank: place for place, rank in enumerate(everyone[home]) if rank in self._near and rank != own}
        self._far = [rank for number, ranks in enumerate(self._groups) if number != home for rank in ranks]

    @property
    def deals(self) -> bool:
        """Whether this rank asks others for work, and is asked."""
        return self.is_leader and len(self._near) + len(self._far) > 1

    @property
    def is_alone(self) -> bool:
        """Whether there is no other host."""
        return not self.counterparts

    def are_far(self, one: int, other: int) -> bool:
        """Whether two ranks are on different hosts."""
        return self._host_of[one] != self._host_of[other]

    def parent(self, own: int) -> int:
        """In the tree along which work spreads: binary within a host, and binary over the first ranks of the hosts."""
        at = self._near.index(own)
        if at:
            return self._near[(at - 1) // 2]
        assert self._home, "the master has no parent"
        return self._groups[(self._home - 1) // 2][0]

    def stranger(self, rng: random.Random, but: int = -1) -> int | None:
        """Anyone else on another host who deals with work; None if there is nobody."""
        count = len(self._far)
        first = int(rng.random() * count)
        return next((rank for rank in (*self._far[first:], *self._far[:first]) if rank != but), None)

    def strangers(self, rng: random.Random, count: int) -> list[int]:
        """So many of them, or all if there are fewer."""
        return rng.sample(self._far, min(count, len(self._far)))
