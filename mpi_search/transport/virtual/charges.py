"""What a message costs the rank that makes it and the one that takes it in, besides its way."""

from __future__ import annotations

from mpi_search.cluster.messages import CLAIM_BYTES, ROW_BYTES, Claims, Decline, Grant, Message, Value
from mpi_search.cluster.work import Work
from mpi_search.transport.virtual.shape import Costs


def sending_us(costs: Costs, message: Message, work: Work, *, is_copy: bool) -> float:
    """To make a message; `is_copy`: the same has just been sent to another rank. Jobs are charged for where they are
    given away, not where a leader passes them on to its team."""
    gives = type(message) is Grant and message.serial in work.gifts
    collects = type(message) is Claims and not is_copy
    return costs.send_us + costs.job_us * gives + costs.collect_us * collects


def receiving_us(costs: Costs, message: Message, work: Work) -> float:
    """To act on a message. A value is charged for as a job where it is still wanted."""
    if type(message) is Claims:
        claims_us = costs.claim_us * (len(message.pairs) // CLAIM_BYTES)
        return costs.receive_us + claims_us + costs.row_us * (len(message.rows) // ROW_BYTES)
    begins = type(message) is Grant
    learns = isinstance(message, Value | Decline) and (message.serial in work.gifts or message.serial in work.copies)
    return costs.receive_us + costs.job_us * (begins or learns)
