"""The words of the prompt."""

from __future__ import annotations

from mpi_search.playing.commands import COMMANDS, called, help_lines
from mpi_search.playing.session import Session


def names(word):
    return [command.name for command in called(word)]


def test_every_command_is_found_by_its_name_its_short_form_and_its_beginning():
    for command in COMMANDS:
        assert names(command.name) == [command.name]
        assert not command.short or names(command.short) == [command.name]
    assert names("und") == ["undo"]
    assert names("r") == ["rules", "redo", "resign"]
    assert names("x") == names("") == []


def test_every_command_means_something():
    for command in COMMANDS:
        assert hasattr(Session, f"_{command.name}")


def test_the_help_names_all_and_fits_a_terminal():
    lines = help_lines()
    assert all(any(command.usage in line for line in lines) for command in COMMANDS)
    assert max(map(len, lines)) <= 58  # a terminal of 60 columns has room for them too
    assert len(lines) <= 10
