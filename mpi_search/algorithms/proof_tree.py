"""The proof that a proof-number search has found: as a tree, as text, for Graphviz.

A proof of "yes" needs one move at every OR node and all moves at every AND node; a proof of "no" the other way round.
Among the moves that will do, the one with the smallest proof below it is taken.
"""

from __future__ import annotations

from dataclasses import dataclass

from mpi_search.algorithms.pn import ProofNumberSearch
from mpi_search.algorithms.proof_node import Node
from mpi_search.rules.game import Game, State


@dataclass(frozen=True)
class ProofTree:
    """A position of a proof, with the replies that the proof needs."""

    state: State
    is_or: bool  #: the side that asked is to move
    size: int  #: positions in this tree
    branches: tuple[tuple[int, ProofTree], ...]  #: (move, what follows)


def proof_tree(search: ProofNumberSearch) -> ProofTree:
    """The proof of a search that is decided: of "yes" if its root is proved, of "no" if it is disproved."""
    assert search.root.proved or search.root.disproved, "the question is not decided yet"
    return _tree(search.root, search.root.proved, {})


def _tree(node: Node, yes: bool, known: dict[Node, ProofTree]) -> ProofTree:
    if node not in known:
        settled = [(move, child) for move, child in node.children.items() if (child.proved if yes else child.disproved)]
        branches = [(move, _tree(child, yes, known)) for move, child in settled]
        if node.is_or == yes and branches:
            branches = [min(branches, key=lambda branch: branch[1].size)]
        size = 1 + sum(branch.size for _, branch in branches)
        known[node] = ProofTree(node.state, node.is_or, size, tuple(branches))
    return known[node]


def as_text(game: Game, tree: ProofTree) -> str:
    """One line for each position: the moves on the left, the position and its kind on the right."""
    rows = _rows(game, tree, "start", "", "")
    width = max(len(left) for left, _ in rows)
    return "\n".join(f"{left:<{width}}  {right}" for left, right in rows)


def _rows(game: Game, tree: ProofTree, name: str, first: str, further: str) -> list[tuple[str, str]]:
    rows = [(first + name, f"{game.format(tree.state) or tree.state}  {kind(game, tree)}")]
    for place, (move, branch) in enumerate(tree.branches, 1):
        last = place == len(tree.branches)
        here, below = ("└─ ", "   ") if last else ("├─ ", "│  ")
        rows += _rows(game, branch, game.move_name(tree.state, move), further + here, further + below)
    return rows


def kind(game: Game, tree: ProofTree) -> str:
    """OR or AND; for a leaf of the game its value for the side that asked."""
    outcome = game.outcome(tree.state)
    if outcome is None:
        return "OR" if tree.is_or else "AND"
    return f"value {outcome if tree.is_or else -outcome}"


def as_dot(game: Game, tree: ProofTree) -> str:
    """The tree in the language of Graphviz (`dot -Tsvg`): OR nodes have sharp corners, AND nodes round ones."""
    lines = ["digraph proof {", '  node [shape=box, fontname="monospace"];']
    waiting, made = [(tree, 0)], 1
    while waiting:
        branch, number = waiting.pop(0)
        style = "solid" if branch.is_or else "rounded"
        label = "".join(_escaped(line) + "\\l" for line in [*game.draw(branch.state).splitlines(), kind(game, branch)])
        lines.append(f'  n{number} [label="{label}", style={style}];')
        for move, child in branch.branches:
            lines.append(f'  n{number} -> n{made} [label="{_escaped(game.move_name(branch.state, move))}"];')
            waiting.append((child, made))
            made += 1
    return "\n".join([*lines, "}"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
