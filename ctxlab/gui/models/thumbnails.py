"""Small pictures of the images that a session holds, decoded beside the window's own thread.

Only what is in the session is decoded, by its head a PNG, JPEG, GIF or WebP; nothing is fetched.
"""

from __future__ import annotations

import binascii
from collections import OrderedDict

from PySide6.QtCore import QBuffer, QByteArray, QObject, QSize, Qt, QThreadPool, Signal, Slot
from PySide6.QtGui import QImage, QImageReader

from ctxlab.model.media import head_of, payload

#: The largest picture in sight (pixels), and how much finer it is decoded for fine screens.
MOST_WIDTH, MOST_HEIGHT = 240, 140
FINER = 2
#: Larger data, and pictures of more pixels, are not decoded.
MOST_DATA = 32 << 20
MOST_PIXELS = 64 << 20
_KEPT = 64


def shown_size(width: int, height: int) -> QSize:
    """The size (pixels) in which a picture of that size is shown: within bounds, never larger than it is."""
    size = QSize(max(1, width), max(1, height))
    bound = QSize(MOST_WIDTH, MOST_HEIGHT)
    if size.width() > bound.width() or size.height() > bound.height():
        size = size.scaled(bound, Qt.AspectRatioMode.KeepAspectRatio)
    return size.expandedTo(QSize(1, 1))


def decoded(data: str) -> QImage:
    """A small picture of base64 data or of a data URL; a null one where none can be made of it."""
    format_, width, height = head_of(data)
    if not format_ or len(data) > MOST_DATA or not 0 < width * height <= MOST_PIXELS:
        return QImage()
    try:
        raw = binascii.a2b_base64(payload(data))
    except (binascii.Error, ValueError):
        return QImage()
    buffer = QBuffer()
    buffer.setData(QByteArray(raw))
    reader = QImageReader(buffer, QByteArray(format_.lower().encode()))
    reader.setAutoTransform(True)
    reader.setScaledSize(
        shown_size(width, height) * FINER if _shrinks(width, height) else QSize(width, height)
    )
    picture = reader.read()
    return picture if picture.isNull() else picture.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _shrinks(width: int, height: int) -> bool:
    """Whether even the finer picture is smaller than the image itself."""
    finer = shown_size(width, height) * FINER
    return finer.width() < width and finer.height() < height


class _Answer(QObject):
    """Brings a picture from the thread that decoded it."""

    came = Signal(object, object)


class Thumbnails(QObject):
    """Pictures by the data that they are made of; `ready` says that another one can be had."""

    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pictures: OrderedDict[str, QImage] = OrderedDict()
        self._asked: set[str] = set()
        self._answer = _Answer()
        self._answer.came.connect(self._take)

    def picture(self, data: str) -> QImage | None:
        """The picture; None while it is being decoded, a null one where none can be made."""
        found = self._pictures.get(data)
        if found is not None:
            self._pictures.move_to_end(data)
        elif data not in self._asked:
            self._asked.add(data)
            answer = self._answer
            QThreadPool.globalInstance().start(lambda: answer.came.emit(data, decoded(data)))
        return found

    @Slot(object, object)
    def _take(self, data: str, picture: QImage) -> None:
        self._asked.discard(data)
        self._pictures[data] = picture
        if len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)
        self.ready.emit()
