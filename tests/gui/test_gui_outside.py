"""Files changed outside: it is said when it matters, and reloaded or not as the user decides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gui.gui_helpers import PATIENCE_MS, PROFILE
from gui.protection_desk import CAP, Desk, Window, cap
from pytestqt.qtbot import QtBot

from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.gui.document import Document
from ctxlab.gui.sharing import Sharing
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.paths import write_atomic
from ctxlab.profiles import load_profile, save_profile


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.close()


@pytest.fixture
def window(desk: Desk) -> Iterator[Window]:
    made = Window(desk, desk.root)
    yield made
    made.protection.close()


def changed(qtbot: QtBot, window: Window) -> str:
    qtbot.waitUntil(
        lambda: any(topic.startswith("changed") for topic in window.messages), timeout=PATIENCE_MS
    )
    (text,) = window.texts()
    return text


def test_a_changed_profile_is_reloaded_and_undo_gives_the_edits_back(
    desk: Desk, window: Window, qtbot: QtBot
) -> None:
    document = window.open()
    document.edit(CAP, 70, "mine")
    write_atomic(desk.profile, PROFILE.replace("cap = 60 ", "cap = 55 "))
    assert changed(qtbot, window) == "small.toml was changed outside."
    window.act("Reload")
    assert cap(document) == 55
    assert not document.changed
    document.undo.undo()
    assert cap(document) == 70
    assert document.profile_changed


def test_a_changed_profile_may_stay_as_the_window_has_it(desk: Desk, window: Window, qtbot: QtBot) -> None:
    document = window.open()
    write_atomic(desk.profile, PROFILE.replace("cap = 60 ", "cap = 55 "))
    changed(qtbot, window)
    window.act("Keep mine")
    assert cap(document) == 60
    assert document.profile_changed
    assert document.saved == load_profile(desk.profile)


def test_a_change_that_means_the_same_or_was_taken_back_is_not_said(
    desk: Desk, window: Window, qtbot: QtBot
) -> None:
    window.open()
    for text in (PROFILE.replace("60", "55"), "# a comment\n" + PROFILE):
        with qtbot.waitSignal(window.protection.outside.watch.profile_changed, timeout=PATIENCE_MS):
            write_atomic(desk.profile, text)
    assert window.messages == {}


def test_a_profile_that_is_broken_or_gone_is_said(desk: Desk, window: Window, qtbot: QtBot) -> None:
    document = window.open()
    write_atomic(desk.profile, "[[")
    assert changed(qtbot, window).startswith(
        "small.toml was changed outside and cannot be read; yours is kept."
    )
    desk.profile.unlink()
    qtbot.waitUntil(lambda: "gone" in window.texts()[0], timeout=PATIENCE_MS)
    assert cap(document) == 60


def test_what_the_window_saves_itself_is_not_said(desk: Desk, window: Window, qtbot: QtBot) -> None:
    document = window.open()
    document.edit(CAP, 70, "mine")
    document.change(document.profile, Marks(pins=("i1",)), "pin")
    save_profile(document.profile, desk.profile)
    document.mark_saved(desk.profile)
    write_marks(marks_path(desk.talk), document.marks)
    document.marks_saved()
    for _ in range(2):
        with qtbot.waitSignal(window.protection.outside.watch._seen, timeout=PATIENCE_MS):
            window.protection.look_again()
    assert window.messages == {}


def test_changed_marks_are_reloaded_or_kept(desk: Desk, window: Window, qtbot: QtBot) -> None:
    document = window.open()
    write_marks(marks_path(desk.talk), Marks(pins=("i2",)))
    assert changed(qtbot, window) == "talk.marks.json was changed outside."
    window.act("Reload")
    assert (document.marks.pins, document.marks_changed) == (("i2",), False)
    write_marks(marks_path(desk.talk), Marks(pins=("i3",)))
    changed(qtbot, window)
    window.act("Keep mine")
    assert (document.marks.pins, document.marks_changed) == (("i2",), True)
    write_atomic(marks_path(desk.talk), "[]")
    assert "cannot be read" in changed(qtbot, window)


def test_a_changed_session_is_opened_again_with_its_edits(desk: Desk, window: Window, qtbot: QtBot) -> None:
    document = window.open()
    with qtbot.waitSignal(window.protection.outside.watch._seen, timeout=PATIENCE_MS):
        window.protection.look_again()
    document.edit(CAP, 70, "mine")
    write_atomic(desk.talk, desk.talk.read_text().replace("trips", "stays"))
    assert changed(qtbot, window) == "talk.json was changed outside since it was opened."
    offer = dict(window.messages)
    window.messages.clear()
    with qtbot.waitSignal(window.protection.outside.watch.session_changed, timeout=PATIENCE_MS):
        write_atomic(desk.talk, desk.talk.read_text() + " ")
    assert window.messages == {}
    window.messages.update(offer)
    window.act("Open again")
    assert window.asked == [(desk.talk, str(desk.profile), document.snapshot.request.index)]
    again = window.open()
    assert cap(again) == 70
    assert again.session is not document.session
    desk.talk.unlink()
    qtbot.waitUntil(lambda: any("gone" in text for text in window.texts()), timeout=PATIENCE_MS)


def test_sessions_that_share_a_profile_take_it_over_together(
    desk: Desk, window: Window, qtbot: QtBot
) -> None:
    sharing = Sharing()
    first = window.open()
    sharing.add(first)
    second = desk.open()
    window.protection.watch_document(second, desk.talk, 1)
    sharing.add(second)
    first.edit(CAP, 70, "mine")
    write_atomic(desk.profile, PROFILE.replace("cap = 60 ", "cap = 55 "))
    changed(qtbot, window)
    window.act("Keep mine")
    theirs = load_profile(desk.profile)
    assert (first.saved, second.saved) == (theirs, theirs)
    assert cap(first) == sharing.profile(second).row(Row.HISTORY).cap == 70
    write_atomic(desk.profile, PROFILE.replace("cap = 60 ", "cap = 50 "))
    changed(qtbot, window)
    window.act("Reload")
    assert (cap(first), cap(second)) == (50, 50)
    assert not first.changed
    assert not second.changed


def changed_while_edited(desk: Desk, window: Window, qtbot: QtBot) -> Document:
    document = window.open()
    with qtbot.waitSignal(window.protection.outside.watch._seen, timeout=PATIENCE_MS):
        window.protection.look_again()
    document.edit(CAP, 70, "mine")
    write_atomic(desk.talk, desk.talk.read_text().replace("trips", "stays"))
    changed(qtbot, window)
    window.act("Open again")
    return document


def test_edits_that_were_given_up_meanwhile_do_not_come_back(
    desk: Desk, window: Window, qtbot: QtBot
) -> None:
    document = changed_while_edited(desk, window, qtbot)
    window.protection.forget(document)
    assert cap(window.open()) == 60


def test_a_session_that_could_not_be_opened_again_is_not_waited_for(
    desk: Desk, window: Window, qtbot: QtBot
) -> None:
    document = changed_while_edited(desk, window, qtbot)
    window.protection.opening_ended()
    assert cap(window.open()) == 60
    assert cap(document) == 70


def test_edits_made_while_a_session_is_read_go_with_it(desk: Desk, window: Window, qtbot: QtBot) -> None:
    changed_while_edited(desk, window, qtbot).edit(CAP, 80, "mine")
    assert cap(window.open()) == 80
    assert cap(window.open()) == 60
