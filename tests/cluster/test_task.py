"""What a task has given away, and in which order it takes claims in. Most of it is tested with whole ranks in
test_rank.py."""

from __future__ import annotations

import pytest

from mpi_search.cluster.task import Gift, Split, Task
from mpi_search.policies.policy import Window
from mpi_search.search.core.frames import DONE, WAITING
from mpi_search.sharing.search import Child

MOVE, WORST = 3, 20


class Stack:
    """Stands for a search of two frames. The upper one searches MOVE again, which leads to the lower one; that is
    settled when the child comes back that it has given away."""

    top = 1

    def __init__(self) -> None:
        self.backed_up: list[int] = []  #: the plies of the frames whose child came back

    def window(self, ply: int, serial: int) -> tuple[int, int] | None:
        return (0, WORST) if ply <= self.top else None

    def frame(self, ply: int) -> dict[str, int]:
        return {"move": MOVE}

    def moves_left(self, ply: int) -> list[int]:
        return []

    def back_up(self, child: Child, lower: int, upper: int) -> None:
        self.backed_up.append(child.ply)

    def run(self, nodes: int) -> int:
        if 1 in self.backed_up:
            self.top = 0
        return DONE if 0 in self.backed_up else WAITING


@pytest.mark.parametrize("plies", [(0, 1), (1, 0)])
def test_what_a_released_claim_settles_releases_what_has_waited_for_that(plies):
    """Whichever frame was split first: the upper one's child waits for its elder brother, which is settled when the
    lower one's child is released. It is nobody's turn after that; a child that was overlooked would wait for ever."""
    search = Stack()
    task = Task(0, 1, search)
    for ply in plies:
        child = Child(ply, serial=1, move=5, state=(), depth=1, alpha=-WORST, beta=0, place=0)
        gift = Gift(ply, 2, child, Window.NULL, -1, 0)
        passed = gift, -WORST, -5  # worth 5 or more to the frame
        task.splits[ply] = Split(ply, 1, 0, WORST, gifts=[gift], held=[passed], again=None if ply else MOVE)
    task.status = WAITING
    task.release_held()
    assert search.backed_up == [1, 0]
    assert task.status == DONE
