"""`mpi-search games`: what can be searched."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from mpi_search.cli.common import json_option, stdout

if TYPE_CHECKING:
    from mpi_search.rules.game import Game


@click.command()
@click.argument("file", metavar="[FILE]", required=False)
@json_option
def games(file: str | None, as_json: bool) -> None:
    """List the games: name, variants, position syntax, an example. With FILE, describe a game of your own: its limits,
    its first position and what it defines beyond the rules.

    \b
    mpi-search games
    mpi-search games ./mygame.py
    mpi-search games connect4:5x4 --json
    """
    from mpi_search.rules.load import game_names, load_game

    if file is not None:
        show_one(load_game(file), as_json)
        return
    rows = [describe(load_game(name).module, name) for name in game_names()]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    for row in rows:
        lines = [row["position"], f"mpi-search solve {row['name']} {row['example']}"]
        if row["variants"]:
            lines.insert(0, f"variants: {row['variants']}")
        stdout.print(f"{row['name']:<12}" + ("\n" + " " * 12).join(lines), markup=False)
    stdout.print("\nA game of your own is one file: mpi-search new mygame, mpi-search solve ./mygame.py")


def describe(module: Any, name: str) -> dict[str, str]:
    """One row of the list."""
    example = getattr(module, "EXAMPLE", "start")
    return {
        "name": name,
        "variants": getattr(module, "VARIANTS", ""),
        "position": getattr(module, "SYNTAX", "names of moves from the start, with spaces"),
        "example": f'"{example}"' if " " in example else example,
    }


def show_one(game: Game, as_json: bool) -> None:
    """One game, for people or as an object."""
    from mpi_search.rules.contract import doubts
    from mpi_search.rules.game import NOTATION, OPTIONAL, PLAIN, TUNING

    own = [name for name in (*OPTIONAL, *NOTATION, *PLAIN, *TUNING) if game.has(name)]
    state = game.start()
    moves = [game.move_name(state, move) for move in game.moves(state)]
    row = {
        **describe(game.module, game.name),
        "about": (game.module.__doc__ or "").strip().partition("\n")[0],
        "words": game.words,
        "max_moves": game.max_moves,
        "max_plies": game.max_plies,
        "max_value": game.max_value,
        "parameters": game.asked,
        "defines": own,
        "moves": moves,
        "doubts": doubts(game),
    }
    if as_json:
        print(json.dumps(row))
        return
    lines = [
        f"{game.name}: {row['about']}",
        "",
        game.draw(state),
        "",
        f"first moves  {' '.join(moves[:16])}{' ...' if len(moves) > 16 else ''}",
        f"positions    {row['position']}",
        f"example      mpi-search solve {game.name} {row['example']}",
        *([f"variants     {row['variants']}"] if row["variants"] else []),
        f"values       {-game.max_value} to {game.max_value}",
        f"limits       {game.words} words, {game.max_moves} moves, {game.max_plies} plies",
        f"parameters   {parameters(game)}",
        f"defines      {', '.join(own) or 'the rules alone'}",
        *doubts(game),
    ]
    stdout.print("\n".join(lines), markup=False)


def parameters(game: Game) -> str:
    """What the file leaves open, in the form in which it may be said after the colon."""
    if game.has("variant"):
        chosen = ", ".join(f"{name} {value}" for name, value in game.asked.items())
        return f"{chosen or 'none'} (read by variant() from the words after the colon)"
    return ", ".join(f"{name}={value}" for name, value in game.asked.items()) or "none"
