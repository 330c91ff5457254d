"""What readers and stages noticed, in words, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from ctxlab import explain
from ctxlab.explain.hints import hint
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import listed
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.diagnostics import Diagnostic

#: How a line of each severity looks; all others are errors.
SIGNS = {"info": Sign.NEUTRAL, "warning": Sign.WARNING}


class ProblemsView(TextList):
    """A line a diagnostic: severity, where, what, and what to do, in columns where there is room.

    Activating one that names an item emits `item_chosen`. `count_changed` gives the number of lines.
    """

    count_changed = Signal(int)

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(look, parent)
        self.setObjectName("problemsView")
        self.setAccessibleName(self.tr("Problems"))
        self.set_placeholder(self.tr("nothing noticed"))
        self._language = language
        self._count = 0

    @property
    def count(self) -> int:
        """The number of lines."""
        return self._count

    def set_diagnostics(
        self, diagnostics: Sequence[Diagnostic], label_of: Callable[[str], str] | None = None
    ) -> None:
        """Show these, errors first, equal ones once with their count; `label_of` names an item by its id."""
        counted: dict[TextRow, int] = {}
        for one in diagnostics:
            row = self._row(one, label_of)
            counted[row] = counted.get(row, 0) + 1
        rank = {Sign.BAD: 0, Sign.WARNING: 1, Sign.NEUTRAL: 2}
        rows = [
            row
            if count == 1
            else replace(row, text=self.tr("{0} ({1} times)").format(row.text, f"{count:,}"))
            for row, count in sorted(counted.items(), key=lambda one: rank[one[0].sign])
        ]
        self.show_rows(rows)
        if len(rows) != self._count:
            self._count = len(rows)
            self.count_changed.emit(len(rows))

    def _row(self, one: Diagnostic, label_of: Callable[[str], str] | None) -> TextRow:
        text = explain.diagnostic(one, self._language)
        where: list[str] = []
        if one.line:
            where.append(self.tr("line {0}").format(f"{one.line:,}"))
        if one.item:
            where.append(one.item if label_of is None else label_of(one.item))
        sign = SIGNS.get(one.severity, Sign.BAD)
        word = {
            Sign.NEUTRAL: self.tr("note"),
            Sign.WARNING: self.tr("warning"),
        }.get(sign, self.tr("error"))
        mark = "i" if sign is Sign.NEUTRAL else "~" if sign is Sign.WARNING else "!"
        return TextRow(
            f"{one.code} {one.item} {one.line} {text}",
            f"{mark} {word}",
            text,
            sign,
            one.item,
            hint(one, self._language),
            word,
            listed(where),
        )
