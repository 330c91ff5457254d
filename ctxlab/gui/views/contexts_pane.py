"""The contexts that two profiles build, compared; or that of one, message by message."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ctxlab.gui.models.systems_answers import SystemColumn
from ctxlab.gui.models.systems_model import AFTER, BEFORE
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.choice_box import ChoiceBox
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.messages_view import MessagesView
from ctxlab.model.diff import ContextDiff
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Trace

#: Characters of a profile's name in a list.
LONGEST = 60
#: How narrow the lists of profiles can be made (pixels).
_BOX_LEAST, _BOX_MOST = 90, 220


class ContextsPane(QFrame):
    """Whose contexts are looked at, and these. `pair_chosen(before, after)` gives keys of profiles.

    `after` is empty where the context of one alone is wanted. `use_requested` gives the profile that is to be
    used.
    """

    pair_chosen = Signal(str, str)
    use_requested = Signal(str)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(parent)
        self.setObjectName("contextsPane")
        self.setAccessibleName(self.tr("Final contexts"))
        self._columns: tuple[SystemColumn, ...] = ()
        self.before = self._box("contextBefore", self.tr("Context A"))
        self.after = self._box("contextAfter", self.tr("Context B"))
        self.use_before = self._use("useBefore", self.before)
        self.use_after = self._use("useAfter", self.after)
        self.difference = DiffView(look, language=language)
        self.difference.setObjectName("systemsDiff")
        # what stands before is chosen above
        self.difference.before.hide()
        self.difference.say_of_alike(self.tr("Both contexts are the same: choose another profile as A or B."))
        self.context = MessagesView(look, language=language)
        self.context.setObjectName("systemsMessages")
        self._words = plain_label("", "muted")
        self._words.setObjectName("contextsSaid")
        self._words.setWordWrap(True)
        self._words.setContentsMargins(14, 10, 14, 10)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedWidget()
        # it scrolls: a low window takes from it before it grows
        self._stack.setMinimumHeight(60)
        for part in (self._words, self.difference, self.context):
            self._stack.addWidget(part)
        self._lay_out()
        self.say("")

    def set_columns(self, columns: Sequence[SystemColumn], before: str, after: str) -> None:
        """Offer these profiles, of which two are looked at."""
        if tuple(columns) != self._columns:
            self._columns = tuple(columns)
            for box, nobody in ((self.before, ""), (self.after, self.tr("none: the messages of A"))):
                box.clear()
                if nobody:
                    box.addItem(nobody, "")
                for column in columns:
                    box.addItem(one_line(column.name, LONGEST), column.key)
                    box.setItemData(box.count() - 1, tooltip(column.tip or column.name), _TIP)
        own = {column.key for column in columns if column.own}
        for box, use, key in ((self.before, self.use_before, before), (self.after, self.use_after, after)):
            box.setCurrentIndex(box.findData(key))
            box.setEnabled(bool(columns))
            use.setEnabled(bool(key) and key not in own)

    def show_difference(self, diff: ContextDiff | None, why: str = "") -> None:
        """Show the difference of two contexts, or say why there is none."""
        self.difference.set_diff(diff, why)
        self._stack.setCurrentWidget(self.difference)

    def wait(self) -> None:
        """Say that the difference is being looked up."""
        self.difference.wait()
        self._stack.setCurrentWidget(self.difference)

    def show_context(self, trace: Trace, profile: Profile) -> None:
        """Show the messages of one context."""
        self._stack.setCurrentWidget(self.context)
        self.context.set_context(trace, profile)

    def say(self, words: str) -> None:
        """Show words in place of contexts."""
        self._words.setText(words)
        self._stack.setCurrentWidget(self._words)

    def said(self) -> str:
        """The words that stand in place of contexts, or empty."""
        return self._words.text() if self._stack.currentWidget() is self._words else ""

    def _box(self, name: str, words: str) -> ChoiceBox:
        box = ChoiceBox()
        box.setObjectName(name)
        box.setAccessibleName(words)
        box.setMinimumWidth(_BOX_LEAST)
        box.setMaximumWidth(_BOX_MOST)
        box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.activated.connect(self._choose)
        return box

    def _use(self, name: str, box: ChoiceBox) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setText(self.tr("Use"))
        button.setAccessibleName(self.tr("Use the profile of {0}").format(box.accessibleName()))
        button.setToolTip(self.tr("Look at the session under this profile; it can be undone"))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _on=False: self.use_requested.emit(str(box.currentData() or "")))
        return button

    def _choose(self, _index: int) -> None:
        self.pair_chosen.emit(str(self.before.currentData() or ""), str(self.after.currentData() or ""))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(14, 5, 14, 5)
        head.setSpacing(6)
        sides = ((BEFORE, self.before, self.use_before), (AFTER, self.after, self.use_after))
        for at, (letter, box, use) in enumerate(sides):
            if at:
                head.addSpacing(4)
                head.addWidget(plain_label("→", "muted"))
                head.addSpacing(4)
            head.addWidget(plain_label(letter, "title"))
            head.addWidget(box, 1)
            head.addWidget(use)
        head.addStretch(0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)

    def minimumSizeHint(self) -> QSize:
        """Its head and a few lines."""
        return QSize(300, 110)


_TIP = Qt.ItemDataRole.ToolTipRole
