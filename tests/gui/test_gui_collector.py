"""Garbage that holds objects of Qt goes on the window's thread, whoever makes the values meanwhile."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from gui.gui_helpers import PATIENCE_MS, dispose
from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from ctxlab.formats.collector import collector_paused
from ctxlab.gui.collector import Collector


class Ring:
    """Something that only the search for garbage can free, with a timer in it."""

    def __init__(self) -> None:
        self.own = self
        self.timer = QTimer(interval=10_000)
        self.timer.start()


@pytest.fixture
def owner(qtbot: QtBot) -> Iterator[QObject]:
    was_on, thresholds = gc.isenabled(), gc.get_threshold()
    made = QObject()
    yield made
    dispose(made)
    gc.set_threshold(*thresholds)
    if was_on:
        gc.enable()


def test_garbage_goes_on_the_thread_of_the_window(owner: QObject, qtbot: QtBot) -> None:
    gc.collect()
    gc.set_threshold(500, 10, 10)
    Collector(owner)
    assert not gc.isenabled()
    freed: list[int] = []
    for _ in range(5):
        weakref.finalize(Ring(), lambda: freed.append(threading.get_ident()))
    kept: list[list[int]] = []

    def work() -> None:
        kept.extend([at] for at in range(50_000))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    assert freed == [], "the worker made many values and yet collected nothing"
    qtbot.waitUntil(lambda: len(freed) == 5, timeout=PATIENCE_MS)
    assert set(freed) == {threading.get_ident()}


def test_nothing_is_looked_for_below_the_threshold(owner: QObject) -> None:
    gc.collect()
    gc.set_threshold(1_000_000, 10, 10)
    collector = Collector(owner)
    ring = weakref.ref(Ring())
    gc.enable()
    collector.look()
    assert ring() is not None
    assert not gc.isenabled(), "a pause that is over does not switch the other search on"
    gc.set_threshold(1, 10, 10)
    assert [[] for _ in range(10)]
    collector.look()
    assert ring() is None


def test_nothing_is_looked_for_while_a_file_is_read(owner: QObject) -> None:
    gc.collect()
    gc.set_threshold(1, 10, 10)
    collector = Collector(owner)
    ring = weakref.ref(Ring())
    assert [[] for _ in range(10)]
    with collector_paused():
        collector.look()
        assert ring() is not None
    collector.look()
    assert ring() is None
