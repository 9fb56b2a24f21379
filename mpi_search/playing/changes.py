"""What a move has changed on the board, and where one can move: pictures before and after are compared, so that games
need not say it."""

from __future__ import annotations

from dataclasses import dataclass, field

from mpi_search.rules.game import Game, State
from mpi_search.rules.picture import Picture

#: Row and column in a picture.
Place = tuple[int, int]


@dataclass(frozen=True)
class Change:
    """The cells that a move has changed."""

    placed: frozenset[Place] = field(default_factory=frozenset)  #: were empty, and are taken now
    turned: frozenset[Place] = field(default_factory=frozenset)  #: have become another's
    left: frozenset[Place] = field(default_factory=frozenset)  #: are empty now


def change(before: Picture | None, after: Picture | None) -> Change:
    """From one position to a later one; nothing where the game draws no cells."""
    placed: set[Place] = set()
    turned: set[Place] = set()
    left: set[Place] = set()
    for row, (old_row, new_row) in enumerate(zip(before or [], after or [], strict=False)):
        for column, ((_, old), (_, new)) in enumerate(zip(old_row, new_row, strict=False)):
            if old != new and old and new:
                (placed if old == "." else left if new == "." else turned).add((row, column))
    return Change(frozenset(placed), frozenset(turned), frozenset(left))


def targets(game: Game, state: State) -> frozenset[Place]:
    """The empty cells that some legal move fills."""
    picture = game.cells(state)
    if picture is None or game.outcome(state) is not None:
        return frozenset()
    children = (game.play(state, move) for move in game.moves(state))
    return frozenset(place for child in children for place in change(picture, game.cells(child)).placed)
