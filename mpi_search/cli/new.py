"""`mpi-search new`: the beginning of a game of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from mpi_search.cli.common import stdout
from mpi_search.errors import InputError


@click.command()
@click.argument("name", metavar="NAME")
def new(name: str) -> None:
    """Write NAME.py, a small game with a comment on every part. Replace its rules by yours.

    \b
    mpi-search new nim
    mpi-search check ./nim.py
    mpi-search solve ./nim.py
    """
    from mpi_search.rules.load import GAMES

    path = Path(name if name.endswith(".py") else f"{name}.py")
    if not re.fullmatch(r"[A-Za-z]\w*", path.stem):
        raise InputError(f"{path.stem!r} cannot be the name of a game: letters, digits and underscores, a letter first")
    text = (GAMES / "_template.py").read_text(encoding="utf-8")
    title = path.stem.replace("_", " ").capitalize()
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text.replace("TITLE", title, 1).replace("NAME", path.stem))
    except FileExistsError:
        raise InputError(f"{path} exists already") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error
    where = path if path.is_absolute() else f"./{path}"
    stdout.print(f"{path} is a game that works. Next: mpi-search check {where}", markup=False)
