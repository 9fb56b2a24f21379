"""The words of the prompt besides moves: their names, short forms, and what they do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """One of them."""

    name: str
    about: str
    short: str = ""
    argument: str = ""  #: what must follow

    @property
    def usage(self) -> str:
        return f"{self.name} {self.argument}".strip()


COMMANDS = (
    Command("rules", "how it is played"),
    Command("undo", "take back your last move", "u"),
    Command("redo", "play what was taken back"),
    Command("hint", "a good move", "h"),
    Command("why", "what each move is worth", "w"),
    Command("moves", "the legal moves", "m"),
    Command("board", "show the board again", "b"),
    Command("flip", "change sides", "f"),
    Command("go", "let bots go on", "g"),
    Command("clock", "the time", "c"),
    Command("save", "to a file", "s", "FILE"),
    Command("load", "from a file", "l", "FILE"),
    Command("resign", "give up"),
    Command("new", "another game", "n"),
    Command("help", "these words", "?"),
    Command("quit", "leave", "q"),
)
BY_NAME = {command.name: command for command in COMMANDS}


def called(word: str) -> list[Command]:
    """The commands that a word may mean: one by its name or its short form, or all that begin so."""
    word = word.lower()
    for command in COMMANDS:
        if word and word in (command.name, command.short):
            return [command]
    return [command for command in COMMANDS if word and command.name.startswith(word)]


def help_lines() -> tuple[str, ...]:
    """All of them, in two columns no wider than they must be: narrow terminals should not cut them."""
    half = (len(COMMANDS) + 1) // 2
    left, right = _column(COMMANDS[:half]), _column(COMMANDS[half:])
    wide = max(map(len, left))
    rows = zip(left, [*right, ""][:half], strict=True)  # the second column may be one shorter
    head = "a move, or one of these words, which may be cut short:"
    return (head, *(f"{one:<{wide}}  {other}".rstrip() for one, other in rows))


def _column(commands: tuple[Command, ...]) -> list[str]:
    wide = max(len(each.usage) for each in commands)
    return [f"{each.usage:<{wide}}  {each.about}" for each in commands]
