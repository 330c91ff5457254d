"""The painter of small pictures: a frame, a ground that shows what is transparent, the picture."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QBrush, QImage, QPainter, QPixmap

from ctxlab.gui.theme.palette import Theme
from ctxlab.gui.theme.style import color

#: The side of a square of the ground under what is transparent (pixels), and its two greys in either theme.
_SQUARE = 6
_GREYS = ("#9a9a9a", "#b4b4b4")


def draw_picture(painter: QPainter, rect: QRect, picture: QImage | None, theme: Theme) -> None:
    """Draws a picture into its frame, which is one pixel wide; without one, an empty frame.

    None is a picture that is to come; of a null one, which could not be decoded, a cross stands in the frame.
    """
    inner = rect.adjusted(1, 1, -1, -1)
    painter.fillRect(rect, color(theme.rule))
    painter.fillRect(inner, color(theme.panel))
    if picture is None:
        return
    if picture.isNull():
        painter.setPen(color(theme.muted))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.bottomLeft(), inner.topRight())
        return
    if picture.hasAlphaChannel():
        painter.setBrushOrigin(inner.topLeft())
        painter.fillRect(inner, QBrush(_ground()))
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(QRectF(inner), picture)


def _ground() -> QPixmap:
    tile = QPixmap(2 * _SQUARE, 2 * _SQUARE)
    tile.fill(color(_GREYS[0]))
    painter = QPainter(tile)
    for at in (QPoint(0, 0), QPoint(_SQUARE, _SQUARE)):
        painter.fillRect(at.x(), at.y(), _SQUARE, _SQUARE, color(_GREYS[1]))
    painter.end()
    return tile
