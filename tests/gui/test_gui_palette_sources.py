"""Where the palette's entries come from."""

from __future__ import annotations

from gui.trace_builder import One, kept, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

import ctxlab
from ctxlab import paths
from ctxlab.gui.models.palette_sources import (
    BATCH,
    LOOKED_AT,
    MOST_ITEMS,
    ItemSearch,
    Named,
    actions,
    named,
    requests,
)
from ctxlab.model.items import Row


def test_actions_come_with_their_keys_and_with_why_not(qtbot: QtBot) -> None:
    parent = QObject()
    save, export, line, hidden = (QAction(words, parent) for words in ("&Save…", "&Export && go", "", "x"))
    save.setShortcut("Ctrl+S")
    export.setEnabled(False)
    line.setSeparator(True)
    hidden.setVisible(False)
    found = list(actions(lambda: [save, export, line, hidden], lambda _: "no session is open")(""))
    assert [(one.title, one.key, one.enabled, one.note) for one in found] == [
        ("Save…", "Ctrl+S", True, ""),
        ("Export & go", "", False, "no session is open"),
    ]
    with qtbot.waitSignal(save.triggered):
        found[0].run()


def test_an_action_that_is_on_says_so(qtbot: QtBot) -> None:
    parent = QObject()
    dark = QAction("Dark", parent)
    dark.setCheckable(True)
    dark.setChecked(True)
    assert [one.note for one in actions(lambda: [dark])("")] == ["on"]


def test_named_things_are_gone_to_by_their_value() -> None:
    gone: list[str] = []
    source = named("session", lambda: [Named("0", "trip", "2 lost"), Named("1", "trip")], gone.append)
    first, second = source("")
    assert (first.title, first.note, first.group) == ("trip", "2 lost", "session")
    second.run()
    assert gone == ["1"]


def test_a_number_names_a_request_and_a_turn(qtbot: QtBot) -> None:
    trip = ctxlab.open(paths.sample_sessions("trip-hangzhou.ctx.json"))
    gone: list[tuple[str, int]] = []
    source = requests(
        lambda: trip, lambda at: gone.append(("request", at)), lambda at: gone.append(("turn", at))
    )
    found = list(source("turn 14"))
    assert [(one.title, one.enabled) for one in found] == [("request 14", True), ("turn 14", True)]
    found[1].run()
    assert gone == [("turn", 14)]
    # the sample has 47 requests in 22 turns
    beyond = list(source("31"))
    assert [(one.title, one.enabled, one.note) for one in beyond] == [
        ("request 31", True, ""),
        ("turn 31", False, "the last turn is 22"),
    ]
    assert list(source("request")) == []
    assert list(requests(lambda: None, print, print)("3")) == []


def test_items_are_found_by_all_words_of_a_query(qtbot: QtBot) -> None:
    gone: list[str] = []
    search = ItemSearch(trip_trace, gone.append)
    found = list(search("hangzhou tea"))
    assert [one.note for one in found] == ["i32"]
    assert found[0].title.endswith("Hangzhou in the rain: museums, tea houses and covered markets")
    found[0].run()
    assert gone == ["i32"]
    assert [one.note for one in search("辣")] == ["i8"]
    assert list(search("q")) == []
    assert list(search("")) == []
    assert list(ItemSearch(lambda: None, gone.append)("tea")) == []


def test_a_hit_far_in_is_shown_with_the_words_around_it(qtbot: QtBot) -> None:
    trace = trace_of([kept(One("i1", Row.HISTORY, "x " * 60 + "<b>needle</b> in hay"))])
    (found,) = ItemSearch(lambda: trace, print)("needle")
    assert "…" in found.title
    assert "<b>needle</b> in hay" in found.title


def test_only_the_first_hits_and_only_beginnings(qtbot: QtBot) -> None:
    many = [kept(One(f"i{n}", Row.HISTORY, "word " * 3)) for n in range(20)]
    late = kept(One("i20", Row.HISTORY, "x" * LOOKED_AT + "needle"))
    trace = trace_of([*many, late])
    search = ItemSearch(lambda: trace, print)
    assert len(list(search("word"))) == MOST_ITEMS
    assert list(search("needle")) == []


def test_a_long_session_is_taken_up_in_batches(qtbot: QtBot) -> None:
    trace = trace_of([kept(One(f"i{n}", Row.HISTORY, f"word {n}")) for n in range(BATCH + 1)])
    search = ItemSearch(lambda: trace, print)
    # opening the palette asks with an empty query
    assert list(search("")) == []
    assert [one.note for one in search(f"word {BATCH}")] == [f"i{BATCH}"]
