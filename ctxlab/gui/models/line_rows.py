"""A list whose lines have keys, with words to read, to hear and to point at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role


class Keyed(Protocol):
    """What a line has at least."""

    @property
    def key(self) -> str:
        """What it is known by in its list."""
        ...


AnyLine = TypeVar("AnyLine", bound=Keyed)


class LineRowsModel(KeyedTableModel, Generic[AnyLine]):
    """One column of lines; subclasses say each in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(1, parent)
        self._lines: dict[str, AnyLine] = {}

    def set_rows(self, rows: Sequence[AnyLine]) -> None:
        """Show these lines; keys are unique, and lines that stay are patched."""
        old, self._lines = self._lines, {row.key: row for row in rows}
        self.patch_keys(list(self._lines))
        changed = [i for i, row in enumerate(self._lines.values()) if row.key in old and old[row.key] != row]
        self.touch(changed)

    def lines(self) -> Sequence[AnyLine]:
        """All lines, in order."""
        return list(self._lines.values())

    def line(self, row: int) -> AnyLine | None:
        """The line at a row; None beyond the lines."""
        return self._lines.get(self.key(row))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The line for painters; text, tooltip and accessible text."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        match role:
            case Role.CELL:
                return line
            case Role.KEY:
                return line.key
            case Qt.ItemDataRole.DisplayRole:
                return self._text(line)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._spoken(line)
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(line)
            case _:
                return None

    def _text(self, line: AnyLine) -> str:
        """The line as it is read."""
        raise NotImplementedError

    def _spoken(self, line: AnyLine) -> str:
        """The line as it is read out."""
        raise NotImplementedError

    def _tip(self, line: AnyLine) -> str:
        """All that is known of the line."""
        raise NotImplementedError
