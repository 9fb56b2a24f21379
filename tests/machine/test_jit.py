"""What surrounds the compiler."""

from __future__ import annotations

import gc

import pytest

from mpi_search.machine.jit import no_garbage_collection


def fail():
    raise ZeroDivisionError


def test_garbage_is_collected_again_after_compiling():
    assert gc.isenabled()
    with no_garbage_collection():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), no_garbage_collection():
        fail()
    assert gc.isenabled()


def test_who_collects_no_garbage_goes_on_without():
    gc.disable()
    try:
        with no_garbage_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
