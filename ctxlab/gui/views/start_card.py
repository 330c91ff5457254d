"""What stands in the middle while no session is open: the ways to come to one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.labels import plain_label

#: How wide the card is (pixels).
_WIDTH = 500


class StartCard(QFrame):
    """Three buttons: `open_requested`, `paste_requested`, `sample_requested`."""

    open_requested = Signal()
    paste_requested = Signal()
    sample_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("startPage")
        self.setProperty("role", "page")
        said = plain_label(
            self.tr(
                "Open the log of an agent, and see for each request what reached the model, what was lost "
                "on the way, and why. Files can be dropped here, too."
            ),
            "muted",
        )
        said.setWordWrap(True)
        self.open = push_button("startOpen", self.tr("Open…"), self.open_requested, role="primary")
        self.paste = push_button("startPaste", self.tr("Paste a request"), self.paste_requested)
        self.sample = push_button("startSample", self.tr("Open the sample"), self.sample_requested)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button, keys in ((self.open, "Ctrl+O"), (self.paste, "Ctrl+Shift+V"), (self.sample, "")):
            # here Enter means the button, not only while it has the focus
            button.setAutoDefault(True)
            button.setToolTip(keys)
            row.addWidget(button)
        row.addStretch(1)
        card = QFrame()
        card.setObjectName("startCard")
        card.setProperty("role", "card")
        card.setFixedWidth(_WIDTH)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(24, 20, 24, 22)
        inside.setSpacing(12)
        inside.addWidget(plain_label(self.tr("No session is open"), "title"))
        inside.addWidget(said)
        inside.addLayout(row)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(card)
        across.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(2)
        layout.addLayout(across)
        layout.addStretch(3)

    def showEvent(self, event: QShowEvent) -> None:
        """Give the keys to the first button."""
        super().showEvent(event)
        self.open.setFocus(Qt.FocusReason.OtherFocusReason)
