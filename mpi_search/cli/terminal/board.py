"""The board as lines of text: pieces in the colours of their sides, [ ] around the last move, ( ) around what it has
turned, a mark where one can move."""

from __future__ import annotations

from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from mpi_search.cli.terminal.ability import Ability
from mpi_search.playing.changes import Change, Place, change, targets
from mpi_search.rules.game import Game, State
from mpi_search.rules.picture import Cell, Look, Picture

#: Around a cell: of the last move, what it has changed, all others.
_LAST, _TURNED, _PLAIN = "[]", "()", "  "
#: Where one can move, and the same in plain ASCII.
_TARGET, _PLAIN_TARGET = "•", "*"


class Painter:
    """Paints one game."""

    def __init__(self, game: Game, ability: Ability) -> None:
        self.game, self.ability = game, ability
        first, second, board = game.look.colours
        if not all(_is_style(style) for style in (first, second, f"on {board}")):
            first, second, board = Look().colours
        styles = {"x": f"{first} on {board}", "o": f"{second} on {board}", "#": f"white on {board}"}
        self._styles = {**styles, ".": f"grey66 on {board}", "": "none"}
        self._bright = f"bold bright_white on {board}"

    def lines(self, state: State, before: State | None, *, with_targets: bool) -> list[Text]:
        """The board; `before` is the position before the last move."""
        picture = self.game.cells(state)
        if picture is None:
            return [Text(line) for line in self.game.draw(state).splitlines()]
        marked = change(self.game.cells(before), picture) if before is not None else Change()
        places = targets(self.game, state) if with_targets else frozenset()
        return self._paint(picture, marked, places)

    def _paint(self, picture: Picture, marked: Change, places: frozenset[Place]) -> list[Text]:
        width = max(len(text) for row in picture if len(row) > 1 for text, _ in row)
        lines = []
        for number, row in enumerate(picture):
            if len(row) == 1 and row[0][1] == "":
                lines.append(Text(row[0][0]))
                continue
            line = Text()
            for column, cell in enumerate(row):
                place = number, column
                around = (
                    _LAST if place in marked.placed else _TURNED if place in marked.turned | marked.left else _PLAIN
                )
                self._add(line, cell, width, around, place in places)
            lines.append(line)
        return lines

    def _add(self, line: Text, cell: Cell, width: int, around: str, is_target: bool) -> None:
        text, kind = cell
        style = self._style(kind)
        shown = self._nicer(text)
        if is_target:
            nice = self.ability.utf8 and self.ability.colour
            shown, style = (_TARGET if nice else _PLAIN_TARGET), self._style(kind, bright=True)
        edge = self._style(kind, bright=kind != "")
        line.append(around[0], edge)
        line.append(shown.center(width), style)
        line.append(around[1], edge)

    def _nicer(self, text: str) -> str:
        """What a piece looks like where colours tell whose it is."""
        nicer = self.game.look.pieces.get(text, text)
        return nicer if self.ability.colour and (self.ability.utf8 or nicer.isascii()) else text

    def _style(self, kind: str, *, bright: bool = False) -> str:
        if not self.ability.colour:
            return "none"
        return self._bright if bright else self._styles[kind]

    def side(self, colour: int) -> Text:
        """One of the sides of the game, by its look and its name."""
        name = self.game.look.sides[colour]
        piece = self._nicer(name)
        if self.game.has("cells") and self.ability.colour:
            line = Text().append(f" {piece} ", self._styles["xo"[colour]])
            return line.append(f" {name}" if piece != name else "")
        return Text(name)


def _is_style(text: str) -> bool:
    try:
        Style.parse(text)
    except StyleSyntaxError:
        return False
    return True
