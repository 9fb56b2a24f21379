"""`mpi_search.simulate`: the same as the command, from Python."""

from __future__ import annotations

import pytest

import mpi_search as ms

TREE = "synthetic:branching=6,depth=7,order=0.6,seed=3"


def test_every_policy_on_every_number_of_ranks():
    heard: set[str] = set()

    def hear(run: str, seconds: float, nodes: int) -> None:
        heard.add(run)

    found = ms.simulate(TREE, ["0", "3 1"], policies=["ybwc", "dts"], ranks=[1, 4], table_mb=2, on_progress=hear)
    rows = found.to_dict()["rows"]
    runs = [(at, policy, ranks) for at in ("0", "3 1") for policy in ("ybwc", "dts") for ranks in (1, 4)]
    assert [(row["position"], row["policy"], row["ranks"]) for row in rows] == runs
    assert {row["value"] for row in rows if row["position"] == "0"} == {found.serial["0"].value}
    assert len(found.summary) == 4
    assert heard <= {f"{at}  {policy}  {ranks} ranks" for at, policy, ranks in runs} | {"0  serial", "3 1  serial"}


def test_one_position_may_be_a_word():
    found = ms.simulate("tictactoe", "OX....... O", ranks=[2], table_mb=2)
    assert [run.position for run in found.runs] == ["OX....... O"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"policies": ["magic"]}, "no policy 'magic'"),
        ({"ranks": []}, "ranks must not be empty"),
        ({"ranks": [0]}, "ranks must be from 1"),
        ({"latency_us": 0}, "^latency_us must be more than 0"),
        ({"seeds": ()}, "seeds must not be empty"),
        ({"positions": "nonsense"}, "is not nine of"),
    ],
)
def test_mistakes_are_named(settings, message):
    with pytest.raises(ms.InputError, match=message):
        ms.simulate("tictactoe", **settings)
