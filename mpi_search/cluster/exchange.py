"""What hosts tell each other: expensive claims for their tables, and with these what their ranks have to offer.

Every host hears from all others: the more there are, the fewer claims and messages should each send. What is not sent
before the outbox is full is lost.
"""

from __future__ import annotations

import math

import numpy as np

from mpi_search.cluster.decisions import Decisions
from mpi_search.cluster.hosts import Hosts
from mpi_search.cluster.messages import Claims, Handlers, ProtocolError
from mpi_search.cluster.offers import Offers
from mpi_search.cluster.tuning import Tuning
from mpi_search.search.core.frames import NEVER
from mpi_search.sharing.core.outbox import SIZE
from mpi_search.sharing.workspace import Workspace


class Exchange:
    """The part of one rank in it."""

    def __init__(
        self, number: int, workspace: Workspace, tuning: Tuning, hosts: Hosts, offers: Offers, decisions: Decisions
    ) -> None:
        self._number, self._workspace, self._hosts, self._offers = number, workspace, hosts, offers
        self._decisions = decisions
        self.handlers: Handlers = {Claims: self._on_claims}
        self.min_nodes = self._batch = NEVER
        if hosts.counterparts:
            scale = math.sqrt(1 + len(hosts.counterparts))
            self.min_nodes = round(tuning.export_min_nodes * scale)  #: that a claim must have cost to be sent
            self._batch = min(round(tuning.export_batch * scale), SIZE // 2)  # claims that a host sends at a time

    def export_if_due(self) -> None:
        """Send the claims of this host, and what it has to offer, to one rank of every other host, if there are
        enough."""
        if self._workspace.posted < self._batch:
            return
        claims = Claims(self._workspace.take_outbox().astype("<u8", copy=False).tobytes(), *self._offers.rows())
        for target in self._hosts.counterparts:
            self._decisions.send(target, claims)

    def _on_claims(self, source: int, claims: Claims) -> None:
        """Take in the same of another host. Raises ProtocolError."""
        is_far = self._hosts.are_far(source, self._number)
        if not is_far or not self._offers.copy_rows(source, claims.rows, claims.chances):
            raise ProtocolError(f"rank {self._number}: rank {source} shows rows that cannot be those of its host")
        self._workspace.absorb(np.frombuffer(claims.pairs, "<u8").reshape(-1, 2))
