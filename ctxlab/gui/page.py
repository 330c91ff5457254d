"""The Tune page: all views in their places. It knows no document; others fill the views and listen."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QSizePolicy, QSplitter, QVBoxLayout, QWidget

from ctxlab.gui.messages import MessageBar
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_table import BudgetTable
from ctxlab.gui.views.context_bar import ContextBar
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.gui.views.item_inspector import ItemInspector
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.must_keep_list import MustKeepList
from ctxlab.gui.views.problems_view import ProblemsView
from ctxlab.gui.views.request_bar import RequestBar
from ctxlab.gui.views.stage_panes import StagePanes
from ctxlab.gui.views.text_list import TextList

#: The height at which the budget table shows all its rows.
BUDGET = 352
#: Where titles begin, and the texts below them (pixels).
TITLE_LEFT = 9
#: What the budget table keeps free beside it; its cells have a margin of their own.
BUDGET_MARGIN = 5


class TunePage(QWidget):
    """Request bar over three columns: what is open and judged; panes and diff; budget and item."""

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tunePage")
        self.setProperty("role", "page")
        self._diff_room: int = 0
        self.request_bar = RequestBar(look)
        self.messages = MessageBar()
        self.sessions = TextList(look)
        self.sessions.setObjectName("sessionsList")
        self.sessions.setAccessibleName(self.tr("Sessions"))
        self.must_keeps = MustKeepList(look, language=language)
        self.problems = ProblemsView(look, language=language)
        self.context_bar = ContextBar(look, language=language)
        self.panes = StagePanes(look, language=language)
        self.diff = DiffView(look, language=language)
        self.budget = BudgetTable(look, language=language)
        self.inspector = ItemInspector(look, language=language)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.request_bar)
        layout.addWidget(rule())
        layout.addWidget(self.messages)
        layout.addWidget(self._columns(), 1)

    def reset_sizes(self) -> None:
        """Gives all columns the sizes that they come with, for the room that there is now."""
        wide, high = self.width(), self.height() - self.request_bar.height()
        left, right = min(190, wide * 13 // 100), min(460, wide * 35 // 100)
        budget = min(BUDGET, high * 58 // 100)
        whole = {
            "columns": (left, wide - left - right, right),
            "left": (high * 22 // 100, high * 38 // 100, high * 40 // 100),
            "middle": (high * 74 // 100, high * 26 // 100),
            "right": (budget, high - budget),
        }
        for name, sizes in whole.items():
            found = self.findChild(QSplitter, name)
            if found is not None:
                found.setSizes(list(sizes))
        self._diff_room = high * 26 // 100
        self._give_diff_room()

    def _hold_diff(self) -> None:
        """A person chose how high the diff is."""
        self._diff_room = self.diff.height()

    def _give_diff_room(self) -> None:
        """Gives the diff the height that it is to have, or what its lines need if that is less."""
        panes, diff = self._middle.sizes()
        whole = panes + diff
        wanted = min(self._diff_room or whole * 26 // 100, self.diff.maximumHeight())
        if whole and diff != wanted:
            self._middle.setSizes([whole - wanted, wanted])
            self.panes.keep_in_sight()

    def next_area(self, step: int) -> None:
        """Brings the keys to the next part of the page (1) or to the one before (-1), round and round."""
        areas: list[QWidget] = [
            self.request_bar.bars,
            *(self.sessions, self.must_keeps, self.problems),
            *(self.panes.filter_bar.field, *self.panes.tables[:1], self.diff.table),
            *(self.budget, self.inspector.text),
        ]
        focus = QApplication.focusWidget()
        held = next((at for at, area in enumerate(areas) if _has(area, focus)), None)
        if held is None and self.panes.isAncestorOf(focus or self):
            held = areas.index(self.panes.tables[0])
        to = 0 if held is None else (held + step) % len(areas)
        areas[to].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _columns(self) -> QSplitter:
        top = QFrame()
        inside = QVBoxLayout(top)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.context_bar)
        inside.addWidget(rule())
        inside.addWidget(self.panes, 1)
        left = splitter(
            "left",
            Qt.Orientation.Vertical,
            titled(self.tr("Sessions"), self.sessions),
            titled(self.tr("Must keep"), self.must_keeps),
            titled(self.tr("Problems"), self.problems),
        )
        middle = self._middle = splitter("middle", Qt.Orientation.Vertical, top, self.diff)
        middle.splitterMoved.connect(self._hold_diff)
        self.diff.room_changed.connect(self._give_diff_room)
        budget = titled(self.tr("Budget"), self.budget, BUDGET_MARGIN)
        right = splitter("right", Qt.Orientation.Vertical, budget, self.inspector)
        columns = splitter("columns", Qt.Orientation.Horizontal, left, middle, right)
        for at, stretch in enumerate((0, 1, 0)):
            columns.setStretchFactor(at, stretch)
        for inner in (left, right):
            inner.setStretchFactor(inner.count() - 1, 1)
        middle.setStretchFactor(0, 1)
        left.setMinimumWidth(130)
        middle.setMinimumWidth(420)
        right.setMinimumWidth(300)
        return columns


def _has(area: QWidget, focus: QWidget | None) -> bool:
    return focus is not None and (area is focus or area.isAncestorOf(focus))


def rule() -> QFrame:
    """A hairline across."""
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedHeight(1)
    return line


def titled(title: str, view: QWidget, margin: int = 0) -> QFrame:
    """A view under its title; `margin` is what it keeps free beside it (pixels)."""
    frame = QFrame()
    frame.setMinimumHeight(60)
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(margin, 8, margin, 0)
    layout.setSpacing(4)
    label = plain_label(title, "title")
    label.setContentsMargins(TITLE_LEFT - margin, 0, 0, 0)
    layout.addWidget(label)
    layout.addWidget(view, 1)
    view.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
    return frame


def splitter(name: str, orientation: Qt.Orientation, *parts: QWidget) -> QSplitter:
    """A splitter with an object name, under which its sizes are remembered."""
    found = QSplitter(orientation)
    found.setObjectName(name)
    found.setChildrenCollapsible(False)
    found.setHandleWidth(1)
    for part in parts:
        found.addWidget(part)
    return found
