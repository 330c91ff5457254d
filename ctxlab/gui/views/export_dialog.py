"""A profile on its way to production: the forms, the text of the file, and what that leaves unsaid."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ctxlab.gui.models.text_rows import Sign, TextRow
from ctxlab.gui.text import one_line, tooltip
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.buttons import push_button
from ctxlab.gui.views.code_view import CodeView
from ctxlab.gui.views.companion import Companion
from ctxlab.gui.views.export_findings import ExportFindings
from ctxlab.gui.views.labels import plain_label
from ctxlab.gui.views.splitter import splitter
from ctxlab.gui.views.text_list import TextList
from ctxlab.model.settings_export import Exported, Form

#: How long it is said that something was copied (ms).
SAID_MS = 2_000


class ExportDialog(Companion):
    """Shows one form at a time. `form_chosen` names another one that a person chose.

    `save_requested` asks to write the text that is shown, `copy_requested` to copy it.
    """

    form_chosen = Signal(str)
    save_requested = Signal()
    copy_requested = Signal()

    def __init__(self, look: Look, language: str, parent: QWidget | None = None) -> None:
        super().__init__("exportProfileDialog", parent)
        self.setWindowTitle(self.tr("Export the profile"))
        self._language = language
        self._title = plain_label("", "title")
        self._title.setObjectName("exportTitle")
        self._state = plain_label("", "muted")
        self._state.setObjectName("exportState")
        self.forms = TextList(look)
        self.forms.setObjectName("exportForms")
        self.forms.setAccessibleName(self.tr("Forms"))
        self.forms.selectionModel().currentChanged.connect(self._choose)
        self.preview = CodeView("exportPreview", look)
        self.preview.setAccessibleName(self.tr("Text of the file"))
        self.findings = ExportFindings(look, language)
        self._told = plain_label("")
        self._told.setObjectName("exportTold")
        self._told.setWordWrap(True)
        self.save = push_button("saveExport", self.tr("Save as…"), self.save_requested.emit, role="primary")
        self.save.setDefault(True)
        self.copy = push_button("copyExport", "", self.copy_requested.emit)
        self._said = QTimer(self, singleShot=True, interval=SAID_MS)
        self._said.timeout.connect(self._name_copy)
        self._name_copy()
        self._lay_out()
        self.resize(1080, 720)

    @property
    def form(self) -> str:
        """The name of the form that is shown."""
        return self.forms.rows.key(self.forms.currentIndex().row())

    def told(self) -> str:
        """What was done, or what kept it from being done, as it is said."""
        return self._told.text()

    def state(self) -> str:
        """What state of the profile it is, as it is said."""
        return self._state.text()

    def show_forms(self, forms: Sequence[Form]) -> None:
        """Offer these; the one that was looked at stays."""
        rows = [
            TextRow(form.name, "", form.title(self._language), Sign.NEUTRAL, note=form.ending)
            for form in forms
        ]
        self.forms.show_rows(rows)
        if forms and not self.forms.currentIndex().isValid():
            self.forms.selectRow(0)

    def choose(self, form: str) -> None:
        """Turn to a form."""
        self.forms.selectRow(self.forms.rows.row_of(form))

    def show_profile(self, name: str, state: str) -> None:
        """Say which profile it is, and in what state."""
        self._title.setText(one_line(name, 80))
        self._title.setToolTip(tooltip(name))
        self._state.setText(state)

    def show_exported(self, form: Form, exported: Exported, sessions: int) -> None:
        """Show a text; so many sessions are open."""
        self.preview.show_text(exported.text)
        self.findings.show_form(form, exported, sessions)
        for button in (self.save, self.copy):
            button.setEnabled(True)
        self.tell("")

    def show_refused(self, problem: str) -> None:
        """The profile cannot be written in the form that is chosen."""
        self.preview.show_text("")
        for button in (self.save, self.copy):
            button.setEnabled(False)
        self.tell(problem, bad=True)

    def tell(self, text: str, *, bad: bool = False) -> None:
        """Say what was done, or why it was not."""
        self._told.setText(one_line(text, 300))
        self._told.setToolTip(tooltip(text))
        self._told.setProperty("role", "refused" if bad else "muted")
        self._told.style().polish(self._told)

    def show_copied(self) -> None:
        """Say for a moment that the text was copied."""
        self.copy.setText(self.tr("Copied"))
        self._said.start()

    def done(self, result: int) -> None:
        """Nothing is waited for any more."""
        self._said.stop()
        super().done(result)

    def _choose(self, index: QModelIndex) -> None:
        form = self.forms.rows.key(index.row())
        if form:
            self.form_chosen.emit(form)

    def _name_copy(self) -> None:
        self.copy.setText(self.tr("Copy"))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(self._title)
        head.addWidget(self._state)
        head.addStretch(1)
        right = splitter("exportParts", Qt.Orientation.Vertical, self.preview, self.findings)
        right.setSizes([380, 230])
        sides = QHBoxLayout()
        sides.setSpacing(14)
        self.forms.setFixedWidth(268)
        sides.addWidget(self.forms)
        sides.addWidget(right, 1)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self._told, 1)
        close = push_button("closeExport", self.tr("Close"), self.reject)
        for button in (close, self.copy, self.save):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 14, 14, 14)
        column.setSpacing(12)
        column.addLayout(head)
        column.addLayout(sides, 1)
        column.addLayout(foot)
