"""The messages view on real runs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest
from helpers.tree import ROOT
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from ctxlab import Lab
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.messages_view import MessagesView
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import Finding, request_body


@dataclass(frozen=True)
class Built:
    lab: Lab
    session: Session
    profile: Profile
    trace: Trace


@pytest.fixture(scope="module")
def built() -> Built:
    lab = Lab(store=False)
    session = lab.open(ROOT / "sessions" / "trip-hangzhou.ctx.json")
    profile = lab.profile(ROOT / "sessions" / "travel-agent.toml")
    return Built(lab, session, profile, lab.build(session.at(31), profile))


def view_of(qtbot: QtBot, look: Look, built: Built) -> MessagesView:
    view = MessagesView(look)
    qtbot.addWidget(view)
    view.view_requested.connect(
        lambda trace, wire: view.set_wire_view(
            trace, built.lab.wire_view(trace, wire, recorded=built.session.wire)
        )
    )
    view.resize(900, 400)
    view.set_context(built.trace, built.profile)
    view.show()
    qtbot.waitExposed(view)
    return view


def choose_wire(view: MessagesView, wire: str) -> None:
    box = view.findChild(QComboBox, "messageWire")
    assert box is not None
    box.setFocus()
    while box.currentData() != wire:
        QTest.keyClick(box, Qt.Key.Key_Down)


def press(view: MessagesView, name: str) -> None:
    button = view.findChild(QToolButton, name)
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def find(view: MessagesView, words: str) -> None:
    field = view.findChild(QLineEdit, "messageFind")
    assert field is not None
    field.setText(words)
    QTest.keyClick(field, Qt.Key.Key_Return)


def verdict(view: MessagesView) -> str:
    button = view.findChild(QToolButton, "messageVerdict")
    assert button is not None
    return button.text()


def test_the_messages_of_the_run_are_shown_and_valid(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    assert len(view.pretty.rows.keys) == len(built.trace.outside) + len(built.trace.context)
    assert verdict(view) == "✓ valid"
    assert view.findings.isHidden()


def test_out_of_sight_nothing_is_made_and_an_old_answer_is_left_aside(
    qtbot: QtBot, look: Look, built: Built
) -> None:
    view = MessagesView(look)
    qtbot.addWidget(view)
    with qtbot.assertNotEmitted(view.view_requested):
        view.set_context(built.trace, built.profile)
    assert view.pretty.rows.rowCount() == 0
    other = built.lab.build(built.session.at(2), built.profile)
    with qtbot.waitSignal(view.view_requested) as asked:
        view.show()
    assert asked.args == [built.trace, "openai-chat"]
    view.set_wire_view(other, built.lab.wire_view(other))
    assert view.wire_view is not None
    assert view.wire_view.findings is None
    view.set_context(None, None)
    assert view.pretty.rows.rowCount() == 0


def test_another_wire_is_written_listed_and_can_be_asked_for(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    choose_wire(view, "anthropic")
    assert view.wire_view is not None
    assert (view.wire_view.wire, view.wire_view.as_built) == ("anthropic", False)
    assert verdict(view) == "✓ valid"
    wrong = (Finding("call_unanswered", 4, (("id", "a"),)), Finding("call_id_odd", 4, (("id", "a#"),)))
    view.set_wire_view(built.trace, replace(view.wire_view, findings=wrong))
    assert verdict(view) == "! 2 not valid"
    assert view.findings.rows.rowCount() == 2
    build = view.findChild(QPushButton, "buildForWire")
    assert build is not None
    assert build.text() == "Build for Anthropic"
    with qtbot.waitSignal(view.setting_requested) as asked:
        QTest.mouseClick(build, Qt.MouseButton.LeftButton)
    assert asked.args == ["construct.wire", "anthropic"]
    press(view, "messageVerdict")
    assert view.findings.isHidden()


@pytest.mark.parametrize(
    ("wire", "field", "labels"),
    [
        ("openai-responses", "input", {"system", "user", "assistant", "function_call"}),
        ("gemini", "contents", {"user", "model"}),
    ],
)
def test_wires_that_nothing_is_built_in_are_only_looked_at(
    qtbot: QtBot, look: Look, built: Built, wire: str, field: str, labels: set[str]
) -> None:
    view = view_of(qtbot, look, built)
    choose_wire(view, wire)
    assert view.wire_view is not None
    assert (view.wire_view.wire, view.wire_view.valid) == (wire, True)
    build = view.findChild(QPushButton, "buildForWire")
    assert build is not None
    assert build.isHidden()
    rows = view.pretty.rows
    heads = [rows.cell(rows.first_row(at)) for at in range(len(rows.keys))]
    assert labels <= {one.label for one in heads if one is not None}
    press(view, "messageForm-raw")
    raw = [view.raw.rows.index(row, 0).data() for row in range(view.raw.rows.rowCount())]
    assert any(f'"{field}": [' in str(line) for line in raw)


def test_choosing_a_message_tells_its_item_and_the_other_way_round(
    qtbot: QtBot, look: Look, built: Built
) -> None:
    view = view_of(qtbot, look, built)
    item = built.trace.id(built.trace.context[20].positions[0])
    with qtbot.assertNotEmitted(view.item_chosen):
        view.choose(item)
    row = view.pretty.currentIndex().row()
    assert view.pretty.rows.number(view.pretty.rows.place(row)[0]) == 21
    assert view.pretty.viewport().rect().contains(view.pretty.visualRect(view.pretty.currentIndex()).center())
    view.pretty.setFocus()
    heads = [view.pretty.rows.first_row(section) for section in range(len(view.pretty.rows.keys))]
    with qtbot.waitSignal(view.item_chosen) as chosen:
        for _ in range(heads[22] - row):
            QTest.keyClick(view.pretty, Qt.Key.Key_Down)
    assert chosen.args == [built.trace.id(built.trace.context[21].positions[0])]


@pytest.mark.parametrize("form", ["pretty", "raw"])
def test_a_shorter_context_moves_the_current_message_and_nobody_chose_one(
    qtbot: QtBot, look: Look, built: Built, form: str
) -> None:
    view = view_of(qtbot, look, built)
    short = built.lab.build(built.session.at(31), built.profile.set("budget.history.cap", 0))
    press(view, f"messageForm-{form}")
    for number in range(len(built.trace.context), 0, -7):
        view.set_context(built.trace, built.profile)
        view.choose(built.trace.id(built.trace.context[number - 1].positions[0]))
        with qtbot.assertNotEmitted(view.item_chosen):
            view.set_context(short, built.profile)


def test_raw_goes_to_the_same_message_and_copies(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    view.choose(built.trace.id(built.trace.context[5].positions[0]))
    press(view, "messageForm-raw")
    assert view.raw.rows.message_number(view.raw.section) == 6
    QTest.keyClick(view.raw, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert json.loads(QGuiApplication.clipboard().text()) == built.trace.context[5].value
    press(view, "messageCopyAll")
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith('{\n  "tools"'))
    assert view.wire_view is not None
    assert json.loads(QGuiApplication.clipboard().text()) == request_body(view.wire_view)


@pytest.mark.parametrize("form", ["messageForm-pretty", "messageForm-raw"])
def test_finding_goes_round(qtbot: QtBot, look: Look, built: Built, form: str) -> None:
    view = view_of(qtbot, look, built)
    press(view, form)
    table = view.table
    find(view, "SIX-YEAR-OLD")
    qtbot.waitUntil(lambda: table.currentIndex().isValid())
    first = table.currentIndex().row()
    assert "six-year-old" in str(table.rows.index(first, 0).data())
    seen = {first}
    for _ in range(40):
        press(view, "messageFindNext")
        qtbot.waitUntil(lambda: not view._slices.busy)
        if table.currentIndex().row() == first:
            break
        seen.add(table.currentIndex().row())
    assert table.currentIndex().row() == first
    assert len(seen) > 1
    assert all("six-year-old" in str(table.rows.index(row, 0).data()) for row in seen)


def test_an_item_is_found_in_raw_after_another_run(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    press(view, "messageForm-raw")
    earlier = built.lab.build(built.session.at(12), built.profile)
    view.set_context(earlier, built.profile)
    view.choose(earlier.id(earlier.context[9].positions[0]))
    assert view.raw.rows.message_number(view.raw.section) == 10
    assert view.raw.horizontalScrollBar().value() == 0
    assert view.raw.viewport().rect().intersects(view.raw.visualRect(view.raw.currentIndex()))


def test_what_is_found_far_along_a_line_comes_into_sight(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    press(view, "messageForm-raw")
    find(view, "Trains before cars")
    qtbot.waitUntil(lambda: view.raw.horizontalScrollBar().value() > 0)


def test_what_is_not_there_is_said(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    field = view.findChild(QLineEdit, "messageFind")
    assert field is not None
    find(view, "no such words at all")
    qtbot.waitUntil(lambda: bool(field.property("invalid")))
    assert field.accessibleDescription() == "not found"
    field.setText("s")
    assert not field.property("invalid")


def test_a_message_is_opened_and_closed_by_keys(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    table, rows = view.pretty, view.pretty.rows
    table.go_to(0)
    assert not rows.is_open(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert rows.is_open(0)
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert table.currentIndex().row() == 0
    QTest.keyClick(table, Qt.Key.Key_Left)
    assert not rows.is_open(0)
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert rows.is_open(0)


def test_another_cap_leaves_the_current_message_where_it_is(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    item = built.trace.id(built.trace.context[-2].positions[0])
    view.choose(item)
    tighter = built.profile.set("budget.history.cap", 300)
    trace = built.lab.build(built.session.at(31), tighter)
    assert len(trace.context) < len(built.trace.context)
    view.set_context(trace, tighter)
    section = view.pretty.section
    carrier = view.pretty.rows.carrier(section)
    assert carrier is not None
    assert item in [trace.id(position) for position in carrier.positions]


def test_every_control_has_a_name_and_takes_the_keys(qtbot: QtBot, look: Look, built: Built) -> None:
    view = view_of(qtbot, look, built)
    names = (
        "messageWire",
        "messageVerdict",
        "messageFind",
        "messageFindBefore",
        "messageFindNext",
        "messageCopyAll",
    )
    for name in (*names, "messageLines", "rawLines", "messageFindings", "messageForm"):
        widget = view.findChild(QWidget, name)
        assert widget is not None, name
        assert widget.accessibleName(), name
        assert name == "messageForm" or widget.focusPolicy() & Qt.FocusPolicy.TabFocus, name
