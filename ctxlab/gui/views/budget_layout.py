"""How the columns and lines of the budget table share its room."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QTableView

from ctxlab.gui.delegates.budget_delegate import BOX, INDENT, LINE_HEIGHT, MARGIN, note_height
from ctxlab.gui.models.budget_columns import ALWAYS, MORE, Column, header
from ctxlab.gui.models.budget_lines import LIMIT, NOTE, BudgetLine
from ctxlab.gui.models.budget_model import BudgetModel
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.budget_header import LEAST as LEAST_SECTION

#: What a column has at least; all but the name and the bar widen to what they hold.
LEAST = {
    Column.NAME: 76,
    Column.CAP: 44,
    Column.BAR: LEAST_SECTION,
    Column.USED: 44,
    Column.OVERFLOW: 64,
    Column.KEPT: 40,
    **dict.fromkeys(MORE, 32),
}
#: What the longest name of a row takes at most; what is left beyond goes to the bar.
NAME_WIDEST = 150
#: What names and bars have before names get all that they take; and where not all fits, so one scrolls.
NAME_FAIR, BAR_FAIR = 104, 60
#: Where columns are folded out, the bar gives way to them down to this.
BAR_BESIDE = 110
#: Below this ticks lie on one another: the overflow goes before the bar gets so narrow.
BAR_GOOD = 90
FITTED: tuple[Column, ...] = tuple(column for column in Column if column not in (Column.NAME, Column.BAR))


class BudgetLayout:
    """Widths, spans and heights of a table over a `BudgetModel`, and which columns are folded out."""

    def __init__(self, table: QTableView, model: BudgetModel, look: Look) -> None:
        self._table = table
        self._model = model
        self._look = look
        self._fitted: dict[Column, int] = {column: LEAST[column] for column in FITTED}
        self._name = LEAST[Column.NAME]
        self._seen: dict[str, BudgetLine] = {}
        self._keys: tuple[str, ...] = ()
        self.shown: tuple[Column, ...] = ()
        for column in MORE:
            table.setColumnHidden(column, True)
        strong = look.strong
        for column in FITTED:
            self._fitted[column] = max(self._fitted[column], strong.width(header(column)) + 2 * MARGIN + 2)

    def show(self, columns: Iterable[Column]) -> None:
        """Fold out these columns, in the table's order, and fold away all others that can be."""
        wanted = set(columns)
        self.shown = tuple(column for column in MORE if column in wanted)
        for column in MORE:
            self._table.setColumnHidden(column, column not in wanted)
        self.share()

    def fit(self) -> None:
        """Widen columns to the texts that they hold now; none gets narrower again, so nothing jumps."""
        before = (dict(self._fitted), self._name)
        look = self._look
        for line in self._model.lines:
            if self._seen.get(line.key) is line or line.key == NOTE:
                continue
            self._seen[line.key] = line
            name = INDENT + look.text.width(line.texts[Column.NAME]) + 2 * MARGIN + 2
            self._name = max(self._name, min(name, NAME_WIDEST))
            for column in FITTED:
                text = line.texts[column]
                box = BOX if line.checked(column) is not None else 0
                wide = box or (look.strong.width(text) if text else 0)
                self._fitted[column] = max(self._fitted[column], wide + 2 * MARGIN + 2)
        if (self._fitted, self._name) != before:
            self.share()
        self.span()

    def share(self) -> None:
        """Give the numbers what they need, the name what is left up to its longest, the bar the rest."""
        table, fitted = self._table, self._fitted
        width = table.viewport().width()
        left = width - sum(fitted[column] for column in ALWAYS if column in fitted)
        name, bar = name_and_bar(left, self._name)
        gone = self._given_up(left, bar)
        if gone:
            name, bar = name_and_bar(left + sum(fitted[column] for column in gone), self._name)
        for column in (Column.OVERFLOW, Column.KEPT):
            table.setColumnHidden(column, column in gone)
        more = sum(fitted[column] for column in self.shown)
        if more:
            bar = max(min(bar, BAR_BESIDE), bar - more)
        for column, wide in ((Column.NAME, name), (Column.BAR, bar), *fitted.items()):
            if table.columnWidth(column) != wide and not table.isColumnHidden(column):
                table.setColumnWidth(column, wide)
        self._heighten()

    def _given_up(self, left: int, bar: int) -> tuple[Column, ...]:
        """The columns that go, where names and bars together have `left` and bars `bar` pixels."""
        if not self._model.rowCount() or self.shown or bar >= BAR_GOOD:
            return ()
        if left + self._fitted[Column.OVERFLOW] >= NAME_FAIR + BAR_FAIR:
            return (Column.OVERFLOW,)
        return (Column.OVERFLOW, Column.KEPT)

    def needed(self) -> int:
        """Pixels that all columns take that are not hidden."""
        widths = {Column.NAME: self._name, Column.BAR: BAR_BESIDE, **self._fitted}
        return sum(wide for column, wide in widths.items() if not self._table.isColumnHidden(column))

    def span(self) -> None:
        """Let words run over several columns, once the lines are others."""
        keys = tuple(self._model.keys)
        if keys == self._keys:
            return
        self._keys = keys
        self._table.clearSpans()
        for row, key in enumerate(keys):
            line = self._model.line(row)
            if key == LIMIT or (line is not None and line.field):
                self._table.setSpan(row, Column.BAR, 1, Column.TIER - Column.BAR)
            elif key == NOTE:
                self._table.setSpan(row, Column.NAME, 1, len(Column))
        self._heighten()

    def _heighten(self) -> None:
        """Give the note the height that its words need, and all else its own."""
        table = self._table
        for row, key in enumerate(self._keys):
            high = LINE_HEIGHT
            line = self._model.line(row) if key == NOTE else None
            if line is not None:
                high = note_height(line.texts[Column.NAME], table.viewport().width(), self._look)
            if table.rowHeight(row) != high:
                table.setRowHeight(row, high)


def name_and_bar(room: int, widest: int) -> tuple[int, int]:
    """How the names, of which the longest takes `widest`, and the bars share what numbers leave (pixels)."""
    least_name, least_bar = LEAST[Column.NAME], LEAST[Column.BAR]
    if room < least_name + least_bar:
        return min(widest, NAME_FAIR), BAR_FAIR
    if room < NAME_FAIR + BAR_FAIR:
        name = max(least_name, min(NAME_FAIR, room * NAME_FAIR // (NAME_FAIR + BAR_FAIR)))
        name = min(name, room - least_bar)
    else:
        name = max(NAME_FAIR, room - BAR_FAIR)
    name = min(name, widest)
    return name, room - name
