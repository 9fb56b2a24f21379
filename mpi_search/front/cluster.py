"""A cluster in Python: ranks that this process starts, or those among which it was started."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from mpi_search.errors import InputError
from mpi_search.front.deepening import deepening
from mpi_search.front.found import Found, Progress
from mpi_search.front.launch import launch_of
from mpi_search.front.listener import Caller, Listener
from mpi_search.front.request import Request, at_least
from mpi_search.search.limits import Limits

if TYPE_CHECKING:
    from mpi_search.policies.policy import Policy
    from mpi_search.rules.load import AnyGame

OnProgress = Callable[[Progress], None]
#: A name, a file (./mine.py:Mine), or a policy of one's own.
AnyPolicy: TypeAlias = "str | Policy | type[Policy]"
#: A file, or a function of one's own.
AnyPart: TypeAlias = "str | os.PathLike[str] | Callable[..., int]"


class Searcher(Protocol):
    """Answers one request after the other."""

    ranks: int

    def answer(self, request: Request, listener: Listener) -> Found: ...

    def close(self) -> None: ...


class Cluster:
    """Ranks that search together, any number of positions, and keep their tables in between.

    From a plain script or a notebook `Cluster(ranks=4)` starts the ranks. In a script that `mpiexec` has started on all
    ranks, `Cluster()` is made of these: it is true at rank 0, which asks, and false at the others, which search when
    rank 0 does. Use it in a `with` block; its end is the end of ranks that were started.
    """

    def __init__(
        self,
        ranks: int | None = None,
        policy: AnyPolicy = "ybwc",
        *,
        hostfile: str | os.PathLike[str] | None = None,
        table_mb: float = 64.0,
        pretend_hosts: int = 1,
    ) -> None:
        """`ranks`: None for all that a launcher has started, or else as many as the machine or the hostfile has room
        for; 1 is this process, whoever has started it. `table_mb`: of every host; `pretend_hosts`: divide the ranks as
        if they were on so many hosts. Raises InputError, ClusterLost."""
        self.policy, self.table_mb = policy, table_mb
        self._is_first, self._forgets = True, False
        self._searcher = self._find(ranks, None if hostfile is None else os.fspath(hostfile), pretend_hosts)
        self.ranks = self._searcher.ranks
        self._end = weakref.finalize(self, self._searcher.close)

    def _find(self, ranks: int | None, hostfile: str | None, pretend_hosts: int) -> Searcher:
        at_least(1, "ranks", ranks)
        if ranks == 1 and pretend_hosts == 1:
            from mpi_search.front.alone import Alone

            return Alone()
        launch = launch_of(os.environ)
        if launch is not None and launch.has_started:
            from mpi_search.front.joined import Joined

            joined = Joined(launch, pretend_hosts)
            self._is_first = joined.is_first
            if ranks not in (None, joined.ranks):
                raise InputError(f"ranks={ranks}, but the launcher has started {joined.ranks}")
            return joined
        from mpi_search.front.started import Started

        return Started(ranks, hostfile=hostfile, pretend_hosts=pretend_hosts)

    def __bool__(self) -> bool:
        """Whether this process is the one that asks."""
        return self._is_first

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End it; at other ranks than the first: search until that one ends it."""
        self._end()

    def forget(self) -> None:
        """The next search begins with empty tables, as the first one did. For rank 0, like all that is asked."""
        self._forgets = True

    def solve(
        self,
        game: AnyGame,
        position: str = "start",
        *,
        moves: Sequence[str] = (),
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        policy: AnyPolicy | None = None,
        algorithm: str = "mtdf",
        evaluation: AnyPart | None = None,
        ordering: AnyPart | None = None,
        on_progress: OnProgress | None = None,
        should_stop: Callable[[], bool] = lambda: False,
    ) -> Found:
        """The value of a position, a best move, best play; see `mpi_search.solve`. `should_stop`: asked now and then
        whether the best so far will do. Raises InputError, ClusterLost."""
        limits = Limits(time, nodes, depth)
        request = request_for(game, position, moves, limits, self.table_mb, algorithm, evaluation, ordering)
        return self._answer(replace(request, multi_pv=multi_pv), policy, Caller(on_progress, should_stop))

    def analyse(
        self,
        game: AnyGame,
        position: str = "start",
        *,
        moves: Sequence[str] = (),
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        multi_pv: int = 1,
        policy: AnyPolicy | None = None,
        evaluation: AnyPart | None = None,
        ordering: AnyPart | None = None,
        on_progress: OnProgress | None = None,
    ) -> Iterator[Found]:
        """The same one ply deeper every time, until the value is exact or a limit is reached; see
        `mpi_search.analyse`."""
        limits = Limits(time, nodes, depth)
        request = request_for(game, position, moves, limits, self.table_mb, evaluation=evaluation, ordering=ordering)
        asked = replace(request, multi_pv=multi_pv)
        return deepening(asked, lambda step: self._answer(step, policy, Caller(on_progress)))

    def _answer(self, request: Request, policy: AnyPolicy | None, listener: Listener) -> Found:
        if not self:
            raise InputError("only rank 0 asks: write `if cluster:` before what it is asked")
        wanted = policy or self.policy
        if self.ranks == 1:
            _refuse_unknown(wanted)
        chosen = "serial" if self.ranks == 1 else name_of_policy(wanted)
        found = self._searcher.answer(replace(request, policy=chosen, forgets=self._forgets), listener)
        self._forgets = False  # not before: a request that is refused has the tables as they were
        return found


def _refuse_unknown(policy: AnyPolicy) -> None:
    """Raise InputError for a name that means no policy, although one rank has no use for any."""
    if isinstance(policy, str) and policy not in ("serial", "ybwc"):
        from mpi_search.policies.load import load_policy

        load_policy(policy)


def name_of_policy(policy: AnyPolicy) -> str:
    """What other ranks make the policy of. Raises InputError."""
    if isinstance(policy, str):
        return policy
    from mpi_search.front.sources import policy_name

    return policy_name(policy)


def file_of_part(part: str, given: AnyPart) -> str:
    """Where other ranks find an evaluation or an ordering. Raises InputError."""
    if isinstance(given, (str, os.PathLike)):
        return os.fspath(given)
    from mpi_search.front.sources import part_file

    return str(part_file(part, given))


def _name_and_parts(game: AnyGame) -> tuple[str, dict[str, str]]:
    """What other ranks load the game by, and the files that replace parts of it. Raises InputError."""
    if isinstance(game, (str, os.PathLike)):
        return os.fspath(game), {}
    from mpi_search.rules.load import rules_of

    rules = rules_of(game)
    return rules.spec, {other.part: str(other.path) for other in rules.others}


def request_for(
    game: AnyGame,
    position: str,
    moves: Sequence[str],
    limits: Limits,
    table_mb: float,
    algorithm: str = "mtdf",
    evaluation: AnyPart | None = None,
    ordering: AnyPart | None = None,
) -> Request:
    """What is asked, as plain data. Raises InputError."""
    if isinstance(moves, str):
        raise InputError(f'moves must be a list of names, as in moves=["a1", "b1"], not the text {moves!r}')
    for what, text in (("position", position), *(("move", move) for move in moves)):
        if not isinstance(text, str):
            raise InputError(f"a {what} is given as a text, not as {text!r}")
    name, files = _name_and_parts(game)
    for part, given in (("evaluation", evaluation), ("ordering", ordering)):
        if given is not None:
            files[part] = file_of_part(part, given)
    parts = files.get("evaluation"), files.get("ordering")
    return Request(name, position, tuple(moves), limits, table_mb, algorithm, None, *parts)
