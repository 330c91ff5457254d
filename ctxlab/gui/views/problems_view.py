"""What readers and stages noticed, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from ctxlab import explain
from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.diagnostics import Diagnostic

#: How a line of each severity looks; all others are errors.
SIGNS = {"info": Sign.NEUTRAL, "warning": Sign.WARNING}


class ProblemsView(TextList):
    """A line a diagnostic; activating one that names an item emits `item_chosen`."""

    def __init__(self, look: Look, parent: QWidget | None = None, *, language: str = "en") -> None:
        super().__init__(look, parent)
        self.setObjectName("problemsView")
        self.setAccessibleName(self.tr("Problems"))
        self.set_placeholder(self.tr("nothing noticed"))
        self._language = language

    def set_diagnostics(
        self, diagnostics: Sequence[Diagnostic], label_of: Callable[[str], str] | None = None
    ) -> None:
        """Show these, equal ones once with their count; `label_of` gives an item's label for its id."""
        counted: dict[TextRow, int] = {}
        for one in diagnostics:
            text = explain.diagnostic(one, self._language)
            if one.item:
                text = f"{one.item if label_of is None else label_of(one.item)}: {text}"
            if one.line:
                text = self.tr("line {0}: {1}").format(one.line, text)
            sign = SIGNS.get(one.severity, Sign.BAD)
            mark = "i" if sign is Sign.NEUTRAL else "!"
            row = TextRow(f"{one.code} {one.item} {text}", mark, text, sign, one.item)
            counted[row] = counted.get(row, 0) + 1
        self.show_rows(
            [
                row if count == 1 else replace(row, text=self.tr("{0} ({1} times)").format(row.text, count))
                for row, count in counted.items()
            ]
        )
