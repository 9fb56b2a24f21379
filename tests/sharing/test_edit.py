"""The parallel hooks, driven at random between slices: whatever is done to a search, its claims stay true."""

from __future__ import annotations

import random

import pytest

from mpi_search.search.core.frames import DONE, MOVE_MASK, PAUSED, PV, TO_END, WAITING
from mpi_search.search.table import Table
from mpi_search.sharing.core.gifts import SLOT_BITS
from mpi_search.sharing.search import Child, SharedSearch
from tests.policies.situation import OPEN, ROOT, C, D, tree
from tests.tools import Oracle, entries, shared_search, shared_tangle, tangle


def learn(search: SharedSearch, ply: int, lower: int, upper: int) -> None:
    """Tell a search something about the position at `ply`, as the table does when a team mate has decided it."""
    search.kernel.edit.learn(search.tree, ply, lower, upper)


class Meddler:
    """Runs one search in small slices and interferes with it as a cluster would, only less sensibly."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.kernel = shared_tangle()
        self.game = self.kernel.game
        self.oracle = Oracle(self.game)
        self.table = Table(0.02)
        self.search = shared_search(self.kernel, self.table)
        self.away: list[Child] = []
        self.slots: dict[Child, int] = {}
        self.acts = (
            self.give_away, self.give_away, self.bring_back, self.return_unsearched, self.narrow, self.cut,
        )  # fmt: skip
        self.done: dict[str, int] = {}

    def solve(self, state: tuple[int, ...], depth: int) -> None:
        self.state, self.depth = state, depth
        self.alpha = self.rng.randint(-20, 19)
        self.beta = self.rng.randint(self.alpha + 1, 20)
        self.search.begin(state, self.alpha, self.beta, depth)
        self.away = []
        while (status := self.search.run(self.rng.randint(1, 4))) != DONE:
            if status == WAITING:
                assert any(self.search.is_wanted(child) for child in self.away), "waits for nothing"
                self.bring_back()
            else:
                for _ in range(self.rng.randint(1, 4)):
                    self.rng.choice(self.acts)()
                    self.check_notes()
            if self.rng.random() < 0.01:
                self.search.cancel()
                assert not any(self.search.is_wanted(child) for child in self.away)
                return
        self.check()

    def check(self) -> None:
        value, search = self.oracle.value(self.state, self.depth), self.search
        assert search.lower <= value <= search.upper
        assert search.lower >= self.beta or search.upper <= self.alpha or search.lower == search.upper
        if search.lower > -20:
            below = self.depth if self.depth == TO_END else self.depth - 1
            child = self.game.play(self.state, search.best_move)
            assert -self.oracle.value(child, below) >= search.lower, "no move behind the lower bound"

    def claim(self, value: int) -> tuple[int, int]:
        """Something true about a value: all of it, or only one side."""
        slack = self.rng.choice((0, 0, 1, 5))
        kind = self.rng.randrange(3)
        lower = -20 if kind == 1 else max(value - slack, -20)
        upper = 20 if kind == 2 else min(value + slack, 20)
        return (value, value) if kind == 0 else (lower, upper)

    def searched(self, child: Child) -> tuple[int, int]:
        """What another rank would find out."""
        other = shared_search(self.kernel, self.table)
        other.begin(child.state, child.alpha, child.beta, child.depth)
        assert other.run(1 << 40) == DONE
        assert other.lower <= self.oracle.value(child.state, child.depth) <= other.upper
        return other.lower, other.upper

    def note(self, act: str) -> None:
        self.done[act] = self.done.get(act, 0) + 1

    # --- what may happen between slices
    def give_away(self) -> None:
        plies = sorted(view.ply for view in self.search.survey(0))
        if not plies:
            return
        ply = self.rng.choice(plies)
        place = self.search.workspace.take_slot(self.rng.randrange(1001)) if self.rng.random() < 0.8 else 0
        child = self.search.detach(ply, self.rng.choice(self.search.moves_left(ply)), slot=place)
        assert child.alpha < child.beta
        self.away.append(child)
        self.slots[child] = place
        self.note("detach")

    def return_unsearched(self) -> None:
        wanted = [child for child in self.away if self.search.is_wanted(child)]
        if not wanted or self.rng.random() < 0.5:
            return
        child = self.rng.choice(wanted)
        self.away.remove(child)
        moves = sorted([*self.search.moves_left(child.ply), child.move])
        self.search.give_back(child)
        assert sorted(self.search.moves_left(child.ply)) == moves
        self.note("give back")

    def check_notes(self) -> None:
        """What the frames note about children given away is what was given away, elder ones first."""
        tree = self.search.tree
        for ply in range(self.search.top + 1):
            note = tree.links.notes[ply]
            serial = int(note["serial"])
            wanted = [child for child in self.away if self.search.is_wanted(child) and child.serial == serial]
            gifts = tree.links.gifts[ply, : note["away"]].tolist()
            assert [gift & MOVE_MASK for gift in gifts] == [child.move for child in wanted]
            assert [gift >> SLOT_BITS for gift in gifts] == [self.slots[child] for child in wanted]
        self.search.best_offer(0)

    def bring_back(self) -> None:
        if not self.away:
            return
        child = self.away.pop(self.rng.randrange(len(self.away)))
        wanted = self.search.is_wanted(child)
        claim = self.claim(self.oracle.value(child.state, child.depth))
        assert self.search.back_up(child, *(claim if self.rng.random() < 0.7 else self.searched(child))) == wanted
        assert not self.search.back_up(child, *claim), "a second answer counts"
        self.note("back up" if wanted else "dropped")

    def narrow(self) -> None:
        if self.beta - self.alpha < 2 or self.rng.random() < 0.5:
            return
        self.alpha = self.rng.randint(self.alpha, self.beta - 1)
        self.beta = self.rng.randint(self.alpha + 1, self.beta)
        self.search.narrow(self.alpha, self.beta)
        self.note("narrow")

    def cut(self) -> None:
        if self.rng.random() < 0.7:
            return
        ply = self.rng.randint(0, self.search.top)
        state = tuple(int(word) for word in self.search.tree.states[ply])
        value = self.oracle.value(state, int(self.search.frame(ply)["depth"]))
        learn(self.search, ply, *self.claim(value))
        self.note("cut")


@pytest.mark.parametrize("seed", range(30))
def test_interference_does_not_change_values(seed):
    meddler = Meddler(seed)
    for _ in range(100):
        root = (meddler.rng.randrange(1 << 40), meddler.rng.randint(3, 8), 0)
        if meddler.game.outcome(root) is None:
            meddler.solve(root, meddler.rng.choice((3, 5, TO_END)))
    assert set(meddler.done) == {"detach", "back up", "give back", "dropped", "narrow", "cut"}, meddler.done
    assert all(lower <= value <= upper for lower, value, upper in entries(tangle(), meddler.table, meddler.oracle))


def open_search(alpha: int = -20, beta: int = 20) -> SharedSearch:
    search = shared_search(shared_tangle(), Table(0.02))
    search.begin((9, 6, 0), alpha, beta)
    return search


def test_all_children_can_be_given_away_and_the_search_waits():
    search = open_search()
    children = [search.detach(0, move) for move in search.moves_left(0)]
    assert len(children) > 1
    assert search.run(100) == WAITING
    oracle = Oracle(search.kernel.game)
    for child in children:
        value = oracle.value(child.state, TO_END)
        assert search.back_up(child, value, value)
    assert search.run(100) == DONE
    assert search.lower == search.upper == oracle.value((9, 6, 0), TO_END)


def test_a_claim_that_decides_nothing_puts_the_move_back():
    search = open_search()
    child = search.detach(0, search.moves_left(0)[-1])
    left = search.moves_left(0)
    search.back_up(child, -20, 20)
    assert search.moves_left(0) == [child.move, *left]


def test_a_returned_value_narrows_the_window_of_the_search_that_is_under_way():
    search = open_search()
    child = search.detach(0, search.moves_left(0)[-1])
    search.run(3)
    assert search.top > 0
    before = int(search.frame(1)["beta"])
    search.back_up(child, -1, -1)
    assert int(search.frame(0)["alpha"]) == 1
    assert int(search.frame(1)["beta"]) <= min(before, -1)


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
@pytest.mark.parametrize(("uppers", "best"), [((0, 0, 0), 0), ((-1, 0, 0), 1), ((-2, -3, -1), 2)])
def test_of_moves_refuted_alike_the_eldest_is_the_best_whoever_answers_first(order, uppers, best):
    """The window is (0, 1): nothing reaches it, and `uppers` is all that is found out about three children."""
    search = open_search(0, 1)
    children = [search.detach(0) for _ in range(3)]
    for index in order:
        search.back_up(children[index], -uppers[index], 20)
    assert search.best_move == children[best].move


def test_a_cut_abandons_what_is_below():
    search = open_search(beta=5)
    child = search.detach(0, search.moves_left(0)[-1])
    search.run(3)
    assert search.top > 0
    search.back_up(child, -20, -5)
    assert search.top == 0
    assert search.run(0) == DONE
    assert search.lower == 5
    assert search.best_move == child.move


def test_a_frame_that_is_unsettled_again_does_not_count_the_child_it_abandoned():
    """Of the drawn tree A and B are known, D is given away. C passes its test against 3 when it is learned that it is
    worth 4 or more; but then D comes back with 5, and C must be tested against that."""
    search = shared_search(tree())
    search.begin((ROOT,), *OPEN)
    while search.top < 2 or search.tree.states[1, 0] != C:
        assert search.run(1) == PAUSED
    gift, inside = search.detach(0, D), search.moves_left(1)
    learn(search, 1, -9, -4)
    assert search.top == 1
    search.back_up(gift, -5, -5)
    frame = search.frame(1)
    assert (frame["alpha"], frame["beta"]) == (-6, -5), "open again"
    assert frame["pending"] == 0, "nobody searches a child of it"
    assert search.moves_left(1) == [10, *inside], "what was left is listed again"
    assert search.run(100) == DONE
    assert (search.lower, search.upper, search.best_move) == (6, 6, C)


def test_frames_tell_their_type_window_and_moves():
    search = open_search()
    search.run(2)
    root = search.frame(0)
    assert (search.tree.links.notes[0]["type"], root["alpha"], root["beta"]) == (PV, -20, 20)
    assert search.moves_left(0)


def test_a_frame_that_is_gone_wants_no_claims():
    search = open_search()
    child = search.detach(0, search.moves_left(0)[0])
    search.begin((10, 6, 0), -20, 20)
    assert not search.back_up(child, 0, 0)
