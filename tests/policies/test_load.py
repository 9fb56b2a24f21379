"""Policies by name and from files, the one of docs/write-a-policy.md among them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mpi_search as ms
from mpi_search.errors import InputError
from mpi_search.policies import POLICIES
from mpi_search.policies.load import load_policy

PAGE = Path(__file__).parents[2] / "docs/write-a-policy.md"
TREE = "connect4"


@pytest.fixture
def naive(tmp_path):
    """The policy that the page shows first."""
    text, other = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (tmp_path / "patient.py").write_text(other)
    assert load_policy(f"{tmp_path}/patient.py:Patient").name == "patient"
    assert len(text.splitlines()) < 40
    (tmp_path / "naive.py").write_text(text)
    return f"{tmp_path}/naive.py:Naive"


def test_names_are_those_of_the_papers():
    assert all(load_policy(name) is policy for name, policy in POLICIES.items())


def test_the_policy_of_the_page_shares_work_and_finds_the_value(naive):
    found = ms.simulate(TREE, depth=13, policies=["ybwc", naive, load_policy(naive)], ranks=[1, 8], table_mb=2)
    assert [run.row.policy for run in found.runs] == ["ybwc"] * 2 + ["naive"] * 4
    assert len({run.row.value for run in found.runs}) == 1
    assert found.runs[3].row.speedup > 1.5
    assert found.runs[3].row == found.runs[5].row, "a file or an object, it is the same"


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", "magic", "there is no policy 'magic'"),
        ("", "/nowhere/mine.py:Mine", "there is no policy file /nowhere/mine.py"),
        ("class Mine(:", "{file}:Mine", r"mine.py:1: invalid syntax"),
        ("1 / 0", "{file}:Mine", "could not be run: ZeroDivisionError"),
        ("Mine = 3", "{file}:Mine", "Mine is no subclass of Policy; the file has none"),
        ("class Other(Policy):\n    pass", "{file}:Mine", "the file has Other"),
        ("class Mine(Policy):\n    pass", "{file}:Mine", r"Mine has no rate\(\)"),
        (
            "class Mine(Policy):\n    rate = 3\n    def __init__(self, x):\n        pass",
            "{file}:Mine",
            r"Mine\(\) failed",
        ),
    ],
    ids=lambda text: text[:20],
)
def test_mistakes_are_named(tmp_path, text, name, message):
    file = tmp_path / "mine.py"
    file.write_text("from mpi_search.policies.policy import Policy\n" * ("Policy" in text) + text)
    with pytest.raises(InputError, match=message):
        load_policy(name.format(file=file))


RATES = "class Mine(Policy):\n    def rate(self, frame, is_root):\n        "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{RATES}return frame.wurth", r"Mine\.rate\(\) failed at line 4: AttributeError: 'FrameView' object has no"),
        (f"{RATES}return None", r"Mine\.rate\(\) must return a whole number, not None"),
        (f"{RATES}return 0.5 * frame.worth", r"Mine\.rate\(\) must return a whole number, not 500\.0"),
        (f"{RATES}if frame.type == ALL: return 'x'\n        return 1", r"must return a whole number, not 'x'"),
        ("class Mine(Policy):\n    def rate(self, frame): pass", r"Mine\.rate\(\) must take \(self, frame, is_root\)"),
        (f"{RATES}return 1\n    def window(self): pass", r"Mine\.window\(\) must take \(self, frame\)"),
        (f"{RATES}return 1\n    def window(self, frame): return 'open'", r"must return Window.NULL or Window.OPEN"),
        (f"{RATES}return 1\n    when_starved = 'LEAVE'", r"Mine: when_starved must be one of Starved.WAIT, .* 'LEAVE'"),
        (f"{RATES}return 1\n    finds_work = 'AT_RANDOM'", r"finds_work must be one of FindsWork.AT_MASTER"),
    ],
)  # fmt: skip
def test_a_policy_that_does_not_answer_as_it_must_is_refused_before_any_search(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(f"from mpi_search.policies.policy import ALL, CUT, PV, Policy, Window\n{text}")
    with pytest.raises(InputError, match=message):
        load_policy(f"{file}:Mine")


#: Only in a search a frame is worth just this.
LATE = f"{RATES}if frame.worth == 1000: return 1\n        "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{LATE}return frame.wurth", r"mine\.py: Mine\.rate\(\) failed at line 5: AttributeError"),
        (f"{LATE}return None", r"mine\.py: Mine\.rate\(\) must return a whole number: '>' not supported"),
        (
            f"{RATES}return frame.worth\n    def window(self, frame):\n"
            "        if frame.worth == 1000: return Window.NULL\n        raise ValueError('oh')",
            r"mine\.py: Mine\.window\(\) failed at line 7: ValueError: oh",
        ),
    ],
)
def test_a_policy_that_fails_in_a_search_is_named_with_the_line(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(f"from mpi_search.policies.policy import Policy, Window\n{text}")
    with pytest.raises(InputError, match=message):
        ms.simulate(TREE, depth=13, policies=[f"{file}:Mine"], ranks=[8], table_mb=2)
