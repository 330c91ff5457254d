"""Work in slices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import perf_counter

from pytestqt.qtbot import QtBot

from ctxlab.gui.views.slices import Slices


def test_all_steps_are_done_in_order(qtbot: QtBot) -> None:
    slices, done = Slices(), list[int]()

    def work() -> Iterator[None]:
        for at in range(5):
            done.append(at)
            until = perf_counter() + 0.003
            while perf_counter() < until:
                pass
            yield

    slices.start(work())
    assert slices.busy
    assert done != [0, 1, 2, 3, 4]
    qtbot.waitUntil(lambda: not slices.busy)
    assert done == [0, 1, 2, 3, 4]


def test_new_work_replaces_the_old_and_stop_gives_it_up(qtbot: QtBot) -> None:
    slices, done = Slices(), list[str]()
    slices.start(iter(count()))
    assert slices.busy
    slices.start(iter([done.append("new")]))
    qtbot.waitUntil(lambda: not slices.busy)
    assert done == ["new"]
    slices.start(iter(count()))
    slices.stop()
    assert not slices.busy
