"""Text broken into rows of a width, as far as it is asked for, with where each row stands in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QFont, QFontMetricsF

from ctxlab.text.graphemes import border_before
from ctxlab.text.visible import visible

#: Characters of one line that are looked at for one row, however narrow they are.
LONGEST = 2_000
#: A row is broken at a blank only where that leaves more than this share of its width.
_FULL = 0.6
_TAB = "    "
#: The first and the last character of those that a row may end behind: Chinese, Japanese and Korean ones.
_CJK = ("\u2e80", "\ud7ff")
#: What does not begin a row.
_CLOSING = frozenset("，。！？；：、）》」』”’…,.!?;:)")


@dataclass(frozen=True, slots=True)
class WrappedRow:
    """One row: what is shown, and the code points of the text that it stands for."""

    text: str
    start: int
    end: int


class Wrapper:
    """Breaks texts of one font; advances of characters are looked up once."""

    def __init__(self, font: QFont) -> None:
        self._metrics = QFontMetricsF(font)
        self._advances: dict[str, float] = {}

    def rows(self, text: str, width: float) -> Iterator[WrappedRow]:
        """The rows of a text, each at most `width` pixels wide unless a single cluster is wider.

        Line ends of the text end rows; an empty line is an empty row. A grapheme of several code points may
        be set a little narrower than it is measured, never wider.
        """
        at = 0
        while True:
            end = text.find("\n", at)
            stop = len(text) if end < 0 else end
            yield from self._line(text, at, stop, width)
            if end < 0:
                return
            at = end + 1

    def _line(self, text: str, start: int, stop: int, width: float) -> Iterator[WrappedRow]:
        if start == stop:
            yield WrappedRow("", start, stop)
        while start < stop:
            piece = text[start : min(stop, start + LONGEST)]
            fits = self._fitting(piece, width)
            if fits == len(piece) and start + fits < stop:
                yield WrappedRow(self._shown(piece), start, start + fits)
            elif fits == len(piece):
                yield WrappedRow(self._shown(piece.rstrip("\r")), start, stop)
            else:
                yield WrappedRow(self._shown(piece[:fits]), start, start + fits)
            start += fits

    def _fitting(self, piece: str, width: float) -> int:
        """How many code points of a line go into one row; at least one grapheme cluster."""
        advances = self._advances
        held = 0.0
        blank, blank_at = 0, 0.0
        for at, char in enumerate(piece):
            advance = advances.get(char)
            if advance is None:
                advance = advances[char] = self._metrics.horizontalAdvance(self._shown(char))
            held += advance
            if held > width and at:
                end = blank if blank_at > width * _FULL else at
                while end > 1 and piece[end] in _CLOSING:
                    end -= 1
                end = border_before(piece, end)
                # a single cluster that is wider than the row stays whole
                if end:
                    return end
            if char == " " or _CJK[0] <= char <= _CJK[1]:
                blank, blank_at = at + 1, held
        return len(piece)

    @staticmethod
    def _shown(text: str) -> str:
        return visible(text).replace("\t", _TAB)
