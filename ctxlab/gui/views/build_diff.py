"""A dialog with the difference between a recorded build and the context that is shown."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QVBoxLayout, QWidget

from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.diff_view import DiffView
from ctxlab.model.diff import ContextDiff

_SIZE = (980, 640)


class BuildDiff(Companion):
    """Shows one difference; it stays beside the window until it is closed."""

    def __init__(self, title: str, diff: ContextDiff, look: Look, parent: QWidget, *, language: str) -> None:
        super().__init__("buildDiff", parent)
        self.setWindowTitle(title)
        self.view = DiffView(look, language=language)
        self.view.setObjectName("buildDifference")
        # what stands before is the build
        self.view.before.hide()
        self.view.set_diff(diff)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.view, 1)
        layout.addWidget(buttons)
        self.resize(*_SIZE)
