"""A match on the ranks of a launcher, and how it ends when the user wants no more.

From its beginning on rank 0 remembers a Ctrl-C, until it has joined the others: a launcher whose ranks end while they
join may hang. From then to the first game it ends all ranks at once. Then it is heard at rank 0 in the middle of its
own game, or while it waits for others; all leave their games, rank 0 tells what was played and the exit code is 130.
Ranks whose bots do not end are ended after a few seconds; a second Ctrl-C ends all at once. After SIGUSR2, a wish
rather than an interruption, the exit code is 0 if all ranks have ended by themselves.
"""

from __future__ import annotations

import signal
import time
from contextlib import closing
from typing import TYPE_CHECKING

from msgspec import msgpack

from mpi_search.cli.match import Match, follow, tell, what_is_left
from mpi_search.cli.stopping import Stop, is_interruption
from mpi_search.errors import InputError
from mpi_search.front.join import join
from mpi_search.front.launch import Launch
from mpi_search.matches.games_file import SavedGame
from mpi_search.matches.ranks import Collected, Enough, Play, play_part
from mpi_search.matches.schedule import Pairing
from mpi_search.transport.mpi.failure import HEARD_S, INTERRUPTED, one_for_all

if TYPE_CHECKING:
    from mpi_search.matches.contest import Contest
    from mpi_search.transport.mpi.mail import Mail
    from mpi_search.transport.mpi.world import World

_left = msgpack.Decoder(tuple[list[Pairing], list[SavedGame]])


def play_and_tell_among(match: Match, launch: Launch, stop: Stop) -> int:
    """This rank's part of the match, and at rank 0 the result of all; the exit code. `stop` listens already. Raises
    InputError."""
    if any(name.partition(":")[0] == "cluster" for name in match.names):
        raise InputError("on several ranks each plays games of its own: a cluster has no ranks of its own there")
    world = join(launch)
    with one_for_all(world):
        with closing(match.contest):
            code, have_ended = _play_part(match, world, stop)
        if have_ended:
            world.agree("")  # a launcher may end ranks that still close their bots when the first one is gone
    if not have_ended:
        time.sleep(HEARD_S)
        world.abort(code or INTERRUPTED)
    return code


def _play_part(match: Match, world: World, stop: Stop) -> tuple[int, bool]:
    """The exit code, and whether all have ended their games."""
    from mpi_search.transport.mpi.mail import Mail

    with stop.raising():
        match.contest.check(match.names)
        # Other ranks need not see the file.
        left, done = _left.decode(world.tell_all(b"" if world.rank else msgpack.encode(what_is_left(match))))
    mail = Mail(world)
    if world.rank:
        match.contest.should_stop = enough = Enough(mail)
        play_part(mail, match.contest.play, left, enough)
        return 0, True
    ended = Collected(mail, _own_games(match.contest, mail, stop), left, stop)
    code = follow(match, ended, left, done)
    if code == INTERRUPTED:  # the first one is only remembered while games are collected: this was the second
        raise KeyboardInterrupt
    have_ended = ended.close()
    tell(match.names, done, match.sprt, match.as_json)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # all is told: what is still to be closed may be cut short
    return INTERRUPTED if is_interruption(stop.signals) else code, have_ended


def _own_games(contest: Contest, mail: Mail, stop: Stop) -> Play:
    """How rank 0 plays: a stop is an exception in the middle of a game."""

    def play(pairing: Pairing) -> SavedGame:
        with stop.raising():
            return contest.play(pairing)

    def alone() -> bool:
        """What bots ask is a chance to see that nobody will hear of the game, and to raise once more what was lost:
        an exception goes no further than a function that a compiler has called."""
        mail.expect_launcher()
        if stop():
            raise KeyboardInterrupt
        return False

    contest.should_stop = alone
    return play
