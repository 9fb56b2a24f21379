"""What the frames of a search say about whether the next child of each will be needed."""

from __future__ import annotations

import pytest

from mpi_search.compile.kernel import bind_shared
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import ALL, CUT, MOVE_BITS, PV, TOP
from mpi_search.search.table import Table
from mpi_search.sharing.core.board import CHANCE_BITS, OFFER, OFFER_OF_SUSPENDED, OPINION, OPINION_AT, SLOTS
from mpi_search.sharing.core.links import NOWHERE
from mpi_search.sharing.search import SharedSearch
from tests.tools import shared_search


def needed(*frames, given=1000):
    """What `survey` says of a stack of frames: (type, number of the child on the stack, known, given away)."""
    game = load_game("synthetic")
    search = shared_search(bind_shared(game))
    search.begin_job(game.start(), -5, 5, chance=given)
    for ply, (node_type, number, known, gifts) in enumerate(frames):
        frame, note = search.tree.frames[ply], search.tree.links.notes[ply]
        on_stack = ply < len(frames) - 1
        note["type"], note["away"], frame["number"] = node_type, gifts, number
        for index in range(gifts):  # younger than the child on the stack if that is the eldest, otherwise elder
            search.tree.links.gifts[ply, index] = (1 if number == 0 else 0) << MOVE_BITS | index
        frame["begun"], frame["pending"] = known + gifts + on_stack, gifts + on_stack
        frame["count"], frame["alpha"], frame["beta"], frame["entered"] = 3, -1, 0, 0
        frame["lower"], frame["upper"] = -99, 99
    search.tree.counters[TOP] = len(frames) - 1
    views = sorted(search.survey(0), key=lambda view: view.ply)
    assert [view.ply for view in views] == list(range(len(frames)))
    return [view.chance for view in views]


LEAF = (ALL, 0, 0, 0)


def test_with_nothing_under_way_the_next_child_is_certain():
    assert needed((ALL, 0, 1, 0)) == [1000]
    assert needed((CUT, 0, 2, 0), given=400) == [400]


def test_an_all_node_is_trusted_at_once_and_a_cut_node_only_when_children_have_failed():
    all_node, cut_node = needed((ALL, 0, 0, 0), LEAF)[0], needed((CUT, 0, 0, 0), LEAF)[0]
    assert all_node > 800 > 400 > cut_node
    failed = [needed((CUT, known, known, 0), LEAF)[0] for known in range(5)]
    assert failed == sorted(failed)
    assert failed[4] > 800


def test_each_brother_under_way_makes_the_next_less_likely():
    chances = [needed((ALL, 1, 1, gifts), LEAF)[0] for gifts in range(5)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[4]


def test_an_eldest_child_that_does_not_cut_off_will_cut_its_parent_off():
    """Below an ALL node the eldest child, thought to be CUT, has tried many children in vain: so it is ALL itself."""
    chances = [needed((ALL, 0, 0, 0), (CUT, known, known, 0), LEAF)[0] for known in range(6)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 800
    assert chances[5] < 300


def test_brothers_that_failed_do_not_acquit_an_eldest_child_that_takes_long():
    """Younger brothers have failed to cut off, the eldest is still under way and looks like an ALL node."""
    acquitted = needed((ALL, 3, 3, 0), LEAF)[0]
    suspected = needed((ALL, 0, 3, 0), (CUT, 5, 5, 0), LEAF)[0]
    assert suspected < acquitted


def test_what_is_below_a_doubtful_child_is_as_doubtful():
    _, below = needed((CUT, 1, 0, 1), (ALL, 0, 1, 0))  # the eldest is given away, the second on the stack
    assert below < 400
    _, below = needed((CUT, 0, 0, 1), (ALL, 0, 1, 0))  # the eldest is on the stack: it does not depend on the other
    assert below == 1000


@pytest.mark.parametrize("node_type", [PV, CUT, ALL])
def test_chances_are_chances(node_type):
    for known in range(8):
        for gifts in range(8):
            for number in (0, known):
                stack = (node_type, number, known, gifts), (CUT, 3, 3, 2), (ALL, 0, 0, 1), LEAF
                assert all(0 <= chance <= 1000 for chance in needed(*stack))


def seen(beta, node_type, *, is_job, nodes=0):
    """The views of an Othello search, after so many nodes, of a position that is evaluated at 37 discs."""
    game = load_game("othello")
    state = game.parse("ffo-40")
    assert game.evaluate(state) == 37
    search = shared_search(bind_shared(game), Table(1))
    begin = search.begin_job if is_job else search.begin
    begin(state, beta - 1, beta, node_type=node_type)
    search.run(nodes)
    return sorted(search.survey(0), key=lambda view: view.ply)


@pytest.mark.parametrize(("beta", "seems"), [(10, CUT), (56, ALL)])
@pytest.mark.parametrize("thought", [CUT, ALL])
def test_a_job_is_what_its_evaluation_says(beta, seems, thought):
    assert seen(beta, thought, is_job=True)[0].type == seems


@pytest.mark.parametrize("thought", [PV, CUT, ALL])
def test_who_asks_about_the_whole_search_knows_better(thought):
    assert seen(10, thought, is_job=False)[0].type == thought


@pytest.mark.parametrize("thought", [CUT, ALL])
def test_below_a_frame_that_was_set_right_types_are_right_too(thought):
    """Far from the value it does not matter what was thought of the root."""
    views = seen(62, thought, is_job=True, nodes=20_000)
    assert [view.type for view in views[:4]] == [ALL, CUT, ALL, CUT]


def test_an_offer_is_what_the_best_frame_is_worth():
    game = load_game("othello")
    search = shared_search(bind_shared(game), Table(1))
    search.begin(game.parse("ffo-40"), 37, 38, node_type=CUT)
    assert search.best_offer(0) == 0, "nothing has been begun"
    search.run(20_000)
    views = list(search.survey(1000))
    assert len(views) > 3
    assert [view.worth for view in views] == sorted((view.worth for view in views), reverse=True)
    best = next(view for view in views if view.begun)
    assert search.best_offer(1000) == best.worth << CHANCE_BITS | best.chance
    assert search.best_offer(10**6) == 0


def giver(nodes: int = 20_000) -> SharedSearch:
    """A search that has children of one frame to give away."""
    game = load_game("othello")
    search = shared_search(bind_shared(game), Table(1))
    search.begin_job(game.parse("ffo-42"), 5, 6, node_type=CUT, chance=800)
    search.run(nodes)
    return search


def test_what_a_helper_is_told_at_first_is_what_the_frame_was_chosen_for():
    search, told = giver(), 0
    for _ in range(12):
        view = next(search.survey(500))
        place = search.workspace.take_slot(view.chance)
        search.detach(view.ply, slot=place)
        assert search.workspace.row[place] == view.chance
        search.best_offer(500)
        assert abs(search.workspace.row[place] - view.chance) <= 1, "nothing has changed"
        told += view.chance < 800
    assert told > 3, "all of them were needed for sure"


def test_a_job_becomes_likelier_to_be_needed_when_its_elder_brother_has_failed():
    search = giver()
    view = next(view for view in search.survey(500) if view.left > 2 and view.type == CUT)
    places = [search.workspace.take_slot(0) for _ in range(3)]
    children = [search.detach(view.ply, slot=place) for place in places]
    search.best_offer(500)
    before = search.workspace.row[places].tolist()
    assert before == sorted(before, reverse=True), "who is younger is needed less"
    assert before[0] > before[2] > 0
    worst = search.kernel.game.max_value
    search.back_up(children[0], max(-children[0].alpha, children[0].beta), worst)
    search.best_offer(500)
    after = search.workspace.row[places].tolist()
    assert after[0] == before[0], "nobody looks there any more"
    assert after[1] > before[1]
    assert after[2] > before[2]


def test_a_child_that_has_come_back_does_not_hide_those_still_under_way():
    search = giver()
    ply = next(view.ply for view in search.survey(500) if view.left > 2 and view.type == CUT)
    first, second = search.detach(ply), search.detach(ply)
    with_two = chance_at(search, ply)
    search.give_back(first)
    with_one = chance_at(search, ply)
    search.give_back(second)
    assert with_two < with_one < chance_at(search, ply)


def chance_at(search, ply):
    """How likely the next child of a frame is needed."""
    return next(view.chance for view in search.survey(500) if view.ply == ply)


def test_places_on_the_board_are_used_again_and_may_run_out():
    search = giver()
    workspace, all_places = search.workspace, []
    while place := workspace.take_slot(1):
        all_places.append(place)
    assert len(all_places) == len(set(all_places)) == SLOTS
    child = search.detach(0, slot=all_places[7])
    assert workspace.take_slot(1) == 0
    search.give_back(child)
    assert workspace.take_slot(5) == all_places[7]
    assert workspace.row[all_places[7]] == 5


def test_a_job_knows_what_its_home_shows():
    search = giver()
    helper = shared_search(search.kernel, Table(1))
    state = search.kernel.game.parse("ffo-40")
    helper.begin_job(state, 37, 38, chance=300)
    assert helper.chance == 300
    helper.begin_job(state, 37, 38, chance=300, chance_at=9)
    helper.workspace.board[0, 9] = 700
    assert helper.chance == 700
    helper.run(20_000)
    helper.workspace.board[0, 9] = 0
    helper.best_offer(500)
    helper.workspace.board[0, 9] = 700
    assert helper.chance > 0, "what its home thinks better of counts at once"
    first = next(helper.survey(500)).chance
    helper.workspace.board[0, 9] = 350
    assert next(helper.survey(500)).chance == pytest.approx(first / 2, abs=1)


def helped(nodes: int) -> tuple[SharedSearch, SharedSearch, list[int]]:
    """A search of which a CUT frame has given away two children, the elder one to a helper that has searched it for so
    many nodes; and the places where the chances of both are kept."""
    home = giver()
    view = next(view for view in home.survey(500) if view.left > 2 and view.type == CUT)
    places = [home.workspace.take_slot(1000) for _ in range(2)]
    elder, _ = (home.detach(view.ply, slot=place) for place in places)
    home.best_offer(500)
    helper = SharedSearch(home.workspace)
    helper.begin_job(elder.state, elder.alpha, elder.beta, elder.depth, chance_at=places[0])
    helper.run(nodes)
    return home, helper, places


def test_what_a_helper_has_seen_of_an_elder_brother_counts():
    """The same evidence, for and against: a helper that is sure to cut the frame off, and one that is sure not to."""
    home, helper, (elder, younger) = helped(2000)
    before = home.workspace.row[younger]
    helper.best_offer(500)
    said = home.workspace.row[elder + SLOTS]
    assert said > 0
    assert (home.workspace.row[OPINION], home.workspace.row[OPINION_AT]) == (said, elder + SLOTS), "for homes elsewhere"
    chances = {}
    for evidence in (1e-3, 10.0, 1e3):  # the evaluation alone speaks against a cut here
        home.workspace.row[elder + SLOTS] = int(1e6) << 32 | int(1e6 * evidence)
        home.best_offer(500)
        chances[evidence] = home.workspace.row[younger]
    assert chances[1e-3] > chances[10.0] > chances[1e3]
    assert chances[1e3] < 100 < before


def test_who_searches_a_younger_brother_here_learns_it_too():
    """What a helper says of the eldest child decides whether the rank's own path is needed, down to the last frame."""
    home = giver()
    assert home.chance == 800
    ply = home.top - 1
    frame, links = home.tree.frames[ply], home.tree.links
    links.notes[ply]["away"], frame["number"] = 1, 1
    frame["begun"], frame["pending"] = 2, 2
    place = home.workspace.take_slot(1000)
    links.gifts[ply, 0] = place << 32  # the eldest
    for evidence, is_needed in ((1e-3, True), (1e3, False)):
        home.workspace.row[place + SLOTS] = int(1e6) << 32 | int(1e6 * evidence)
        home.best_offer(0)
        assert (home.chance > 400) == is_needed
    home.begin(home.kernel.game.parse("ffo-42"), 5, 6)
    assert home.chance == 1000, "another search, another path"


def test_a_place_that_is_used_again_says_nothing_of_the_new_job():
    home, helper, (elder, _) = helped(2000)
    helper.best_offer(500)
    home.workspace.free_slot(elder)
    assert home.workspace.take_slot(500) == elder
    assert home.workspace.row[elder + SLOTS] == 0
    helper.cancel()
    assert home.workspace.row[OPINION_AT] == 0, "nor does who has ended it"


def test_a_job_that_is_not_on_the_board_or_not_begun_says_nothing():
    home, helper, (elder, _) = helped(0)
    helper.begin_job(home.kernel.game.parse("ffo-40"), 37, 38, chance_at=NOWHERE)
    helper.run(2000)
    helper.best_offer(500)
    helper.begin_job(home.kernel.game.parse("ffo-40"), 37, 38, chance_at=elder)
    helper.best_offer(500)
    assert home.workspace.row[elder + SLOTS] == home.workspace.row[OPINION_AT] == 0


def test_a_search_under_way_renews_its_offer_by_itself():
    game = load_game("othello")
    search = shared_search(bind_shared(game), Table(1))
    workspace = search.workspace
    workspace.configure(offer_every_nodes=5000, offer_min_nodes=1000)
    search.begin(game.parse("ffo-40"), 37, 38, node_type=CUT)
    search.run(4000)
    assert workspace.row[OFFER] == 0
    search.run(4000)
    assert workspace.row[OFFER] > 0
    workspace.row[[OFFER, OFFER_OF_SUSPENDED]] = 10**15  # another search of this rank has more
    search.offer_anew()
    search.run(500)
    assert workspace.row[OFFER] == 10**15
