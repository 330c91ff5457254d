"""The media of an item: small pictures of images, and a few words on each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.gui.delegates.picture import draw_picture
from ctxlab.gui.models.thumbnails import Thumbnails, shown_size
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.model.items import Part
from ctxlab.model.media import image_info, is_embedded

#: Media that are shown; of more there is a count.
MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ShownMedium:
    """A medium and what is said of it."""

    part: Part
    words: str


class Picture(QWidget):
    """One small picture, as large as it will be from the start."""

    def __init__(self, medium: ShownMedium, thumbnails: Thumbnails, look: Look) -> None:
        super().__init__()
        self.setObjectName("itemPicture")
        self.setAccessibleName(medium.words)
        self._data = medium.part.data
        self._thumbnails = thumbnails
        self._look = look
        info = image_info(medium.part)
        self.setFixedSize(shown_size(info.width, info.height) + QSize(2, 2))
        thumbnails.ready.connect(self.update)
        look.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture in its frame, or the frame alone while it is being decoded."""
        painter = QPainter(self)
        draw_picture(painter, self.rect(), self._thumbnails.picture(self._data), self._look.theme)
        painter.end()


class ImageStrip(QWidget):
    """Shows media below each other; hidden without any."""

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("itemMedia")
        self.setAccessibleName(self.tr("Images and other media of the item"))
        self._look = look
        self._media: tuple[ShownMedium, ...] = ()
        self._thumbnails = Thumbnails(self)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 2, 0, 4)
        self._layout.setSpacing(6)
        self.hide()

    def said(self) -> list[str]:
        """What is said of each medium."""
        return [medium.words for medium in self._media]

    def show_media(self, media: Sequence[ShownMedium]) -> None:
        """Show other media."""
        if tuple(media) == self._media:
            return
        self._media = tuple(media)
        while (old := self._layout.takeAt(0)) is not None:
            widget = old.widget()
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        for medium in self._media[:MOST_SHOWN]:
            self._layout.addWidget(self._row(medium))
        left = len(self._media) - MOST_SHOWN
        if left > 0:
            self._layout.addWidget(plain_label(self.tr("and {0} more").format(f"{left:,}"), "muted"))
        self.setVisible(bool(self._media))

    def _row(self, medium: ShownMedium) -> QWidget:
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        if is_embedded(medium.part):
            layout.addWidget(Picture(medium, self._thumbnails, self._look))
        label = plain_label(medium.words, "muted")
        label.setWordWrap(True)
        layout.addWidget(label, 1)
        return row
