"""Source, TOML, JSON or YAML to read, in a few inks."""

from __future__ import annotations

import re

from PySide6.QtGui import QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QWidget

from ctxlab.gui.text import utf16_length
from ctxlab.gui.theme.style import Look, color
from ctxlab.gui.views.read_text import ReadText
from ctxlab.model.items import Row

_TEXT = r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\''
_WORDS = (
    "and as async await class def else for from if import in is not or return True False None true false null"
).replace(" ", "|")
#: What is told apart in a line, the first that fits counts.
_PIECES = re.compile(
    rf"(?P<key>(?:{_TEXT})(?=\s*:)|^\s*(?:- )?[\w.-]+(?=\s*[=:]))"
    rf"|(?P<text>{_TEXT})"
    r"|(?P<comment>#.*)"
    r"|(?P<head>^\s*\[.*\]\s*$)"
    rf"|(?P<word>(?<![\w-])(?:{_WORDS})(?![\w-]))"
    r"|(?P<number>\b\d[\d_]*(?:\.\d+)?\b)"
)


class _Inks(QSyntaxHighlighter):
    def __init__(self, document: QTextDocument, look: Look) -> None:
        super().__init__(document)
        self._look = look
        look.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        theme = self._look.theme
        # these inks are readable on the ground of lists and pages
        inks = {
            "key": theme.link,
            "head": theme.link,
            "text": theme.rows[Row.TASK_STATE],
            "comment": theme.muted,
            "word": theme.rows[Row.SYSTEM_PROMPT],
            "number": theme.rows[Row.RETRIEVED_DOC],
        }
        for found in _PIECES.finditer(text):
            form = QTextCharFormat()
            form.setForeground(color(inks[found.lastgroup or "text"]))
            self.setFormat(utf16_length(text[: found.start()]), utf16_length(found.group()), form)


class CodeView(ReadText):
    """Shows a text whose comments, keys, texts and numbers have inks of their own."""

    def __init__(self, name: str, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(name, look, parent)
        self._inks = _Inks(self.document(), look)
