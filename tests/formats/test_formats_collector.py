"""The collector of garbage rests while a file is read, and works again whatever came of it."""

from __future__ import annotations

import gc

import pytest

from ctxlab.errors import FormatError
from ctxlab.formats.collector import collector_paused, is_paused
from ctxlab.formats.load import load_bytes


def test_it_rests_and_works_again() -> None:
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_is_told_for_as_long_as_the_longest_pause() -> None:
    assert not is_paused()
    with collector_paused():
        with collector_paused():
            assert is_paused()
        assert is_paused()
    assert not is_paused()


def test_what_was_read_is_not_looked_through_afterwards() -> None:
    gc.collect()
    with collector_paused():
        kept = [[at] for at in range(50_000)]
    assert gc.get_count()[0] < 1000
    assert gc.get_freeze_count() == 0
    assert len(kept) == 50_000


def test_what_others_froze_stays_frozen() -> None:
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collector_paused():
            pass
        assert gc.get_freeze_count() >= frozen > 0
    finally:
        gc.unfreeze()


def test_one_that_was_off_stays_off() -> None:
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_file_that_is_refused_leaves_it_on() -> None:
    with pytest.raises(FormatError):
        load_bytes(b"{", "x.json")
    assert gc.isenabled()
