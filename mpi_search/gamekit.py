"""Everything a game file imports.

from mpi_search.gamekit import UNDECIDED, bit, jit, popcount
"""

from mpi_search.errors import InputError
from mpi_search.machine.bits import bit, highest, i64, lowest, mix, popcount, u64
from mpi_search.machine.jit import jit
from mpi_search.rules.hooks import UNDECIDED
from mpi_search.rules.parameters import board_size, parameter

__all__ = [
    "UNDECIDED",
    "InputError",
    "bit",
    "board_size",
    "highest",
    "i64",
    "jit",
    "lowest",
    "mix",
    "parameter",
    "popcount",
    "u64",
]
