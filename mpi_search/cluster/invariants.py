"""What must be true of a rank between two events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mpi_search.cluster.phases import Phase

if TYPE_CHECKING:
    from mpi_search.cluster.rank import Rank


def validate_rank(rank: Rank) -> None:
    """Recheck all invariants of a rank and of its tasks. Raises AssertionError."""
    work, thieves = rank.work, rank.requests.thieves
    is_over = rank.phase in (Phase.STOPPED, Phase.DRAINING)
    assert not (is_over and (work.tasks or work.gifts or work.running))
    assert work.running is None or work.running in work.tasks
    assert len({(task.home, task.serial) for task in work.tasks}) == len(work.tasks)
    for task in work.tasks:
        task.validate()
    away = {gift.serial: gift for task in work.tasks for gift in task.gifts()}
    held = {gift.serial for task in work.tasks for split in task.splits.values() for gift, _, _ in split.held}
    assert set(work.gifts) == set(away) - held, "gifts and splits disagree"
    for serial, (task, gift) in work.gifts.items():
        assert away[serial] is gift
        assert task in work.tasks
        assert gift.helper != rank.number
    assert work.copies == {serial: task for task in work.tasks for serial in task.copies}
    assert len(set(thieves)) == len(thieves)
    assert rank.number not in thieves
