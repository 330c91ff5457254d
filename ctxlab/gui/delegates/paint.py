"""Shapes that painters share: pills, letters, hatched areas, rules and the outline of the chosen line."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap, QPixmapCache

from ctxlab.gui.text import Elider
from ctxlab.gui.theme.palette import Theme, Tone
from ctxlab.gui.theme.style import Look, color

PILL_HEIGHT = 16
PILL_PAD = 7
#: The side of the square around a letter (pixels).
LETTER = 15
#: How much of a cell is seen for which a newer answer is awaited.
PENDING = 0.4


def baseline(rect: QRect, elider: Elider) -> int:
    """The y at which capitals and Chinese characters of that font stand in the middle of the rectangle."""
    return rect.top() + (rect.height() + elider.metrics.capHeight()) // 2


def pill_width(text: str, look: Look) -> int:
    """Pixels that a pill with that word takes."""
    return look.fine_strong.width(text) + 2 * PILL_PAD


def draw_pill(painter: QPainter, left: int, rect: QRect, text: str, tone: Tone, look: Look) -> int:
    """A rounded pill with a word in it, in the middle of the rectangle's height; the x behind it.

    There are few words and tones, so each pill is drawn once and kept as a picture.
    """
    ratio = painter.device().devicePixelRatio()
    key = (text, tone, ratio)
    picture = look.pictures.get(key)
    if picture is None:
        picture = look.pictures[key] = _pill_picture(text, tone, look, ratio)
    painter.drawPixmap(QPoint(left, rect.top() + (rect.height() - PILL_HEIGHT) // 2), picture)
    return left + pill_width(text, look)


def _pill_picture(text: str, tone: Tone, look: Look, ratio: float) -> QPixmap:
    width = pill_width(text, look)
    picture = QPixmap(round(width * ratio), round(PILL_HEIGHT * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color(tone.pill_ink)) if tone.outline else Qt.PenStyle.NoPen)
    painter.setBrush(color(tone.pill))
    box = QRectF(0.5, 0.5, width - 1, PILL_HEIGHT - 1)
    painter.drawRoundedRect(box, PILL_HEIGHT / 2, PILL_HEIGHT / 2)
    painter.setFont(look.small_bold)
    painter.setPen(color(tone.pill_ink))
    painter.drawText(QPoint(PILL_PAD, baseline(QRect(0, 0, width, PILL_HEIGHT), look.fine_strong)), text)
    painter.end()
    return picture


def draw_letter(painter: QPainter, x: int, rect: QRect, letter: str, look: Look) -> None:
    """A letter in a filled square, in the middle of the rectangle's height."""
    box = QRectF(x, rect.center().y() - LETTER // 2, LETTER, LETTER)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(look.theme.accent))
    painter.drawRoundedRect(box, 3, 3)
    painter.setFont(look.small_bold)
    painter.setPen(color(look.theme.on_accent))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letter)


def hatch(painter: QPainter, rect: QRect, ground: str, stripe: str, step: int = 8) -> None:
    """Fill a rectangle with diagonal stripes; they stay where they are when the rectangle grows."""
    tile = _stripes(ground, stripe, step, painter.device().devicePixelRatio())
    painter.drawTiledPixmap(rect, tile, QPoint(rect.left() % step, 0))


def _stripes(ground: str, stripe: str, step: int, ratio: float) -> QPixmap:
    """A square of `step` that repeats, with a stripe from its lower left to its upper right corner."""
    key = f"ctxlab stripes {ground} {stripe} {step} {ratio}"
    tile = QPixmap()
    if QPixmapCache.find(key, tile):
        return tile
    tile = QPixmap(round(step * ratio), round(step * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(color(ground))
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(color(stripe), step / 2))
    painter.drawLines([QLineF(x, 2 * step, x + 3 * step, -step) for x in range(-3 * step, 3 * step, step)])
    painter.end()
    QPixmapCache.insert(key, tile)
    return tile


def outline(painter: QPainter, rect: QRect, theme: Theme) -> None:
    """The two pixels around the chosen line."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(
        QPen(color(theme.link), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(1, 1, -1, -1))
