"""What stands before the rows of a table, where that is more than a name: as wide as the table shares out."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHeaderView, QWidget

from ctxlab.gui.theme.style import Look


class SideHeads(QHeaderView):
    """Heads of one height, with the width that `set_width` gives them. Subclasses paint them."""

    def __init__(self, row_height: int, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._look = look
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(row_height)
        self.setDefaultSectionSize(row_height)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self._width = 200

    def set_width(self, width: int) -> None:
        """The room (pixels) that the words have."""
        if width != self._width:
            self._width = width
            self.setFixedWidth(width)
            # the view gives its cells the rest of the room only when it is told
            self.geometriesChanged.emit()

    def sizeHint(self) -> QSize:
        """As wide as was said."""
        return QSize(self._width, super().sizeHint().height())
