"""The difference between two contexts, message by message and inside messages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.delegates.diff_delegate import LINE_HEIGHT, MARGIN, halves, middle
from ctxlab.gui.delegates.paint import baseline
from ctxlab.gui.models.diff_choices import BeforeChoice
from ctxlab.gui.text import listed, one_line, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.diff_before import BeforeButton
from ctxlab.gui.views.diff_table import DiffTable
from ctxlab.gui.views.labels import ElidedLabel
from ctxlab.gui.views.segments import Segments
from ctxlab.model.diff import ContextDiff

HEAD = 34
#: Both sides beside each other, or one below the other.
SPLIT, UNIFIED = "split", "unified"


class DiffTitles(QWidget):
    """What stands before and what after, above their columns."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._titles = ("", "")
        self._split = True
        self._room = 0
        self.setFixedHeight(LINE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        look.changed.connect(self.update)

    def show_titles(self, titles: tuple[str, str], *, split: bool) -> None:
        """Show titles, beside each other or in one."""
        self._titles, self._split = titles, split
        self.setToolTip(tooltip("\n".join(self._words())))
        self.setAccessibleName(listed(self._words()))
        self.update()

    def set_room(self, width: int) -> None:
        """How wide the lines below are (pixels), for both sides to stand above theirs."""
        if width != self._room:
            self._room = width
            self.update()

    def sizeHint(self) -> QSize:
        """As high as a line."""
        return QSize(200, LINE_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the titles, each over its column."""
        look, theme = self._look, self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), color(theme.panel))
        painter.setFont(look.font)
        painter.setPen(color(theme.muted))
        lines = QRect(0, 0, self._room or self.width(), self.height())
        words = self._words()
        rooms = halves(lines) if self._split else (lines,)
        shown = words if self._split else (" → ".join(one for one in words if one),)
        for room, text in zip(rooms, shown, strict=True):
            cut = look.text.cut(text, room.width() - 2 * MARGIN, self.devicePixelRatioF())
            painter.drawText(QPoint(room.left() + MARGIN, baseline(room, look.text)), cut)
        if self._split:
            painter.fillRect(middle(lines), 0, 1, self.height(), color(theme.border))
        painter.end()

    def _words(self) -> tuple[str, str]:
        before, after = self._titles
        return (
            self.tr("before · {0}").format(one_line(before, 120)) if before else "",
            self.tr("after · {0}").format(one_line(after, 120)) if after else "",
        )


class DiffView(QFrame):
    """What stands before, counts, titles and lines.

    `item_chosen` gives the first item of the block that got the focus, or of one of which a person asks why
    it was dropped. `before_requested` gives what a person wants to compare with (a `BeforeChoice`),
    `whole_requested` the number of a message of the context after that is to be shown whole.
    """

    item_chosen = Signal(str)
    before_requested = Signal(object)
    whole_requested = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("diffView")
        self.setAccessibleName(self.tr("Difference between two contexts"))
        self._mode = SPLIT
        self._diff: ContextDiff | None = None
        self._why = ""
        self._alike = self.tr("Edit the budget to see here what changes, or choose what to compare with.")
        self.before = BeforeButton()
        self._counts = ElidedLabel(look)
        self.modes = Segments(
            "diffMode",
            self.tr("How the difference is shown"),
            ((SPLIT, self.tr("Split")), (UNIFIED, self.tr("Unified"))),
        )
        self.titles = DiffTitles(look)
        self.table = DiffTable(look, language=language)
        self.table.setObjectName("diffLines")
        self.table.setAccessibleName(self.tr("Messages that differ"))
        self._place()
        self.table.room_changed.connect(self.titles.set_room)
        self.table.set_split(split=True)
        self.table.selectionModel().currentRowChanged.connect(self._moved)
        self.table.asked.connect(self.item_chosen)
        self.table.whole_asked.connect(self.whole_requested)
        self.before.requested.connect(self.before_requested)
        self.modes.chosen.connect(self.set_mode)
        self.set_diff(None)

    @property
    def mode(self) -> str:
        """`split` or `unified`."""
        return self._mode

    def set_mode(self, mode: str) -> None:
        """Show both sides beside each other (`split`) or one below the other (`unified`); tells nobody."""
        self._mode = UNIFIED if mode == UNIFIED else SPLIT
        self.modes.choose(self._mode)
        self.table.set_split(self._mode == SPLIT)
        self._show_titles()

    def said(self) -> tuple[str, str]:
        """Titles and counts as they are shown."""
        if self._diff is None:
            return self.tr("nothing to compare with"), self._counts.text()
        titles = self.tr("before: {0} → after: {1}").format(
            one_line(self._diff.before_title, 80), one_line(self._diff.after_title, 80)
        )
        return titles, self._counts.text()

    def set_before_choices(self, choices: Sequence[BeforeChoice], current: BeforeChoice | None) -> None:
        """What can stand before, and what does."""
        self.before.set_choices(choices, current)

    def set_diff(self, diff: ContextDiff | None, why: str = "") -> None:
        """Show a diff; None says that there is nothing to compare with, and `why`."""
        self._diff, self._why = diff, why
        self.table.lines.set_diff(diff)
        same = diff is not None and diff.same
        self.table.set_hint(self._alike if same else "")
        if diff is None:
            told = self.tr("Nothing to compare with: {0}").format(one_line(why, 160)) if why else ""
            self.table.set_placeholder(told or self.tr("Nothing to compare with yet: open a session."))
            self._counts.setText("")
        else:
            self.table.set_placeholder(self.tr("Both contexts are empty."))
            self._counts.setText(self.counts(diff))
        self._show_titles()

    def say_of_alike(self, words: str) -> None:
        """What to do where both contexts are alike."""
        self._alike = words

    def wait(self) -> None:
        """Show nothing, and say that the difference is being looked up."""
        self.set_diff(None)
        self.table.set_placeholder(self.tr("looking…"))

    def counts(self, diff: ContextDiff) -> str:
        """How much differs: messages added, removed, changed, moved, and tokens."""
        if diff.same and diff.tokens_before == diff.tokens_after:
            return self.tr("no difference")
        delta = diff.tokens_after - diff.tokens_before
        sign = ("" if diff.exact else "≈") + ("−" if delta < 0 else "+")
        parts = [f"+{diff.added:,} −{diff.removed:,} ~{diff.changed:,}"]
        if diff.moved:
            parts.append(f"→{diff.moved:,}")
        counted = self.tr("{0} messages").format(" ".join(parts))
        return self.tr("{0} · {1} tokens · F7 next").format(counted, f"{sign}{abs(delta):,}")

    def next_change(self, direction: int = 1) -> bool:
        """Go to the next (1) or previous (-1) change; whether there is one."""
        return self.table.step(direction)

    def _place(self) -> None:
        head = QFrame()
        head.setFixedHeight(HEAD)
        row = QHBoxLayout(head)
        row.setContentsMargins(MARGIN, 4, MARGIN, 4)
        row.setSpacing(10)
        row.addWidget(self.before)
        row.addWidget(self._counts, 1)
        row.addWidget(self.modes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addWidget(self.titles)
        layout.addWidget(self.table, 1)

    def _show_titles(self) -> None:
        diff = self._diff
        self.titles.setVisible(diff is not None)
        if diff is not None:
            titles = (diff.before_title, diff.after_title)
            self.titles.show_titles(titles, split=self._mode == SPLIT)

    def _moved(self, current: QModelIndex, _previous: QModelIndex) -> None:
        block = self.table.lines.block(current.row()) if current.isValid() else None
        if block is not None and block.items:
            self.item_chosen.emit(block.items[0])
