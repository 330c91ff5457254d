"""The recorded builds as a table that can be sorted by any of its columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt

from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import clauses, one_line, token_text, tooltip
from ctxlab.gui.theme.style import Look, color
from ctxlab.model.recorded import Figures, RecordedBuild

translate = QCoreApplication.translate

#: What stands where there is nothing to say.
NONE = "–"
_TITLE = 120


class BuildColumn(IntEnum):
    """The columns, in their order."""

    TIME = 0
    SESSION = 1
    REQUEST = 2
    PROFILE = 3
    TOKENS = 4
    USE = 5
    RATIO = 6
    CUTS = 7
    LEVEL = 8
    LOST = 9
    DURATION = 10


#: Columns of numbers, set to the right.
RIGHT = frozenset(BuildColumn) - {BuildColumn.TIME, BuildColumn.SESSION, BuildColumn.PROFILE}

_ORDER: dict[BuildColumn, Callable[[RecordedBuild], Any]] = {
    BuildColumn.TIME: lambda one: one.id,
    BuildColumn.SESSION: lambda one: (one.origin.title.casefold(), one.id),
    BuildColumn.REQUEST: lambda one: (one.figures.request, one.id),
    BuildColumn.PROFILE: lambda one: (one.figures.profile.casefold(), one.id),
    BuildColumn.TOKENS: lambda one: (one.figures.counted, one.id),
    BuildColumn.USE: lambda one: (one.figures.use or 0.0, one.id),
    BuildColumn.RATIO: lambda one: (one.figures.ratio or 0.0, one.id),
    BuildColumn.CUTS: lambda one: (_cut(one.figures), one.id),
    BuildColumn.LEVEL: lambda one: (one.figures.level, one.id),
    BuildColumn.LOST: lambda one: (len(one.figures.lost), one.figures.must_keeps, one.id),
    BuildColumn.DURATION: lambda one: (one.milliseconds, one.id),
}


class BuildRowsModel(KeyedTableModel):
    """A row a build, known by its number; the newest first until it is sorted otherwise."""

    def __init__(self, look: Look, parent: QObject | None = None) -> None:
        super().__init__(len(BuildColumn), parent)
        self._look = look
        self._builds: dict[str, RecordedBuild] = {}
        self._sorted = (BuildColumn.TIME, Qt.SortOrder.DescendingOrder)

    def set_builds(self, builds: Sequence[RecordedBuild]) -> None:
        """Show these builds; what is known of a build never changes."""
        column, order = self._sorted
        ranked = sorted(builds, key=_ORDER[column], reverse=order is Qt.SortOrder.DescendingOrder)
        old = self._builds
        # those that are about to go may be asked for once more
        self._builds = {**old, **{str(one.id): one for one in ranked}}
        self.patch_keys([str(one.id) for one in ranked])
        self._builds = {key: self._builds[key] for key in self.keys}

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column."""
        self._sorted = (BuildColumn(max(0, column)), order)
        self.set_builds(list(self._builds.values()))

    def build(self, row: int) -> RecordedBuild | None:
        """The build of a row; None beyond the rows."""
        return self._builds.get(self.key(row))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The names of the columns."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(BuildColumn):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _names()[section][0]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(_names()[section][1])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section in RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell's words, where they stand, and their ink where something was lost."""
        build = self.build(index.row()) if index.isValid() else None
        if build is None:
            return None
        column = BuildColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return cell(build, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return color(self._look.theme.failed.ink) if _is_bad(build.figures, column) else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(told(build))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return clauses((_names()[column][1], cell(build, column)))
        if role == Role.KEY:
            return self.key(index.row())
        return None


def cell(build: RecordedBuild, column: BuildColumn) -> str:
    """What a cell shows."""
    one = build.figures
    match column:
        case BuildColumn.TIME:
            return minute_of(build.at)
        case BuildColumn.SESSION:
            return one_line(build.origin.title or one.session, _TITLE) or NONE
        case BuildColumn.REQUEST:
            return f"{one.request:,}"
        case BuildColumn.PROFILE:
            return one_line(one.profile, _TITLE) or NONE
        case BuildColumn.TOKENS:
            return token_text(one.counted, one.exact)
        case BuildColumn.USE:
            return percent(one.use)
        case BuildColumn.RATIO:
            return percent(one.ratio)
        case BuildColumn.CUTS:
            return cuts(one)
        case BuildColumn.LEVEL:
            return str(one.level) if one.level else NONE
        case BuildColumn.LOST:
            return f"{len(one.lost)}/{one.must_keeps}" if one.must_keeps else NONE
        case BuildColumn.DURATION:
            return f"{build.milliseconds:,.0f}"


def told(build: RecordedBuild) -> str:
    """All that a line is too short for."""
    one = build.figures
    lines = [
        time_of(build.at),
        translate("Builds", "build {0} of {1}, request {2}, turn {3}").format(
            build.id, build.origin.title or one.session, one.request, one.turn
        ),
        translate("Builds", "{0} messages, {1} gathered, {2} built").format(
            one.messages, f"{one.gathered:,}", f"{one.constructed:,}"
        ),
    ]
    if one.lost:
        lines.append(translate("Builds", "lost: {0}").format(", ".join(one.lost)))
    if one.over:
        lines.append(translate("Builds", "over the limit by {0} tokens").format(f"{one.over:,}"))
    if build.origin.file:
        lines.append(build.origin.file)
    if not build.kept:
        lines.append(translate("Builds", "what it was made from is not kept any more"))
    elif build.hidden:
        lines.append(
            translate("Builds", "keys and passwords hidden in the kept session: {0}").format(build.hidden)
        )
    return "\n".join(lines)


def time_of(at: float) -> str:
    """A local time, to the second."""
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M:%S")


def minute_of(at: float) -> str:
    """A local time without its year, to the minute."""
    return datetime.fromtimestamp(at).strftime("%m-%d %H:%M")


def percent(share: float | None) -> str:
    """A share with one decimal."""
    return NONE if share is None else f"{100 * share:.1f} %"


def cuts(one: Figures) -> str:
    """Items cut, compressed, merged and dropped, each by its sign."""
    counts = (("~", one.truncated), ("Σ", one.compressed), ("∪", one.merged), ("−", one.dropped))
    return "  ".join(f"{sign}{count:,}" for sign, count in counts if count) or NONE


def _cut(one: Figures) -> int:
    return one.truncated + one.compressed + one.merged + one.dropped


def _is_bad(one: Figures, column: BuildColumn) -> bool:
    if column is BuildColumn.LOST:
        return bool(one.lost)
    return column in (BuildColumn.TOKENS, BuildColumn.USE) and bool(one.over)


def _names() -> list[tuple[str, str]]:
    """The columns' short names and what they are."""
    return [
        (translate("Builds", "time"), translate("Builds", "when it was built")),
        (translate("Builds", "session"), translate("Builds", "session")),
        (translate("Builds", "request"), translate("Builds", "request")),
        (translate("Builds", "profile"), translate("Builds", "profile")),
        (translate("Builds", "tokens"), translate("Builds", "tokens of the context built")),
        (translate("Builds", "of limit"), translate("Builds", "share of the limit")),
        (translate("Builds", "built"), translate("Builds", "tokens built as a share of those gathered")),
        (
            translate("Builds", "cuts"),
            translate("Builds", "items cut ~, compressed Σ, merged ∪, dropped −"),
        ),
        (translate("Builds", "level"), translate("Builds", "level of degradation")),
        (translate("Builds", "lost"), translate("Builds", "must-keeps lost, of those that were judged")),
        (translate("Builds", "ms"), translate("Builds", "how long it took, in milliseconds")),
    ]
