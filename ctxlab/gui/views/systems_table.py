"""The table of a comparison of profiles: choosing what is in focus, and whose contexts are looked at."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QMenu, QWidget

from ctxlab.gui.delegates.systems_delegate import PAD, SystemsDelegate
from ctxlab.gui.delegates.systems_heads import MARGIN, LineHeads, ProfileHeads
from ctxlab.gui.models.systems_lines import LineKind, SystemLine
from ctxlab.gui.models.systems_model import AFTER, BEFORE, SystemsModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.plain_table import PlainTable

#: Widths of a column (pixels): as wide as there is room for, within these.
_NARROWEST, _WIDEST = 86, 200
#: The room before the cells: a share of the width, within these (pixels).
_HEAD_SHARE, _HEAD_LEAST, _HEAD_MOST = 0.3, 170, 360


class SystemsTable(PlainTable):
    """Profiles beside each other. The arrow keys and a click bring what a line is about into focus.

    `item_chosen` and `must_keep_chosen` give the id of what a person went to, `must_keep_opened` that of a
    must-keep which is to be investigated. `profile_chosen(key, after)` tells whose context is to be looked
    at: the one before (False), or the one after (True). `use_requested` gives the profile that is to be used.
    """

    item_chosen = Signal(str)
    must_keep_chosen = Signal(str)
    must_keep_opened = Signal(str)
    profile_chosen = Signal(str, bool)
    use_requested = Signal(str)

    def __init__(self, look: Look, model: SystemsModel, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._systems = model
        self.setObjectName("systemsTable")
        self.setAccessibleName(self.tr("Profiles beside each other"))
        self.setModel(model)
        self._painter = SystemsDelegate(look, model, self)
        self.setItemDelegate(self._painter)
        self._lines = LineHeads(look, self)
        self._profiles = ProfileHeads(look, self)
        self.setVerticalHeader(self._lines)
        self.setHorizontalHeader(self._profiles)
        self.setCornerButtonEnabled(False)
        for corner in self.findChildren(QAbstractButton):
            corner.setToolTip(self.accessibleName())
        self.setCornerWidget(QWidget())
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._profiles.sectionClicked.connect(self._choose_profile)
        self._lines.sectionClicked.connect(self._choose_line)
        self.selectionModel().currentChanged.connect(self._mark_row)
        self.activated.connect(self._open)
        model.modelReset.connect(self.fit)
        look.changed.connect(self._repaint)

    def fit(self) -> None:
        """Shares the width out between the words and the cells."""
        whole = self.width()
        head = max(_HEAD_LEAST, min(_HEAD_MOST, int(whole * _HEAD_SHARE)))
        self._lines.set_width(head)
        room = whole - head - self.verticalScrollBar().sizeHint().width() - 2
        count = max(1, self._systems.columnCount())
        self._profiles.setDefaultSectionSize(max(_NARROWEST, min(_WIDEST, room // count)))

    def show_item(self, item: str) -> None:
        """Mark the line of an item that came into focus elsewhere; nobody is told."""
        row = self._systems.row_of(f"{LineKind.ITEM}:{item}")
        current = self.currentIndex()
        line = self._systems.line(current.row())
        if row == current.row() or (row < 0 and line is not None and line.kind is not LineKind.ITEM):
            return
        column = max(current.column(), 0)
        index = self._systems.index(row, column) if row >= 0 else QModelIndex()
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, chosen)
        if index.isValid():
            self.scrollTo(index)

    def menu(self, column: int) -> QMenu | None:
        """What can be done with the profile of a column; None beyond the columns."""
        profile = self._systems.column(column)
        if profile is None:
            return None
        menu = QMenu(self)
        menu.setObjectName("systemsMenu")
        there = self._systems.answers.run(profile.key) is not None
        looks = (
            ("lookBefore", self.tr("Look at its context (A)"), BEFORE, False),
            ("lookAfter", self.tr("Compare the other context with it (B)"), AFTER, True),
        )
        for name, words, letter, after in looks:
            action = menu.addAction(words)
            action.setObjectName(name)
            action.setEnabled(there and self._systems.letter(column) != letter)
            action.triggered.connect(
                lambda _on=False, key=profile.key, on=after: self.profile_chosen.emit(key, on)
            )
        menu.addSeparator()
        use = menu.addAction(self.tr("Use this profile"))
        use.setObjectName("useThis")
        use.setEnabled(not profile.own and not self._systems.answers.refusal(profile.key))
        use.triggered.connect(lambda _on=False: self.use_requested.emit(profile.key))
        return menu

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out anew."""
        super().resizeEvent(event)
        self.fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys go to another cell and tell what it is about; A and B choose its profile."""
        before = self.currentIndex()
        letter = {Qt.Key.Key_A: False, Qt.Key.Key_B: True}.get(Qt.Key(event.key()))
        column = self._systems.column(before.column())
        if letter is not None and column is not None and not event.modifiers():
            self.profile_chosen.emit(column.key, letter)
            return
        super().keyPressEvent(event)
        if self.currentIndex() != before:
            self._tell(self.currentIndex().row())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click tells what the line is about."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and index.isValid():
            self._tell(index.row())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the profile of the column."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        at = self.visualRect(index).center() if by_key else event.pos()
        column = index.column() if by_key else self._profiles.logicalIndexAt(event.pos().x())
        menu = self.menu(column)
        if menu is not None:
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.viewport().mapToGlobal(at))

    def _margins(self) -> tuple[int, int]:
        """Without heads before them the words begin where those do."""
        return MARGIN if self._lines.isHidden() else PAD, MARGIN

    def _choose_profile(self, column: int) -> None:
        profile = self._systems.column(column)
        if profile is not None:
            after = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
            self.profile_chosen.emit(profile.key, after)

    def _choose_line(self, row: int) -> None:
        column = max(self.currentIndex().column(), 0)
        chosen = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._systems.index(row, column), chosen)
        self._tell(row)

    def _mark_row(self, current: QModelIndex, _previous: QModelIndex) -> None:
        line = self._systems.line(current.row())
        marked = line is not None and line.kind is not LineKind.SECTION
        self._painter.row = self._lines.row = current.row() if marked else -1
        self._repaint()

    def _tell(self, row: int) -> None:
        line = self._systems.line(row)
        if line is not None and line.kind is LineKind.ITEM:
            self.item_chosen.emit(line.target)
        elif line is not None and line.kind is LineKind.KEEP:
            self.must_keep_chosen.emit(line.target)

    def _open(self, index: QModelIndex) -> None:
        line: SystemLine | None = self._systems.line(index.row())
        if line is not None and line.kind is LineKind.KEEP:
            self.must_keep_opened.emit(line.target)

    def _repaint(self) -> None:
        for one in (self.viewport(), self._lines.viewport(), self._profiles.viewport()):
            one.update()
