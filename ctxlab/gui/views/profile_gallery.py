"""All profiles that can be used, each with what it changes against the one in use."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ctxlab.gui.delegates.flush_delegate import FlushDelegate
from ctxlab.gui.delegates.profile_card_delegate import CARD_HEIGHT, ProfileCardDelegate
from ctxlab.gui.models.profile_cards import CardsModel, ProfileCard
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.line_table import LineTable
from ctxlab.gui.views.text_list import TextList

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class ProfileGallery(QDialog):
    """A list with a search over it, and beside it the chosen profile in detail.

    `profile_chosen`, `history_requested` and `compare_requested` name a profile by its file or, if built in,
    by its name; the dialog closes after the first two. `open_file_requested` asks for a profile that is not
    listed.
    """

    profile_chosen = Signal(str)
    compare_requested = Signal(str)
    history_requested = Signal(str)
    open_file_requested = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profileGallery")
        self.setWindowTitle(self.tr("Profiles"))
        self._look = look
        self._all: Sequence[ProfileCard] = ()
        self.cards = CardsModel(self)
        self.search = QLineEdit()
        self.search.setObjectName("profileSearch")
        self.search.setAccessibleName(self.tr("Search the profiles"))
        self.search.setPlaceholderText(self.tr("name, words, or a difference such as “history cap”"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self.table = LineTable(CARD_HEIGHT, look)
        self.table.setObjectName("profileCards")
        self.table.setAccessibleName(self.tr("Profiles"))
        self.table.setModel(self.cards)
        self.table.setItemDelegate(ProfileCardDelegate(self.cards, look, self.table))
        self.table.selectionModel().currentChanged.connect(self._show_details)
        self.table.doubleClicked.connect(self._use)
        self._name = plain_label("", "title")
        self._path = ElidedLabel(look)
        self._description = plain_label("")
        self._description.setWordWrap(True)
        self._description.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._head = plain_label("", "title")
        self.differences = TextList(look)
        self.differences.setObjectName("profileDifferences")
        self.differences.setItemDelegate(FlushDelegate(self.differences.rows, look, self.differences))
        self.differences.setAccessibleName(self.tr("Differences from the profile in use"))
        self.use = push_button("useProfile", self.tr("Use"), self._use, role="primary")
        self.use.setDefault(True)
        self.compare = push_button("compareProfile", self.tr("Set as Before"), self._compare)
        self.compare.setToolTip(tooltip(self.tr("The diff then starts from a run under this profile")))
        self.history = push_button("historyOfProfile", self.tr("Difference and history…"), self._show_history)
        self._lay_out()
        self.resize(820, 480)
        self._show_details()

    def set_cards(self, cards: Sequence[ProfileCard]) -> None:
        """Show these profiles, in this order; the one in use is chosen at first."""
        self._all = cards
        self._filter(self.search.text())
        current = next((card.target for card in cards if card.current), "")
        row = self.cards.row_of(current)
        if row >= 0:
            self.table.selectRow(row)

    def chosen(self) -> ProfileCard | None:
        """The card that is looked at."""
        return self.cards.card(self.table.currentIndex().row())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows in the search move the choice."""
        moves = watched is self.search and isinstance(event, QKeyEvent) and event.key() in _MOVES
        if moves and event.type() is QEvent.Type.KeyPress:
            self.table.event(event)
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.search)
        left.addWidget(self.table, 1)
        right = QVBoxLayout()
        right.setSpacing(6)
        for part in (self._name, self._path, self._description):
            right.addWidget(part)
        right.addSpacing(8)
        right.addWidget(self._head)
        # of the profile in use there are no differences: the rest stays at the top then
        right.addWidget(self.differences, 100)
        right.addStretch(1)
        sides = QHBoxLayout()
        sides.setSpacing(16)
        sides.addLayout(left, 5)
        sides.addLayout(right, 4)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(
            push_button("openProfileFile", self.tr("Open a file…"), self.open_file_requested.emit)
        )
        buttons.addWidget(self.history)
        buttons.addStretch(1)
        buttons.addWidget(push_button("closeGallery", self.tr("Close"), self.reject))
        buttons.addWidget(self.compare)
        buttons.addWidget(self.use)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 14, 14, 14)
        layout.setSpacing(12)
        layout.addLayout(sides, 1)
        layout.addLayout(buttons)

    def _filter(self, text: str) -> None:
        words = text.lower().split()
        self.cards.set_cards([card for card in self._all if card.holds(words)])
        empty = self.tr("Nothing is called that. “Open a file…” finds others.")
        self.table.set_placeholder(
            empty if words else self.tr("No profiles are known. “Open a file…” finds some.")
        )
        if self.cards.rowCount() and not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        self._show_details()

    def _show_details(self, *_indexes: object) -> None:
        card = self.chosen()
        self.use.setEnabled(card is not None and not card.current and not card.problem)
        for button in (self.compare, self.history):
            button.setEnabled(card is not None and not card.problem)
        self._name.setText("" if card is None else one_line(card.name, 80))
        self._path.setText("" if card is None else card.path or card.group)
        self._description.setText("" if card is None else one_line(card.problem or card.description, 600))
        self._head.setVisible(card is not None and not card.current and not card.problem)
        self.differences.setVisible(card is not None and not card.current and not card.problem)
        if card is None:
            return
        self._head.setText(self.tr("Against the profile in use"))
        self.differences.set_placeholder(self.tr("It sets the same."))
        lines = dict.fromkeys(card.differences)
        self.differences.show_rows([TextRow(line, "", line, Sign.NEUTRAL) for line in lines])

    def _use(self, _index: QModelIndex | bool | None = None) -> None:
        card = self.chosen()
        if card is not None and self.use.isEnabled():
            self.accept()
            self.profile_chosen.emit(card.target)

    def _show_history(self) -> None:
        card = self.chosen()
        if card is not None and not card.problem:
            self.accept()
            self.history_requested.emit(card.target)

    def _compare(self) -> None:
        card = self.chosen()
        if card is not None and not card.problem:
            self.compare_requested.emit(card.target)
