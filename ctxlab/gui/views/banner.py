"""One banner: what happened in a plain sentence, what can be done about it, and details on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.labels import plain_label

#: Characters of a message that are shown; details and tooltip have more.
LONGEST = 400
#: Lines of a message that are shown.
MOST_LINES = 8


class Kind(StrEnum):
    """How a message looks: an error stays until it is put away or its cause is gone."""

    ERROR = "refused"
    NOTE = "muted"


@dataclass(frozen=True, slots=True)
class Act:
    """Something that can be done about a message: its words, and what does it. The banner then goes."""

    words: str
    run: Callable[[], object]


def _lines(text: str) -> str:
    """A line for each thing that is told, as for each fault of a profile."""
    lines = [one_line(line, LONGEST) for line in text.splitlines() if line.strip()]
    shown = lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "…"]
    return "\n".join(shown)


class Banner(QFrame):
    """A message with its acts. `closed` says that it was put away or acted upon."""

    closed = Signal()

    def __init__(
        self,
        text: str,
        kind: Kind,
        acts: Sequence[Act] = (),
        details: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setProperty("role", "alert" if kind is Kind.ERROR else "notice")
        self.setAccessibleName(self.tr("Message"))
        self.setAccessibleDescription(text)
        self.text: QLabel = plain_label(_lines(text))
        self.text.setWordWrap(True)
        self.text.setToolTip(tooltip(text))
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout()
        row.setContentsMargins(12, 4, 8, 4)
        row.setSpacing(8)
        row.addWidget(plain_label("!" if kind is Kind.ERROR else "i", kind.value))
        row.addWidget(self.text, 1)
        for act in acts:
            row.addWidget(self._button(act.words, partial(self._do, act)))
        self.details = plain_label(details, "muted")
        self.details.setContentsMargins(30, 0, 12, 6)
        self.details.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.details.hide()
        if details:
            more = self._button(self.tr("Details"), lambda: None)
            more.setCheckable(True)
            more.toggled.connect(self.details.setVisible)
            row.addWidget(more)
        close = self._button(self.tr("Dismiss"), self.closed.emit)
        close.setObjectName("dismissMessage")
        row.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.details)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def _do(self, act: Act) -> None:
        # first away: what is done may have something to say itself
        self.closed.emit()
        act.run()

    def _button(self, words: str, run: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda _on=False: run())
        return button
