"""A proof tree as a picture (SVG), drawn without any other program.

Every position is its board, drawn as for a terminal. Leaves stand side by side from left to right, every other position
stands over the middle of its replies.
"""

from __future__ import annotations

from html import escape

from mpi_search.algorithms.proof_tree import ProofTree, kind
from mpi_search.rules.game import Game

CHARACTER_WIDTH, LINE_HEIGHT, GAP, MARGIN = 8, 16, 36, 8


class Picture:
    """Collects the shapes; all lengths are pixels."""

    def __init__(self, game: Game, tree: ProofTree) -> None:
        self.game = game
        board = game.draw(tree.state).splitlines()
        self.box_width = CHARACTER_WIDTH * max(len(line) for line in [*board, "value -99"]) + 2 * MARGIN
        self.box_height = LINE_HEIGHT * (len(board) + 1) + 2 * MARGIN
        self.shapes: list[str] = []
        self.right = MARGIN  #: where the next leaf begins
        self.bottom = 0

    def place(self, tree: ProofTree, ply: int) -> int:
        """Draw a tree below `ply` rows of boxes; returns the middle of its top box."""
        top = MARGIN + ply * (self.box_height + GAP)
        below = [self.place(branch, ply + 1) for _, branch in tree.branches]
        if below:
            middle = (below[0] + below[-1]) // 2
        else:
            middle = self.right + self.box_width // 2
            self.right += self.box_width + 2 * MARGIN
        for (move, _), to in zip(tree.branches, below, strict=True):
            self._arrow(middle, top + self.box_height, to, self.game.move_name(tree.state, move))
        self._box(tree, middle - self.box_width // 2, top)
        self.bottom = max(self.bottom, top + self.box_height + MARGIN)
        return middle

    def _arrow(self, start: int, top: int, end: int, name: str) -> None:
        self.shapes.append(f'<line x1="{start}" y1="{top}" x2="{end}" y2="{top + GAP}" stroke="black"/>')
        self._text((start + end) // 2 + 6, top + GAP // 2 + 4, name)

    def _box(self, tree: ProofTree, left: int, top: int) -> None:
        corner = 0 if tree.is_or else 12
        self.shapes.append(
            f'<rect x="{left}" y="{top}" width="{self.box_width}" height="{self.box_height}" rx="{corner}" '
            'fill="white" stroke="black"/>'
        )
        for row, line in enumerate([*self.game.draw(tree.state).splitlines(), kind(self.game, tree)], 1):
            self._text(left + MARGIN, top + MARGIN + LINE_HEIGHT * row - 4, line)

    def _text(self, left: int, base: int, text: str) -> None:
        self.shapes.append(f'<text x="{left}" y="{base}" xml:space="preserve">{escape(text)}</text>')


def as_svg(game: Game, tree: ProofTree) -> str:
    """The picture: OR nodes with sharp corners, AND nodes with round ones."""
    picture = Picture(game, tree)
    picture.place(tree, 0)
    size = f'width="{picture.right}" height="{picture.bottom}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="monospace" font-size="13">'
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return "\n".join([head, paper, *picture.shapes, "</svg>"]) + "\n"
