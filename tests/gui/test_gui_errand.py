"""Work beside the window: how far it is, its end, stopping it, and giving it up unheard."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from pytestqt.qtbot import QtBot

from ctxlab.gui.errand import Errand


def test_progress_and_end_are_told_on_the_thread_of_the_window(qtbot: QtBot) -> None:
    errand, go = Errand(), Event()
    far: list[tuple[int, int]] = []
    errand.progressed.connect(lambda done, count: far.append((done, count)))

    def work(_cancelled: object, progress: Callable[[int, int], None]) -> str:
        progress(1, 3)
        assert go.wait(20)
        return "found"

    with qtbot.waitSignal(errand.ended, timeout=20_000) as ended:
        errand.start(work, 3)
        assert errand.busy
        qtbot.waitUntil(lambda: (1, 3) in far)
        go.set()
    assert ended.args == ["found"]
    assert not errand.busy


def test_an_error_is_an_end_and_a_stop_is_asked_for(qtbot: QtBot) -> None:
    errand = Errand()

    def work(cancelled: Callable[[], bool], _progress: object) -> str:
        waiting = Event()
        while not cancelled():
            waiting.wait(0.01)
        raise ValueError("stopped")

    with qtbot.waitSignal(errand.ended, timeout=20_000) as ended:
        errand.start(work, 1)
        errand.stop()
    assert isinstance(ended.args[0], ValueError)


def test_nothing_is_told_of_work_that_was_dropped(qtbot: QtBot) -> None:
    errand, over = Errand(), Event()
    ends: list[object] = []
    errand.ended.connect(ends.append)

    def first(_cancelled: object, _progress: object) -> str:
        assert over.wait(20)
        return "first"

    errand.start(first, 1)
    with qtbot.waitSignal(errand.ended, timeout=20_000):
        errand.start(lambda _cancelled, _progress: "second", 1)
        over.set()
    errand.start(first, 1)
    errand.drop()
    assert not errand.busy
    assert ends == ["second"]
