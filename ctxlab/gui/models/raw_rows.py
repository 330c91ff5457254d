"""The body of a request as lines of JSON with their numbers, made for the messages that are in sight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.models.json_lines import count_lines, json_lines
from ctxlab.gui.models.section_rows import SectionRowsModel
from ctxlab.gui.text import MAX_LINE
from ctxlab.model.trace import Message, Outside
from ctxlab.model.trace_json import finite
from ctxlab.model.wire_view import MESSAGES, WireView
from ctxlab.text.visible import visible

#: Lines of so many sections are kept.
_KEPT = 200
#: So many further pieces of a long line are shown each time that more is asked for.
MORE = 10
#: From here on characters take two columns.
_WIDE = 0x1100


@dataclass(frozen=True, slots=True)
class RawCell:
    """One row: the number of its line (0 where it goes on with the line above) and its text.

    `left` is how many characters of the line stand behind it, where it is the last row of a line that is cut.
    """

    number: int
    text: str
    left: int = 0


class RawRowsModel(SectionRowsModel[RawCell]):
    """The rows of a `WireView`'s body. Lines over `MAX_LINE` characters are cut; `show_more` shows more.

    `widened` says that a row has been made that is wider than all before it.
    """

    widened = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: WireView | None = None
        self._carriers: list[Message | Outside | str] = []
        self._numbers: list[int] = [0]
        self._sizes: dict[int, tuple[object, int]] = {}
        self._lines: OrderedDict[str, tuple[object, bool, list[str]]] = OrderedDict()
        # of long lines, by section and line: how many pieces are shown
        self._opened: dict[str, dict[int, int]] = {}
        self.columns = 0

    def set_view(self, view: WireView | None) -> None:
        """Show another body; messages that stay keep what is open of them."""
        self._view = view
        keys: list[str] = []
        self._carriers = []
        if view is not None:
            keys = ["{", *(one.field for one in view.outside), "["]
            keys += [str(number) for number in range(1, len(view.messages) + 1)]
            keys.append("}")
            self._carriers = ["{", *view.outside, f'  "{MESSAGES[view.wire]}": [', *view.messages, "  ]\n}"]
        sizes: dict[int, tuple[object, int]] = {}
        counts = [self._size(carrier, sizes) for carrier in self._carriers]
        self._sizes = sizes
        self._numbers = [0, *accumulate(counts)]
        self._opened = {}
        self.patch_sections(keys, counts)
        self.touch_all()

    def message_section(self, number: int) -> int:
        """The section of the message with that 1-based number."""
        return number + 1 + (0 if self._view is None else len(self._view.outside))

    def message_number(self, section: int) -> int:
        """The 1-based number of a section's message, or 0 where it is none."""
        if not 0 <= section < len(self._carriers) or not isinstance(self._carriers[section], Message):
            return 0
        return section - self.message_section(0)

    def lines(self, section: int) -> Sequence[str]:
        """The lines of a section, whole."""
        key, carrier = self._keys[section], self._carriers[section]
        if isinstance(carrier, str):
            return carrier.split("\n")
        comma = self._comma(section)
        found = self._lines.get(key)
        if found is None or found[0] is not carrier.value or found[1] is not comma:
            if isinstance(carrier, Outside):
                lines = json_lines(finite(carrier.value), 1, carrier.field, comma=True)
            else:
                lines = json_lines(finite(carrier.value), 2, comma=comma)
            found = self._lines[key] = (carrier.value, comma, lines)
            if len(self._lines) > _KEPT:
                self._lines.popitem(last=False)
            self._measure(lines)
        return found[2]

    def cell(self, row: int) -> RawCell | None:
        """What a row shows; None beyond the rows."""
        section, at = self.place(row)
        if section < 0:
            return None
        line, piece = self._piece(section, at)
        lines = self.lines(section)
        whole = lines[line]
        text = whole[piece * MAX_LINE : (piece + 1) * MAX_LINE]
        last = piece + 1 == self._opened.get(self._keys[section], {}).get(line, 1)
        left = max(0, len(whole) - (piece + 1) * MAX_LINE) if last else 0
        number = 0 if piece else self._numbers[section] + line + 1
        return RawCell(number, visible(text), left)

    def show_more(self, row: int) -> bool:
        """Show more of the line that a row belongs to; whether there was more."""
        section, at = self.place(row)
        if section < 0:
            return False
        line, _ = self._piece(section, at)
        shown = self._opened.get(self._keys[section], {}).get(line, 1)
        return self.show_to(section, line, shown + MORE)

    def show_to(self, section: int, line: int, pieces: int) -> bool:
        """Show at least so many pieces of a line; whether there were more than before."""
        shown = self._opened.get(self._keys[section], {}).get(line, 1)
        wanted = min(-(-len(self.lines(section)[line]) // MAX_LINE), pieces)
        if wanted <= shown:
            return False
        self._opened.setdefault(self._keys[section], {})[line] = wanted
        self.resize_section(section, self.count(section) + wanted - shown)
        self.touch_section(section)
        return True

    def row_of(self, section: int, line: int, offset: int = 0) -> int:
        """The row that shows a line of a section, at that offset as far as it is shown."""
        opened = self._opened.get(self._keys[section], {})
        before = sum(pieces - 1 for one, pieces in opened.items() if one < line)
        piece = min(offset // MAX_LINE, opened.get(line, 1) - 1)
        return self.first_row(section) + line + before + piece

    def _said(self, cell: RawCell) -> str:
        shown = self.tr("line {0}: {1}").format(cell.number, cell.text) if cell.number else cell.text
        left = self.tr("{0} more characters").format(f"{cell.left:,}") if cell.left else ""
        return f"{shown}, {left}" if left else shown

    def _comma(self, section: int) -> bool:
        """Whether something follows in the same list; all fields are followed by the messages."""
        return section < len(self._carriers) - 2

    def _size(self, carrier: Message | Outside | str, sizes: dict[int, tuple[object, int]]) -> int:
        """The lines of a section; those of values that were there before are known."""
        if isinstance(carrier, str):
            return carrier.count("\n") + 1
        key = id(carrier.value)
        found = self._sizes.get(key)
        if found is None or found[0] is not carrier.value:
            found = (carrier.value, count_lines(carrier.value))
        sizes[key] = found
        return found[1]

    def _piece(self, section: int, at: int) -> tuple[int, int]:
        """The line of a section and the piece of it that the row `at` within the section shows."""
        before = 0
        for line, pieces in sorted(self._opened.get(self._keys[section], {}).items()):
            if at < line + before:
                break
            if at < line + before + pieces:
                return line, at - line - before
            before += pieces - 1
        return at - before, 0

    def _measure(self, lines: Sequence[str]) -> None:
        """Keeps the widest row's columns, of which wide characters take two."""
        widest = 0
        for line in lines:
            shown = line[:MAX_LINE]
            columns = len(shown)
            if not shown.isascii():
                columns += sum(char >= chr(_WIDE) for char in shown)
            widest = max(widest, columns)
        if widest > self.columns:
            self.columns = widest
            self.widened.emit()
