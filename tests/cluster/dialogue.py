"""Talking to one rank, or to a few, without a transport: what a test says goes in, what is sent comes out."""

from __future__ import annotations

import random
from typing import Any

from mpi_search.cluster.events import Action, Finish, Free, Ran, Received, Run, Send
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import (
    PROTOCOL_VERSION,
    Ask,
    Describe,
    Grant,
    Hello,
    Message,
    Start,
    Steal,
    decode,
    encode,
)
from mpi_search.cluster.rank import Rank
from mpi_search.cluster.tuning import Tuning
from mpi_search.kernel.core.frames import CHANCE_BITS, OFFER, PV, TO_END
from mpi_search.kernel.desk import Desk, offer_board
from mpi_search.kernel.plan import Plan
from mpi_search.kernel.table import Table
from mpi_search.policies import POLICIES
from tests.tools import tangle

#: Small enough to be searched in a few dozen nodes, large enough to be shared out.
STATE = (9, 9, 0)
#: The worst value of that game.
WORST = 20
TUNING = Tuning(slice_nodes=1, short_slice_nodes=1, alone_nodes=1, grain_nodes=1, hops=2, max_tasks=3)


class Talk:
    """One rank and its partner in conversation."""

    def __init__(self, rank: Rank) -> None:
        self.rank = rank
        self.now = 0.0

    def hear(self, source: int, message: Message) -> list[tuple[int, Message]]:
        """The rank receives a message, as it would over a wire; what it sends. Its invariants hold afterwards."""
        actions = self.rank.handle(Received(source, decode(encode(message))), self.now)
        self.rank.validate()
        return sent(actions)

    def step(self) -> list[tuple[int, Message]]:
        """One turn with the core: a slice if there is something to search; what was sent before and after it."""
        before = self.rank.handle(Free(), self.now)
        run = next((action for action in before if isinstance(action, Run)), None)
        if run is None:
            return sent(before)
        after = self.rank.handle(Ran(run.search.run(run.nodes)), self.now)
        self.rank.validate()
        return sent(before + after)

    def work(self) -> list[tuple[int, Message]]:
        """Search on until a message is sent."""
        while not (spoken := self.step()):
            pass
        return spoken

    def see_offer(self, rank: int, worth: int, chance: int = 1000) -> None:
        """That rank has something to give away, needed with that chance per mille."""
        self.rank.desk.offers[rank, OFFER] = worth << CHANCE_BITS | (chance if worth else 0)

    def search_until_it_can_give(self) -> None:
        while self.hear(1 if self.rank.number != 1 else 2, Ask())[0][1] == Describe(0):
            assert self.rank.tasks, "the search was over before"
            self.step()

    def state(self) -> dict[str, Any]:
        """Everything that a refused message must leave alone."""
        rank = self.rank
        return {
            "tasks": list(rank.tasks),
            "frames": [task.search.tree.frames.tobytes() for task in rank.tasks],
            "status": [task.status for task in rank.tasks],
            "splits": [{ply: list(split.gifts) for ply, split in task.splits.items()} for task in rank.tasks],
            "gifts": dict(rank.gifts),
            "thieves": list(rank.thieves),
            "descriptions": dict(rank.seeker.descriptions),
            "flags": (rank.is_started, rank.is_stopped, rank.seeker.is_asking, rank.seeker.is_parked, rank.is_finished),
            "counts": (rank.serial, rank.jobs, list(rank.sent), rank.expected),
            "names": dict(getattr(rank, "names", {})),
            "copies": dict(getattr(rank, "copies", {})),
            "byes": dict(getattr(rank, "byes", {})),
        }


def sent(actions: list[Action]) -> list[tuple[int, Message]]:
    return [(action.target, action.message) for action in actions if isinstance(action, Send)]


def has_finished(actions: list[Action]) -> bool:
    return any(isinstance(action, Finish) for action in actions)


def worker(
    number: int = 1,
    size: int = 4,
    policy: str = "ybwc",
    *,
    started: bool = True,
    hosts: tuple[int, ...] | None = None,
) -> Talk:
    """A rank; all are on one host unless `hosts` says where each is."""
    hosts = hosts or (0,) * size
    desk = Desk(tangle(), Table(0.05), offers=offer_board(size), place=number)
    talk = Talk(Rank(number, size, desk, POLICIES[policy], random.Random(number), f"host{number}", TUNING))
    talk.rank.begin(0.0)
    if started:
        talk.hear(0, Start(hosts))
    return talk


def master(size: int = 3, policy: str = "ybwc", *, started: bool = True) -> Talk:
    kernel = tangle()
    desk = Desk(kernel, Table(0.05), offers=offer_board(size))
    plan = Plan(kernel.game, STATE, open_window=True)
    talk = Talk(Master(size, desk, POLICIES[policy], random.Random(0), plan, "host0", TUNING))
    talk.rank.begin(0.0)
    for rank in range(1, size) if started else ():
        talk.hear(rank, hello(rank))
    return talk


def hello(rank: int, version: int = PROTOCOL_VERSION, game_hash: str = "") -> Hello:
    return Hello(version, f"host{rank}", game_hash or tangle().content_hash)


def job(serial: int = 1, alpha: int = -20, beta: int = 20, **other: Any) -> Grant:
    fields = {"state": STATE, "depth": TO_END, "node_type": PV, "needed": 1000, "is_root": False, "need_place": 0}
    return Grant(serial=serial, alpha=alpha, beta=beta, **{**fields, **other})


def helper_with_a_gift(number: int, serial: int, grant: Grant | None = None) -> tuple[Talk, Any]:
    """A rank that searches a job of the rank before it and has given some of it to the rank after it."""
    talk = worker(number, size=6)
    talk.hear(number - 1, grant or job(serial))
    talk.search_until_it_can_give()
    [(_, given)] = talk.hear(number + 1, Steal(number + 1, 0, False))
    return talk, given
