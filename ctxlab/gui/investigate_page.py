"""The Investigate page: the verdict, the survival matrix, the way through the stages, and the evidence."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from ctxlab.gui.page import rule
from ctxlab.gui.view_set import Views
from ctxlab.gui.views.splitter import splitter

#: What the evidence gets of the height: a share in hundredths, and pixels at least.
_EVIDENCE_SHARE, _EVIDENCE_LEAST = 20, 124


class _Found(QFrame):
    """The upper part, no lower than its wrapped texts need at its width."""

    def minimumSizeHint(self) -> QSize:
        """What the layout needs; by itself a frame does not ask for what wrapping takes."""
        hint = super().minimumSizeHint()
        inside = self.layout()
        # out of sight it has no width yet that texts could be wrapped to
        wraps = inside is not None and self.isVisible() and inside.hasHeightForWidth()
        needed = inside.minimumHeightForWidth(self.width()) if inside is not None and wraps else 0
        return QSize(hint.width(), max(hint.height(), needed))

    def heightForWidth(self, width: int) -> int:
        """What it needs: what a larger window gives goes to the matrix, what lies beyond is scrolled to."""
        inside = self.layout()
        return super().heightForWidth(width) if inside is None else inside.totalMinimumHeightForWidth(width)


class InvestigatePage(QWidget):
    """Places the views; it knows no document."""

    def __init__(self, views: Views, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("investigatePage")
        self.setProperty("role", "page")
        top = _Found()
        inside = QVBoxLayout(top)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(views.violation)
        inside.addWidget(rule())
        inside.addWidget(views.verdict)
        inside.addWidget(rule())
        inside.addWidget(views.matrix, 1)
        inside.addWidget(rule())
        inside.addWidget(views.cards)
        self._shared = False
        room = QScrollArea()
        room.setFrameShape(QFrame.Shape.NoFrame)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        room.setWidgetResizable(True)
        room.setWidget(top)
        self._parts = splitter("investigation", Qt.Orientation.Vertical, room, views.evidence)
        # what a larger window gives goes to both
        self._parts.setStretchFactor(0, 1)
        self._parts.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._parts)

    def showEvent(self, event: QShowEvent) -> None:
        """Share the height out, once there is some."""
        super().showEvent(event)
        if not self._shared:
            self._shared = True
            self.reset_sizes()

    def reset_sizes(self) -> None:
        """Shares the height out as it comes."""
        high = self.height()
        evidence = max(_EVIDENCE_LEAST, high * _EVIDENCE_SHARE // 100)
        self._parts.setSizes([high - evidence, evidence])
