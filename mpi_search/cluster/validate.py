"""What must be true of a rank between two events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mpi_search.cluster.rank import Rank


def validate_rank(rank: Rank) -> None:
    """Recheck all invariants of a rank and of its tasks. Raises AssertionError."""
    assert not (rank.is_stopped and (rank.tasks or rank.gifts or rank.running))
    assert rank.running is None or rank.running in rank.tasks
    assert len({(task.home, task.serial) for task in rank.tasks}) == len(rank.tasks)
    for task in rank.tasks:
        task.validate()
    away = {gift.serial: gift for task in rank.tasks for gift in task.gifts()}
    held = {gift.serial for task in rank.tasks for split in task.splits.values() for gift, _, _ in split.held}
    assert set(rank.gifts) == set(away) - held, "gifts and splits disagree"
    for serial, (task, gift) in rank.gifts.items():
        assert away[serial] is gift
        assert task in rank.tasks
        assert gift.helper != rank.number
    assert rank.copies == {serial: task for task in rank.tasks for serial in task.copies}
    assert len(set(rank.thieves)) == len(rank.thieves)
    assert rank.number not in rank.thieves
