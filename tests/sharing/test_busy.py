"""Which children of a frame are announced to the team: those that will cost much, by their type."""

from __future__ import annotations

import pytest

from mpi_search.search.core.frames import AGAIN, ALL, CUT, DONE, MOVE_BITS, PV
from mpi_search.sharing.core.expected import RETYPE
from mpi_search.sharing.search import SharedSearch
from tests.tools import shared_tangle, workspace_of

MUCH = 1 << 20


def openings(expensive: int, seed: int, node_type: int, window: tuple[int, int]):
    """What happens when a member of a team opens a frame, if only children of the type `expensive` are known to cost
    much: (type of the parent, number of the child, whether it is searched again, its type, whether it was announced)"""
    workspace = workspace_of(shared_tangle())
    workspace.configure(in_team=True, busy_min_nodes=MUCH)
    search = SharedSearch(workspace)
    search.begin((seed, 8, 0), *window, node_type=node_type)
    notes, serial = search.tree.links.notes, 0
    while search.top >= 0:
        workspace.sizes[:], workspace.sizes[:, expensive] = 0, 8 * MUCH
        if search.run(1) == DONE:
            return
        ply, parent = search.top, search.frame(search.top - 1)
        if ply > 0 and notes[ply]["serial"] > serial:
            serial = int(notes[ply]["serial"])
            again = bool(parent["move"] >> MOVE_BITS >= AGAIN)
            above = notes[ply - 1]
            yield int(above["type"]), int(parent["number"]), again, int(notes[ply]["type"]), bool(above["busy"])


@pytest.mark.parametrize("expensive", [PV, CUT, ALL])
def test_what_a_child_will_cost_is_asked_of_the_type_that_it_is_going_to_have(expensive):
    seen = set()
    for seed in range(40):
        for node_type, window in ((PV, (-20, 20)), (CUT, (0, 1)), (ALL, (0, 1))):
            for parent, number, again, child, is_announced in openings(expensive, seed, node_type, window):
                assert is_announced == (child == expensive)
                seen.add((parent, min(number, RETYPE), again, child))
    assert {(PV, 0, False, PV), (PV, 1, False, CUT), (PV, 2, True, PV)} <= seen
    assert {(ALL, 0, False, CUT), (CUT, RETYPE - 1, False, ALL), (CUT, RETYPE, False, CUT)} <= seen
