"""A report as text, as it would be written now; nothing in it is interpreted, and nothing can be changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextEdit, QWidget

from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.read_text import ReadText

#: Places marked at most; more would slow down scrolling and say nothing more.
MOST_MARKED = 300


class ReportPreview(ReadText):
    """Shows a text and marks some words wherever they stand in it."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__("reportPreview", look, parent)
        self.setAccessibleName(self.tr("Preview of the report"))
        self._look = look
        self._words: tuple[str, ...] = ()
        look.changed.connect(self._mark)

    def show_text(self, text: str) -> None:
        """Show another text; one stays about where one was."""
        super().show_text(text)
        self._mark()

    def mark(self, words: Sequence[str]) -> None:
        """Mark these words in place of others, and bring the first of them into sight."""
        self._words = tuple(one for one in words if one)
        found = self._mark()
        if found:
            sight = QTextCursor(self.document())
            sight.setPosition(found[0].selectionStart())
            self.setTextCursor(sight)
            self.centerCursor()

    def marked(self) -> int:
        """How many places are marked."""
        return len(self.extraSelections())

    def _mark(self) -> list[QTextCursor]:
        form = QTextCharFormat()
        form.setBackground(color(self._look.theme.highlight))
        form.setForeground(color(self._look.theme.text))
        found = sorted(self._places(), key=QTextCursor.selectionStart)
        marks: list[QTextEdit.ExtraSelection] = []
        for cursor in found:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format = form
            marks.append(mark)
        self.setExtraSelections(marks)
        return found

    def _places(self) -> list[QTextCursor]:
        places: list[QTextCursor] = []
        for words in self._words:
            cursor = self._next(words, QTextCursor(self.document()))
            while not cursor.isNull() and len(places) < MOST_MARKED:
                places.append(cursor)
                cursor = self._next(words, cursor)
        return places

    def _next(self, words: str, after: QTextCursor) -> QTextCursor:
        return self.document().find(words, after, QTextDocument.FindFlag.FindCaseSensitively)
