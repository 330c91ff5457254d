"""Text in which stretches stand out, drawn as Qt lays it out, so that mixed directions come right."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption

from ctxlab.gui.text import utf16_length
from ctxlab.gui.theme.style import color
from ctxlab.model.diff import TextSpan

#: Wider than any line that is drawn (pixels).
_NO_WRAP = 100_000


def draw_marked(
    painter: QPainter,
    x: int,
    y: int,
    text: str,
    spans: tuple[TextSpan, ...],
    *,
    ink: str,
    ground: str,
    font: QFont,
) -> None:
    """Draws a text with its baseline at `y`, and a ground and an underline in its spans (UTF-16 units)."""
    length = utf16_length(text)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    layout.setTextOption(option)
    marked = QTextCharFormat()
    marked.setBackground(color(ground))
    marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    marked.setUnderlineColor(color(ink))
    ranges: list[QTextLayout.FormatRange] = []
    for start, end in spans:
        if start >= length:
            break
        one = QTextLayout.FormatRange()
        one.start, one.length = start, min(end, length) - start
        one.format = marked
        ranges.append(one)
    layout.setFormats(ranges)
    layout.beginLayout()
    line = layout.createLine()
    if line.isValid():
        line.setLineWidth(_NO_WRAP)
    layout.endLayout()
    painter.setPen(color(ink))
    layout.draw(painter, QPointF(x, y - (line.ascent() if line.isValid() else 0)))
