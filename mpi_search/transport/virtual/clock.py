"""Virtual time, as one rank knows it: it passes when the rank is charged for what it does."""

from __future__ import annotations


class VirtualClock:
    """The clock of one rank. It is ahead of the world while the rank is busy with messages."""

    def __init__(self, quantum_nodes: int) -> None:
        self.quantum_nodes = quantum_nodes  #: most nodes that are searched before other ranks have their turn
        self.world_time = 0.0  #: what has happened anywhere so far
        self.time = 0.0  #: what this clock shows

    def now(self) -> float:
        return self.time

    def is_due(self, at: float) -> bool:
        return at <= self.world_time

    def charge(self, microseconds: float) -> None:
        """The rank does something that takes so long."""
        self.time += microseconds * 1e-6

    def resume(self, world_time: float) -> float:
        """The rank goes on, or does so when what it is busy with is done; returns when that is."""
        self.world_time = world_time
        if world_time > self.time:
            self.time = world_time
        return self.time
