"""The filter's line of text: completes keys and values while one types, and Esc clears it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.filter_words import Completions, KnownWords, completions
from ctxlab.gui.theme.style import Look, color

#: Lines of the list at once.
SHOWN = 12
LINE = 22
GAP = 16
PAD = 8
ABOUT = Qt.ItemDataRole.UserRole


class SuggestionDelegate(QStyledItemDelegate):
    """Paints what may be typed, and in muted ink what it means."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._column = 0

    def set_texts(self, texts: Sequence[str]) -> None:
        """What is going to be shown: what it means stands in one column behind it."""
        self._column = max(map(self._look.text.width, texts), default=0)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Room for both."""
        look = self._look
        whole = self._column + GAP + look.text.width(index.data(ABOUT) or "")
        return QSize(whole + 2 * PAD, LINE)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint the line."""
        look, theme, rect = self._look, self._look.theme, option.rect
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.fillRect(rect, color(theme.chosen if chosen else theme.base))
        y = baseline(rect, look.text)
        text, about = str(index.data()), str(index.data(ABOUT) or "")
        painter.setFont(look.font)
        painter.setPen(color(theme.text))
        painter.drawText(rect.left() + PAD, y, text)
        x = rect.left() + PAD + self._column + GAP
        room = rect.right() - PAD - x
        painter.setPen(color(theme.muted))
        if about != text and room > 0:
            painter.drawText(x, y, look.text.cut(about, room, painter.device().devicePixelRatio()))


class FilterField(QLineEdit):
    """A line of text with a list below it of what may stand there; Down or Ctrl+Space asks for the list."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self._language = language
        self._words = KnownWords()
        self._offered = Completions(0, 0, ())
        self._model = QStandardItemModel(self)
        self.completer_list = QCompleter(self._model, self)
        self.completer_list.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer_list.setMaxVisibleItems(SHOWN)
        self.completer_list.setWidget(self)
        popup = self.popup = QListView()
        self.completer_list.setPopup(popup)
        self._delegate = SuggestionDelegate(look, popup)
        popup.setItemDelegate(self._delegate)
        popup.setObjectName("filterSuggestions")
        popup.setAccessibleName(self.tr("What may be typed here"))
        self.completer_list.activated.connect(self._take)
        self.textEdited.connect(self._offer)

    def set_words(self, words: KnownWords) -> None:
        """The tools and roles that are offered."""
        self._words = words

    def offered(self) -> list[str]:
        """What completes the term at the cursor, as last asked."""
        return [one.text for one in self._offered.found]

    def offer(self) -> None:
        """Show what may stand at the cursor, also where nothing is typed yet."""
        self._offered = completions(self.text(), self.cursorPosition(), self._words, self._language)
        popup = self.popup
        if not self._offered.found:
            popup.hide()
            return
        self._delegate.set_texts(self.offered())
        self._model.clear()
        for one in self._offered.found:
            item = QStandardItem(one.text)
            item.setData(one.about, ABOUT)
            item.setData(f"{one.text}, {one.about}", Qt.ItemDataRole.AccessibleTextRole)
            self._model.appendRow(item)
        rect = self.rect()
        rect.setWidth(max(popup.sizeHintForColumn(0) + 2 * PAD, 220))
        self.completer_list.complete(rect)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the list, then clears; Down and Ctrl+Space show what may be typed."""
        key, modifiers = event.key(), event.modifiers()
        ask = key == Qt.Key.Key_Space and modifiers == Qt.KeyboardModifier.ControlModifier
        if key == Qt.Key.Key_Escape and self.popup.isVisible():
            self.popup.hide()
        elif key == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif ask or key == Qt.Key.Key_Down:
            self.offer()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Leave no list behind."""
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.popup.hide()
        super().focusOutEvent(event)

    def _offer(self, text: str) -> None:
        """While one types: only for a term that was begun."""
        before = text[: self.cursorPosition()]
        if not before or before[-1:].isspace():
            self._offered = Completions(0, 0, ())
            self.popup.hide()
        else:
            self.offer()

    def _take(self, chosen: str) -> None:
        """Put what was chosen in the place of what is typed of it; after a key its values are offered."""
        text, offered = self.text(), self._offered
        is_key = chosen.endswith((":", ">"))
        rest = text[offered.end :].lstrip()
        head = text[: offered.start] + chosen + ("" if is_key else " ")
        self.setText(head + rest)
        self.setCursorPosition(len(head))
        if is_key:
            self.offer()
