"""Situations in the drawn tree of `tree.py`, and what a policy makes of them.

A situation is reached by a real search from left to right, so many nodes long. In the open window (-9, 9):

    nodes   the path             what is known                      what is left
      0     0                    nothing                            0: A B C D
      3     0 - A - 5            leaf 14, the eldest child of 5     0: B C D   A: 6 7   5: 15
      4     0 - A                5, the eldest child of A           0: B C D   A: 6 7
      6     0 - A - 6            leaf 16, the eldest child of 6     0: B C D   A: 7     6: 17
      9     0                    A, the eldest child of the root    0: B C D
     11     0 - B - 8            the same, B and 8 are under way    0: C D     B: 9     8: 20 21
     12     0 - B - 8            leaf 20, the eldest child of 8     0: C D     B: 9     8: 21
     13     0 - B                8, the eldest child of B           0: C D     B: 9

The root is a PV node. From A on its children are tested with a null window: B is expected to be a CUT node, 8 to be an
ALL node; 6, a younger child of the PV node A, is expected to be a CUT node. Leaves have no frame of their own.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from mpi_search.cluster.events import Begin
from mpi_search.cluster.messages import PROTOCOL_VERSION, Grant, Hello, Message, Start, Steal
from mpi_search.cluster.rank import Rank, Tuning
from mpi_search.cluster.task import Task
from mpi_search.cluster.task import best_split as best_split_of
from mpi_search.compile.kernel import SharedKernel, bind_shared
from mpi_search.policies.policy import Policy
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import MOVE_MASK, PAUSED, PV, TO_END
from mpi_search.search.plan import Plan
from mpi_search.sharing.core.offers import FrameView
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace
from tests.cluster.dialogue import Talk
from tests.tools import workspace_of

ROOT, A, B, C, D = range(5)
WORST = 9
OPEN = (-WORST, WORST)

NOTHING_KNOWN = 0
ELDEST_LEAF_KNOWN = 3
ELDEST_OF_A_KNOWN = 4
INSIDE_6 = 6
A_KNOWN = 9
BEGINNING_8 = 11
INSIDE_8 = 12
ELDEST_OF_B_KNOWN = 13

#: Every node is a slice, and nothing is too small to be given away.
TUNING = Tuning(slice_nodes=1, short_slice_nodes=1, alone_nodes=1, split_min_nodes=0, busy_min_nodes=0)
#: Who sits where: the master and rank 4 are neighbours, the others far from them and from each other.
HOSTS = (0, 1, 2, 3, 0)


@cache
def tree() -> SharedKernel:
    """The search for the drawn tree."""
    return bind_shared(load_game(str(Path(__file__).parent / "tree.py")))


def new_workspace(number: int = 0, hosts: tuple[int, ...] = HOSTS) -> Workspace:
    """Of a rank."""
    return workspace_of(tree(), len(hosts), number)


def task_after(
    nodes: int,
    state: int = ROOT,
    window: tuple[int, int] = OPEN,
    *,
    node_type: int = PV,
    is_job: bool = False,
) -> Task:
    """The task of searching a node of the tree, after so many nodes; the master's root unless it is a job."""
    search = SharedSearch(new_workspace())
    begin = search.begin_job if is_job else search.begin
    begin((state,), *window, TO_END, node_type=node_type)
    task = Task(0, 1, search, is_root=not is_job)
    run(task, nodes)
    return task


def run(task: Task, nodes: int) -> None:
    """Search on, node by node."""
    for _ in range(nodes):
        assert task.status == PAUSED
        task.status = task.search.run(1)


# --- reading
def path(task: Task) -> list[int]:
    """The nodes on the stack."""
    return [node_at(task, ply) for ply in range(task.search.top + 1)]


def node_at(task: Task, ply: int) -> int:
    return int(task.search.tree.states[ply, 0])


def views(task: Task) -> dict[int, FrameView]:
    """The frames that have moves left, by node, from the root on."""
    frames = sorted(task.search.survey(0), key=lambda frame: frame.ply)
    return {node_at(task, frame.ply): frame for frame in frames}


def ratings(task: Task, policy: Policy) -> dict[int, int]:
    """What the policy thinks of splitting each of them."""
    return {node: policy.rate(frame, task.is_root and frame.ply == 0) for node, frame in views(task).items()}


def may_split(task: Task, policy: Policy) -> list[int]:
    """The nodes that the policy would split; it refuses the others."""
    return [node for node, rating in ratings(task, policy).items() if rating]


def gladly_split(task: Task, policy: Policy) -> list[int]:
    """Those that it would split even if there were other work as good."""
    frames = views(task)
    return [node for node, rating in ratings(task, policy).items() if rating == frames[node].worth]


def best_split(task: Task, policy: Policy) -> int | None:
    """The node that would be split."""
    _, _, frame = best_split_of([task], policy, 0)
    return None if frame is None else node_at(task, frame.ply)


def give(task: Task, policy: Policy, serial: int = 1) -> Grant:
    """Give away what it is best to give away."""
    _, _, frame = best_split_of([task], policy, 0)
    assert frame is not None
    return task.give(frame, 1, serial, policy, is_shown=True)


def offer(grant: Grant) -> tuple[int, int, int]:
    """What is given: the child, and the window as the child sees it."""
    return grant.state[0], grant.alpha, grant.beta


def answer(task: Task, child: int, policy: Policy, lower: int, upper: int) -> None:
    """A child that was given away comes back, with a claim as the side to move in it sees it."""
    gift = next(gift for gift in task.gifts() if gift.child.move == child)
    task.take(gift, lower, upper, policy)


def c_passed_its_test(policy: Policy) -> Task:
    """A is known, B and C are given away; C comes back first: better than 3."""
    task = task_after(A_KNOWN)
    assert [give(task, policy, serial).state[0] for serial in (1, 2)] == [B, C]
    answer(task, C, policy, -WORST, -4)
    return task


def child_begun(search: SharedSearch) -> int:
    """The child of the root that was begun last on the stack."""
    return int(search.frame(0)["move"]) & MOVE_MASK


# --- ranks
def master(policy: Policy, nodes: int = 0, hosts: tuple[int, ...] = HOSTS) -> Talk:
    """The master, that has searched so many nodes of the root."""
    talk, _ = begun_master(policy, hosts)
    for _ in range(nodes):
        assert all(isinstance(message, Grant) and message.is_root for _, message in talk.step())  # copies for a team
    return talk


def begun_master(policy: Policy, hosts: tuple[int, ...] = HOSTS) -> tuple[Talk, list[tuple[int, Message]]]:
    """The master when all have greeted, and what it sends then."""
    plan = Plan(tree().game, (ROOT,), open_window=True)
    talk = Talk(Rank(0, len(hosts), new_workspace(), policy, random.Random(0), "host0", TUNING, plan=plan))
    talk.rank.handle(Begin(), 0.0)
    spoken = [sent for rank in range(1, len(hosts)) for sent in greet(talk, rank, hosts)]
    return talk, spoken


def greet(talk: Talk, rank: int, hosts: tuple[int, ...]) -> list[tuple[int, Message]]:
    return talk.hear(rank, Hello(PROTOCOL_VERSION, f"host{hosts[rank]}", tree().content_hash))


def worker(policy: Policy, number: int, hosts: tuple[int, ...] = HOSTS) -> Talk:
    """Another rank, that has nothing to do yet."""
    workspace, rng = new_workspace(number, hosts), random.Random(number)
    talk = Talk(Rank(number, len(hosts), workspace, policy, rng, f"host{hosts[number]}", TUNING))
    talk.rank.handle(Begin(), 0.0)
    talk.hear(0, Start(hosts))
    return talk


def steal(talk: Talk, thief: int) -> Grant:
    """A rank asks for work and gets it."""
    [(target, grant)] = talk.hear(thief, Steal(thief, 0, False))
    assert target == thief
    assert isinstance(grant, Grant)
    return grant


def starved_master(policy: Policy) -> Talk:
    """A is known; B, C and D are searched by ranks 1, 2 and 3."""
    talk = master(policy, A_KNOWN)
    assert [steal(talk, thief).state[0] for thief in (1, 2, 3)] == [B, C, D]
    return talk
