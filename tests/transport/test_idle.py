"""Waiting: at once, then asleep, never too long."""

from __future__ import annotations

from mpi_search.transport.mpi.idle import FIRST_S, LONGEST_S, Idle, wait_for


class Clock:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def idle_at(clock, spin_s=0.0):
    return Idle(lambda: clock.now, clock.sleep, spin_s=spin_s)


def test_sleeps_grow_to_a_limit_and_begin_anew():
    clock = Clock()
    idle = idle_at(clock)
    for _ in range(12):
        idle.wait()
    assert clock.slept[:3] == [FIRST_S, 2 * FIRST_S, 4 * FIRST_S]
    assert max(clock.slept) == clock.slept[-1] == LONGEST_S < 1e-3
    idle.reset()
    idle.wait()
    assert clock.slept[-1] == FIRST_S


def test_a_rank_with_a_core_of_its_own_looks_again_at_once_for_a_moment():
    clock = Clock()
    idle = idle_at(clock, spin_s=1.0)
    idle.wait()
    assert clock.slept == []
    clock.now = 1.5
    idle.wait()
    assert clock.slept == [FIRST_S]


def test_an_alarm_is_not_slept_through():
    clock = Clock()
    idle = idle_at(clock)
    for _ in range(10):
        idle.wait(until=clock.now + 1e-5)
    assert max(clock.slept) <= 1e-5 + 1e-12
    idle.wait(until=clock.now - 1)
    assert len(clock.slept) == 10


def test_waiting_for_a_condition():
    answers = iter([False, False, True])
    wait_for(lambda: next(answers))
    assert list(answers) == []
