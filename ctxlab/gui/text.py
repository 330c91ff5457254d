"""Text at the border of Qt: code points and UTF-16, what is shown of session text, and cut-to-width caching.

Session text is data. It is shown as plain text with control and direction characters made visible; lines of
any length are broken for display only, because Qt lays out one long line in more than linear time.
"""

from __future__ import annotations

import html
import re
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtGui import QFont, QFontMetrics

from ctxlab.text.visible import one_line as preview
from ctxlab.text.visible import visible

#: Characters of one line that Qt is handed; longer lines are continued on the next.
MAX_LINE = 2_000


def window_language() -> str:
    """`zh` or `en`: the language that `i18n.install` gave the window."""
    return "zh" if QLocale().language() is QLocale.Language.Chinese else "en"


def utf16_length(text: str) -> int:
    """How many UTF-16 units Qt needs for the text."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def one_line(text: str, limit: int = 160) -> str:
    """The first words of a text on one line of at most `limit` characters, odd ones made visible."""
    return preview(text, limit)


def tooltip(text: str, limit: int = 2_000) -> str:
    """Text as a tooltip in which nothing is interpreted; Qt takes for HTML what looks like it."""
    if not text:
        return ""
    shown = text if len(text) <= limit else text[:limit] + "…"
    return "<qt>" + html.escape(visible(shown)).replace("\n", "<br>") + "</qt>"


def token_text(tokens: int, exact: bool = True) -> str:
    """A number of tokens with separators; `≈` before it where it is not exact."""
    return f"{tokens:,}" if exact else f"≈{tokens:,}"


def counted(count: str, one: str, many: str) -> str:
    """`{0} token` or `{0} tokens` by a number as it is shown, such as `≈1,200`."""
    return (one if count.lstrip("−≈") == "1" else many).format(count)


def menu_words(text: str) -> str:
    """What a menu calls an action, without the mark of its letter: `Open…` of `&Open…` and of `Open(&O)…`."""
    return re.sub(r"&(.)", r"\1", re.sub(r"\s*\(&\w\)", "", text))


def listed(parts: Iterable[str]) -> str:
    """Words in a row, with the commas of the window's language."""
    return QCoreApplication.translate("Lists", ", ").join(parts)


def dotted(parts: Iterable[str]) -> str:
    """Short notes in a row, with a dot between them."""
    return " · ".join(part for part in parts if part)


def clauses(parts: Iterable[str]) -> str:
    """Clauses in a row, which may hold commas themselves."""
    return QCoreApplication.translate("Lists", "; ").join(parts)


@dataclass(frozen=True, slots=True)
class Shown:
    """Text as Qt gets it, the marked spans in UTF-16 offsets, and how many characters were left out."""

    text: str
    spans: tuple[tuple[int, int], ...]
    left_out: int


def shown_text(text: str, spans: tuple[tuple[int, int], ...] = (), limit: int = 400_000) -> Shown:
    """What to show of a text, at most `limit` code points of it, with `spans` (code points) carried over.

    Odd characters are made visible and lines are broken at `MAX_LINE`, so offsets move; spans that begin
    behind the limit are left out.
    """
    whole = text[:limit]
    out: list[str] = []
    marked: list[tuple[int, int]] = []
    offset = column = at = 0
    for first, last in sorted(spans):
        start, end = max(first, at), min(last, len(whole))
        if start >= end:
            continue
        piece, column = _broken(whole[at:start], column)
        out.append(piece)
        offset += utf16_length(piece)
        piece, column = _broken(whole[start:end], column)
        out.append(piece)
        marked.append((offset, offset + utf16_length(piece)))
        offset, at = marked[-1][1], end
    out.append(_broken(whole[at:], column)[0])
    return Shown("".join(out), tuple(marked), len(text) - len(whole))


def _broken(text: str, column: int) -> tuple[str, int]:
    """The text made visible, with lines over `MAX_LINE` broken, and the column at which it ends."""
    lines = visible(text).split("\n")
    out: list[str] = []
    for i, line in enumerate(lines):
        used = column if i == 0 else 0
        if used + len(line) <= MAX_LINE:
            out.append(line)
            column = used + len(line)
            continue
        first = MAX_LINE - used
        pieces = [line[:first], *(line[k : k + MAX_LINE] for k in range(first, len(line), MAX_LINE))]
        out.append("\n".join(pieces))
        column = len(pieces[-1])
    return "\n".join(out), column


class Elider:
    """Texts of one font cut to a width, remembered by (text, width, device pixel ratio); the oldest go first.

    A font has one elider, so the font is part of the key by construction.
    """

    def __init__(self, font: QFont, size: int = 20_000) -> None:
        self.font = font
        self.metrics = QFontMetrics(font)
        self._size = size
        self._known: OrderedDict[tuple[str, int, float], str] = OrderedDict()
        self._widths: OrderedDict[str, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def cut(self, text: str, width: int, ratio: float = 1.0) -> str:
        """The text, ending in an ellipsis where it is wider than `width` pixels."""
        key = (text, width, ratio)
        found = self._known.get(key)
        if found is None:
            # Qt wants a pixel more than a text is wide; what fits by its width stays whole
            fits = self.width(text) <= width
            found = text if fits else self.metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            self._known[key] = found
            if len(self._known) > self._size:
                self._known.popitem(last=False)
        return found

    def width(self, text: str) -> int:
        """The advance of the text in pixels."""
        found = self._widths.get(text)
        if found is None:
            found = self.metrics.horizontalAdvance(text)
            self._widths[text] = found
            if len(self._widths) > self._size:
                self._widths.popitem(last=False)
        return found
