"""Hands and eyes for tests of the whole window: mouse and keys, and what is said and painted."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QWidget

from ctxlab.gui.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton


def seen(window: QWidget, name: str) -> QWidget:
    """The one widget in sight of that object name."""
    found = [one for one in window.findChildren(QWidget, name) if one.isVisible()]
    assert len(found) == 1, f"{len(found)} widgets called {name} are in sight"
    return found[0]


def table(window: QWidget, name: str) -> QTableView:
    """The table in sight of that object name."""
    found = seen(window, name)
    assert isinstance(found, QTableView)
    return found


def said(view: QTableView, row: int, column: int = 0) -> str:
    """What a screen reader says of a cell."""
    return str(view.model().index(row, column).data(Qt.ItemDataRole.AccessibleTextRole))


def lines(view: QTableView) -> list[str]:
    """What a screen reader says of the first cell of each row."""
    return [said(view, row) for row in range(view.model().rowCount())]


def row_of(view: QTableView, *words: str) -> int:
    """The first row of which a screen reader says all these words."""
    all_lines = lines(view)
    found = [row for row, line in enumerate(all_lines) if all(word in line for word in words)]
    assert found, f"{words} in none of {all_lines}"
    return found[0]


def cell(view: QTableView, row: int, column: int = 0) -> QRect:
    """Where a cell is seen."""
    return view.visualRect(view.model().index(row, column))


def click(widget: QWidget, at: QPoint | None = None) -> None:
    """A click where the widget is on the screen: in its middle, or at a place of it."""
    place = widget.rect().center() if at is None else at
    assert widget.isVisible()
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, place)


def click_cell(view: QTableView, row: int, column: int = 0) -> None:
    """A click into a cell, which is scrolled to before where it has to be."""
    view.scrollTo(view.model().index(row, column))
    click(view.viewport(), cell(view, row, column).center())


def drag(widget: QWidget, start: QPoint, end: QPoint, steps: int = 6) -> None:
    """The left button goes down at one place and up at another, with places between."""
    QTest.mousePress(widget, LEFT, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, steps + 1):
        QTest.mouseMove(widget, start + (end - start) * step / steps)
        QApplication.processEvents()
    QTest.mouseRelease(widget, LEFT, Qt.KeyboardModifier.NoModifier, end)


def key(
    window: MainWindow, which: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """A key to whatever has the focus."""
    QTest.keyClick(QApplication.focusWidget() or window, which, held)


def control(window: MainWindow, which: Qt.Key) -> None:
    """A key with Ctrl."""
    key(window, which, Qt.KeyboardModifier.ControlModifier)


def write(window: MainWindow, text: str) -> None:
    """Types into whatever has the focus."""
    QTest.keyClicks(QApplication.focusWidget() or window, text)


def words(widget: QWidget) -> str:
    """All words on the labels of a widget that are in sight, from the first to the last."""
    labels = [one for one in widget.findChildren(QLabel) if one.isVisible() and one.text()]
    return " | ".join(one.text() for one in labels)


def picture(widget: QWidget, rect: QRect) -> QImage:
    """What is painted at a place of a widget."""
    return widget.grab(rect).toImage()


def columns_of(image: QImage, ink: str, y: int, apart: int = 40) -> list[int]:
    """The x of all pixels of a line of a picture whose channels are not farther than that from a colour's."""
    return [x for x in range(image.width()) if _close(image.pixelColor(x, y), QColor(ink), apart)]


def groups(columns: list[int]) -> Iterator[tuple[int, int]]:
    """First and last of each run of neighbours."""
    start = 0
    for at in range(1, len(columns) + 1):
        if at == len(columns) or columns[at] != columns[at - 1] + 1:
            yield columns[start], columns[at - 1]
            start = at


def _close(one: QColor, other: QColor, apart: int) -> bool:
    parts = (one.red() - other.red(), one.green() - other.green(), one.blue() - other.blue())
    return max(abs(part) for part in parts) <= apart
