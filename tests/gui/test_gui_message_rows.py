"""Messages as rows to be read."""

from __future__ import annotations

from dataclasses import replace

from gui.trace_builder import One, kept, trace_of
from gui.trip_sample import trip_trace
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.message_layout import Line
from ctxlab.gui.models.message_rows import FEW, FIRST, MessageCell, MessageRowsModel, RowKind
from ctxlab.gui.theme.style import Look
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row
from ctxlab.model.trace import Message, Trace
from ctxlab.model.wire_view import Finding, built_view


def model_of(look: Look, trace: Trace, width: int = 600) -> MessageRowsModel:
    model = MessageRowsModel(look.font)
    model.set_width(width)
    model.set_context(trace, built_view(trace))
    return model


def cell(model: MessageRowsModel, row: int) -> MessageCell:
    found = model.cell(row)
    assert found is not None
    return found


def heads(model: MessageRowsModel) -> list[MessageCell]:
    return [cell(model, model.first_row(section)) for section in range(len(model.keys))]


def with_message(message: Message) -> Trace:
    trace = trace_of([kept(One("i1", Row.RECENT, "x", "user"))])
    return replace(trace, context=(message,))


def test_heads_tell_number_role_tokens_place_and_fate(look: Look, qtmodeltester: ModelTester) -> None:
    model = model_of(look, trip_trace())
    qtmodeltester.check(model)
    tools, system, *others = heads(model)
    assert (tools.number, tools.label, tools.open) == ("", "tools", False)
    assert tools.told == "≈488 tokens · beside the messages"
    # 1,620 tokens and 3 of framing
    assert (system.number, system.label, system.told) == ("#1", "system", "≈1,623 tokens · at 0 %")
    assert [head.number for head in others] == [f"#{n}" for n in range(2, len(others) + 2)]
    pills = {head.pills[0].text for head in others if head.pills}
    assert pills == {"+ added", "+ summary", "Σ summarised", "~ cut"}


def test_a_body_has_the_colour_and_fate_of_its_item(look: Look) -> None:
    trace = trip_trace()
    model = model_of(look, trace)
    position = trace.position("i18~summary")
    assert position is not None
    section = model.section_of_item(position)
    line = cell(model, model.first_row(section) + 1)
    # the builder's messages name no spans: the text is nobody's for sure, the colour the first item's
    assert (line.kind, line.row, line.own) == (RowKind.BODY, Row.SUMMARY, False)
    message = trace.context[section - 1]
    text = str(message.value["content"])
    whole = replace(message, spans=(("/content", 0, len(text), position),))
    context = tuple(whole if one is message else one for one in trace.context)
    model.set_context(replace(trace, context=context), built_view(replace(trace, context=context)))
    line = cell(model, model.first_row(section) + 1)
    assert (line.fate, line.text) == (Fate.ADDED, text)


def test_what_ctxlab_writes_around_items_is_marked(look: Look) -> None:
    text = "## Notes\n\nuser travels with a child"
    message = Message({"role": "system", "content": text}, 9, (0,), (("/content", 10, len(text), 0),))
    model = model_of(look, with_message(message))
    rows = [cell(model, row) for row in range(1, 4)]
    assert [(row.text, row.own) for row in rows] == [
        ("## Notes", True),
        ("", True),
        ("user travels with a child", False),
    ]


def test_calls_are_named_and_set_out(look: Look) -> None:
    calls = [{"id": "c", "type": "function", "function": {"name": "find", "arguments": '{"a":1}'}}]
    value = {"role": "assistant", "content": "I look.", "tool_calls": calls}
    model = model_of(look, with_message(Message(value, 9, (0,))))
    rows = [cell(model, row) for row in range(1, model.rowCount())]
    assert [(row.line, row.text) for row in rows] == [
        (Line.TEXT, "I look."),
        (Line.NAME, "→ find"),
        (Line.DATA, "{"),
        (Line.DATA, '  "a": 1'),
        (Line.DATA, "}"),
    ]


def test_a_long_message_is_cut_and_shown_on_demand(look: Look) -> None:
    model = model_of(look, with_message(Message({"role": "user", "content": "line\n" * 50}, 9, (0,))))
    assert model.rowCount() == 1 + FIRST + 1
    more = cell(model, model.rowCount() - 1)
    assert more.kind is RowKind.MORE
    # 51 lines, of which the last is empty: 42 with their ends stand behind the first eight
    assert more.text == "… 210 more characters: Enter shows them"
    model.show_more(0)
    assert model.rowCount() == 1 + 51
    model.toggle(0)
    assert model.rowCount() == 1
    closed = cell(model, 0)
    assert not closed.open
    assert closed.text.startswith("line line line")


def test_many_messages_begin_closed_and_stay_as_they_were_left(look: Look, qtbot: QtBot) -> None:
    ones = [kept(One(f"i{n}", Row.HISTORY, f"words {n}", "user")) for n in range(FEW + 2)]
    trace = trace_of(ones)
    model = model_of(look, trace)
    assert model.rowCount() == FEW + 2
    model.toggle(3)
    assert model.rowCount() == FEW + 3
    shorter = trace_of(ones[1:])
    with qtbot.assertNotEmitted(model.modelReset):
        model.set_context(shorter, built_view(shorter))
    assert model.rowCount() == FEW + 2
    assert model.is_open(2)
    few = trace_of(ones[:FEW])
    model.set_context(few, built_view(few))
    assert model.rowCount() == 2 * FEW


def test_findings_mark_their_message(look: Look) -> None:
    model = model_of(look, trip_trace())
    model.set_findings((Finding("content_empty", 2), Finding("content_empty", 3, severity="warning")))
    assert [head.number for head in heads(model) if head.wrong] == ["#2"]
    spoken = model.index(model.first_row(2), 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "not valid" in spoken


def test_wider_rows_are_fewer(look: Look) -> None:
    text = "word " * 60
    narrow = model_of(look, with_message(Message({"role": "user", "content": text}, 9, (0,))), 300)
    before = narrow.rowCount()
    narrow.set_width(1_200)
    assert narrow.rowCount() < before
