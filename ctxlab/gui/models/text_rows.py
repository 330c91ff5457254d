"""A small table of lines of text with keys: problems, must-keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import one_line, tooltip


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


class TextRowsModel(KeyedTableModel):
    """Lines that a list view shows; the whole text is in the tooltip."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._lines: dict[str, TextRow] = {}

    def set_rows(self, rows: Sequence[TextRow]) -> None:
        """Show these lines; keys are unique, and lines that stay are patched."""
        old, self._lines = self._lines, {row.key: row for row in rows}
        self.patch_keys(list(self._lines))
        changed = [i for i, row in enumerate(self._lines.values()) if row.key in old and old[row.key] != row]
        self.touch(changed)

    def lines(self) -> Sequence[TextRow]:
        """All lines, in order."""
        return list(self._lines.values())

    def line(self, row: int) -> TextRow | None:
        """The line at a row; None beyond the lines."""
        return self._lines.get(self.key(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line for painters; text, tooltip and accessible text."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        if role == Role.CELL:
            return line
        if role == Role.KEY:
            return line.key
        if role == Qt.ItemDataRole.DisplayRole:
            return one_line(line.said, 300)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = one_line(line.said, 300)
            sign = line.told or line.pill
            return f"{sign}: {text}" if sign else text
        if role == Qt.ItemDataRole.ToolTipRole:
            told = f"{line.told}: {line.said}" if line.told else line.said
            return tooltip(f"{told}\n{line.note}" if line.lead and line.note else told)
        return None
