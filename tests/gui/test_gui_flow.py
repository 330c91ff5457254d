"""Widgets in a row that goes on in the next line."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ctxlab.gui.views.flow import Flow

WORDS = ("some words on a label", "others on the next", "and still more of them")


class Row(QWidget):
    """Labels in a flow, and a last one at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.flow = Flow(10)
        self.parts = [QLabel(words) for words in WORDS]
        self.last = QLabel("at the end")
        for part in (*self.parts, self.last):
            self.flow.addWidget(part)
        self.flow.setAlignment(self.last, Qt.AlignmentFlag.AlignRight)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self.flow)
        layout.addStretch(1)


@pytest.fixture
def row(qtbot: QtBot) -> Row:
    made = Row()
    qtbot.addWidget(made)
    made.resize(900, 200)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_with_room_all_stand_in_one_line_and_the_last_at_its_end(row: Row) -> None:
    assert len({part.y() for part in (*row.parts, row.last)}) == 1
    assert all(one.geometry().right() < other.x() for one, other in pairwise(row.parts))
    assert row.last.geometry().right() == row.rect().right()


def test_without_room_it_goes_on_below_and_nothing_is_narrowed(row: Row) -> None:
    wide = row.parts[0].sizeHint().width() + row.parts[1].sizeHint().width() + 15
    row.resize(wide, 200)
    QApplication.processEvents()
    first, second, third = row.parts
    assert first.y() == second.y() < third.y()
    assert third.x() == 0
    assert [part.width() for part in row.parts] == [part.sizeHint().width() for part in row.parts]
    assert row.flow.heightForWidth(wide) > row.flow.heightForWidth(900)


def test_the_one_at_the_end_begins_no_line(row: Row) -> None:
    row.resize(row.parts[0].sizeHint().width() + 4, 200)
    QApplication.processEvents()
    assert row.last.size().isEmpty()
    assert row.parts[2].y() > row.parts[1].y() > row.parts[0].y()


def test_its_words_ask_for_no_width_and_one_that_is_too_wide_is_narrowed(row: Row) -> None:
    assert row.flow.minimumSize().width() == 0
    row.resize(60, 200)
    QApplication.processEvents()
    assert all(part.width() <= 60 for part in row.parts)


def test_one_is_put_between_and_taken_out_again(row: Row) -> None:
    new = QLabel("new")
    row.flow.insert(1, new)
    QApplication.processEvents()
    assert row.parts[0].x() < new.x() < row.parts[1].x()
    assert row.flow.count() == 5
    row.flow.removeWidget(new)
    new.hide()
    QApplication.processEvents()
    assert row.flow.count() == 4
    assert row.flow.itemAt(4) is None
    assert row.flow.takeAt(4) is None
