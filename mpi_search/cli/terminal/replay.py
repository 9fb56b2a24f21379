"""A saved game on a terminal, move by move; its moves and its last position where nobody can press a key."""

from __future__ import annotations

from rich.text import Text

from mpi_search.cli.terminal.screen import PANEL_HEIGHT, Screen, move_lines
from mpi_search.playing.replay import KEYS, Replay


def show_replay(replay: Replay, screen: Screen) -> None:
    """Until somebody leaves."""
    if not screen.reads_terminal or not screen.ability.clears:
        replay.at = replay.last
        _show(replay, screen, *move_lines(replay.record.names, screen.width, replay.last))
        return
    note = KEYS
    while not replay.is_left:
        _show(replay, screen, note)
        try:
            line = screen.ask("> ")
        except KeyboardInterrupt:
            return
        if line is None:
            return
        note = replay.read(line)


def _show(replay: Replay, screen: Screen, *notes: str) -> None:
    board = screen.board(replay.state, replay.before, with_targets=False)
    width = screen.beside(board)
    names, heads = replay.record.names[: replay.at], replay.heads()
    height = max(len(board), PANEL_HEIGHT) - len(heads) - 1
    played = move_lines(names, width, height) if screen.ability.clears else []
    screen.show(board, [Text(line) for line in (*heads, "", *played)], [replay.end, *filter(None, notes)])
