"""The model of a comparison of profiles: lines, cells, words, and what is copied."""

from __future__ import annotations

import csv
import io

import pytest
from gui.systems_sample import BROKEN, COLUMNS, compared
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.system_choices import OWN, UNMANAGED, SystemChoice, kept
from ctxlab.gui.models.systems_answers import SystemsAnswers
from ctxlab.gui.models.systems_cells import CellKind, SystemCell
from ctxlab.gui.models.systems_model import SystemHead, SystemsModel
from ctxlab.gui.models.systems_text import as_csv, as_text
from ctxlab.model.constraint import Survived
from ctxlab.model.decision import Fate
from ctxlab.model.items import Row

DISPLAY = Qt.ItemDataRole.DisplayRole


@pytest.fixture
def model(qtbot: QtBot) -> SystemsModel:
    made = SystemsModel("en")
    made.set_columns(COLUMNS)
    made.set_answers(SystemsAnswers(compared()[-1]))
    return made


def cells(model: SystemsModel, key: str) -> list[SystemCell]:
    row = model.row_of(key)
    assert row >= 0, f"{key} is not among {model.keys}"
    found = [model.cell(row, column) for column in range(model.columnCount())]
    return [cell for cell in found if cell is not None]


def texts(model: SystemsModel, key: str) -> list[str]:
    return [cell.text for cell in cells(model, key)]


def test_it_is_a_table_that_qt_takes(model: SystemsModel, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(model)


def test_figures_stand_beside_each_other_and_what_is_nowhere_has_no_line(model: SystemsModel) -> None:
    assert texts(model, "figure:items") == ["6/6", "4/6", "2/6"]
    assert texts(model, "figure:dropped") == ["–", "2", "4"]
    assert texts(model, "figure:keeps") == ["2/2", "1/2", "0/2"]
    assert [cell.alarm for cell in cells(model, "figure:keeps")] == [False, True, True]
    for absent in ("over", "level", "merged", "compressed", "truncated", "counted"):
        assert model.row_of(f"figure:{absent}") < 0


def test_bars_share_one_scale_and_add_up_to_the_tokens(model: SystemsModel) -> None:
    found = cells(model, "figure:tokens")
    totals = [run.tokens for run in model.answers.runs(COLUMNS)]
    assert [sum(tokens for _row, tokens in cell.bar) for cell in found] == totals
    assert {cell.whole for cell in found} == {max(totals)}
    assert cells(model, "source:conversation")[1].bar == ((Row.RECENT, 30),)


def test_verdicts_and_fates_are_told_by_sign_word_and_stage(model: SystemsModel) -> None:
    first = cells(model, "keep:first")
    assert [cell.verdict for cell in first] == [Survived.VERBATIM, Survived.LOST, Survived.LOST]
    assert first[1].said == "lost; lost in Select"
    fates = cells(model, "item:i4")
    assert [cell.fate for cell in fates] == [Fate.KEPT, Fate.KEPT, Fate.DROPPED]
    assert fates[2].said.startswith("dropped; Select: ")
    index = model.index(model.row_of("item:i4"), 2)
    said = model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert said.startswith("i4.1 ")
    assert "none; dropped" in said
    assert model.data(index, Qt.ItemDataRole.ToolTipRole).startswith("<qt>none · ")


def test_what_is_alike_is_left_out_until_it_is_wanted(model: SystemsModel) -> None:
    def items() -> list[str]:
        return [key for key in model.keys if key.startswith("item:")]

    assert items() == ["item:i2", "item:i3", "item:i4", "item:i5"]
    head = model.line(model.row_of("section:items"))
    assert head is not None
    assert head.note == "4 of 6 fare differently"
    model.set_only_differing(False)
    assert items() == [f"item:i{at}" for at in range(1, 7)]


def test_must_keeps_that_are_kept_everywhere_are_counted_alone(qtbot: QtBot) -> None:
    model = SystemsModel("en")
    model.set_columns(COLUMNS[:1])
    model.set_answers(SystemsAnswers(compared((UNMANAGED,))[-1]))
    head = model.line(model.row_of("section:keeps"))
    assert head is not None
    assert head.note == "2 of 2 kept everywhere"
    assert not [key for key in model.keys if key.startswith("keep:")]
    model.set_only_differing(False)
    assert [key for key in model.keys if key.startswith("keep:")] == ["keep:first", "keep:last"]


def test_runs_to_come_wait_and_old_ones_stand_in_dim(model: SystemsModel) -> None:
    first, _second, whole = compared()
    model.set_answers(SystemsAnswers(first))
    assert [cell.kind for cell in cells(model, "figure:messages")] == [
        CellKind.NUMBER,
        CellKind.WAITING,
        CellKind.WAITING,
    ]
    model.set_answers(SystemsAnswers(first, whole))
    assert [cell.pending for cell in cells(model, "figure:messages")] == [False, True, True]
    assert [cell.fate for cell in cells(model, "item:i4")] == [Fate.KEPT, Fate.KEPT, Fate.DROPPED]
    model.set_answers(SystemsAnswers(whole, stale=True))
    assert all(cell.pending for cell in cells(model, "keep:first"))


def test_a_profile_that_cannot_be_built_says_so_in_its_column(model: SystemsModel) -> None:
    model.set_columns((*COLUMNS[:1], BROKEN))
    model.set_answers(SystemsAnswers(compared((UNMANAGED, "broken"))[-1]))
    told = cells(model, "figure:tokens")[1]
    assert (told.kind, told.text) == (CellKind.REFUSED, "cannot be built")
    assert told.said == "cannot be built: the strategy gave up"
    head = model.headerData(1, Qt.Orientation.Horizontal, Role.CELL)
    assert isinstance(head, SystemHead)
    assert head.refused
    assert "the strategy gave up" in model.headerData(
        1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    )
    alone = SystemsModel("en")
    alone.set_columns((BROKEN,))
    alone.set_answers(SystemsAnswers(refused={"broken": "no such file"}))
    assert [cell.said for cell in cells(alone, "figure:tokens")] == ["cannot be built: no such file"]


def test_patched_answers_keep_the_place_of_a_line(model: SystemsModel) -> None:
    model.set_only_differing(False)
    row = model.row_of("item:i4")
    resets: list[bool] = []
    model.modelReset.connect(lambda: resets.append(True))
    model.set_answers(SystemsAnswers(compared()[-1]))
    model.set_only_differing(True)
    assert resets == []
    assert model.key(model.row_of("item:i4")) == "item:i4"
    assert model.row_of("item:i4") < row


def test_heads_name_profiles_and_say_whose_contexts_are_looked_at(model: SystemsModel) -> None:
    model.set_chosen(UNMANAGED, OWN)
    heads = [model.headerData(at, Qt.Orientation.Horizontal, Role.CELL) for at in range(3)]
    assert [head.letter for head in heads] == ["A", "B", ""]
    assert [head.name for head in heads] == ["unmanaged", "mine", "none"]
    words = model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.AccessibleTextRole)
    assert words == "B · mine · in use"


def test_text_stands_in_columns_of_one_width(model: SystemsModel) -> None:
    lines = as_text(model).splitlines()
    assert lines[0].split() == ["profile", "unmanaged", "mine", "none"]
    keep = next(line for line in lines if line.startswith("i2.3"))
    assert keep.split()[-3:] == ["✓", "−", "−"]
    item = next(line for line in lines if line.startswith("i4 "))
    assert item.split()[-3:] == ["=", "=", "−"]


def test_csv_has_words_plain_numbers_and_no_formulas(model: SystemsModel) -> None:
    rows = list(csv.reader(io.StringIO(as_csv(model))))
    told = {row[0]: row[1:] for row in rows}
    assert told["items kept"] == ["6 of 6", "4 of 6", "2 of 6"]
    assert told["− dropped"] == ["", "2", "4"]
    assert told["i2.3"] == ["verbatim", "lost", "lost"]
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@"))]
    assert as_csv(SystemsModel("en")) == as_text(SystemsModel("en")) == ""


def test_what_is_compared_at_first_and_what_is_gone_since() -> None:
    choices = [SystemChoice(key, key, "") for key in (UNMANAGED, OWN, "as-recorded", "gssc", "mixed")]
    assert kept(choices, None) == (UNMANAGED, OWN, "gssc", "mixed")
    assert kept(choices, ("gone", "gssc", OWN)) == (OWN, "gssc")
    assert kept(choices, ()) == ()


def test_fates_sources_and_stages_are_told_in_chinese(qtbot: QtBot) -> None:
    model = SystemsModel("zh")
    model.set_columns(COLUMNS)
    model.set_answers(SystemsAnswers(compared()[-1]))
    line = model.line(model.row_of("figure:dropped"))
    assert line is not None
    assert line.label == "− 丢弃"
    source = model.line(model.row_of("source:system_prompt"))
    assert source is not None
    assert source.label == "系统提示词"
    told = cells(model, "item:i4")[2]
    assert told.text == "丢弃"
    assert "选择" in told.said
    assert {"丢弃", "保留"} <= model.words
