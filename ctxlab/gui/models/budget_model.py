"""The model of the budget table: the limit, a line a row, the sum. It emits wishes and changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from ctxlab import explain
from ctxlab.gui.models.budget_entry import NONE_SIGN, nice_scale, parse_cap
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import tooltip
from ctxlab.model.items import Row
from ctxlab.model.profile import MAX_TOKENS, Overflow, Profile, RowBudget, Window
from ctxlab.model.trace import RowUse, Trace

LIMIT = "limit"
SUM = "sum"


class Column(IntEnum):
    """The columns of the table, in order."""

    NAME = 0
    CAP = 1
    BAR = 2
    USED = 3
    OVERFLOW = 4
    KEPT = 5


@dataclass(frozen=True, slots=True)
class BudgetLine:
    """One line. `row` is None for the limit and the sum, `use` None before the first run."""

    key: str
    row: Row | None
    budget: RowBudget
    use: RowUse | None
    scale: int = 0

    @property
    def short(self) -> bool:
        """Whether not all items of the row were kept."""
        return self.use is not None and self.use.kept < self.use.of


def overflow_word(overflow: Overflow) -> str:
    """An overflow rule's name in the language of the window."""
    names = {
        Overflow.KEEP: QCoreApplication.translate("BudgetModel", "keep"),
        Overflow.STOP: QCoreApplication.translate("BudgetModel", "stop"),
        Overflow.SKIP: QCoreApplication.translate("BudgetModel", "skip"),
        Overflow.TRUNCATE: QCoreApplication.translate("BudgetModel", "truncate"),
        Overflow.COMPRESS: QCoreApplication.translate("BudgetModel", "compress"),
    }
    return names[overflow]


class BudgetModel(KeyedTableModel):
    """Rows of a profile beside what a run used of them.

    `edit_requested(row, field, value)` is one wish, such as ("history", "cap", 9000) or a cap of None for
    none; `refused(row, reason)` says why a text was not taken.
    """

    edit_requested = Signal(str, str, object)
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(len(Column), parent)
        self._language = language
        self._profile: Profile | None = None
        self._trace: Trace | None = None
        self._pending = False
        self._lines: dict[str, BudgetLine] = {}
        self._preview: tuple[str, int] | None = None
        self._end_texts: list[tuple[str, ...]] = []

    @property
    def profile(self) -> Profile | None:
        """The profile that is shown."""
        return self._profile

    @property
    def pending(self) -> bool:
        """Whether the used numbers belong to an older run than the caps."""
        return self._pending

    def set_state(self, profile: Profile | None, trace: Trace | None) -> None:
        """Show a profile and the last run; only lines that differ are repainted."""
        self._profile, self._trace = profile, trace
        old, self._lines = self._lines, self._make()
        keys = list(self._lines)
        self.patch_keys(keys)
        changed = [i for i, key in enumerate(keys) if key in old and old[key] != self._lines[key]]
        ends = [tuple(self._text(line, column) for column in Column) for line in self._ends()]
        if ends != self._end_texts:
            self._end_texts = ends
            changed = sorted({*changed, *((0, len(keys) - 1) if keys else ())})
        self.touch(changed)

    def set_pending(self, pending: bool) -> None:
        """Mark the used numbers as not yet those of the caps shown."""
        if pending != self._pending:
            self._pending = pending
            self.touch(range(len(self._keys)), Column.BAR, Column.KEPT)

    def set_preview(self, row: str, cap: int | None) -> None:
        """Show a cap under a drag before anybody has taken it over; None ends it."""
        self._preview = None if cap is None else (row, cap)
        at = self.row_of(row)
        if at >= 0:
            self.touch([at])

    def line(self, row: int) -> BudgetLine | None:
        """The line at a row; None beyond the lines."""
        return self._lines.get(self.key(row))

    def cap(self, row: int) -> int | None:
        """The cap that the line shows: the drag's, else the profile's."""
        line = self.line(row)
        if line is None:
            return None
        if self._preview is not None and self._preview[0] == line.key:
            return self._preview[1]
        return line.budget.cap

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Caps and overflow rules of rows can be edited."""
        flags = super().flags(index)
        line = self.line(index.row()) if index.isValid() else None
        if line is not None and line.row is not None and index.column() in (Column.CAP, Column.OVERFLOW):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Column(section) in (Column.CAP, Column.USED, Column.KEPT)
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            names = {
                Column.NAME: self.tr("source"),
                Column.CAP: self.tr("cap"),
                Column.BAR: "",
                Column.USED: self.tr("used"),
                Column.OVERFLOW: self.tr("overflow"),
                Column.KEPT: self.tr("kept"),
            }
            return names[Column(section)]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Texts of the cells; the line itself for painters."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return None
        column = Column(index.column())
        if role == Role.CELL:
            return line
        if role == Role.KEY:
            return line.key
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(line, column)
        if role == Qt.ItemDataRole.EditRole:
            if column is Column.OVERFLOW:
                return line.budget.overflow.value
            return "" if line.budget.cap is None else str(line.budget.cap)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = column in (Column.CAP, Column.USED, Column.KEPT)
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(line, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._tooltip(line, column))
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Check the text and emit the wish; the model changes when the profile does. False if refused."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None or line.row is None or role != Qt.ItemDataRole.EditRole:
            return False
        if index.column() == Column.CAP:
            return self._wish_cap(line, str(value))
        if index.column() == Column.OVERFLOW:
            try:
                wanted = Overflow(str(value))
            except ValueError:
                self.refused.emit(line.key, self.tr("no such rule: {0}").format(str(value)))
                return False
            if wanted is not line.budget.overflow:
                self.edit_requested.emit(line.key, "overflow", wanted.value)
            return True
        return False

    def refusal(self, text: str) -> str:
        """Why a text is no cap, or an empty text where it is one."""
        try:
            parse_cap(text)
        except ValueError as error:
            return {
                "negative": self.tr("a cap cannot be negative"),
                "too large": self.tr("no model has {0} tokens").format(f"over {MAX_TOKENS:,}"),
            }.get(str(error), self.tr("a cap is a whole number of tokens, or — for none"))
        return ""

    def _wish_cap(self, line: BudgetLine, text: str) -> bool:
        reason = self.refusal(text)
        if reason:
            self.refused.emit(line.key, reason)
            return False
        wanted = parse_cap(text)
        if wanted != line.budget.cap:
            self.edit_requested.emit(line.key, "cap", wanted)
        return True

    def _make(self) -> dict[str, BudgetLine]:
        profile = self._profile
        if profile is None:
            return {}
        uses = {} if self._trace is None else {use.row: use for use in self._trace.rows}
        lines = {LIMIT: BudgetLine(LIMIT, None, RowBudget(), None)}
        for row in profile.table():
            budget = profile.row(row)
            lines[row.value] = BudgetLine(
                row.value, row, budget, uses.get(row), self._scale(row, budget, uses.get(row))
            )
        lines[SUM] = BudgetLine(SUM, None, RowBudget(), None)
        return lines

    def _ends(self) -> list[BudgetLine]:
        """The limit and the sum."""
        return [line for line in self._lines.values() if line.row is None]

    def _scale(self, row: Row, budget: RowBudget, use: RowUse | None) -> int:
        """Tokens that the whole bar stands for; it stays while the cap has room on it: a drag is steady."""
        need = max(budget.cap or 0, 0 if use is None else use.used)
        old = self._lines.get(row.value)
        if old is not None and old.scale and need <= old.scale and need * 50 >= old.scale:
            return old.scale
        return nice_scale(need * 3 // 2)

    def _text(self, line: BudgetLine, column: Column) -> str:
        if line.row is None:
            return self._end_text(line, column)
        use = line.use
        if column is Column.NAME:
            return explain.row(line.row, self._language)
        if column is Column.CAP:
            return NONE_SIGN if line.budget.cap is None else f"{line.budget.cap:,}"
        if column is Column.OVERFLOW:
            return overflow_word(line.budget.overflow)
        if use is None or column is Column.BAR:
            return ""
        return f"{use.used:,}" if column is Column.USED else f"{use.kept:,}/{use.of:,}"

    def _end_text(self, line: BudgetLine, column: Column) -> str:
        """The texts of the first line (limit) and the last (sum)."""
        profile = self._profile
        if profile is None:
            return ""
        limit = profile.window.limit
        if line.key == LIMIT:
            if column is Column.NAME:
                return self.tr("Limit")
            if column is Column.CAP:
                return NONE_SIGN if limit is None else f"{limit:,}"
            return self.derivation(profile.window) if column is Column.BAR else ""
        caps = _caps(profile)
        if column is Column.NAME:
            return self.tr("sum")
        if column is Column.CAP:
            return f"{caps:,}"
        if column is Column.BAR:
            return self.tr("{0} of limit").format(self.percent()) if limit else ""
        if column is Column.USED and self._trace is not None:
            return f"{sum(use.used for use in self._trace.rows):,}"
        return ""

    def percent(self) -> str:
        """The sum of all caps as a share of the limit, from ten times on as a multiple; empty without one."""
        limit = None if self._profile is None else self._profile.window.limit
        if self._profile is None or not limit:
            return ""
        share = _caps(self._profile) / limit
        return f"{share * 100:.0f} %" if share < 10 else f"{share:.0f} ×"

    def derivation(self, window: Window) -> str:
        """Where the limit comes from, in short: `soft 32,000 − buffer 5,000`."""
        parts: list[str] = []
        if window.soft_rules:
            parts.append(self.tr("soft {0}").format(f"{window.soft_limit:,}"))
        elif window.size is not None:
            parts.append(self.tr("window {0}").format(f"{window.size:,}"))
            if window.output_reserve:
                parts.append(self.tr("output {0}").format(f"{window.output_reserve:,}"))
        else:
            return self.tr("no window size stated")
        if window.buffer:
            parts.append(self.tr("buffer {0}").format(f"{window.buffer:,}"))
        parts += [f"{explain.source(source, self._language)} {tokens:,}" for source, tokens in window.unknown]
        return " − ".join(parts)

    def _spoken(self, line: BudgetLine, column: Column) -> str:
        text = self._text(line, column)
        name = self._text(line, Column.NAME)
        if column is Column.BAR and line.row is not None:
            return self.tr("{0}: {1} used of {2}").format(
                name, self._text(line, Column.USED) or "0", self._text(line, Column.CAP)
            )
        header = self.headerData(column, Qt.Orientation.Horizontal)
        return name if column is Column.NAME else f"{name}, {header} {text}"

    def _tooltip(self, line: BudgetLine, column: Column) -> str:
        if line.row is None:
            return self._end_text(line, Column.BAR)
        use = line.use
        told = self._spoken(line, column)
        if use is not None and column is Column.KEPT and use.kept < use.of:
            told = self.tr("{0} of {1} items of this row were turned away").format(
                f"{use.of - use.kept:,}", f"{use.of:,}"
            )
        if use is not None and use.given is not None and use.given != use.cap and column is Column.CAP:
            told = self.tr("{0}, with its elastic share {1}").format(told, f"{use.given:,}")
        if self._pending and column in (Column.USED, Column.KEPT):
            told = self.tr("{0} (being recomputed)").format(told)
        return told


def _caps(profile: Profile) -> int:
    """The sum of all caps."""
    return sum(budget.cap or 0 for _, budget in profile.budget)
