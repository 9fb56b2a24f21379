"""Signals that are remembered, and raised where that does no harm."""

from __future__ import annotations

import signal

import pytest

from mpi_search.cli.stopping import Stop


def test_a_signal_is_remembered():
    stop = Stop()
    assert not stop()
    stop.hear(signal.SIGTERM, None)
    assert stop()


def test_it_is_an_interruption_where_that_does_no_harm():
    stop = Stop()
    with pytest.raises(KeyboardInterrupt), stop.raising():
        stop.hear(signal.SIGINT, None)
    assert stop()


def test_one_that_came_before_is_not_lost():
    stop, reached = Stop(), []
    stop.hear(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt), stop.raising():
        reached.append(1)
    assert not reached


def test_afterwards_it_is_remembered_again():
    stop = Stop()
    with stop.raising():
        pass
    stop.hear(signal.SIGINT, None)
    assert stop()


def test_a_second_one_is_out():
    stop = Stop()
    stop.hear(signal.SIGTERM, None)
    stop.hear(signal.SIGINT, None)
    with pytest.raises(KeyboardInterrupt):
        stop.hear(signal.SIGINT, None)


def test_others_pass_over_what_rank_0_hears():
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGUSR2)
    before, stop = [signal.getsignal(number) for number in numbers], Stop()
    try:
        stop.listen_among_ranks(is_first=False)
        signal.raise_signal(signal.SIGUSR2)
        assert not stop()
        stop.listen_among_ranks(is_first=True)
        signal.raise_signal(signal.SIGUSR2)
        assert stop.signals == [signal.SIGUSR2]
    finally:
        for number, old in zip(numbers, before, strict=True):
            signal.signal(number, old)
