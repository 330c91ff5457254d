"""Where lines of text break at a width, as Qt breaks them."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextLayout, QTextOption

from ctxlab.model.diff import TextSpan


def wrap_text(paragraph: str, font: QFont, width: int) -> list[TextSpan]:
    """The lines of a text without line ends at a width in pixels, as starts and ends in UTF-16 units.

    They break between words where there is room, else between grapheme clusters; an empty text is one line.
    """
    if not paragraph:
        return [(0, 0)]
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout = QTextLayout(paragraph, font)
    layout.setTextOption(option)
    layout.setCacheEnabled(False)
    found: list[TextSpan] = []
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width))
        found.append((line.textStart(), line.textStart() + line.textLength()))
    layout.endLayout()
    return found
