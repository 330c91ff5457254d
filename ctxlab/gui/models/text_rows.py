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
    """One line: a pill with a word, a text, and a note at its end.

    `sign` says how the pill looks; `item` is an id or empty; `told` is the pill's word in full.
    """

    key: str
    pill: str
    text: str
    sign: Sign = Sign.BAD
    item: str = ""
    note: str = ""
    told: str = ""


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
            return one_line(line.text, 300)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = one_line(line.text, 300)
            sign = line.told or line.pill
            return f"{sign}: {text}" if sign else text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(f"{line.told}: {line.text}" if line.told else line.text)
        return None
