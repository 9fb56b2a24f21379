"""The policies side by side, on the drawn tree: no two give the same answers."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from mpi_search.policies import POLICIES
from mpi_search.policies.policy import FindsWork, Starved, Window
from tests.policies.situation import (
    A_KNOWN,
    BEGINNING_8,
    ELDEST_LEAF_KNOWN,
    ELDEST_OF_A_KNOWN,
    ELDEST_OF_B_KNOWN,
    INSIDE_6,
    INSIDE_8,
    NOTHING_KNOWN,
    ROOT,
    A,
    B,
    may_split,
    path,
    task_after,
    tree,
    views,
)
from tests.tools import Oracle


class Answers(NamedTuple):
    """What a policy answers."""

    before_eldest: bool  #: the root is split before A is known
    off_spine: bool  #: B or 8 is split, which are not on the leftmost path
    window: Window  #: for B, when A is known
    when_starved: Starved
    finds_work: FindsWork
    in_order: bool
    teams: bool


NULL, OPEN = Window.NULL, Window.OPEN
WAIT, HELP, LEAVE = Starved.WAIT, Starved.HELP, Starved.LEAVE
MASTER, RANDOM, DESCRIPTION = FindsWork.AT_MASTER, FindsWork.AT_RANDOM, FindsWork.BY_DESCRIPTION

# fmt: off
TABLE = {
    #                   before  off                                  in
    #                   eldest  spine  window  starved  finds work   order  teams
    "root":     Answers(True,   False, OPEN,   WAIT,    MASTER,      False, False),
    "pvsplit":  Answers(False,  False, OPEN,   WAIT,    MASTER,      False, False),
    "ybwc":     Answers(False,  True,  NULL,   HELP,    RANDOM,      False, False),
    "jamboree": Answers(False,  True,  NULL,   LEAVE,   RANDOM,      True,  False),
    "dts":      Answers(False,  True,  NULL,   LEAVE,   DESCRIPTION, False, False),
    "abdada":   Answers(False,  True,  NULL,   WAIT,    RANDOM,      False, True),
}
# fmt: on


@pytest.mark.parametrize("name", POLICIES)
def test_what_a_policy_answers(name):
    policy = POLICIES[name]
    found = Answers(
        ROOT in may_split(task_after(ELDEST_LEAF_KNOWN), policy),
        not {B, 8}.isdisjoint(may_split(task_after(INSIDE_8), policy)),
        policy.window(views(task_after(A_KNOWN))[ROOT]),
        policy.when_starved,
        policy.finds_work,
        policy.in_order,
        policy.teams,
    )
    assert found == TABLE[name]


def test_no_two_policies_are_the_same():
    assert set(TABLE) == set(POLICIES)
    assert len(set(TABLE.values())) == len(POLICIES)


@pytest.mark.parametrize(
    ("nodes", "stack", "left"),
    [
        (NOTHING_KNOWN, [0], {0: 4}),
        (ELDEST_LEAF_KNOWN, [0, A, 5], {0: 3, A: 2, 5: 1}),
        (ELDEST_OF_A_KNOWN, [0, A], {0: 3, A: 2}),
        (INSIDE_6, [0, A, 6], {0: 3, A: 1, 6: 1}),
        (A_KNOWN, [0], {0: 3}),
        (BEGINNING_8, [0, B, 8], {0: 2, B: 1, 8: 2}),
        (INSIDE_8, [0, B, 8], {0: 2, B: 1, 8: 1}),
        (ELDEST_OF_B_KNOWN, [0, B], {0: 2, B: 1}),
    ],
)
def test_the_situations_are_as_described(nodes, stack, left):
    task = task_after(nodes)
    assert path(task) == stack
    assert {node: frame.left for node, frame in views(task).items()} == left


def test_the_values_are_as_drawn():
    oracle = Oracle(tree().game)
    assert [oracle.value((node,), 255) for node in range(14)] == [6, -3, -2, -6, -5, 3, 5, 6, 5, 2, 6, 7, 5, 9]
