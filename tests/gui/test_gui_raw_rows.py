"""The body of a request as lines of JSON."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.json_lines import count_lines, json_lines
from ctxlab.gui.models.raw_rows import RawCell, RawRowsModel
from ctxlab.model.trace import Message, Outside
from ctxlab.model.wire_view import WireView, json_text, request_body

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=100, deadline=None)
@given(JSON)
def test_lines_are_counted_without_being_made(value: Any) -> None:
    lines = json_lines(value, 1, "key", comma=True)
    assert len(lines) == count_lines(value)
    assert json.loads("{" + "\n".join(lines)[:-1] + "}") == {"key": value}


def view(*contents: Any) -> WireView:
    messages = tuple(Message({"role": "user", "content": one}, 1, (0,)) for one in contents)
    tools = Outside("tools", [{"name": "find"}], 1, ())
    return WireView("openai-chat", "openai-chat", messages, (tools,))


def cell(model: RawRowsModel, row: int) -> RawCell:
    found = model.cell(row)
    assert found is not None
    return found


def test_the_lines_are_the_body(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model, shown = RawRowsModel(), view("one", "two", [{"type": "text", "text": "\nthree"}])
    model.set_view(shown)
    qtmodeltester.check(model)
    lines = [cell(model, row).text for row in range(model.rowCount())]
    assert "\n".join(lines) == json_text(request_body(shown))
    assert [cell(model, row).number for row in range(3)] == [1, 2, 3]
    assert model.message_number(model.message_section(2)) == 2
    assert model.message_number(0) == 0
    assert cell(model, model.first_row(model.message_section(2)) + 2).text.endswith('"content": "two"')
    model.set_view(None)
    assert model.rowCount() == 0


def test_a_long_line_is_cut_and_shown_in_pieces(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = RawRowsModel()
    model.set_view(view("x" * 4_500, "after"))
    section = model.message_section(1)
    row = model.first_row(section) + 2
    # six blanks, "content": and the first quote are 18 characters
    assert cell(model, row) == RawCell(row + 1, '      "content": "' + "x" * 1_982, 4_501 - 1_982)
    assert model.show_more(row)
    qtmodeltester.check(model)
    assert [cell(model, row + at).number for at in range(4)] == [row + 1, 0, 0, row + 2]
    assert cell(model, row + 2).text == "x" * 518 + '"'
    assert not model.show_more(row + 1)
    assert model.row_of(section, 2, 4_100) == row + 2
    assert model.row_of(section, 3) == row + 3


def test_wide_lines_are_told_once(qtbot: QtBot) -> None:
    model = RawRowsModel()
    model.set_view(view("宽" * 100))
    with qtbot.waitSignal(model.widened):
        model.lines(model.message_section(1))
    # what stands before the text, 100 characters that take two columns, and the last quote
    assert model.columns == 18 + 200 + 1
    with qtbot.assertNotEmitted(model.widened):
        model.lines(0)
