"""The caps of a solution: before, after, and the must-keep because of which each is no smaller."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ctxlab import explain
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.models.solve_words import cap_words, place_title
from ctxlab.gui.text import clauses, dotted, one_line, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.solution import SolvedCap

translate = QCoreApplication.translate

_LABEL = 160


class CapColumn(IntEnum):
    """The columns, in their order."""

    ROW = 0
    BEFORE = 1
    AFTER = 2
    CHANGE = 3
    DECIDED = 4


_RIGHT = (CapColumn.BEFORE, CapColumn.AFTER, CapColumn.CHANGE)


class SolvedRowsModel(KeyedTableModel):
    """A row a budget row, in the order in which they were solved."""

    def __init__(self, look: Look, language: str, parent: QObject | None = None) -> None:
        super().__init__(len(CapColumn), parent)
        self._look = look
        self._language = language
        self._caps: dict[str, SolvedCap] = {}
        self._titles: Sequence[str] = ()

    def set_caps(self, caps: Sequence[SolvedCap], titles: Sequence[str]) -> None:
        """Show these; `titles` are what the sessions are called, by place."""
        old, self._titles = self._caps, titles
        new = {one.row.value: one for one in caps}
        # those that are about to go may be asked for once more
        self._caps = {**old, **new}
        self.patch_keys(list(new))
        self._caps = new
        self.touch([at for at, key in enumerate(self.keys) if key in old and old[key] != new[key]])

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(CapColumn):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _names()[section]
        return _side(CapColumn(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's words and their ink."""
        cap = self._caps.get(self.key(index.row())) if index.isValid() else None
        if cap is None:
            return None
        column = CapColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._cell(cap, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(column)
            case Qt.ItemDataRole.ForegroundRole:
                quiet = column in (CapColumn.BEFORE, CapColumn.DECIDED)
                return color(self._look.theme.muted) if quiet else None
            case Qt.ItemDataRole.FontRole:
                return self._look.bold if column is CapColumn.AFTER else None
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(self._cell(cap, CapColumn.DECIDED))
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._told(cap, column)
            case Role.KEY:
                return cap.row.value
            case _:
                return None

    def _cell(self, cap: SolvedCap, column: CapColumn) -> str:
        match column:
            case CapColumn.ROW:
                return explain.row(cap.row, self._language)
            case CapColumn.BEFORE:
                return cap_words(cap.before)
            case CapColumn.AFTER:
                return cap_words(cap.after)
            case CapColumn.CHANGE:
                return _change(cap)
            case CapColumn.DECIDED:
                if not cap.decided_by:
                    empties = translate("Solve", "nothing asks for it: 0 empties the row")
                    return translate("Solve", "nothing asks for it") if cap.after else empties
                return dotted((one_line(cap.decided_by, _LABEL), place_title(cap.place, self._titles)))

    def _told(self, cap: SolvedCap, column: CapColumn) -> str:
        if column is CapColumn.ROW:
            change = f"{cap_words(cap.before)} → {cap_words(cap.after)}"
            return clauses((self._cell(cap, column), change, self._cell(cap, CapColumn.DECIDED)))
        return clauses((_names()[column], self._cell(cap, column)))


def _change(cap: SolvedCap) -> str:
    if cap.before is None:
        return ""
    more = cap.after - cap.before
    return "=" if not more else f"{'+' if more > 0 else '−'}{abs(more):,}"


def _side(column: CapColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _names() -> list[str]:
    return [
        translate("Solve", "row"),
        translate("Solve", "before"),
        translate("Solve", "after"),
        translate("Solve", "change"),
        translate("Solve", "decided by"),
    ]
