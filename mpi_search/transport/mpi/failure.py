"""An exception in one rank ends the whole job, and is told once, with the rank's number and its host.

Exit codes: 2 the input is wrong (one line); 3 the cluster is lost (one line if its ranks do not fit together or a
policy fails, otherwise a traceback); 130 the user wants to be out at once.
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mpi_search.errors import InputError
from mpi_search.policies.faults import PolicyFault
from mpi_search.transport.mpi.driver import Orphaned

if TYPE_CHECKING:
    from mpi_search.transport.mpi.world import World

#: The launcher needs so long to pass on what a rank has written; it may not do it any more when the job is aborted.
HEARD_S = 0.3

INPUT_IS_WRONG, CLUSTER_IS_LOST, INTERRUPTED = 2, 3, 130


class Misfit(Exception):
    """The ranks cannot work together; the message is one line that says which, and why."""


@contextmanager
def one_for_all(world: World, but: tuple[type[Exception], ...] = ()) -> Iterator[None]:
    """While this is open, no rank leaves the others waiting for it: what it raises ends them all, but for what all of
    them raise."""
    try:
        yield
    except but:
        raise
    except PolicyFault as error:  # in the middle of a search
        _tell(f"mpi-search: rank {world.rank} on {world.host}: {error}")
        world.abort(CLUSTER_IS_LOST)
    except InputError as error:
        where = f"rank {world.rank} on {world.host}: " if world.rank else ""
        _tell(f"mpi-search: {where}{error}")
        world.abort(INPUT_IS_WRONG)
    except (Misfit, Orphaned) as error:
        _tell(f"mpi-search: {error}")
        world.abort(CLUSTER_IS_LOST)
    except KeyboardInterrupt:
        _tell("mpi-search: interrupted")
        world.abort(INTERRUPTED)
    except Exception:
        _tell(f"mpi-search: rank {world.rank} on {world.host} failed:\n{traceback.format_exc()}")
        world.abort(CLUSTER_IS_LOST)


def _tell(text: str) -> None:
    """In one piece, so that the output of other ranks does not get between the lines."""
    sys.stderr.write(text.rstrip("\n") + "\n")
    sys.stderr.flush()
    time.sleep(HEARD_S)
