"""The must-keeps with their verdicts; they are stated, reworded and taken back here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QMenu, QPushButton, QVBoxLayout, QWidget

from ctxlab import explain
from ctxlab.gui.delegates.text_row_delegate import LINE_HEIGHT, MARGIN
from ctxlab.gui.models.constraint_rows import sign_of
from ctxlab.gui.models.survived_words import brief, signed, told
from ctxlab.gui.models.text_rows import Sign, TextRow, TextRowsModel
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.marks import MustKeep
from ctxlab.model.matrix import Cell
from ctxlab.model.trace import Verdict

#: How the ids of must-keeps begin that a profile states.
FROM_PROFILE = "profile:"
#: Lines whose room an empty list takes for what it says.
EMPTY_LINES = 3


class MustKeepList(QFrame):
    """A line a must-keep: whether it reached the end or where it was lost, and its words.

    `must_keep_chosen(id)` tells which a person went to, `item_chosen(item)` names the item that states it.
    `add_requested`, `remove_requested(id)` and
    `edit_requested(id, words)` ask for an edit of the marks; those that the profile states stay as they are.
    """

    item_chosen = Signal(str)
    add_requested = Signal()
    remove_requested = Signal(str)
    edit_requested = Signal(str, str)
    must_keep_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("mustKeepList")
        self.setAccessibleName(self.tr("Must keep"))
        self._language = language
        self._must_keeps: dict[str, MustKeep] = {}
        self._verdicts: tuple[Verdict, ...] = ()
        self._cells: Mapping[str, Cell] = {}
        self.table = TextList(look)
        self.table.setObjectName("mustKeepTable")
        self.table.setAccessibleName(self.tr("Must keep"))
        self.table.set_placeholder(self.tr("None stated. Select words in an item and press Ctrl+M."))
        self.table.chosen.connect(self._choose)
        # as a stop of its own it can be put in order, with all in it
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFocusProxy(self.table)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.add = QPushButton(self.tr("+ add from selection"))
        self.add.setObjectName("addMustKeep")
        self.add.setProperty("role", "link")
        self.add.setToolTip(
            tooltip(self.tr("Makes the words that are selected in the item a must-keep (Ctrl+M)"))
        )
        self.add.clicked.connect(self.add_requested)
        self._go = self._action("goToMustKeep", self.tr("Go to the item"), self._go_to)
        self._edit = self._action("editMustKeep", self.tr("Edit words…"), self._start_editing, "F2")
        self._remove = self._action("removeMustKeep", self.tr("Remove"), self._ask_removal, "Del")
        self._copy = self._action("copyMustKeep", self.tr("Copy"), self._copy_words, "Ctrl+C")
        self._editor = _Editor(self.table)
        self._editor.done.connect(self._finish_editing)
        self.table.selectionModel().currentChanged.connect(self._show_possible)
        below = QHBoxLayout()
        below.setContentsMargins(MARGIN + 1, 0, MARGIN, 0)
        below.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(4)
        layout.addWidget(self.table, 1000)
        layout.addLayout(below)
        layout.addStretch(1)
        self._fit()
        self._show_possible()

    @property
    def rows(self) -> TextRowsModel:
        """The lines."""
        return self.table.rows

    def set_must_keeps(self, must_keeps: Sequence[MustKeep], verdicts: Sequence[Verdict]) -> None:
        """Show must-keeps with the verdicts of a run; one without a verdict was not judged there."""
        self._must_keeps = {one.id: one for one in must_keeps}
        self._verdicts = tuple(verdicts)
        # what was told of another run is true no more
        self._cells = {}
        self._show_rows()

    def set_cells(self, cells: Mapping[str, Cell]) -> None:
        """Say more exactly what became of each, by their ids: in other words, weakened, changed."""
        self._cells = cells
        self._show_rows()

    def _show_rows(self) -> None:
        found: Mapping[str, Verdict] = {verdict.id: verdict for verdict in self._verdicts}
        rows: list[TextRow] = []
        for one in self._must_keeps.values():
            verdict, cell = found.get(one.id), self._cells.get(one.id)
            if cell is not None and cell.verdict is not None:
                pill, sign = signed(cell.verdict), sign_of(cell.verdict)
                said = told(cell, self._language)
                row = TextRow(one.id, pill, one.label, sign, told=said, brief=brief(cell.verdict))
            elif verdict is None:
                row = TextRow(one.id, self.tr("not judged"), one.label, Sign.NEUTRAL)
            else:
                said = explain.verdict(verdict.lost_at, self._language)
                lost = verdict.lost_at
                pill, sign = (said, Sign.GOOD) if lost is None else (self.tr("− lost"), Sign.BAD)
                row = TextRow(one.id, pill, one.label, sign, told=said)
            note = self.tr("profile") if _is_fixed(one.id) else ""
            rows.append(replace(row, item=one.since or one.item, note=note))
        self._editor.forget_unless(self._must_keeps)
        self.table.show_rows(rows)
        self._fit()
        self._show_possible()

    def chosen(self) -> str:
        """The id of the line that the keys act on, or an empty text."""
        return self.rows.key(self.table.currentIndex().row())

    def _choose(self, row: int) -> None:
        key = self.rows.key(row)
        one = self._must_keeps.get(key)
        if one is not None:
            self.must_keep_chosen.emit(key)
            if one.since or one.item:
                self.item_chosen.emit(one.since or one.item)

    def _fit(self) -> None:
        """No higher than its lines, so that the link stands under the last of them."""
        lines = self.rows.rowCount() or EMPTY_LINES
        self.table.setMaximumHeight(lines * LINE_HEIGHT + 2 * self.table.frameWidth() + 2)

    def _action(self, name: str, words: str, run: object, key: str = "") -> QAction:
        action = QAction(words, self.table)
        action.setObjectName(name)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(run)
        self.table.addAction(action)
        return action

    def _show_possible(self, *_indexes: object) -> None:
        """Say what can be done with the chosen line, and why not."""
        one = self._must_keeps.get(self.chosen())
        fixed = one is not None and _is_fixed(one.id)
        why = self.tr("The profile states it: it is changed in the profile's file.") if fixed else ""
        words = one is not None and bool(one.text)
        for action, possible in ((self._remove, one is not None), (self._edit, words)):
            action.setEnabled(possible and not fixed)
            action.setToolTip(tooltip(why))
        line = self.rows.line(self.table.currentIndex().row())
        self._go.setEnabled(line is not None and bool(line.item))
        self._copy.setEnabled(one is not None)

    def _menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if not index.isValid():
            return
        self.table.setCurrentIndex(index)
        self._show_possible()
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._go, self._copy])
        menu.addSeparator()
        menu.addActions([self._edit, self._remove])
        if _is_fixed(self.chosen()):
            menu.addSeparator()
            menu.addAction(self.tr("Stated by the profile: change it there")).setEnabled(False)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _go_to(self) -> None:
        line = self.rows.line(self.table.currentIndex().row())
        if line is not None and line.item:
            self.item_chosen.emit(line.item)

    def _copy_words(self) -> None:
        one = self._must_keeps.get(self.chosen())
        if one is not None:
            QGuiApplication.clipboard().setText(one.label)

    def _ask_removal(self) -> None:
        if (chosen := self.chosen()) and not _is_fixed(chosen):
            self.remove_requested.emit(chosen)

    def _start_editing(self) -> None:
        one = self._must_keeps.get(self.chosen())
        if one is not None and one.text and not _is_fixed(one.id):
            self._editor.begin(one.id, one.text)

    def _finish_editing(self, key: str, words: str) -> None:
        one = self._must_keeps.get(key)
        if one is not None and words and words != one.text:
            self.edit_requested.emit(key, words)


class _Editor(QLineEdit):
    """A field over a line of the table. Enter and leaving it take the words, Esc gives them up."""

    done = Signal(str, str)

    def __init__(self, table: TextList) -> None:
        super().__init__(table.viewport())
        self.setObjectName("mustKeepWords")
        self.setAccessibleName(self.tr("Words that must be kept"))
        self._table = table
        self._key = ""
        self.hide()
        self.returnPressed.connect(lambda: self._end(take=True))
        table.verticalScrollBar().valueChanged.connect(lambda: self._end(take=True))

    def begin(self, key: str, words: str) -> None:
        """Edit the words of a line."""
        row = self._table.rows.row_of(key)
        self._table.scrollTo(self._table.rows.index(row, 0))
        self._key = key
        self.setText(words)
        self.selectAll()
        self.setGeometry(self._table.visualRect(self._table.rows.index(row, 0)))
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget_unless(self, known: Mapping[str, MustKeep]) -> None:
        """Give up where the line is gone."""
        if self._key and self._key not in known:
            self._end(take=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives the words up."""
        if event.key() == Qt.Key.Key_Escape:
            self._end(take=False)
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leaving the field takes the words; its own menu is no leaving."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._end(take=True)

    def _end(self, *, take: bool) -> None:
        key, self._key = self._key, ""
        if not key:
            return
        held = self.hasFocus()
        self.hide()
        if held:
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
        if take:
            self.done.emit(key, self.text().strip())


def _is_fixed(key: str) -> bool:
    return key.startswith(FROM_PROFILE)
