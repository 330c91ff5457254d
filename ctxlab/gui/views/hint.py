"""What to try first, above the sample that the first start opens."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ctxlab.gui.theme.icons import IconName, Ink, icon, picture
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label

ICON = 18


class Hint(QFrame):
    """Three things to try with the travel sample; `dismissed` says that it was put away for good."""

    dismissed = Signal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.setProperty("role", "bar")
        self._look = look
        self._bulb = QLabel()
        lines = QGridLayout()
        lines.setHorizontalSpacing(8)
        lines.setVerticalSpacing(2)
        lines.setColumnStretch(1, 1)
        for row, words in enumerate(self.lines()):
            line = plain_label(words)
            line.setWordWrap(True)
            line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
            lines.addWidget(plain_label(str(row + 1), "title"), row, 0, Qt.AlignmentFlag.AlignTop)
            lines.addWidget(line, row, 1)
        self.close_button = QToolButton()
        self.close_button.setObjectName("dismissHint")
        self.close_button.setAccessibleName(self.tr("Put the hint away"))
        self.close_button.setToolTip(self.tr("Put the hint away (Esc)"))
        self.close_button.setIcon(icon(IconName.X, look, Ink.MUTED))
        self.close_button.setIconSize(QSize(14, 14))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.setFixedSize(24, 24)
        self.close_button.setStyleSheet("padding: 0;")
        self.close_button.clicked.connect(self._dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 8, 8, 8)
        layout.setSpacing(12)
        layout.addWidget(self._bulb, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(lines, 1)
        layout.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(self.tr("What to try first"))
        self.setAccessibleDescription(" ".join(self.lines()))
        look.changed.connect(self._restyle)
        self._restyle()

    def lines(self) -> tuple[str, str, str]:
        """What to try, in the order in which it is told."""
        return (
            self.tr(
                "A hatched red bar is a request that lacks a must-keep. Click the first one, in turn 13."
            ),
            self.tr(
                "Click a must-keep that is lost: the item that states it says in which stage it went and why."
            ),
            self.tr(
                "Drag the slider of history to its red tick: the words are kept, and the diff shows what "
                "came back. Ctrl+Z undoes it."
            ),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc puts it away."""
        if event.key() == Qt.Key.Key_Escape:
            self._dismiss()
            return
        super().keyPressEvent(event)

    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit()

    def _restyle(self) -> None:
        ratio = self.devicePixelRatioF()
        self._bulb.setPixmap(picture(IconName.LIGHTBULB, self._look, ICON, Ink.ACCENT, ratio))
