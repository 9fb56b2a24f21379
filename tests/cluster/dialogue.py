"""Talking to one rank, or to a few, without a transport: what a test says goes in, what is sent comes out."""

from __future__ import annotations

import random
from typing import Any

from mpi_search.cluster.events import Action, Begin, Finish, Free, Ran, Received, Run, Send
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
from mpi_search.policies import POLICIES
from mpi_search.policies.policy import Policy
from mpi_search.search.core.frames import PV, TO_END
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from mpi_search.sharing.core.board import CHANCE_BITS, OFFER
from tests.tools import shared_tangle, tangle, workspace_of

#: Small enough to be searched in a few dozen nodes, large enough to be shared out.
STATE = (9, 9, 0)
#: The worst value of that game.
WORST = 20
TUNING = Tuning(slice_nodes=1, short_slice_nodes=1, alone_nodes=1, split_min_nodes=1, hops=2, max_tasks=3)


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
        self.rank.workspace.board[rank, OFFER] = worth << CHANCE_BITS | (chance if worth else 0)

    def search_until_it_can_give(self) -> None:
        while self.hear(1 if self.rank.number != 1 else 2, Ask())[0][1] == Describe(0):
            assert self.rank.work.tasks, "the search was over before"
            self.step()

    def state(self) -> dict[str, Any]:
        """Everything that a refused message must leave alone."""
        rank = self.rank
        return {
            "tasks": list(rank.work.tasks),
            "frames": [task.search.tree.frames.tobytes() for task in rank.work.tasks],
            "status": [task.status for task in rank.work.tasks],
            "splits": [{ply: list(split.gifts) for ply, split in task.splits.items()} for task in rank.work.tasks],
            "gifts": dict(rank.work.gifts),
            "thieves": list(rank.requests.thieves),
            "descriptions": dict(rank.seeker.descriptions),
            "flags": (rank.phase, rank.seeker.is_asking, rank.seeker.is_parked, rank.is_finished),
            "counts": (rank.work.serial, rank.jobs, list(rank.decisions.sent), rank.expected),
            "names": dict(getattr(rank.role, "names", {})),
            "copies": dict(rank.work.copies),
            "byes": dict(getattr(rank.role, "byes", {})),
        }


def sent(actions: list[Action]) -> list[tuple[int, Message]]:
    return [(action.target, action.message) for action in actions if isinstance(action, Send)]


def has_finished(actions: list[Action]) -> bool:
    return any(isinstance(action, Finish) for action in actions)


def worker(
    number: int = 1,
    size: int = 4,
    policy: str | Policy = "ybwc",
    *,
    started: bool = True,
    hosts: tuple[int, ...] | None = None,
    tuning: Tuning = TUNING,
) -> Talk:
    """A rank; all are on one host unless `hosts` says where each is."""
    hosts = hosts or (0,) * size
    workspace = workspace_of(shared_tangle(), size, number)
    policy = POLICIES[policy] if isinstance(policy, str) else policy
    talk = Talk(Rank(number, size, workspace, policy, random.Random(number), f"host{number}", tuning))
    talk.rank.handle(Begin(), 0.0)
    if started:
        talk.hear(0, Start(hosts))
    return talk


def master(
    size: int = 3,
    policy: str = "ybwc",
    *,
    started: bool = True,
    limits: Limits | None = None,
    tuning: Tuning = TUNING,
) -> Talk:
    plan = Plan(tangle().game, STATE, open_window=True)
    workspace, rng = workspace_of(shared_tangle(), size), random.Random(0)
    talk = Talk(Rank(0, size, workspace, POLICIES[policy], rng, "host0", tuning, plan=plan, limits=limits))
    talk.rank.handle(Begin(), 0.0)
    for rank in range(1, size) if started else ():
        talk.hear(rank, hello(rank))
    return talk


def hello(rank: int, version: int = PROTOCOL_VERSION, game_hash: str = "") -> Hello:
    return Hello(version, f"host{rank}", game_hash or shared_tangle().content_hash)


def job(serial: int = 1, alpha: int = -20, beta: int = 20, **other: Any) -> Grant:
    fields = {"state": STATE, "depth": TO_END, "node_type": PV, "chance": 1000, "is_root": False, "slot": 0}
    return Grant(serial=serial, alpha=alpha, beta=beta, **{**fields, **other})


def helper_with_a_gift(number: int, serial: int, grant: Grant | None = None) -> tuple[Talk, Any]:
    """A rank that searches a job of the rank before it and has given some of it to the rank after it."""
    talk = worker(number, size=6)
    talk.hear(number - 1, grant or job(serial))
    talk.search_until_it_can_give()
    [(_, given)] = talk.hear(number + 1, Steal(number + 1, 0, False))
    return talk, given
