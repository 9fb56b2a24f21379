"""What each part of move ordering saves: the same search with every combination of parts, counted.

The search is alpha-beta to a fixed depth; a table remembers moves only, not values, so that nothing but the order
differs. With "deepening" all the shallower searches are counted too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from mpi_search.algorithms.count import Count
from mpi_search.algorithms.deepening import OrderedAlphaBeta, deepen
from mpi_search.algorithms.ordering import PARTS, Ordering
from mpi_search.rules.load import load_game

#: What can be combined.
NAMES = ("deepening", *PARTS)

Combination = tuple[str, ...]


@dataclass(frozen=True)
class Problem:
    """A position to search."""

    game: str  #: as on the command line
    position: str
    depth: int | None


@dataclass(frozen=True)
class Saving:
    """What one combination cost on one problem."""

    parts: Combination
    problem: Problem
    value: int
    nodes: int
    leaves: int


def all_combinations() -> list[Combination]:
    """Every set of parts, the empty one first."""
    return [chosen for size in range(len(NAMES) + 1) for chosen in combinations(NAMES, size)]


def savings(problems: Sequence[Problem], chosen: Iterable[Combination] | None = None) -> list[Saving]:
    """Every problem searched with every combination asked for (default: all)."""
    return [measure(parts, problem) for parts in chosen or all_combinations() for problem in problems]


def measure(parts: Combination, problem: Problem) -> Saving:
    """One search, counted."""
    unknown = set(parts) - set(NAMES)
    assert not unknown, unknown
    game, count = load_game(problem.game), Count()
    state = game.parse(problem.position)
    ordering = Ordering([make(count) for name, make in PARTS.items() if name in parts])
    search = OrderedAlphaBeta(game, ordering, count)
    answer = deepen(search, state, problem.depth) if "deepening" in parts else search.run(state, problem.depth)
    return Saving(parts, problem, answer.value, count.nodes, count.leaves)


def savings_table(rows: Sequence[Saving]) -> str:
    """A Markdown table: a line for each combination; for each problem its nodes, and the change from the first line."""
    problems = list(dict.fromkeys(row.problem for row in rows))
    nodes = {(row.parts, row.problem): row.nodes for row in rows}
    first, lines = rows[0].parts, []
    for parts in dict.fromkeys(row.parts for row in rows):
        cells = [f"{nodes[parts, one]:,} ({_change(nodes[parts, one], nodes[first, one])})" for one in problems]
        lines.append([" + ".join(parts) or "as listed", *cells])
    titles = ["ordering", *(_title(problem) for problem in problems)]
    rule = ["---", *("---:" for _ in problems)]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [titles, rule, *lines])


def _change(nodes: int, base: int) -> str:
    return f"{100 * (nodes - base) / base:+.0f} %"


def _title(problem: Problem) -> str:
    depth = "to the end" if problem.depth is None else f"depth {problem.depth}"
    return f"{problem.game} {problem.position}, {depth}"
