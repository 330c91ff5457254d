"""The banner above the page: what went wrong or is going on, in one plain sentence that can be put away."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.views.labels import plain_label

#: Characters of a message that are shown; the tooltip has more.
LONGEST = 400


class Kind(StrEnum):
    """How a message looks: an error stays until it is put away or its cause is gone."""

    ERROR = "refused"
    NOTE = "muted"


class MessageBar(QFrame):
    """Shows the newest message. `topic` says what it is about, so that its cause can take it back."""

    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self.setAccessibleName(self.tr("Messages"))
        self.setProperty("role", "bar")
        self._topic = ""
        self._mark = plain_label("!", "refused")
        self._text: QLabel = plain_label("")
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._close = QPushButton(self.tr("Dismiss"))
        self._close.setObjectName("dismissMessage")
        self._close.clicked.connect(self._dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 5, 8, 5)
        layout.setSpacing(10)
        layout.addWidget(self._mark)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._close)
        self.hide()

    def text(self) -> str:
        """The message that is shown, or an empty text."""
        return "" if self.isHidden() else self._text.text()

    def tell(self, text: str, topic: str = "", kind: Kind = Kind.ERROR) -> None:
        """Shows a message."""
        self._topic = topic
        self._text.setText(one_line(text, LONGEST))
        self._text.setToolTip(tooltip(text))
        self._mark.setText("!" if kind is Kind.ERROR else "i")
        self._mark.setProperty("role", kind.value)
        self._mark.style().polish(self._mark)
        self.setProperty("role", "alert" if kind is Kind.ERROR else "bar")
        self.style().polish(self)
        self.setAccessibleDescription(text)
        self.show()

    def clear(self, topic: str = "") -> None:
        """Takes a message back, if it is about that topic; without one, whatever it is about."""
        if not topic or topic == self._topic:
            self._topic = ""
            self.hide()

    def _dismiss(self) -> None:
        self.clear()
        self.dismissed.emit()
