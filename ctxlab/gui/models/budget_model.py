"""The model of the budget table: the limit, a line a row, the sum. It emits wishes and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from ctxlab.gui.models.budget_columns import CHOICES, COLUMN_OF, FIELDS, RIGHT, RULES, Column, header, meaning
from ctxlab.gui.models.budget_entry import nice_scale, parse_number
from ctxlab.gui.models.budget_head import ENFORCE_SOFT, HEAD, WINDOW, derivation, head_key, percent
from ctxlab.gui.models.budget_lines import (
    LIMIT,
    NOTE,
    SUM,
    BudgetLine,
    amount,
    head_line,
    limit_line,
    note_line,
    row_line,
    row_texts,
    sum_line,
    uses_of,
)
from ctxlab.gui.models.budget_over import over_words
from ctxlab.gui.models.budget_ticks import Ticks
from ctxlab.gui.models.budget_told import spoken, told
from ctxlab.gui.models.budget_words import choice, choices, overflow_word, refusal
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import tooltip
from ctxlab.model.items import Row
from ctxlab.model.profile import Profile, RowBudget, Window
from ctxlab.model.row_stats import RowStats
from ctxlab.model.sensitivity import Tick
from ctxlab.model.trace import RowUse, Trace

__all__ = ["LIMIT", "NOTE", "SUM", "BudgetLine", "BudgetModel", "Column", "overflow_word"]

NO_TICKS = Ticks()


class BudgetModel(KeyedTableModel):
    """Rows of a profile beside what a run used of them.

    `edit_requested(row, field, value)` is one wish, such as ("history", "cap", 9000), a cap of None for none,
    or ("window", "buffer", 4000); `refused(row, reason)` says why a text was not taken.
    """

    edit_requested = Signal(str, str, object)
    refused = Signal(str, str)

    def __init__(self, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(len(Column), parent)
        self._language = language
        self._profile: Profile | None = None
        self._trace: Trace | None = None
        self._saved: Profile | None = None
        self._names: Mapping[Row, str] = {}
        self._stats: Mapping[Row, RowStats] = {}
        self._ticks: dict[Row, Ticks] = {}
        self._label_of: Callable[[str], str] = str
        self._pending = False
        self._unfolded = False
        self._lines: dict[str, BudgetLine] = {}
        self._preview: tuple[str, int] | None = None

    @property
    def profile(self) -> Profile | None:
        """The profile that is shown."""
        return self._profile

    @property
    def saved(self) -> Profile | None:
        """The profile as it was saved, where that is known."""
        return self._saved

    @property
    def pending(self) -> bool:
        """Whether the used numbers belong to an older run than the caps."""
        return self._pending

    @property
    def unfolded(self) -> bool:
        """Whether the parts of the limit have lines of their own."""
        return self._unfolded

    @property
    def lines(self) -> Sequence[BudgetLine]:
        """All lines, in order."""
        return tuple(self._lines.values())

    def set_state(self, profile: Profile | None, trace: Trace | None) -> None:
        """Show a profile and the last run; only lines that differ are repainted."""
        counted_anew = trace is not None and (self._trace is None or self._trace.exact is not trace.exact)
        self._profile, self._trace = profile, trace
        self._refresh(all_rows=counted_anew)

    def set_saved(self, profile: Profile | None) -> None:
        """Mark the settings that are not as in this profile."""
        self._saved = profile
        self._refresh()

    def set_published_names(self, names: Mapping[Row, str]) -> None:
        """Show what the published budget calls each row."""
        self._names = dict(names)
        self._refresh(all_rows=True)

    def set_stats(self, stats: Sequence[RowStats]) -> None:
        """Show what rows ask for over the open sessions."""
        self._stats = {one.row: one for one in stats}
        self._refresh(all_rows=True)

    def set_ticks(
        self, ticks: Mapping[Row, Sequence[Tick]], label_of: Callable[[str], str] | None = None
    ) -> None:
        """Show these ticks on the bars; `label_of` names an item by its root id."""
        self._label_of = label_of or str
        self._ticks = {row: Ticks(some) for row, some in ticks.items() if some}
        self._refresh()
        self.touch(range(len(self._keys)), Column.BAR, Column.BAR)

    def set_unfolded(self, unfolded: bool) -> None:
        """Show the parts of the limit, or only itself."""
        if unfolded != self._unfolded:
            self._unfolded = unfolded
            self._refresh()
            self.touch([0] if self._keys else [])

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
        return None if line is None else self._cap(line)

    def ticks(self, row: Row | None) -> Ticks:
        """The ticks of a row."""
        return NO_TICKS if row is None else self._ticks.get(row, NO_TICKS)

    def tick_words(self, tick: Tick) -> str:
        """What a tick says: `8,002: user · 2 enters (must-keep)`."""
        label = self._label_of(tick.item)
        words = self.tr("{0}: {1} enters (must-keep)") if tick.must_keep else self.tr("{0}: {1} enters")
        return words.format(f"{tick.cap:,}", label)

    def cell_of(self, row: str, field: str) -> tuple[int, Column]:
        """Where a setting stands, by the names under which it was asked for; row -1 where it does not."""
        if row == WINDOW:
            return self.row_of(head_key(field)), Column.BAR if field == ENFORCE_SOFT else Column.CAP
        return self.row_of(row), COLUMN_OF.get(field, Column.CAP)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """What is a setting can be edited, or checked; the note is only read."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None or line.key == NOTE:
            return Qt.ItemFlag.NoItemFlags
        flags = super().flags(index)
        column = Column(index.column())
        if line.checked(column) is not None:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        elif line.number_field(column) or (line.row is not None and column in CHOICES):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names, and what they mean."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        column = Column(section)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == Qt.ItemDataRole.DisplayRole:
            return header(column)
        return tooltip(meaning(column)) if role == Qt.ItemDataRole.ToolTipRole else None

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
            return line.texts[column]
        if role == Qt.ItemDataRole.EditRole:
            return _edited(line, column)
        if role == Qt.ItemDataRole.CheckStateRole:
            return _check_state(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = spoken(line, column, amount(self._cap(line)))
            return f"{said}, {self._fold_words()}" if line.key == LIMIT and column is Column.BAR else said
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(self._told(line, column))
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Check the value and emit the wish; the model changes when the profile does. False if refused."""
        line = self.line(index.row()) if index.isValid() else None
        if line is None:
            return False
        column = Column(index.column())
        if role == Qt.ItemDataRole.CheckStateRole:
            return self._wish_flag(line, column, Qt.CheckState(value) is Qt.CheckState.Checked)
        if role != Qt.ItemDataRole.EditRole:
            return False
        if line.number_field(column):
            return self._wish_number(line, column, str(value))
        if line.row is not None and column in CHOICES:
            return self._wish_choice(line, column, value)
        return False

    def refusal(self, text: str, row: int = -1, column: int = Column.CAP) -> str:
        """Why a cell would not take a text as its number, or an empty text; that of any cap without a row."""
        line = self.line(row)
        field = "cap" if line is None else line.number_field(Column(column))
        return refusal(text, field, RULES[field]) if field else ""

    def derivation(self, window: Window) -> str:
        """Where the limit comes from, in short: `soft 32,000 − buffer 5,000`."""
        return derivation(window, self._language)

    def percent(self) -> str:
        """The sum of all caps as a share of the limit, from ten times on as a multiple; empty without one."""
        return percent(self._profile)

    def _fold_words(self) -> str:
        """What a screen reader hears of the limit's fold."""
        if self._unfolded:
            return self.tr("its parts are shown; Enter folds them away")
        return self.tr("Enter shows its parts")

    def _cap(self, line: BudgetLine) -> int | None:
        if self._preview is not None and self._preview[0] == line.key:
            return self._preview[1]
        return line.value

    def _told(self, line: BudgetLine, column: Column) -> str:
        """The tooltip of a cell."""
        stats, over = None, ""
        if line.row is not None:
            stats = self._stats.get(line.row)
            over = "" if self._trace is None else over_words(self._trace, line.row, self._language)
        cap = amount(self._cap(line))
        return told(line, column, self._saved, stats, cap=cap, over=over, pending=self._pending)

    def _wish_number(self, line: BudgetLine, column: Column, text: str) -> bool:
        field = line.number_field(column)
        rule = RULES[field]
        reason = refusal(text, field, rule)
        if reason:
            self.refused.emit(WINDOW if line.field else line.key, reason)
            return False
        wanted = parse_number(text, optional=rule.optional, most=rule.most)
        before = line.value if line.field else getattr(line.budget, field)
        if wanted != before:
            self.edit_requested.emit(WINDOW if line.field else line.key, field, wanted)
        return True

    def _wish_choice(self, line: BudgetLine, column: Column, value: Any) -> bool:
        wanted = next((one for one, _ in choices(column) if str(one) == str(value)), None)
        if wanted is None:
            self.refused.emit(line.key, self.tr("no such rule: {0}").format(str(value)))
            return False
        if wanted != choice(line.budget, column):
            self.edit_requested.emit(line.key, FIELDS[column], wanted)
        return True

    def _wish_flag(self, line: BudgetLine, column: Column, wanted: bool) -> bool:
        before = line.checked(column)
        if before is None:
            return False
        if wanted != before:
            row, field = (line.key, FIELDS[column]) if line.row is not None else (WINDOW, ENFORCE_SOFT)
            self.edit_requested.emit(row, field, wanted)
        return True

    def _refresh(self, *, all_rows: bool = False) -> None:
        """Make the lines anew, those of rows only where something of them changed, and tell which differ."""
        old, self._lines = self._lines, self._make({} if all_rows else self._lines)
        keys = list(self._lines)
        self.patch_keys(keys)
        changed = [
            at
            for at, (key, line) in enumerate(self._lines.items())
            if key in old and old[key] is not line and old[key] != line
        ]
        self.touch(changed)

    def _make(self, old: Mapping[str, BudgetLine]) -> dict[str, BudgetLine]:
        profile = self._profile
        if profile is None:
            return {}
        uses = uses_of(self._trace)
        lines = [limit_line(profile, self._saved, self._language)]
        if self._unfolded:
            lines += [head_line(profile, self._saved, field) for field in HEAD]
        for row in profile.table():
            lines.append(self._row(row, profile.row(row), uses.get(row), old.get(row.value)))
        lines.append(sum_line(profile, self._trace))
        if self._ticks:
            lines.append(note_line())
        return {line.key: line for line in lines}

    def _row(self, row: Row, budget: RowBudget, use: RowUse | None, old: BudgetLine | None) -> BudgetLine:
        """The line of a row, with the texts that it had where they say the same."""
        saved = None if self._saved is None else self._saved.row(row)
        if old is not None and old.budget == budget and old.use == use:
            texts = old.texts
        else:
            texts = row_texts(
                row,
                budget,
                use,
                self._stats.get(row),
                self._names.get(row, ""),
                self._language,
                exact=self._trace is None or self._trace.exact,
            )
        return row_line(row, budget, use, self._scale(row, budget, use), saved, texts)

    def _scale(self, row: Row, budget: RowBudget, use: RowUse | None) -> int:
        """Tokens that the whole bar stands for; it stays while the cap has room on it: a drag is steady.

        The nearest must-keep over the cap gets room, too, though not under a drag: the bar would jump.
        """
        used = 0 if use is None else use.used
        need = max(budget.cap or 0, used)
        known = self._lines.get(row.value)
        old = 0 if known is None else known.scale
        if old and self._preview is not None and self._preview[0] == row.value:
            return old
        red = self.ticks(row).need(budget.cap, used)
        if old and max(need, red) <= old and max(need, red) * 50 >= old:
            return old
        return nice_scale(max(need * 3 // 2, red * 21 // 20))


def _side(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _edited(line: BudgetLine, column: Column) -> str:
    """What an editor begins with."""
    field = line.number_field(column)
    if field:
        value = line.value if line.field or column is Column.CAP else getattr(line.budget, field)
        return "" if value is None else str(value)
    value = choice(line.budget, column)
    return "" if value is None else str(value)


def _check_state(line: BudgetLine, column: Column) -> Qt.CheckState | None:
    checked = line.checked(column)
    if checked is None:
        return None
    return Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked
