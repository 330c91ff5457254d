"""The docks: what is open and judged at the left, budget and item at the right; movable, closable, reset."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QFrame, QHBoxLayout, QMainWindow, QToolButton, QVBoxLayout, QWidget

from ctxlab.gui.view_set import Views
from ctxlab.gui.views.labels import plain_label

#: The height at which the budget table shows all its rows.
BUDGET = 410
#: What it gets of the height of its side at most, in hundredths.
BUDGET_SHARE = 62
#: How wide the docks of each side are at first, in pixels and as a share of the window's width.
LEFT = (240, 0.15)
RIGHT = (520, 0.345)
#: How narrow the docks of each side can be made (pixels): at the right, names, caps and what is used show.
LEFT_LEAST, RIGHT_LEAST = 184, 250
#: How narrow and how low the window can be made (pixels).
LEAST = QSize(860, 560)
#: A window that is narrower than this has no room for both sides: the left one is folded away (pixels).
FOLD = 1100
#: How the docks at the left share its height, in hundredths.
LEFT_SHARES = (25, 36, 39)
#: Where titles begin, and the texts below them (pixels).
TITLE_LEFT = 9
#: What the budget table keeps free beside it; its cells have a margin of their own.
BUDGET_MARGIN = 5


class Dock(QDockWidget):
    """A dock with a quiet head: its title, and a button to close it."""

    def __init__(self, name: str, title: str, view: QWidget, least: int, margin: int = 0) -> None:
        super().__init__(title)
        self.setObjectName(name)
        self.setAllowedAreas(Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea)
        head = QFrame()
        row = QHBoxLayout(head)
        row.setContentsMargins(TITLE_LEFT, 6, 6, 2)
        row.setSpacing(4)
        self._title = title
        self._label = plain_label(title, "title")
        row.addWidget(self._label, 1)
        close = QToolButton()
        close.setObjectName(f"{name}Close")
        close.setText("×")
        close.setProperty("role", "quiet")
        close.setAccessibleName(self.tr("Close {0}").format(title))
        close.setToolTip(self.tr("Close; View › Panels brings it back"))
        # the keys reach the same by View, Panels: a stop of Tab in each head would only be in the way
        close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        close.clicked.connect(self.close)
        row.addWidget(close)
        self.setTitleBarWidget(head)
        body = QFrame()
        body.setProperty("role", "page")
        inside = QVBoxLayout(body)
        inside.setContentsMargins(margin, 0, margin, 0)
        inside.addWidget(view)
        # what stands in it changes: by its words it would push the other parts of the window aside
        body.setMinimumWidth(least)
        self.setWidget(body)

    def show_count(self, count: int) -> None:
        """Says in the head how many things there are in it."""
        self._label.setText(f"{self._title} {count:,}" if count else self._title)


class Docks(QObject):
    """Puts the docks into a window, gives them their sizes, and remembers nothing itself.

    Those at the left go while the window is narrow, unless somebody brings one back.
    """

    def __init__(self, window: QMainWindow, views: Views) -> None:
        super().__init__(window)
        self._window = window
        self.sessions = Dock("dockSessions", self.tr("Sessions"), views.sessions, LEFT_LEAST)
        self.must_keeps = Dock("dockMustKeep", self.tr("Must keep"), views.keeps, LEFT_LEAST)
        self.problems = Dock("dockProblems", self.tr("Problems"), views.problems, LEFT_LEAST)
        views.problems.count_changed.connect(self.problems.show_count)
        self.budget = Dock("dockBudget", self.tr("Budget"), views.budget, RIGHT_LEAST, BUDGET_MARGIN)
        self.item = Dock("dockItem", self.tr("Item"), views.inspector, RIGHT_LEAST)
        self.item.setTitleBarWidget(QWidget())
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        stacks = (
            (left, (self.sessions, self.must_keeps, self.problems)),
            (right, (self.budget, self.item)),
        )
        for area, docks in stacks:
            for dock in docks:
                window.addDockWidget(area, dock)
            for upper, lower in pairwise(docks):
                window.splitDockWidget(upper, lower, Qt.Orientation.Vertical)
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, left),
            (Qt.Corner.TopLeftCorner, left),
            (Qt.Corner.BottomRightCorner, right),
            (Qt.Corner.TopRightCorner, right),
        ):
            window.setCorner(corner, area)
        self._factory: QByteArray = window.saveState()
        self._narrow = False
        self._folded: list[Dock] = []
        # with both sides open the parts ask for more: it could not become so narrow that one side is folded
        window.setMinimumSize(LEAST)
        window.installEventFilter(self)

    @property
    def all(self) -> Sequence[Dock]:
        """All docks, left before right, top before bottom."""
        return (
            self.sessions,
            self.must_keeps,
            self.problems,
            self.budget,
            self.item,
        )

    def toggles(self) -> list[QAction]:
        """An action for each dock that shows or hides it."""
        return [dock.toggleViewAction() for dock in self.all]

    def bring(self, dock: Dock) -> None:
        """Brings a dock into sight: opened if it was closed, before others in its place."""
        dock.show()
        dock.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fold the left side away where the window becomes narrow, and out again."""
        if watched is self._window and event.type() is QEvent.Type.Resize:
            narrow = self._window.width() < FOLD
            if narrow != self._narrow:
                self._narrow = narrow
                if narrow:
                    self.fold()
                else:
                    self.unfold()
        return super().eventFilter(watched, event)

    def fold(self) -> None:
        """Hides what is docked at the left, where the window is narrow."""
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        for dock in self.all if self._narrow else ():
            at_left = self._window.dockWidgetArea(dock) is left and not dock.isFloating()
            if at_left and not dock.isHidden():
                dock.hide()
                self._folded.append(dock)

    def fold_anew(self) -> None:
        """The same after a layout was restored: what is hidden in it was closed by somebody."""
        self._folded = []
        self.fold()

    def unfold(self) -> None:
        """Shows again what was hidden for want of room."""
        folded, self._folded = self._folded, []
        for dock in folded:
            dock.show()

    def reset(self) -> None:
        """Puts all docks where they come from, with sizes for the room that there is now."""
        self._window.restoreState(self._factory)
        for dock in self.all:
            dock.show()
        self.fold_anew()
        self.resize()

    def resize(self) -> None:
        """Gives the docks the sizes that they come with."""
        wide, high = self._window.width(), self._window.height() - 140
        sides = [min(most, int(wide * share)) for most, share in (LEFT, RIGHT)]
        window, across, down = self._window, Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        window.resizeDocks([self.sessions, self.budget], sides, across)
        heights = [high * share // 100 for share in LEFT_SHARES]
        window.resizeDocks(list(self.all[: len(heights)]), heights, down)
        budget = min(BUDGET, high * BUDGET_SHARE // 100)
        window.resizeDocks([self.budget, self.item], [budget, high - budget], down)
