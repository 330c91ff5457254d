"""One item: what it is, its whole text with what was cut struck through, and what became of it."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from ctxlab import explain
from ctxlab.gui.models.item_story import Passage, Step, story
from ctxlab.gui.models.stage_cells import label, token_text
from ctxlab.gui.text import one_line, shown_text
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.labels import ElidedLabel, plain_label
from ctxlab.gui.views.pill import Pill
from ctxlab.model.decision import STAGES
from ctxlab.model.items import Item
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

#: Characters shown at first of a text that is longer; the rest comes when asked for.
FIRST_PART = 200_000
#: Lines up to which the text is shown as high as it is.
MOST_FITTED = 40
#: Qt's own "no limit" for a widget's height.
QWIDGETSIZE_MAX = 16_777_215
#: Spans struck at most; more would slow down scrolling and say nothing more.
MOST_SPANS = 300


class ItemInspector(QFrame):
    """Shows the item that has the focus."""

    link_chosen = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("itemInspector")
        self.setAccessibleName(self.tr("Item"))
        self._look = look
        self._language = language
        self._shown: tuple[Item, tuple[tuple[int, int], ...], int] | None = None
        self._title = plain_label("", "title")
        self._facts = ElidedLabel(look)
        self.text = TextView()
        self._more = QPushButton()
        self._more.setProperty("role", "link")
        self._more.clicked.connect(self._show_rest)
        self._more.hide()
        self.steps = StepTable(look, self)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._facts, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.text, 8)
        layout.addWidget(self._more)
        layout.addSpacing(4)
        self._what = plain_label(self.tr("What became of it"), "title")
        layout.addWidget(self._what)
        layout.addWidget(self.steps)
        layout.addStretch(1)
        look.changed.connect(self._restyle)
        self.set_item(None, "", None)

    def set_item(self, trace: Trace | None, item_id: str, profile: Profile | None = None) -> None:
        """Show an item of a run by its root id, or that the run does not have it."""
        position = None if trace is None else trace.position(item_id)
        self._what.setVisible(position is not None)
        self.text.setEnabled(position is not None)
        if trace is None or position is None:
            self._title.setText(self.tr("No item chosen") if not item_id else self.tr("Not in this run"))
            self._facts.setText(item_id)
            self._shown = None
            self.text.show_text("")
            self._more.hide()
            self.steps.show_steps([])
            return
        item = trace.item(position)
        self._title.setText(one_line(label(trace, position), 60))
        self._facts.setText(self._facts_of(trace, position))
        altered = trace.altered.get(position)
        cuts = () if altered is None else altered.cuts[:MOST_SPANS]
        if self._shown is None or self._shown[0] is not item:
            self._shown = (item, cuts, FIRST_PART)
            self._show_text()
        elif self._shown[1] != cuts:
            # the same text: keep the reader's place
            bar = self.text.verticalScrollBar()
            place = bar.value()
            self._shown = (item, cuts, self._shown[2])
            self._show_text()
            bar.setValue(place)
        self.steps.show_steps(story(trace, position, self._language, profile))

    def said(self) -> tuple[str, str]:
        """The title and the facts as they are shown."""
        return self._title.text(), self._facts.text()

    def _facts_of(self, trace: Trace, position: int) -> str:
        item = trace.item(position)
        tokens = token_text(trace.tokens(position), trace.is_exact(position))
        facts = [
            item.id,
            explain.source(trace.source(position), self._language),
            self.tr("{0} tokens").format(tokens),
        ]
        if str(item.place):
            facts.append(str(item.place))
        made_of = trace.derived_from(position)
        if made_of:
            names = ", ".join(trace.id(one) for one in made_of[:6])
            facts.append(self.tr("made of {0}").format(names + ("…" if len(made_of) > 6 else "")))
        return " · ".join(facts)

    def _show_text(self) -> None:
        assert self._shown is not None
        item, cuts, limit = self._shown
        shown = shown_text(item.text, cuts, limit)
        self.text.show_text(shown.text)
        self.text.setPlaceholderText(self.tr("no text") if not item.text else "")
        self._strike(shown.spans)
        self._more.setVisible(shown.left_out > 0)
        self._more.setText(self.tr("show the remaining {0} characters").format(f"{shown.left_out:,}"))

    def _show_rest(self) -> None:
        if self._shown is not None:
            self._shown = (self._shown[0], self._shown[1], len(self._shown[0].text))
            self._show_text()

    def _strike(self, spans: tuple[tuple[int, int], ...]) -> None:
        """Strike spans of the shown text, given in UTF-16 offsets."""
        tone = self._look.theme.failed
        struck = QTextCharFormat()
        struck.setFontStrikeOut(True)
        struck.setForeground(color(tone.ink))
        struck.setBackground(color(tone.ground))
        marks: list[QTextEdit.ExtraSelection] = []
        for start, end in spans:
            cursor = QTextCursor(self.text.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format = struck
            marks.append(mark)
        self.text.setExtraSelections(marks)

    def _restyle(self) -> None:
        if self._shown is not None:
            self._show_text()


class TextView(QPlainTextEdit):
    """Plain text that can be selected but not changed, as high as it needs up to what there is."""

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
        self.setMinimumHeight(52)

    def show_text(self, text: str) -> None:
        """Show another text from its beginning."""
        self.setPlainText(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height when lines wrap elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        document = self.document()
        if document.blockCount() > MOST_FITTED or document.characterCount() > MOST_FITTED * 200:
            self.setMaximumHeight(QWIDGETSIZE_MAX)
            return
        height = 2 * document.documentMargin() + 2 * self.frameWidth() + 6
        block = document.begin()
        while block.isValid():
            # lines with Chinese are higher than the font alone says
            height += self.blockBoundingRect(block).height()
            block = block.next()
        self.setMaximumHeight(max(self.minimumHeight(), ceil(height)))


class StepTable(QWidget):
    """The four stages: pill, name, sentence."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("itemHistory")
        self.setAccessibleName(self.tr("What became of it"))
        self._pills: list[Pill] = []
        self._names: list[QLabel] = []
        self._sentences: list[QLabel] = []
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(2, 1)
        for row in range(len(STAGES)):
            pill, name, sentence = Pill(look), plain_label("", "title"), plain_label("")
            sentence.setWordWrap(True)
            sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            sentence.setMinimumWidth(80)
            grid.addWidget(pill, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(name, row, 1, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(sentence, row, 2, Qt.AlignmentFlag.AlignTop)
            self._pills.append(pill)
            self._names.append(name)
            self._sentences.append(sentence)

    def show_steps(self, steps: list[Step]) -> None:
        """Show an item's way; without steps the table is empty."""
        for row, (pill, name, sentence) in enumerate(
            zip(self._pills, self._names, self._sentences, strict=True)
        ):
            step = steps[row] if row < len(steps) else None
            for widget in (pill, name, sentence):
                widget.setVisible(step is not None)
            if step is None:
                continue
            role = "muted" if step.passage is Passage.NEVER else ""
            pill.show_step(step)
            _set(name, step.stage, role or "title")
            _set(sentence, one_line(step.sentence, 600), role)
        self.setAccessibleDescription("; ".join(f"{s.stage}: {s.pill}, {s.sentence}" for s in steps))

    def words(self) -> list[tuple[str, str, str]]:
        """The rows as (pill, stage, sentence)."""
        return [
            (pill.text(), name.text(), sentence.text())
            for pill, name, sentence in zip(self._pills, self._names, self._sentences, strict=True)
            if not sentence.isHidden()
        ]


def _set(widget: QLabel, text: str, role: str) -> None:
    widget.setText(text)
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().polish(widget)
