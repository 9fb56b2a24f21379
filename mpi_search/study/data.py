"""Where positions with known values are kept, for tests and measurements.

The sets of other authors do not belong to this project. Put them in a folder and name it in MPI_SEARCH_DATA; without
it a folder `shared/data` beside the project is used if there is one.
"""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path | None:
    """The folder with the sets, or None."""
    given = os.environ.get("MPI_SEARCH_DATA")
    folder = Path(given) if given else Path(__file__).resolve().parents[3] / "shared" / "data"
    return folder if folder.is_dir() else None


def scored_positions(path: str, limit: int | None = None) -> list[tuple[str, int]]:
    """(position, score) of each line of a set, or [] where the set is not there."""
    folder = data_folder()
    file = folder / path if folder else None
    if file is None or not file.is_file():
        return []
    lines = [line.split() for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [(words[0], int(words[1])) for words in lines[:limit]]
