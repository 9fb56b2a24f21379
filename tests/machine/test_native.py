"""Tables outside the machine code."""

from __future__ import annotations

import subprocess
import sys

import numba
import numpy as np

from mpi_search.machine.native import large_table
from tests.transport.mpis import ROOT

NUMBERS = np.arange(-50_000, 50_000, 3).astype(np.int16)


def test_compiled_code_reads_what_python_reads():
    read = large_table(NUMBERS)

    @numba.njit
    def total(first, last):
        found = 0
        for index in range(first, last):
            found += read(index)
        return found

    assert total(0, len(NUMBERS)) == NUMBERS.astype(int).sum() == sum(map(read, range(len(NUMBERS))))
    assert [total(index, index + 1) for index in (0, 7, len(NUMBERS) - 1)] == [NUMBERS[0], NUMBERS[7], NUMBERS[-1]]


def test_two_tables_do_not_mix():
    first, second = large_table(NUMBERS), large_table(NUMBERS[::-1])

    @numba.njit
    def both(index):
        return first(index), second(index)

    assert both(5) == (NUMBERS[5], NUMBERS[-6])


PROGRAM = """
import numba, numpy as np
from mpi_search.machine.native import large_table

read = large_table(np.arange({size}, dtype=np.int16))


@numba.njit(cache=True)
def twice(index):
    return 2 * read(index)


print(twice(1234), sum(twice.stats.cache_hits.values()))
"""


def test_code_from_the_disk_finds_its_table_and_does_not_hold_it(tmp_path):
    file = tmp_path / "program.py"
    file.write_text(PROGRAM.format(size=32_000))
    command = [sys.executable, str(file)]
    said = [
        subprocess.run(
            command, capture_output=True, text=True, timeout=60, check=True, env={"PYTHONPATH": str(ROOT)}
        ).stdout
        for _ in range(2)
    ]
    assert said == ["2468 0\n", "2468 1\n"]
    assert sum(each.stat().st_size for each in tmp_path.rglob("*.nbc")) < 32_000
