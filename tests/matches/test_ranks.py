"""How the ranks of a match end, above all when the user wants no more: games left, games kept, nothing in the post."""

from __future__ import annotations

import itertools
import queue
import threading
import time

import pytest

from mpi_search.matches import ranks
from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.ranks import Collected, Enough, Stopped, play_part
from mpi_search.matches.schedule import schedule
from tests.matches.test_contest import Post

PAIRINGS = list(schedule(["one", "other"], 8))


def game_of(pairing) -> SavedGame:
    return SavedGame("game", result=1, number=pairing.number)


class Long:
    """Plays games that take long, and asks meanwhile what a bot asks; one number is a short game."""

    def __init__(self, should_stop, short=()):
        self.should_stop, self.short, self.begun = should_stop, short, threading.Event()

    def __call__(self, pairing):
        if pairing.number in self.short:
            return game_of(pairing)
        self.begun.set()
        until = time.monotonic() + 20
        while time.monotonic() < until:
            self.should_stop()
            time.sleep(0.001)
        raise AssertionError("nobody has stopped it")


def interrupted(wish):
    """What the signal does at rank 0: an exception in its own game."""

    def ask():
        if wish:
            raise KeyboardInterrupt

    return ask


@pytest.fixture
def two():
    """The boxes of two ranks, the second of which plays long games, but for its first; and its thread."""
    boxes = [queue.Queue(), queue.Queue()]
    enough = Enough(post := Post(1, boxes))
    play = Long(enough, short=(1,))
    other = threading.Thread(target=play_part, args=(post, play, PAIRINGS, enough), daemon=True)
    other.start()
    yield boxes, play
    other.join(10)
    assert not other.is_alive()
    assert all(box.empty() for box in boxes), "nothing is left in the post"


def numbers(ended):
    return [saved.number for saved in ended]


def test_a_wish_in_the_own_game_ends_all_and_keeps_what_was_played(two):
    boxes, other = two
    wish = []
    own = Long(interrupted(wish), short=(0, 2))
    ended = Collected(Post(0, boxes), own, PAIRINGS, lambda: bool(wish))
    threading.Thread(target=lambda: (own.begun.wait(10), other.begun.wait(10), wish.append(1))).start()
    assert sorted(numbers(ended)) == [0, 1, 2]
    assert ended.close()


def test_a_wish_while_it_waits_for_others(two):
    boxes, other = two
    wish = []
    ended = Collected(Post(0, boxes), game_of, PAIRINGS, lambda: bool(wish))
    threading.Thread(target=lambda: (other.begun.wait(10), time.sleep(0.1), wish.append(1))).start()
    assert sorted(numbers(ended)) == [0, 1, 2, 4, 6]
    assert ended.close()


def test_a_wish_between_two_games(two):
    boxes, _ = two
    wish, found = [], []
    ended = Collected(Post(0, boxes), game_of, PAIRINGS, lambda: bool(wish))
    for saved in ended:
        found.append(saved.number)
        wish.append(1)
    assert len(found) <= 2, "one more of the other rank perhaps"
    assert ended.close()


def test_a_wish_before_the_first_game(two):
    boxes, _ = two
    ended = Collected(Post(0, boxes), Long(interrupted([1])), PAIRINGS, lambda: True)
    assert set(numbers(ended)) <= {1}
    assert ended.close()


def test_games_that_are_not_needed_are_left(two):
    boxes, other = two
    ended = Collected(Post(0, boxes), game_of, PAIRINGS)
    for _ in itertools.islice(ended, 3):
        pass
    other.begun.wait(10)
    assert ended.close(), "a question is settled"


def test_ranks_that_do_not_end_are_not_waited_for():
    boxes, now = [queue.Queue(), queue.Queue()], itertools.count(0.0, 0.5)
    ended = Collected(Post(0, boxes), game_of, PAIRINGS, lambda: True, lambda: next(now))
    assert numbers(ended) == []
    assert next(now) <= ranks.END_S + 3
    assert not ended.close()
    assert boxes[1].qsize() == 1, "it was told once"


def test_an_interruption_that_nobody_wished_for_is_one():
    def play(pairing):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(Collected(Post(0, [queue.Queue()]), play, PAIRINGS))


def test_others_do_not_ask_the_post_at_every_move():
    boxes, now, looks = [queue.Queue(), queue.Queue()], [0.0], []
    post = Post(1, boxes)
    post.receive = lambda: looks.append(1)
    enough = Enough(post, lambda: now[0])
    for _ in range(100):
        assert not enough()
    assert len(looks) == 1
    now[0] += ranks.LOOK_S
    post.receive = lambda: ranks.ENOUGH
    for _ in range(2):
        with pytest.raises(Stopped):
            enough()
