"""The model of the unified diff: blocks as lines, equal runs folded, changed messages as two lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt

from ctxlab import explain
from ctxlab.gui.models.diff_lines import DiffLine, lines_of
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import one_line, tooltip
from ctxlab.model.diff import ContextDiff, DiffBlock, DiffKind


@dataclass(frozen=True, slots=True)
class DiffCell:
    """What a painter needs of a line: mark, numbers, who, first words, why, tokens; a fold has words only."""

    kind: DiffKind
    old: bool
    fold: bool
    mark: str
    before: str
    after: str
    label: str
    words: str
    why: str
    tokens: str


class DiffModel(KeyedTableModel):
    """Lines of a `ContextDiff`. Cells are made when asked for, so 10,000 blocks cost their list alone."""

    def __init__(self, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(1, parent)
        self._language = language
        self._diff: ContextDiff | None = None
        self._lines: list[DiffLine] = []
        self._by_key: dict[str, DiffLine] = {}
        self._cells: dict[str, DiffCell] = {}
        self._opened: set[str] = set()

    @property
    def diff(self) -> ContextDiff | None:
        """The diff that is shown."""
        return self._diff

    def set_diff(self, diff: ContextDiff | None) -> None:
        """Show another diff; lines that are in both stay and are patched."""
        old, self._diff = self._diff, diff
        if old is not None and diff is not None and old.before_title != diff.before_title:
            self._opened.clear()
        self._cells.clear()
        known = set(self._keys)
        self._relist()
        self.touch(row for row, key in enumerate(self._keys) if key in known)

    def open_fold(self, row: int) -> None:
        """Show the equal messages of a fold."""
        if 0 <= row < len(self._lines) and self._lines[row].fold:
            self._opened.add(self.key(row))
            self._relist()

    def line(self, row: int) -> DiffLine:
        """The line at a row."""
        return self._lines[row]

    def block(self, row: int) -> DiffBlock | None:
        """The block of a row; None for folds and beyond the rows."""
        line = self._by_key.get(self.key(row))
        return None if self._diff is None or line is None or line.fold else self._diff.blocks[line.first]

    def next_change(self, row: int, step: int) -> int:
        """The row of the next changed line after `row` (step 1) or before it (step -1), or -1."""
        at = row + step
        while 0 <= at < len(self._lines):
            line = self._lines[at]
            before = self._lines[at - 1] if at else None
            starts = before is None or before.kind is DiffKind.EQUAL
            if line.kind is not DiffKind.EQUAL and starts:
                return at
            at += step
        return -1

    def cell(self, row: int) -> DiffCell | None:
        """What that line shows; None beyond the lines."""
        key = self.key(row)
        found = self._cells.get(key)
        line = self._by_key.get(key)
        if found is None and line is not None and self._diff is not None:
            found = self._cells[key] = self._make(self._diff, line)
        return found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Cells for painters; text, tooltip and accessible text in words."""
        if not index.isValid():
            return None
        if role == Role.KEY:
            return self.key(index.row())
        cell = self.cell(index.row())
        if cell is None:
            return None
        if role == Role.CELL:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = self._kind_word(cell.kind)
            return ", ".join(part for part in (kind, cell.label, cell.why, cell.words) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            block = self.block(index.row())
            if block is None:
                return ""
            return tooltip(block.before_text if cell.old or not block.after_text else block.after_text)
        return None

    def _relist(self) -> None:
        diff = self._diff
        self._lines = [] if diff is None else lines_of(diff.kinds, self._opened)
        self._by_key = {line.key: line for line in self._lines}
        self.patch_keys(list(self._by_key))

    def _make(self, diff: ContextDiff, line: DiffLine) -> DiffCell:
        if line.fold:
            text = self.tr("… {0} equal messages …").format(f"{line.last - line.first + 1:,}")
            return DiffCell(line.kind, False, True, "", "", "", "", text, "", "")
        block = diff.blocks[line.first]
        gone = block.kind is DiffKind.REMOVED or line.old
        new_side = block.kind is DiffKind.CHANGED and not line.old
        text = block.before_text if gone else block.after_text
        why = ""
        if block.stage is not None and block.reason is not None and not line.old:
            why = self.tr("{0} · {1}").format(
                explain.stage(block.stage, self._language), explain.reason(block.reason, self._language)
            )
        if block.kind is DiffKind.MOVED and block.before is not None:
            why = self.tr("was #{0}").format(block.before)
        tokens = block.tokens_before if gone else block.tokens_after
        return DiffCell(
            kind=block.kind,
            old=gone,
            fold=False,
            mark=block.kind.mark,
            before="" if block.before is None or new_side else f"{block.before}",
            after="" if block.after is None or line.old else f"{block.after}",
            label=one_line(block.label or block.role, 60),
            words=one_line(text, 240),
            why=why,
            tokens=f"{tokens:,}",
        )

    def _kind_word(self, kind: DiffKind) -> str:
        return {
            DiffKind.EQUAL: self.tr("equal"),
            DiffKind.REMOVED: self.tr("removed"),
            DiffKind.ADDED: self.tr("added"),
            DiffKind.CHANGED: self.tr("changed"),
            DiffKind.MOVED: self.tr("moved"),
        }[kind]
