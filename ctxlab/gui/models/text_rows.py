"""A small table of lines of text with keys: problems, must-keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ctxlab.gui.models.line_rows import LineRowsModel
from ctxlab.gui.text import one_line, tooltip

#: Characters of a line that are shown; the tooltip has all of them.
_LONGEST = 300


class Sign(Enum):
    """What a pill says of its line, apart from its word."""

    GOOD = "good"
    BAD = "bad"
    WARNING = "warning"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class TextRow:
    """One line: a pill with a word, where it is (`lead`), a text, and a note at its end.

    `sign` says how the pill looks; `item` is an id or empty; `told` is the pill's word in full, `brief` what
    stands for it where room is scarce. Lists with room for it show leads and notes in columns.
    """

    key: str
    pill: str
    text: str
    sign: Sign = Sign.BAD
    item: str = ""
    note: str = ""
    told: str = ""
    lead: str = ""
    brief: str = ""

    @property
    def said(self) -> str:
        """Lead and text in one."""
        return f"{self.lead}: {self.text}" if self.lead else self.text


class TextRowsModel(LineRowsModel[TextRow]):
    """Lines that a list view shows; the whole text is in the tooltip."""

    def _text(self, line: TextRow) -> str:
        return one_line(line.said, _LONGEST)

    def _spoken(self, line: TextRow) -> str:
        text, sign = self._text(line), line.told or line.pill
        return f"{sign}: {text}" if sign else text

    def _tip(self, line: TextRow) -> str:
        told = f"{line.told}: {line.said}" if line.told else line.said
        return tooltip(f"{told}\n{line.note}" if line.lead and line.note else told)
