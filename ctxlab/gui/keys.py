"""The keys of the window, listed: those of the menus as they are bound, and those of each list."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.actions import Actions
from ctxlab.gui.text import menu_words
from ctxlab.gui.views.companion import Companion

translate = QCoreApplication.translate


def keys(actions: Actions) -> list[tuple[str, str]]:
    """Each key with what it does."""
    return menu_keys(actions) + list_keys()


def menu_keys(actions: Actions) -> list[tuple[str, str]]:
    """The keys of the menus, as they are bound."""
    found = [
        (_shown(action), words_of(action)) for action in actions.findChildren(QAction) if action.shortcut()
    ]
    return [(key, words) for key, words in found if key]


def list_keys() -> list[tuple[str, str]]:
    """The keys that hold in a part of the window."""
    return [
        (translate("Keys", "Tab"), translate("Keys", "the next control; in the panes, the next pane")),
        (
            translate("Keys", "← →"),
            translate("Keys", "panes: the pane beside; request bar: the request beside"),
        ),
        (translate("Keys", "Page up, Page down"), translate("Keys", "request bar: the turn before or after")),
        (
            translate("Keys", "Enter"),
            translate("Keys", "budget: edit the cap; lists: go to the item; folds: open"),
        ),
        (
            translate("Keys", "↑ ↓, Page up, Page down"),
            translate("Keys", "cap that is edited: one step, ten steps"),
        ),
        (translate("Keys", "Esc"), translate("Keys", "give up the edit or the drag of a cap")),
        (translate("Keys", "Shift"), translate("Keys", "while dragging a cap: every token, no steps")),
    ]


def _shown(action: QAction) -> str:
    """The first key of an action, as this system writes it."""
    return action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)


def words_of(action: QAction) -> str:
    """What the menu calls an action; for undo and redo without what they would take back."""
    words = str(action.property("words") or action.text())
    return menu_words(words).removesuffix("…")


class KeysDialog(Companion):
    """A table of the keys; it lets the window be used meanwhile."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("keysDialog", parent)
        self.setWindowTitle(self.tr("Keys"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = (
            (self.tr("Menus"), menu_keys(actions)),
            (self.tr("Lists and fields"), list_keys()),
        )
        # a line without a key is the head of a group
        listed = [line for title, found in groups for line in [("", title), *found]]
        self.search = QLineEdit()
        self.search.setObjectName("keysSearch")
        self.search.setAccessibleName(self.tr("Search the keys"))
        self.search.setPlaceholderText(self.tr("key or words"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.table = QTableWidget(len(listed), 2)
        self.table.setAccessibleName(self.tr("Keys and what they do"))
        self.table.horizontalHeader().hide()
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.setColumnWidth(0, 200)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        for row, texts in enumerate(listed):
            for column, text in enumerate(texts):
                self.table.setItem(row, column, QTableWidgetItem(text))
            if not texts[0]:
                self._head(row, texts[1])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.table, 1)
        layout.addWidget(buttons)
        self.resize(620, 680)

    def _head(self, row: int, title: str) -> None:
        """A line across, in bold, that cannot be chosen."""
        head = QTableWidgetItem(title)
        font = head.font()
        font.setBold(True)
        head.setFont(font)
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        self.table.setItem(row, 0, head)
        self.table.setSpan(row, 0, 1, 2)

    def _filter(self, text: str) -> None:
        """Only lines that hold all the words stay, and the heads of groups that have any."""
        words, head, left = text.lower().split(), -1, False
        for row in range(self.table.rowCount()):
            cells = [self.table.item(row, column) for column in range(2)]
            said = " ".join(cell.text() for cell in cells if cell is not None).lower()
            if self.table.columnSpan(row, 0) == 2:
                if head >= 0:
                    self.table.setRowHidden(head, not left)
                head, left = row, False
                continue
            found = all(word in said for word in words)
            self.table.setRowHidden(row, not found)
            left = left or found
        if head >= 0:
            self.table.setRowHidden(head, not left)
