"""The field above the panes: filter, changes only, and what the marks mean."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QWidget

from ctxlab.gui.models.filter import NO_FILTER, Filter, Problem, parse
from ctxlab.gui.text import tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.legend import Legend


class FilterBar(QWidget):
    """Emits parsed filters; one that means nothing stays in the field, marked, with what it may be."""

    filter_changed = Signal(object)
    changes_only_toggled = Signal(bool)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = NO_FILTER
        self.field = QLineEdit()
        self.field.setObjectName("stageFilter")
        self.field.setAccessibleName(self.tr("Filter the items"))
        self.field.setPlaceholderText(self.tr("filter: fate:dropped text…"))
        self.field.setToolTip(
            tooltip(
                self.tr(
                    "fate: source: row: turn: tool: tokens>100 text\n"
                    "several values with commas, several terms narrow, - before a term turns it round"
                )
            )
        )
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(150)
        self.field.setMaximumWidth(420)
        self.changes_only = QPushButton(self.tr("changes only"))
        self.changes_only.setObjectName("changesOnly")
        self.changes_only.setCheckable(True)
        self.changes_only.setAccessibleName(self.tr("Fold runs of kept items"))
        self._note = plain_label("", "muted")
        self._note.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.setSpacing(10)
        layout.addWidget(self.field, 9)
        layout.addWidget(self.changes_only)
        layout.addWidget(self._note)
        self.legend = Legend(
            look,
            (
                self.tr("~ cut"),
                self.tr("Σ summarised"),
                self.tr("∪ merged"),
                self.tr("− dropped"),
                self.tr("+ added"),
            ),
        )
        layout.addStretch(1)
        layout.addWidget(self.legend)
        self.field.textChanged.connect(self._typed)
        self.changes_only.toggled.connect(self.changes_only_toggled)

    @property
    def filter(self) -> Filter:
        """The last filter that means something."""
        return self._filter

    def show_count(self, shown: int, items: int) -> None:
        """Say how many items pass, where not all do."""
        if self.field.property("invalid"):
            return
        text = "" if shown == items else self.tr("{0} of {1}").format(f"{shown:,}", f"{items:,}")
        self._say(text, "muted")

    def said(self) -> str:
        """What the bar says about the filter: how many items pass, or what it does not know."""
        return self._note.text()

    def _typed(self, text: str) -> None:
        found = parse(text)
        self._mark(found.problem is not None)
        if found.problem is not None:
            self._say(self._words(found.problem), "refused")
            return
        self._say("", "muted")
        self._filter = found
        self.filter_changed.emit(found)

    def _words(self, problem: Problem) -> str:
        known = ", ".join(problem.known)
        return self.tr("“{0}” is none of: {1}").format(problem.term, known)

    def _say(self, text: str, role: str) -> None:
        self._note.setText(text)
        self._note.setVisible(bool(text))
        self._note.setToolTip(tooltip(text))
        if self._note.property("role") != role:
            self._note.setProperty("role", role)
            self._note.style().polish(self._note)

    def _mark(self, invalid: bool) -> None:
        if bool(self.field.property("invalid")) != invalid:
            self.field.setProperty("invalid", invalid)
            self.field.style().polish(self.field)
