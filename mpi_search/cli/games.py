"""`mpi-search games`: what can be searched."""

from __future__ import annotations

import json
from typing import Any

import click

from mpi_search.cli.common import json_option, stdout


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games: name, variants, position syntax, an example."""
    from mpi_search.rules.load import game_names, load_game

    rows = [describe(load_game(name).module, name) for name in game_names()]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        lines = [row["position"], f"mpi-search solve {row['name']} {row['example']}"]
        if row["variants"]:
            lines.insert(0, f"variants: {row['variants']}")
        stdout.print(f"{row['name']:<12}" + ("\n" + " " * 12).join(lines), markup=False)
    stdout.print("\nA game of your own is one file: mpi-search solve ./mygame.py")


def describe(module: Any, name: str) -> dict[str, str]:
    """One row of the list."""
    example = getattr(module, "EXAMPLE", "start")
    return {
        "name": name,
        "variants": getattr(module, "VARIANTS", ""),
        "position": getattr(module, "SYNTAX", "names of moves from the start, with spaces"),
        "example": f'"{example}"' if " " in example else example,
    }
