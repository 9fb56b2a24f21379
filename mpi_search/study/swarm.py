"""The swarm: thousands of short random runs on the virtual cluster, each checked by an oracle.

A run is a pure function of its seed (see `scenario.py`), so a failure is replayed by its number alone. A run fails when

    1   the value or the move is wrong (`oracle.py`); where limits or the user cut it short, what it claims
        (`cut_short.py`),
    2   anything raises: a broken invariant, a message that should not have been sent, a limit that is overrun,
    3   it does not end: nothing is left to happen, or too much happens (a livelock).

A `Tally` says what happened over many runs, so that one sees what they really tried out.
"""

from __future__ import annotations

import traceback
from collections import Counter
from dataclasses import dataclass, field

from mpi_search.cluster.events import Action, Event, Interrupt, Ran, Send, TimeIsUp, Woke
from mpi_search.cluster.hosts import MASTER
from mpi_search.cluster.master import Master
from mpi_search.cluster.messages import MESSAGES
from mpi_search.cluster.rank import Rank
from mpi_search.compile.kernel import bind_shared
from mpi_search.policies import POLICIES
from mpi_search.rules.load import load_game
from mpi_search.search.limits import Limits
from mpi_search.search.plan import Plan
from mpi_search.sharing.ready import compile_shared
from mpi_search.study.cut_short import LimitsWitness, check_claims
from mpi_search.study.oracle import Oracle, WrongAnswer
from mpi_search.study.scenario import SOURCES, Scenario, draw, rules_of
from mpi_search.transport.virtual.cluster import Log, VirtualCluster

#: The largest runs have some 100,000 slices; far more are a search without end.
MAX_SLICES = 3_000_000
#: While the only rank with work has lost its core, the others may look for some hundred thousand times (seed 19106387);
#: far more events with no slice between them are a livelock.
MAX_EVENTS = 3_000_000


class Livelock(AssertionError):
    """More has happened than a run of this size can need."""


@dataclass
class Report:
    """What became of one run."""

    scenario: Scenario
    error: str = ""  #: with its traceback; empty if all is well
    happened: Counter[str] = field(default_factory=Counter)  #: how often, by kind


class Witness:
    """Sees every event of a run and what was decided then, and counts. Raises Livelock and Overrun."""

    def __init__(self, limits: Limits) -> None:
        self.happened: Counter[str] = Counter()
        self.events_left, self.slices_left = MAX_EVENTS, MAX_SLICES
        self.limits = LimitsWitness(limits)
        self.latest: tuple[Event, float]  # which is being handled, and when that was

    def on_event(self, rank: Rank, event: Event, now: float) -> None:
        """A slice is progress: events are counted anew after it."""
        self.latest = event, now
        if type(event) is Ran:
            self.events_left, self.slices_left = MAX_EVENTS, self.slices_left - 1
        else:
            self.events_left -= 1
        if min(self.events_left, self.slices_left) < 0:
            raise Livelock(f"no end after {now} s of virtual time")
        if type(event) in EVENTS:
            self.happened[type(event).__name__] += 1

    def on_handled(self, rank: Rank, actions: list[Action]) -> None:
        for action in actions:
            if type(action) is Send:
                self.happened[type(action.message).__name__] += 1
        if rank.number == MASTER:
            self.limits.look(rank, *self.latest)


def compile_games(extra_games: tuple[str, ...] = ()) -> None:
    """Compile everything that runs need, or load it."""
    for name in (*(source.game for source in SOURCES), *extra_games):
        compile_shared(bind_shared(load_game(name)))
        rules = rules_of(name)
        state = rules.play(rules.start(), rules.moves(rules.start())[0])
        rules.outcome(state)
        rules.evaluate(state)
        rules.noisy_moves(state)


def run_seed(
    seed: int, extra_games: tuple[str, ...] = (), *, validate: bool | None = None, log: Log | None = None
) -> Report:
    """The run of `seed`, checked. `validate` overrules the scenario; neither it nor `log` changes what happens."""
    report = Report(draw(seed, extra_games))
    try:
        report.happened += _run(report.scenario, validate, log)
    except Exception:
        report.error = traceback.format_exc()
    return report


def _run(scenario: Scenario, validate: bool | None, log: Log | None) -> Counter[str]:
    kernel = bind_shared(load_game(scenario.game))
    witness = Witness(scenario.limits)
    cluster = VirtualCluster(
        kernel,
        Plan(
            kernel.game,
            scenario.state,
            scenario.depth,
            open_window=scenario.open_window,
            is_limited=scenario.limits.are_set,
        ),
        POLICIES[scenario.policy],
        scenario.shape,
        seed=scenario.seed,
        limits=scenario.limits,
        interrupt_at=scenario.interrupt_at,
        log=log,
        validate=scenario.validate if validate is None else validate,
        on_event=witness.on_event,
        on_handled=witness.on_handled,
    )
    cluster.run()
    check_end(cluster)
    check_answer(scenario, cluster.master)
    witness.happened["stalls"] = cluster.stalls
    witness.happened["messages"] = cluster.messages
    witness.happened["nodes"] = sum(one.nodes for one in cluster.ranks)
    witness.happened["cut short"] = is_cut_short(cluster.master)
    witness.happened["retreats"] = witness.limits.retreat_nodes is not None
    return witness.happened


def is_cut_short(master: Master) -> bool:
    """Whether the plan could not be followed to its end."""
    return master.watch is not None and master.watch.has_retreated


def check_end(cluster: VirtualCluster) -> None:
    """Nothing may be left over, and nothing may have been lost."""
    for one in cluster.ranks:
        assert not one.channel.inbox, "a message came after the end"
        assert not one.rank.work.tasks, "a task is left"
        assert not one.rank.work.gifts, "a gift is left"
    received = sum(one.rank.received for one in cluster.ranks)
    assert received == cluster.messages, f"{cluster.messages} messages were sent, {received} received"


def check_answer(scenario: Scenario, master: Master) -> None:
    """Hold value and move against the oracle, and against the value known by construction where there is one."""
    rules, plan = rules_of(scenario.game), master.plan
    found, value, move = plan.answer()
    to_end = scenario.depth is None or scenario.depth >= plan.longest
    if is_cut_short(master) and not plan.is_exact:
        check_claims(Oracle(rules), plan, to_end)
        return
    if plan.is_exact != to_end or (not to_end and found != scenario.depth):
        raise WrongAnswer(f"depth {found}, exact {plan.is_exact}; asked for {scenario.depth}")
    if to_end and rules.has("known_value"):
        known, after = rules.module.known_value, rules.play(scenario.state, move)
        if not value == -known(after) == known(scenario.state):
            raise WrongAnswer(f"value {value}, of the move {-known(after)}; known {known(scenario.state)}")
    else:
        Oracle(rules).check(scenario.state, None if to_end else scenario.depth, value, move)


# --- what happened -------------------------------------------------------------------------------------------------
#: Events that must be met besides those of every run.
EVENTS = (Woke, TimeIsUp, Interrupt)
#: What every large swarm must have met; `Tally.missing` names the rest.
KINDS = (*(kind.__name__ for kind in MESSAGES), *(kind.__name__ for kind in EVENTS), "stalls", "retreats", "cut short")
#: Fewer runs may miss something.
LARGE = 1000


@dataclass
class Tally:
    """Over many runs."""

    runs: int = 0
    failed: dict[int, str] = field(default_factory=dict)  #: seed -> error
    policies: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    several_hosts: int = 0  #: runs on more than one host
    stalling: int = 0  #: runs in which ranks may lose their core
    open_windows: int = 0  #: runs that ask for all values at once
    to_the_end: int = 0  #: runs without a depth limit
    validated: int = 0  #: runs whose invariants were rechecked all the time
    limited: Counter[str] = field(default_factory=Counter)  #: runs with limits, by kind and policy
    most_ranks: int = 0
    happened: Counter[str] = field(default_factory=Counter)

    def add(self, report: Report) -> None:
        """Count one run."""
        scenario = report.scenario
        self.runs += 1
        if report.error:
            self.failed[scenario.seed] = report.error
        self.policies[scenario.policy] += 1
        self.games[scenario.game] += 1
        self.several_hosts += scenario.shape.hosts > 1
        self.stalling += scenario.shape.stalls.chance > 0
        self.open_windows += scenario.open_window
        self.to_the_end += scenario.depth is None
        self.validated += scenario.validate
        for kind in limits_of(scenario):
            self.limited[f"{kind} {scenario.policy}"] += 1
        self.most_ranks = max(self.most_ranks, scenario.shape.ranks)
        self.happened += report.happened

    def missing(self) -> list[str]:
        """What never happened, of all that a swarm is there to try out."""
        absent = [f"policy {name}" for name in POLICIES if not self.policies[name]]
        limited = (f"{kind} {policy}" for kind in ("time", "nodes", "interrupt") for policy in POLICIES)
        absent += [name for name in limited if not self.limited[name]]
        absent += [kind for kind in KINDS if not self.happened[kind]]
        runs = ("several_hosts", "stalling", "open_windows", "to_the_end", "validated")
        return absent + [name for name in runs if not getattr(self, name)]

    @property
    def is_lacking(self) -> bool:
        """Whether so many runs have never met something that they are there to try out."""
        return self.runs >= LARGE and bool(self.missing())


def limits_of(scenario: Scenario) -> list[str]:
    """The kinds of limits that a run has."""
    kinds = {
        "time": scenario.limits.max_seconds is not None,
        "nodes": scenario.limits.max_nodes is not None,
        "interrupt": scenario.interrupt_at is not None,
    }
    return [kind for kind, is_set in kinds.items() if is_set]
