"""`mpi-search new` and `mpi-search games FILE`."""

from __future__ import annotations

import json

import pytest

from mpi_search.cli.main import main
from mpi_search.study.check import check_game
from tests.rules.test_load import GOOD


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def failed(words, capsys) -> str:
    with pytest.raises(SystemExit) as stop:
        main(words)
    assert stop.value.code == 2
    errors = capsys.readouterr().err
    assert len(errors.splitlines()) == 1
    return errors


@pytest.mark.slow
def test_the_new_game_passes_the_check(here, capsys):
    main(["new", "my_nim"])
    assert "mpi-search check ./my_nim.py" in capsys.readouterr().out
    text = (here / "my_nim.py").read_text()
    assert text.startswith('"""My nim: ')
    assert "./my_nim.py:counters=20" in text
    assert "NAME" not in text
    assert check_game("./my_nim.py").checked["searches to the end"] > 0
    main(["solve", "./my_nim.py", "--json", "--quiet"])
    assert json.loads(capsys.readouterr().out)["value"] == -1, "12 counters are lost"
    main(["solve", "./my_nim.py:counters=13", "--json", "--quiet"])
    assert json.loads(capsys.readouterr().out)["best_move"] == "1"


def test_an_existing_file_is_left_alone(here, capsys):
    (here / "nim.py").write_text("mine")
    assert "nim.py exists already" in failed(["new", "nim"], capsys)
    assert (here / "nim.py").read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "message"), [("2nim", "cannot be the name"), ("a-b.py", "cannot be"), ("no/nim", "cannot be written")]
)
def test_bad_names_are_told(here, name, message, capsys):
    assert message in failed(["new", name], capsys)


def test_a_game_is_described(here, capsys):
    (here / "mine.py").write_text(GOOD)
    main(["games", "./mine.py"])
    shown = capsys.readouterr().out
    for part in ("./mine.py: ", "first moves", "limits", "parameters", "defines"):
        assert part in shown
    main(["games", "connect4:5x4", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (told["name"], told["parameters"]) == ("connect4:5x4", {"columns": 5, "rows": 4})
    assert told["moves"] == ["1", "2", "3", "4", "5"]
    assert "order" in told["defines"]
    assert "unknown game" in failed(["games", "chess"], capsys)


def test_examples_and_variants_are_shown_as_the_file_has_them(here, capsys):
    text = '\nEXAMPLE = "1 2"\nVARIANTS = "heap: mine:7"\nCOUNT = parameter("count", 9)\ndef evalute(state): return 0\n'
    (here / "mine.py").write_text(GOOD.replace("import UNDECIDED", "import parameter, UNDECIDED") + text)
    main(["games", "./mine.py"])
    shown = capsys.readouterr().out
    for part in (
        'solve ./mine.py "1 2"',
        "variants     heap: mine:7",
        "parameters   count=9",
        "did you mean evaluate?",
    ):
        assert part in shown
    (here / "mine.py").write_text((here / "mine.py").read_text() + "def variant(text): return {'count': int(text)}\n")
    main(["games", "./mine.py:7"])
    assert "parameters   count 7 (read by variant()" in capsys.readouterr().out


def test_a_parameter_that_is_no_number_is_named(here, capsys):
    assert "size must be a whole number, not 'abc'" in failed(["solve", "synthetic:size=abc"], capsys)
    assert "expected name=value" in failed(["solve", "synthetic:5x4"], capsys)
