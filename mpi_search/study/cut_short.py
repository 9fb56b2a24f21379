"""What a search may claim that limits or the user have cut short, and how long it may go on.

1   an answer comes: a move, and the value of the iteration that was completed last, which an oracle confirms
2   what is said to be proved of the value at the end of the game is true, and the move behind it reaches it
3   when the master looks, and the time is up, the nodes it knows of are as many as allowed, or an interrupt has had its
    nodes, the search is over, at once or the next time that it looks; unless not even one ply is known
"""

from __future__ import annotations

from mpi_search.cluster.events import Event, Free, Interrupt
from mpi_search.cluster.master import Master
from mpi_search.cluster.phases import Phase
from mpi_search.cluster.rank import Rank
from mpi_search.search.limits import FALLBACK_SHARE, Limits
from mpi_search.search.plan import Plan
from mpi_search.study.oracle import Oracle, WrongAnswer


class Overrun(AssertionError):
    """A search goes on though its limits do not allow that."""


class LimitsWitness:
    """Sees every event of the master, and holds what it does against the limits. Raises Overrun."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._interrupted_nodes: int | None = None  # known when the user wanted no more
        self.retreat_nodes: int | None = None  #: known when the first limit was reached
        self._looks_beyond = 0  # at which the search was not over though it should

    def look(self, rank: Rank, event: Event, now: float) -> None:
        """After an event of the master."""
        master = rank.master
        if isinstance(event, Interrupt):
            self._interrupted_nodes = master.known_nodes
        if not isinstance(event, Free) or rank.phase is not Phase.SEARCHING:
            return
        if master.watch is not None and master.watch.has_retreated and self.retreat_nodes is None:
            self.retreat_nodes = master.known_nodes
        self._looks_beyond += self._is_beyond(master, now)
        if self._looks_beyond > 1:
            raise Overrun(f"{self.limits}: {master.known_nodes} nodes, at {now} s")

    def _is_beyond(self, master: Master, now: float) -> bool:
        """Whether the search should be over."""
        assert master.started_at is not None
        if master.plan.completed is None:
            return False
        limits, nodes = self.limits, master.known_nodes
        if limits.max_seconds is not None and self._interrupted_nodes is None:
            if now - master.started_at >= limits.max_seconds:
                return True
        if self._interrupted_nodes is not None and nodes >= self._interrupted_nodes + limits.rescue_nodes:
            return self.retreat_nodes is None or nodes >= self.retreat_nodes + limits.rescue_nodes
        if limits.max_nodes is None or self._interrupted_nodes is not None:
            return False
        kept = round((1 - FALLBACK_SHARE) * limits.max_nodes)
        return nodes >= max(limits.max_nodes, (self.retreat_nodes or 0) + kept)


def check_claims(oracle: Oracle, plan: Plan, to_end: bool) -> None:
    """Raises WrongAnswer. `to_end`: the value at the end of the game was asked for, so the oracle can tell it."""
    proved, (depth, value, move) = plan.proved, plan.answer()
    if not proved.lower <= value <= proved.upper or move not in plan.game.moves(plan.state):
        raise WrongAnswer(f"{value} by {move}; said to be proved: {proved.lower} .. {proved.upper}")
    if plan.completed is not None:
        oracle.check(plan.state, *plan.completed)
        if (depth, value, move) != plan.completed and value not in (proved.lower, proved.upper):
            raise WrongAnswer(f"{value} by {move} is neither proved nor what was found {depth} plies deep")
    if not to_end:
        return
    value = oracle.value(plan.state, None)
    if not proved.lower <= value <= proved.upper:
        raise WrongAnswer(f"said to be proved: {proved.lower} .. {proved.upper}; the value is {value}")
    if plan.proved_move is not None and proved.lower > -plan.game.max_value:
        child = plan.game.play(plan.state, plan.proved_move)
        if -oracle.value(child, None) < proved.lower:
            raise WrongAnswer(f"{plan.proved_move} does not reach {proved.lower}, which is said to be proved by it")
