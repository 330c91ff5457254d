"""The sessions that a sweep goes over: each with its must-keeps, whether it is chosen, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import clauses, one_line, tooltip
from ctxlab.gui.theme.style import Look, color

translate = QCoreApplication.translate

NOTHING = "–"
_TITLE = 120


@dataclass(frozen=True, slots=True)
class SweepSession:
    """A session, or a file that holds none: then `problem` says why, and it cannot be chosen.

    `origin` says where it is from: open in the window, or a folder. `requests` and `must_keeps` are None as
    long as it is being read. `note` is a word on what is swept of it.
    """

    key: str
    title: str
    origin: str
    file: str = ""
    requests: int | None = None
    must_keeps: int | None = None
    chosen: bool = True
    problem: str = ""
    note: str = ""


class SessionColumn(IntEnum):
    """The columns, in their order."""

    SESSION = 0
    ORIGIN = 1
    REQUESTS = 2
    MUST_KEEPS = 3
    NOTE = 4


_RIGHT = (SessionColumn.REQUESTS, SessionColumn.MUST_KEEPS)


class SweepSessionsModel(KeyedTableModel):
    """A row a session, with a box to choose it; `toggled` gives the key of one that a person turned."""

    toggled = Signal(str, bool)

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(len(SessionColumn), parent)
        self._look = look
        self._sessions: dict[str, SweepSession] = {}

    def set_sessions(self, sessions: Sequence[SweepSession]) -> None:
        """Show these; keys are unique."""
        old = self._sessions
        new = {one.key: one for one in sessions}
        # those that are about to go may be asked for once more
        self._sessions = {**old, **new}
        self.patch_keys(list(new))
        self._sessions = new
        self.touch([at for at, key in enumerate(self.keys) if key in old and old[key] != new[key]])

    def session(self, row: int) -> SweepSession | None:
        """The session of a row; None beyond the rows."""
        return self._sessions.get(self.key(row))

    def toggle(self, row: int) -> None:
        """Turn the choice of a row over, where it can be chosen."""
        one = self.session(row)
        if one is not None and not one.problem:
            self.toggled.emit(one.key, not one.chosen)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be chosen; the first cell has a box."""
        flags = super().flags(index)
        one = self.session(index.row()) if index.isValid() else None
        if one is not None and not one.problem and index.column() == SessionColumn.SESSION:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take a turn of the box."""
        one = self.session(index.row()) if index.isValid() else None
        if one is None or one.problem or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self.toggled.emit(one.key, Qt.CheckState(value) is Qt.CheckState.Checked)
        return True

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(SessionColumn):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _names()[section]
        return _side(SessionColumn(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's words, its box, and the ink of what is wrong."""
        one = self.session(index.row()) if index.isValid() else None
        if one is None:
            return None
        column = SessionColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _cell(one, column)
            case Qt.ItemDataRole.CheckStateRole if column is SessionColumn.SESSION and not one.problem:
                return Qt.CheckState.Checked if one.chosen else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(column)
            case Qt.ItemDataRole.ForegroundRole:
                return self._ink(one, column)
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip("\n".join(part for part in (one.file, one.problem or one.note) if part))
            case Qt.ItemDataRole.AccessibleTextRole:
                return _told(one, column)
            case Role.KEY:
                return one.key
            case _:
                return None

    def _ink(self, one: SweepSession, column: SessionColumn) -> Any:
        theme = self._look.theme
        if one.problem and column is SessionColumn.NOTE:
            return color(theme.failed.ink)
        if column is SessionColumn.MUST_KEEPS and one.must_keeps == 0:
            return color(theme.warn)
        if one.problem or not one.chosen or column in (SessionColumn.ORIGIN, SessionColumn.NOTE):
            return color(theme.muted)
        return None


def _cell(one: SweepSession, column: SessionColumn) -> str:
    match column:
        case SessionColumn.SESSION:
            return one_line(one.title, _TITLE)
        case SessionColumn.ORIGIN:
            return one_line(one.origin, _TITLE)
        case SessionColumn.REQUESTS:
            return _count(one, one.requests)
        case SessionColumn.MUST_KEEPS:
            return _count(one, one.must_keeps)
        case SessionColumn.NOTE:
            return one_line(one.problem or one.note, 300)


def _count(one: SweepSession, count: int | None) -> str:
    if one.problem:
        return NOTHING
    return "…" if count is None else f"{count:,}"


def _told(one: SweepSession, column: SessionColumn) -> str:
    if column is not SessionColumn.SESSION:
        shown = _cell(one, column)
        return clauses((_names()[column], shown)) if shown else ""
    state = translate("Sweep", "chosen") if one.chosen else translate("Sweep", "not chosen")
    if one.problem:
        state = translate("Sweep", "cannot be read: {0}").format(one.problem)
    return clauses((one_line(one.title, _TITLE), state))


def _side(column: SessionColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _names() -> list[str]:
    return [
        translate("Sweep", "session"),
        translate("Sweep", "from"),
        translate("Sweep", "requests"),
        translate("Sweep", "must-keeps"),
        translate("Sweep", "note"),
    ]
