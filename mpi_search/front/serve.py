"""A rank that was started by a process which is no rank itself: `python -m mpi_search.front.serve`.

Rank 0 hears from that process what to search, leads the others, and tells it what is found. When the process is gone,
so are the ranks.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mpi_search.errors import Agreed
from mpi_search.front.crew import Crew
from mpi_search.front.found import Progress
from mpi_search.front.join import join
from mpi_search.front.launch import launch_of
from mpi_search.front.talk import Answer, Ask, At, Close, Compiling, Interrupt, Line, Ready, Said, Wrong, knock
from mpi_search.leave import run_and_leave
from mpi_search.transport.mpi.failure import CLUSTER_IS_LOST, one_for_all

#: When the process is gone, the search under way has so long to end by itself.
GRACE_S = 5.0


class Ear:
    """Hears what is said on the line, all the time: a search must not be all that a rank can do."""

    def __init__(self, line: Line, leave: Callable[[], None]) -> None:
        """`leave`: when the process is gone."""
        self._line, self._leave = line, leave
        self._said: queue.SimpleQueue[Said] = queue.SimpleQueue()
        self.wants_no_more = False  #: of the search that was asked for last
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while True:
                said = self._line.hear()
                self.wants_no_more = isinstance(said, Interrupt)
                if not self.wants_no_more:
                    self._said.put(said)
        except (EOFError, OSError):  # the process is gone
            self.wants_no_more = True
            self._said.put(Close())
            self._leave()

    def next(self) -> Said:
        """Wait for what is to be done next."""
        return self._said.get()


def leave_soon() -> None:
    """Let the search under way come to its end; then leave, in the middle of compiling perhaps."""
    time.sleep(GRACE_S)
    os._exit(CLUSTER_IS_LOST)


class Teller:
    """Tells the process how far a search is."""

    def __init__(self, line: Line, ear: Ear) -> None:
        self._line, self._ear = line, ear

    def compiling(self, game: str, *, on_every_host: bool) -> None:
        self._say(Compiling(game))

    @contextmanager
    def searching(self, *, together: bool, is_first: bool) -> Iterator[Callable[[], bool]]:
        yield lambda: self._ear.wants_no_more

    def progress(self, at: Progress) -> None:
        self._say(At(at))

    def note(self, text: str) -> None:
        pass

    def _say(self, what: Said) -> None:
        try:
            self._line.say(what)
        except OSError:  # the ear notices too
            self._ear.wants_no_more = True


def lead(crew: Crew, line: Line) -> None:
    """Rank 0: do what is asked for, until nothing more is."""
    ear = Ear(line, leave_soon)
    teller = Teller(line, ear)
    line.say(Ready(crew.ranks))
    while not isinstance(said := ear.next(), Close):
        assert isinstance(said, Ask), said
        try:
            answer: Said = Answer(crew.lead(said.request, teller))
        except Agreed as error:
            answer = Wrong(str(error))
        line.say(answer)
    crew.close()


def main(words: list[str]) -> None:
    """`words`: on how many hosts the ranks pretend to be."""
    os.dup2(2, 1)  # what a game prints must not get among the answer
    launch = launch_of(os.environ)
    world = join(launch, int(words[0]) if words else 1)
    with one_for_all(world):
        crew = Crew(world)
        if world.rank:
            crew.follow()
        else:
            lead(crew, knock(os.environ))


if __name__ == "__main__":
    run_and_leave(lambda: main(sys.argv[1:]))
