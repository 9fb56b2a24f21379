"""Who sits where: ranks of one host share a table and are near; others are far."""

from __future__ import annotations

import random


class Hosts:
    """The map of the cluster as one rank sees it."""

    def __init__(self, host_of: tuple[int, ...], own: int) -> None:
        self.size = len(host_of)
        members: dict[int, list[int]] = {}
        for rank, host in enumerate(host_of):
            members.setdefault(host, []).append(rank)
        self._members = list(members.values())
        self._home = next(number for number, ranks in enumerate(self._members) if own in ranks)
        self._near = self._members[self._home]
        at = self._near.index(own)
        #: One rank of every other host: whom to send claims. Ranks of a host spread the load.
        self.counterparts = [
            ranks[at % len(ranks)] for number, ranks in enumerate(self._members) if number != self._home
        ]

    def parent(self, own: int) -> int:
        """In the tree along which work spreads: binary within a host, and binary over the first ranks of the hosts."""
        at = self._near.index(own)
        if at:
            return self._near[(at - 1) // 2]
        assert self._home, "the master has no parent"
        return self._members[(self._home - 1) // 2][0]

    def someone(self, rng: random.Random, *others: int) -> int:
        """Any rank but these."""
        while True:
            rank = int(rng.random() * self.size)
            if rank not in others:
                return rank

    def neighbour(self, rng: random.Random, own: int) -> int:
        """Another rank of the same host if there is one."""
        if len(self._near) == 1:
            return self.someone(rng, own)
        rank = self._near[int(rng.random() * (len(self._near) - 1))]
        return rank if rank != own else self._near[-1]

    def several(self, rng: random.Random, own: int, count: int) -> list[int]:
        """Different ranks, the first of them a neighbour."""
        chosen = [self.neighbour(rng, own)]
        while len(chosen) < count:
            chosen.append(self.someone(rng, own, *chosen))
        return chosen
