"""The unified diff of two contexts, message by message."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.gui.delegates.diff_delegate import LINE_HEIGHT, DiffDelegate
from ctxlab.gui.models.diff_model import DiffModel
from ctxlab.gui.text import one_line
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.line_table import LineTable
from ctxlab.model.diff import ContextDiff

HEAD = 28
#: The frame of the lines, above and below.
FRAME = 2
#: Lines beyond which the height does not matter.
MOST_FITTED = 200


class DiffTable(LineTable):
    """The lines. F7 and Shift+F7 go to the next and the previous change, Enter opens a fold."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(LINE_HEIGHT, look, parent)
        self.lines = DiffModel(self, language=language)
        self.setModel(self.lines)
        self.setItemDelegate(DiffDelegate(self.lines, look, self))
        self.doubleClicked.connect(self._open)
        look.changed.connect(self.viewport().update)

    def _open(self, index: QModelIndex) -> None:
        self.lines.open_fold(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens a fold; F7 steps through changes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.lines.open_fold(self.currentIndex().row())
            return
        if event.key() == Qt.Key.Key_F7:
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return
        super().keyPressEvent(event)

    def step(self, direction: int) -> bool:
        """Go to the next (1) or previous (-1) change; whether there is one."""
        current = self.currentIndex()
        start = current.row() if current.isValid() else (-1 if direction > 0 else self.lines.rowCount())
        row = self.lines.next_change(start, direction)
        if row < 0:
            return False
        self.setCurrentIndex(self.lines.index(row, 0))
        self.scrollTo(self.lines.index(row, 0), QAbstractItemView.ScrollHint.PositionAtCenter)
        return True


class DiffView(QFrame):
    """Titles, counts and lines. `item_chosen` gives the first item of the block that got the focus.

    It is never higher than its lines; `room_changed` says that it could take more room or less than before.
    """

    item_chosen = Signal(str)
    room_changed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("diffView")
        self.setAccessibleName(self.tr("Difference between two contexts"))
        self._titles = ElidedLabel(look)
        self._counts = plain_label("", "muted")
        self.table = DiffTable(look, language=language)
        self.table.setObjectName("diffLines")
        self.table.setAccessibleName(self.tr("Messages that differ"))
        head = QFrame()
        head.setProperty("role", "bar")
        head.setFixedHeight(HEAD)
        row = QHBoxLayout(head)
        row.setContentsMargins(10, 0, 10, 0)
        row.addWidget(self._titles, 1)
        row.addWidget(self._counts)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        for changed in (
            self.table.lines.rowsInserted,
            self.table.lines.rowsRemoved,
            self.table.lines.modelReset,
        ):
            changed.connect(self._fit)
        self.setMinimumHeight(HEAD + LINE_HEIGHT)
        self._fit()
        self.set_diff(None)

    def said(self) -> tuple[str, str]:
        """Titles and counts as they are shown."""
        return self._titles.text(), self._counts.text()

    def set_diff(self, diff: ContextDiff | None) -> None:
        """Show a diff; None says that there is nothing to compare with."""
        self.table.lines.set_diff(diff)
        if diff is None:
            self._titles.setText(self.tr("nothing to compare with"))
            self._counts.setText("")
            return
        titles = self.tr("before: {0} → after: {1}").format(
            one_line(diff.before_title, 80), one_line(diff.after_title, 80)
        )
        self._titles.setText(titles)
        self._counts.setText(self.counts(diff))

    def counts(self, diff: ContextDiff) -> str:
        """How much differs: messages added, removed, changed, moved, and tokens."""
        if diff.same and diff.tokens_before == diff.tokens_after:
            return self.tr("no difference")
        delta = diff.tokens_after - diff.tokens_before
        sign = "−" if delta < 0 else "+"
        parts = [f"+{diff.added:,} −{diff.removed:,} ~{diff.changed:,}"]
        if diff.moved:
            parts.append(f"→{diff.moved:,}")
        counted = self.tr("{0} messages").format(" ".join(parts))
        return self.tr("{0} · {1} tokens · F7 next").format(counted, f"{sign}{abs(delta):,}")

    def next_change(self, direction: int = 1) -> bool:
        """Go to the next (1) or previous (-1) change; whether there is one."""
        return self.table.step(direction)

    def _fit(self) -> None:
        most = HEAD + FRAME + LINE_HEIGHT * max(1, min(self.table.lines.rowCount(), MOST_FITTED))
        if most != self.maximumHeight():
            self.setMaximumHeight(most)
            self.room_changed.emit()

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        block = self.table.lines.block(current.row()) if current.isValid() else None
        if block is not None and block.items:
            self.item_chosen.emit(block.items[0])
