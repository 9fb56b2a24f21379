"""GGF, the Generic Game Format, for games of Othello.

    (;GM[Othello]PB[Black's name]PW[White's]RE[+12.00]TI[05:00]TY[8]
      BO[8 64 of * (black), O (white) and - (empty), from A1 to H8, and the side to move]
      B[F5/value/seconds]W[F6//1.5]B[PA]...;)

Values and seconds may be left out. What else is told of a game stays as it is: tags in their order, any number of them.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from mpi_search.bots.record import Record
from mpi_search.errors import InputError
from mpi_search.rules.game import Game

START = "---------------------------OX------XO--------------------------- X"
_TAG = re.compile(r"([A-Z]+)\[([^\]]*)\]")
_GAME = re.compile(r"\(;(.*?);\)", re.DOTALL)
_MOVE = re.compile(r"[a-h][1-8]|pa(ss)?", re.IGNORECASE)
_SIDES = {"B": "X", "W": "O"}


@dataclass(frozen=True)
class Played:
    """A move of a game."""

    side: str  #: B or W
    name: str  #: f5, or pass
    value: float | None = None  #: what the player expected
    seconds: float | None = None


@dataclass(frozen=True)
class GgfGame:
    """One game."""

    position: str = START  #: as in this project: 64 of XO- and the side to move
    moves: tuple[Played, ...] = ()
    tags: dict[str, str] = field(default_factory=dict)  #: PB, PW, RE, TI, KM and all others, but not BO, B and W

    @property
    def black(self) -> str:
        return self.tags.get("PB", "")

    @property
    def white(self) -> str:
        return self.tags.get("PW", "")

    @property
    def komi(self) -> float:
        """Discs that black gives."""
        return _number(self.tags.get("KM", "")) or 0.0

    @property
    def result(self) -> float | None:
        """What black has won by; None if it is not known."""
        return _number(self.tags.get("RE", "").partition(":")[0])

    def clock_s(self, side: str) -> float | None:
        """What a side has for the game, without what overtime or its moves add."""
        return _clock(self.tags.get(f"T{side}", self.tags.get("TI", "")))


def read_games(text: str) -> list[GgfGame]:
    """All games in a text. Raises InputError."""
    return [_game(match.group(1)) for match in _GAME.finditer(text)]


def read_game(text: str) -> GgfGame:
    """The one game. Raises InputError."""
    games = read_games(text)
    if len(games) != 1:
        raise InputError(f"GGF: expected one game between (; and ;), not {len(games)}")
    return games[0]


def write_game(game: GgfGame) -> str:
    """As one line that `read_game` makes the same game of."""
    tags = {"GM": "Othello", **game.tags}
    board, _, side = game.position.partition(" ")
    shown = "".join(f"{tag}[{value}]" for tag, value in tags.items())
    marks = f"{board} {side}".replace("X", "*")
    return f"(;{shown}BO[8 {marks}]{''.join(map(_written, game.moves))};)"


def record_of(game: Game, played: GgfGame) -> Record:
    """The same, to be looked at and played on. A pass that was left out is played. Raises InputError."""
    record = Record(game, "start" if played.position == START else played.position)
    black = 0 if played.position.endswith("X") else 1
    for move in played.moves:
        side = black if move.side == "B" else 1 - black
        if record.side != side and [game.move_name(record.state, each) for each in record.legal] == ["pass"]:
            record.play_named("pass")
        if record.side != side:
            raise InputError(f"GGF: {move.side}[{move.name}] is not the move of the side to move")
        record.play_named(move.name)
    return record


# --- parts -----------------------------------------------------------------------------------------------------------


def _game(text: str) -> GgfGame:
    tags, moves, position = {}, [], None
    for tag, value in _TAG.findall(text):
        if tag in _SIDES:
            moves.append(_move(tag, value))
        elif tag == "BO":
            position = _position(value)
        else:
            tags[tag] = value
    if tags.pop("GM", "Othello").lower() != "othello":
        raise InputError("GGF: the game is not Othello")
    if position is None:
        raise InputError("GGF: there is no board, BO[8 ...]")
    return GgfGame(position, tuple(moves), tags)


def _position(value: str) -> str:
    size, *rest = value.split() or [""]
    squares = "".join(rest).upper().replace("*", "X")
    if size != "8":
        raise InputError(f"GGF: the board has the size {size[:9]!r}, not 8")
    if len(squares) != 65 or set(squares) - set("XO-") or squares[64] == "-":
        raise InputError("GGF: the board must have 64 of *, O and -, and then the side to move")
    return f"{squares[:64]} {squares[64]}"


def _move(side: str, value: str) -> Played:
    name, *more = value.strip().split("/")
    if not _MOVE.fullmatch(name):
        raise InputError(f"GGF: {side}[{value}] is no move")
    numbers = [_number(each) for each in [*more, "", ""][:2]]
    return Played(side, parse_name(name), *numbers)


def parse_name(name: str) -> str:
    """PA -> pass, F5 -> f5."""
    return "pass" if name.lower().startswith("pa") else name.lower()


def format_name(name: str) -> str:
    """pass -> PA, f5 -> F5."""
    return "PA" if name == "pass" else name.upper()


def _written(move: Played) -> str:
    numbers = ["" if number is None else f"{number:.2f}" for number in (move.value, move.seconds)]
    return f"{move.side}[{'/'.join([format_name(move.name), *numbers]).rstrip('/')}]"


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _clock(text: str) -> float | None:
    """Seconds of 05:00, 1:00:00 or 300, before what follows a slash."""
    parts = [_number(part) for part in text.partition("/")[0].split(",")[0].split(":")]
    if any(part is None for part in parts):
        return None
    seconds = 0.0
    for part in parts:
        seconds = 60 * seconds + (part or 0.0)
    return seconds
