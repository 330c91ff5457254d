"""The model of a diff: blocks as lines, equal runs folded, messages opened in place."""

from __future__ import annotations

from collections import OrderedDict
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFont

from ctxlab.gui.models.diff_cells import DiffCell, detail_cell, fold_cell, kind_word, message_cell
from ctxlab.gui.models.diff_details import Detail, details_of
from ctxlab.gui.models.diff_lines import DiffLine, lines_of, with_details
from ctxlab.gui.models.diff_wrap import wrap_text
from ctxlab.gui.models.keyed_table import Index, KeyedTableModel
from ctxlab.gui.models.roles import Role
from ctxlab.gui.text import listed, tooltip
from ctxlab.model.diff import NO_CHANGE, ContextDiff, DiffBlock, DiffKind, InlineChange, TextSpan

#: Differences inside messages that are remembered.
INLINE_KEPT = 512
#: Looking inside messages stops the window no longer than this at a time (seconds).
INLINE_S = 0.010
#: What an opened text may be wide before a view has said it (pixels).
WIDTH = 600

#: What the lines of an opened text depend on, and the lines.
_Broken = tuple[tuple[DiffKind, str, str, int, str], list[Detail]]


class DiffModel(KeyedTableModel):
    """Lines of a `ContextDiff`. Cells are made when asked for, so 10,000 blocks cost their list alone.

    What differs inside messages is found for those that are looked at, a few milliseconds at a time; lines
    that had to wait are told once more.
    """

    def __init__(self, parent: QObject | None = None, *, language: str = "en") -> None:
        super().__init__(1, parent)
        self._language = language
        self._diff: ContextDiff | None = None
        self._split = False
        self._font = QFont()
        self._width = WIDTH
        self._lines: list[DiffLine] = []
        self._by_key: dict[str, DiffLine] = {}
        self._cells: dict[str, DiffCell] = {}
        self._opened: set[str] = set()
        self._unfolded: set[str] = set()
        self._details: dict[str, list[Detail]] = {}
        self._broken: dict[str, _Broken] = {}
        self._inline: OrderedDict[tuple[str, str], InlineChange] = OrderedDict()
        self._spent = 0.0
        self._waiting: set[str] = set()
        self._asked_again = False

    @property
    def diff(self) -> ContextDiff | None:
        """The diff that is shown."""
        return self._diff

    @property
    def split(self) -> bool:
        """Whether both sides of a message stand beside each other."""
        return self._split

    def set_diff(self, diff: ContextDiff | None) -> None:
        """Show another diff; lines that are in both stay and are patched."""
        old, self._diff = self._diff, diff
        if old is not None and diff is not None and old.before_title != diff.before_title:
            self._unfolded.clear()
            self._opened.clear()
        self._refill()

    def set_split(self, split: bool) -> None:
        """Show both sides of a message beside each other, or a changed one on two lines."""
        if split != self._split:
            self._split = split
            self._refill()

    def set_room(self, font: QFont, width: int) -> None:
        """Opened texts are broken into lines of this font and width (pixels)."""
        if (font, width) != (self._font, self._width):
            self._font, self._width = QFont(font), width
            if self._opened:
                self._refill()

    def toggle(self, row: int) -> bool:
        """Open a fold, or open or close a message; whether there was one."""
        line = self._by_key.get(self.key(row))
        if line is None:
            return False
        if line.fold:
            self._unfolded.add(line.key)
        elif line.message in self._opened:
            self._opened.discard(line.message)
        else:
            self._opened.add(line.message)
        self._refill()
        return True

    def is_open(self, row: int) -> bool:
        """Whether the row's message is open."""
        return self.line(row).message in self._opened if 0 <= row < len(self._lines) else False

    def is_rest(self, row: int) -> bool:
        """Whether the row says that an opened text goes on."""
        line = self._by_key.get(self.key(row))
        return line is not None and line.detail >= 0 and self._details[line.message][line.detail].rest

    def line(self, row: int) -> DiffLine:
        """The line at a row."""
        return self._lines[row]

    def block(self, row: int) -> DiffBlock | None:
        """The block of a row; None for folds and beyond the rows."""
        line = self._by_key.get(self.key(row))
        return None if self._diff is None or line is None or line.fold else self._diff.blocks[line.first]

    def text(self, row: int, *, before: bool = False) -> str:
        """A message's whole text: the text before where it is asked for, or where the line shows no other."""
        block = self.block(row)
        if block is None:
            return ""
        old = before or block.after is None or self.line(row).old
        return block.before_text if old and block.before_text else block.after_text or block.before_text

    def row_of_message(self, message: str) -> int:
        """The row of a message's own line, or -1; `message` is the key that its lines give."""
        found = self.row_of(message)
        return found if found >= 0 else self.row_of(f"{message} old")

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
            found = self._make(self._diff, line)
            if key not in self._waiting:
                self._cells[key] = found
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
        words = cell.words or (cell.side.words if cell.side else "")
        if role == Qt.ItemDataRole.DisplayRole:
            return words
        if role == Qt.ItemDataRole.AccessibleTextRole:
            kind = "" if cell.detail else kind_word(cell.kind)
            return listed(part for part in (kind, cell.label, cell.why, words) if part)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(index.row(), cell)
        return None

    def _tip(self, row: int, cell: DiffCell) -> str:
        if cell.detail or cell.fold:
            return ""
        text = self.text(row)
        return tooltip(f"{cell.why}\n\n{text}" if cell.why else text)

    def _refill(self) -> None:
        """Lists the lines anew and tells those that stay once more."""
        self._cells.clear()
        self._waiting.clear()
        known = set(self._keys)
        diff = self._diff
        lines = [] if diff is None else lines_of(diff.kinds, self._unfolded, split=self._split)
        self._details = self._opened_details(diff, lines)
        if self._details:
            lines = with_details(lines, self._details, split=self._split)
        self._lines = lines
        self._by_key = {line.key: line for line in lines}
        self.patch_keys(list(self._by_key))
        self.touch(row for row, key in enumerate(self._keys) if key in known)

    def _opened_details(self, diff: ContextDiff | None, lines: list[DiffLine]) -> dict[str, list[Detail]]:
        if diff is None or not self._opened:
            self._broken = {}
            return {}

        def wrap(paragraph: str) -> list[TextSpan]:
            return wrap_text(paragraph, self._font, self._width)

        broken: dict[str, _Broken] = {}
        for line in lines:
            if line.message in self._opened and not line.fold and line.message not in broken:
                block = diff.blocks[line.first]
                known = self._broken.get(line.message)
                state = (block.kind, block.before_text, block.after_text, self._width, self._font.key())
                if known is None or known[0] != state:
                    change = self._inside(diff, block, "") or NO_CHANGE
                    known = (state, details_of(block, change, wrap))
                broken[line.message] = known
        self._broken = broken
        return {message: details for message, (_, details) in broken.items()}

    def _make(self, diff: ContextDiff, line: DiffLine) -> DiffCell:
        if line.fold:
            return fold_cell(line.last - line.first + 1)
        if line.detail >= 0:
            return detail_cell(line.kind, self._details[line.message][line.detail], old=line.old)
        block = diff.blocks[line.first]
        return message_cell(
            block,
            self._inside(diff, block, line.key) or NO_CHANGE,
            self._language,
            exact=diff.exact,
            opened=line.message in self._opened,
            one=not self._split,
            old=line.old,
        )

    def _inside(self, diff: ContextDiff, block: DiffBlock, key: str) -> InlineChange | None:
        """What differs inside a message; None where the line of that key has to wait for it."""
        if block.kind is not DiffKind.CHANGED or diff.inline is None:
            return NO_CHANGE
        texts = (block.before_text, block.after_text)
        found = self._inline.get(texts)
        if found is not None:
            self._inline.move_to_end(texts)
            return found
        if key and self._spent > INLINE_S:
            self._waiting.add(key)
            return None
        started = perf_counter()
        found = self._inline[texts] = diff.inside(block)
        self._spent += perf_counter() - started
        if len(self._inline) > INLINE_KEPT:
            self._inline.popitem(last=False)
        # lets the window live before there is more of it
        if not self._asked_again:
            self._asked_again = True
            QTimer.singleShot(0, self._look_again)
        return found

    def _look_again(self) -> None:
        self._asked_again, self._spent = False, 0.0
        waiting, self._waiting = self._waiting, set()
        self.touch(sorted(row for row in map(self.row_of, waiting) if row >= 0))
