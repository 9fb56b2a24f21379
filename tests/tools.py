"""What several tests need."""

from __future__ import annotations

from pathlib import Path

from mpi_search.algorithms.minimax import quiet
from mpi_search.cluster.tuning import Tuning
from mpi_search.compile.kernel import Kernel, SharedKernel, bind, bind_shared
from mpi_search.rules.game import Game, State
from mpi_search.rules.load import load_game
from mpi_search.search.core.frames import TO_END
from mpi_search.search.table import Table
from mpi_search.sharing.search import SharedSearch
from mpi_search.sharing.workspace import Workspace, host_arrays

TANGLE = Path(__file__).parent / "tangle.py"

#: Work is shared so finely that small searches are shared out too.
FINE = Tuning(
    look_nodes=3,
    slice_nodes=9,
    short_slice_nodes=3,
    alone_nodes=3,
    split_min_nodes=1,
    busy_min_nodes=1,
    export_min_nodes=2,
    export_batch=2,
)


def tangle(noisy: bool = False) -> Kernel:
    """The kernel for random games with transpositions."""
    return bind(load_game(f"{TANGLE}:noisy=1" if noisy else str(TANGLE)))


def shared_tangle(noisy: bool = False) -> SharedKernel:
    """The same for a search that ranks share."""
    return bind_shared(tangle(noisy).game)


def workspace_of(kernel: SharedKernel, ranks: int = 1, number: int = 0, table_mb: float = 0.05) -> Workspace:
    """What the searches of one rank have in common, on a host of its own."""
    return Workspace(kernel, Table(table_mb), host_arrays(ranks), rank=number)


def shared_search(kernel: SharedKernel, table: Table | None = None) -> SharedSearch:
    """A search that may be shared, of a rank that is alone."""
    return SharedSearch(Workspace(kernel, table or Table(0.05)))


class Oracle:
    """Minimax with a memory, so that a test may ask for the value of any node of a small graph."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values: dict[tuple[State, int], int] = {}

    def value(self, state: State, depth: int) -> int:
        """The value of `state` searched `depth` plies deep, or TO_END."""
        known = self.values.get((state, depth))
        if known is None:
            known = self.values[state, depth] = self._search(state, depth)
        return known

    def _search(self, state: State, depth: int) -> int:
        outcome = self.game.outcome(state)
        if outcome is not None:
            return outcome
        if depth == 0:
            return quiet(self.game, state)
        below = depth if depth == TO_END else depth - 1
        return max(-self.value(self.game.play(state, move), below) for move in self.game.moves(state))


def entries(kernel: Kernel, table: Table, oracle: Oracle) -> list[tuple[int, int, int]]:
    """(lower, value, upper) of every table entry whose position and depth the oracle has met."""
    game = kernel.game
    canonical = game.hook("canonical")
    by_key = {
        (int(kernel.hooks.key(canonical(state)[0])), depth): value for (state, depth), value in oracle.values.items()
    }
    found = []
    for check, data in table.words.reshape(-1, 2):
        check, data = int(check), int(data)
        value = by_key.get((check ^ data, data >> 48 & 255))
        if data and value is not None:
            found.append(((data & 0xFFFF) - 32768, value, (data >> 16 & 0xFFFF) - 32768))
    return found
