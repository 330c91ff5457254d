"""The text of an item: what was cut is struck, stated words are marked, and a selection can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLayout,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.shown_item import ShownItem
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.labels import ElidedLabel

#: Code points shown at first of a longer text; more come in pieces when asked for.
FIRST_PART = 20_000
PIECE = 200_000
#: Lines up to which the text is shown as high as it is.
MOST_FITTED = 40
#: The height of one line with its frame, and that of the row below the text (pixels).
LEAST_HEIGHT = 34
ROW_HEIGHT = 20
#: The height that a longer text asks for (pixels); it takes more where there is room.
ASKED_HEIGHT = 150
#: Qt's own "no limit" for a widget's height.
QWIDGETSIZE_MAX = 16_777_215
#: Spans marked at most; more would slow down scrolling and say nothing more.
MOST_SPANS = 300

Span = tuple[int, int]


class ItemText(QWidget):
    """Shows a text; spans are code points of it. Emits what of it is selected, in code points too.

    `keep_requested` gives the selected words as they stand in the text, `fact_requested` where they stand.
    `rule_requested` gives the words, none without a selection, and where they begin.
    """

    keep_requested = Signal(str)
    fact_requested = Signal(int, int)
    rule_requested = Signal(str, int)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("itemBody")
        self._look = look
        self._text = ""
        self._shown = ShownItem("")
        self._cuts: Sequence[Span] = ()
        self._highlights: Sequence[Span] = ()
        self._can_be_fact = True
        self.view = TextView(self)
        self.view.selectionChanged.connect(self._show_acts)
        self.view.keep_pressed.connect(self.keep)
        self.view.menu_wanted.connect(self._menu)
        self.more = self._link("showMore", self.show_more)
        self._hint = ElidedLabel(look)
        self._hint.setText(self.tr("Select words, then Ctrl+M makes them a must-keep"))
        self._keep = self._link("keepSelection", self.keep)
        self._keep.setText(self.tr("Must keep the selected words"))
        self._keep.setToolTip(
            tooltip(self.tr("Every run is judged by whether they reach the model (Ctrl+M)"))
        )
        self._fact = self._link("factFromSelection", self.make_fact)
        self._fact.setText(self.tr("Make a key fact"))
        row = QWidget()
        row.setFixedHeight(ROW_HEIGHT)
        acts = QHBoxLayout(row)
        acts.setContentsMargins(0, 0, 0, 0)
        acts.setSpacing(14)
        acts.addWidget(self._hint, 1000)
        acts.addWidget(self._keep)
        acts.addWidget(self._fact)
        acts.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        # no higher than the text and what stands below it
        layout.setSizeConstraint(QLayout.SizeConstraint.SetMinAndMaxSize)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.more)
        layout.addWidget(row)
        look.changed.connect(self._mark)
        self._show_acts()

    def show_text(self, text: str, cuts: Sequence[Span] = (), *, can_be_fact: bool = True) -> None:
        """Show another text from its beginning, without highlights; or, if it is the same one, other cuts."""
        self._can_be_fact = can_be_fact
        self._cuts = cuts
        if text != self._text:
            self._text = text
            self._highlights = ()
            self._shown = ShownItem(text, cut_lines=len(text) > FIRST_PART)
            self.view.show_text(self._shown.grow(FIRST_PART))
        self._show_rest()
        self._mark()
        self._show_acts()

    def set_highlights(self, spans: Sequence[Span]) -> None:
        """Mark words of the text, such as those of must-keeps."""
        self._highlights = spans
        self._mark()

    def show_more(self) -> None:
        """Show the next piece of a long text; lines that were cut come whole."""
        top = self._shown.source(self.view.top_offset())
        if self._shown.has_cut_lines:
            before = self._shown.shown
            self._shown = ShownItem(self._text, cut_lines=False)
            self.view.show_text(self._shown.grow(before + PIECE))
            self.view.scroll_to(self._shown.display(top))
        else:
            self._shown.go_on_whole()
            self.view.append_text(self._shown.grow(PIECE))
        self._show_rest()
        self._mark()

    def selection(self) -> Span | None:
        """Where the selected words stand in the text, without the blanks around them; None without any."""
        cursor = self.view.textCursor()
        if not cursor.hasSelection():
            return None
        start = self._shown.source(cursor.selectionStart())
        end = self._shown.source(cursor.selectionEnd())
        words = self._text[start:end]
        start += len(words) - len(words.lstrip())
        words = words.strip()
        return (start, start + len(words)) if words else None

    def keep(self) -> bool:
        """Ask for the selected words as a must-keep; whether there were any."""
        span = self.selection()
        if span is not None:
            self.keep_requested.emit(self._text[slice(*span)])
        return span is not None

    def make_fact(self) -> None:
        """Ask for the selected words as a key fact; without any, nothing."""
        span = self.selection()
        if span is not None and self._can_be_fact:
            self.fact_requested.emit(*span)

    def make_rule(self) -> None:
        """Ask for a source rule from the selected words, or from the whole text."""
        span = self.selection()
        if self._can_be_fact and self._text:
            self.rule_requested.emit(self._text[slice(*span)] if span else "", span[0] if span else 0)

    def _show_rest(self) -> None:
        left = self._shown.left_out
        self.more.setVisible(left > 0)
        if left:
            piece = min(left, PIECE)
            words = (
                self.tr("show {0} more characters of {1}") if piece < left else self.tr("show the last {0}")
            )
            self.more.setText(words.format(f"{piece:,}", f"{left:,}"))

    def _show_acts(self) -> None:
        span = self.selection()
        # hint and links take the same room: the text must not move under a selection being made
        self._hint.setVisible(span is None and bool(self._text))
        self._keep.setVisible(span is not None)
        self._fact.setVisible(span is not None and self._can_be_fact)

    def _mark(self) -> None:
        theme = self._look.theme
        struck = QTextCharFormat()
        struck.setFontStrikeOut(True)
        struck.setForeground(color(theme.failed.ink))
        struck.setBackground(color(theme.failed.ground))
        marked = QTextCharFormat()
        marked.setBackground(color(theme.highlight))
        marked.setForeground(color(theme.text))
        marks = [
            self._mark_of(span, form)
            for spans, form in ((self._highlights, marked), (self._cuts, struck))
            for span in spans[:MOST_SPANS]
        ]
        self.view.setExtraSelections([mark for mark in marks if mark is not None])

    def _mark_of(self, span: Span, form: QTextCharFormat) -> QTextEdit.ExtraSelection | None:
        start, end = (self._shown.display(at) for at in span)
        if start == end:
            return None
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        mark = QTextEdit.ExtraSelection()
        mark.cursor = cursor
        mark.format = form
        return mark

    def _menu(self, event: QContextMenuEvent) -> None:
        there = self.selection() is not None
        menu = QMenu(self)
        menu.addAction(self.tr("Copy"), self.view.copy).setEnabled(there)
        menu.addAction(self.tr("Select all"), self.view.selectAll).setEnabled(bool(self._text))
        menu.addSeparator()
        menu.addAction(self.tr("Must keep the selected words"), self.keep).setEnabled(there)
        menu.addAction(self.tr("Make a key fact"), self.make_fact).setEnabled(there and self._can_be_fact)
        ruled = menu.addAction(self.tr("Source rule from this…"), self.make_rule)
        ruled.setEnabled(bool(self._text) and self._can_be_fact)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _link(self, name: str, run: object) -> QPushButton:
        button = QPushButton()
        button.setObjectName(name)
        button.setProperty("role", "link")
        button.clicked.connect(run)
        return button


class TextView(QPlainTextEdit):
    """Plain text that can be selected but not changed, as high as it needs up to what there is."""

    keep_pressed = Signal()
    menu_wanted = Signal(QContextMenuEvent)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("itemText")
        self.setAccessibleName(self.tr("Text of the item"))
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setMinimumHeight(LEAST_HEIGHT)
        self._asked = LEAST_HEIGHT

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self.setPlainText(text)
        self._fit()

    def append_text(self, text: str) -> None:
        """Put text behind what is shown; selection and place stay."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        self._fit()

    def top_offset(self) -> int:
        """The offset of the first line in sight."""
        return self.firstVisibleBlock().position()

    def scroll_to(self, offset: int) -> None:
        """Bring the line at an offset to the top."""
        self.verticalScrollBar().setValue(self.document().findBlock(offset).firstLineNumber())

    def sizeHint(self) -> QSize:
        """As high as a short text; a longer one asks for some lines and takes what there is."""
        return QSize(super().sizeHint().width(), self._asked)

    def minimumSizeHint(self) -> QSize:
        """Some lines."""
        return QSize(100, self._asked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height when lines wrap elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+M keeps the selection, where no action of the window has that key."""
        if event.key() == Qt.Key.Key_M and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.keep_pressed.emit()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu is made by whoever knows what the text is."""
        self.menu_wanted.emit(event)

    def _fit(self) -> None:
        document = self.document()
        height = float(QWIDGETSIZE_MAX)
        if document.blockCount() <= MOST_FITTED and document.characterCount() <= MOST_FITTED * 200:
            height = 2 * document.documentMargin() + 2 * self.frameWidth() + 6
            block = document.begin()
            while block.isValid():
                # lines with Chinese are higher than the font alone says
                height += self.blockBoundingRect(block).height()
                block = block.next()
        self.setMaximumHeight(max(self.minimumHeight(), ceil(height)))
        asked = max(self.minimumHeight(), min(ceil(height), ASKED_HEIGHT))
        if asked != self._asked:
            self._asked = asked
            self.updateGeometry()
