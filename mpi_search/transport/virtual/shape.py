"""What a virtual cluster is made of, and what can go wrong in it: named numbers, units last."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from mpi_search.cluster.tuning import Tuning


@dataclass(frozen=True)
class Costs:
    """Where a core's time goes besides waiting. Measured on real ranks; see docs/policies.md."""

    node_ns: float = 100.0  #: to search one node
    look_us: float = 1.5  #: to stop searching, see that no message has come, and go on
    slice_us: float = 5.0  #: to end a slice, and begin the next
    send_us: float = 2.0  #: to make a message and hand it to the network
    receive_us: float = 8.0  #: to take a message in
    job_us: float = 16.0  #: to give a job away, to begin one, to take in what it found
    offer_us: float = 0.7  #: to show anew, in a search under way, what there is to be had
    collect_us: float = 10.0  #: to collect the claims and rows that go to all other hosts
    claim_us: float = 0.025  #: to take in one of those claims
    row_us: float = 0.35  #: to take in one of those rows

    def handled(self, factor: float) -> Costs:
        """The same where all that ranks do besides searching costs so many times as much; 0: nothing but nodes does."""
        return Costs(**{name: cost if name == "node_ns" else factor * cost for name, cost in asdict(self).items()})


@dataclass(frozen=True)
class Network:
    """How long a message travels. Between two ranks messages keep their order."""

    near_us: float = 5.0  #: between ranks of one host
    far_us: float = 20.0  #: between hosts
    bandwidth_mb_s: float = 1000.0
    jitter: float = 0.0  #: each latency is multiplied by a random number from 1 to 1 + jitter


@dataclass(frozen=True)
class Stalls:
    """Ranks that lose their core for a while, as on a busy machine."""

    chance: float = 0.0  #: that one follows when a rank has searched for a while
    longest_us: float = 0.0


@dataclass(frozen=True)
class Shape:
    """One virtual cluster."""

    ranks: int = 16
    hosts: int = 1
    table_mb: float = 32.0  #: of every host
    costs: Costs = field(default_factory=Costs)
    network: Network = field(default_factory=Network)
    stalls: Stalls = field(default_factory=Stalls)
    tuning: Tuning = field(default_factory=Tuning)

    #: Searched by one rank before another; what it stores is seen early by at most so much, and a bell heard as late.
    quantum_nodes: int = 250

    def host_of(self, rank: int) -> int:
        """Ranks fill the hosts in order, evenly."""
        return rank * self.hosts // self.ranks

    def are_near(self, one: int, other: int) -> bool:
        """Whether two ranks are on the same host."""
        return self.host_of(one) == self.host_of(other)
