"""Where compiled code and what else takes long to find out is kept."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from mpi_search.errors import InputError


def keep(path: Path, text: str) -> None:
    """Write a small file in one step, for other processes may read it now; or not at all, in a cache that somebody else
    has prepared."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        draft.write_text(text)
        draft.replace(path)


def cache_folder() -> Path:
    """Where the copies are kept, readable by this user alone: machine code is loaded from there."""
    base = os.environ.get("MPI_SEARCH_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "mpi-search"
    )
    folder = Path(base)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the cache folder {folder} cannot be made: {error.strerror}; set MPI_SEARCH_CACHE") from error
    status = folder.stat()
    if status.st_uid != os.getuid() or status.st_mode & 0o022:
        raise InputError(f"the cache folder {folder} can be written by others; chmod go-w it or set MPI_SEARCH_CACHE")
    return folder
