"""Reports on what is asked about: built beside the work, looked through by the person, then written."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ctxlab import __version__
from ctxlab.errors import CtxlabError
from ctxlab.gui.background import PAUSE, Topic
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.inquiry import Inquiry
from ctxlab.gui.text import dotted
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.report_dialog import ReportDialog, Subject
from ctxlab.gui.workspace import Workspace
from ctxlab.lab import Lab
from ctxlab.model.marks import MustKeep
from ctxlab.model.report import Report
from ctxlab.report import Asked, Form, Redaction, form_of, report_steps, written

#: How names of reports end; of others the form that was chosen counts.
_ENDINGS = frozenset((".html", ".htm", ".md", ".markdown"))


class ReportDesk(QObject):
    """Opens one dialog at a time. A report is of the state that was asked about, whatever is edited later.

    Nothing of it leaves the memory before the person saves or copies it.
    """

    def __init__(
        self,
        workspace: Workspace,
        inquiry: Inquiry,
        exports: Exports,
        look: Look,
        language: str,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._inquiry = inquiry
        self._exports = exports
        self._look = look
        self._language = language
        self._window = window
        self._dialog: ReportDialog | None = None
        self._document: Document | None = None
        self._asked: Asked | None = None
        self._report: Report | None = None
        self._found: Redaction | None = None
        workspace.closed.connect(self._let_go)

    @property
    def dialog(self) -> ReportDialog | None:
        """The dialog that is open."""
        return self._dialog

    def open(self) -> None:
        """Builds a report on what is asked about now; one that is open on the same is brought forward."""
        document = self._workspace.active
        if document is None:
            return
        asked = self._question(document, self._inquiry.one)
        if self._dialog is None:
            self._dialog = self._make_dialog()
        if asked != self._asked or document is not self._document:
            self._follow(document)
            self._build(asked)
        self._dialog.show()
        self._dialog.activateWindow()

    def _question(self, document: Document, one: MustKeep | None) -> Asked:
        return Asked(
            document.snapshot, document.profile, document.marks, one, self._language, version=__version__
        )

    def _make_dialog(self) -> ReportDialog:
        dialog = ReportDialog(self._look, self._language, self._window)
        dialog.decided.connect(self._preview)
        dialog.searched.connect(self._search)
        dialog.anew_requested.connect(self._build_anew)
        dialog.save_requested.connect(self._save)
        dialog.copy_requested.connect(self._copy)
        dialog.finished.connect(self._end)
        return dialog

    def _follow(self, document: Document) -> None:
        if self._document is not None:
            self._document.state_changed.disconnect(self._look_whether_edited)
        document.state_changed.connect(self._look_whether_edited)
        self._document = document

    def _build_anew(self) -> None:
        """The same must-keep at the same request, in the state as it is edited by now."""
        document, asked = self._document, self._asked
        if document is not None and asked is not None:
            self._build(
                Asked(
                    asked.snapshot,
                    document.profile,
                    document.marks,
                    asked.must_keep,
                    asked.language,
                    version=asked.version,
                )
            )

    def _build(self, asked: Asked) -> None:
        self._asked, self._report, self._found = asked, None, None
        if self._dialog is not None:
            self._dialog.show_building(_subject(asked))
        self._workspace.background.ask(Topic.REPORT, _building(asked), self._take, self._end_building)

    def _take(self, built: tuple[Report, Redaction]) -> None:
        self._report, found = built
        self._take_found(found)

    def _end_building(self, error: CtxlabError | None) -> None:
        if self._dialog is not None and error is not None:
            self._dialog.show_failed(error_text(error))

    def _search(self, patterns: tuple[str, ...], addresses: bool) -> None:
        """Looks through the report on the other thread: patterns of a person may take their time."""
        report = self._report
        if report is None:
            return
        also = ("ip",) if addresses else ()

        def work(_lab: Lab, _unwanted: Callable[[], bool]) -> Generator[Any]:
            yield Redaction(report, patterns, also)

        self._workspace.background.ask(Topic.REPORT, work, self._take_found, self._end_search)

    def _take_found(self, found: Redaction) -> None:
        self._found = found
        if self._dialog is not None:
            self._dialog.show_review(found.review)
            self._preview()

    def _end_search(self, error: CtxlabError | None) -> None:
        if self._dialog is not None and error is not None:
            self._dialog.show_wrong(error_text(error))

    def _text(self, form: Form) -> str:
        """The report as it is decided by now."""
        if self._found is None or self._dialog is None:
            return ""
        return written(self._found.redacted(self._dialog.hidden), form)

    def _preview(self) -> None:
        if self._dialog is not None:
            self._dialog.show_preview(self._text(Form.MARKDOWN))

    def _copy(self) -> None:
        if self._dialog is not None:
            QGuiApplication.clipboard().setText(self._text(Form.MARKDOWN))
            self._dialog.show_copied()

    def _save(self, form: str) -> None:
        dialog, document, asked = self._dialog, self._document, self._asked
        if dialog is None or document is None or asked is None:
            return
        forms = [
            (Form.HTML.value, self.tr("HTML page (*.html)")),
            (Form.MARKDOWN.value, self.tr("Markdown text (*.md)")),
        ]
        forms.sort(key=lambda one: one[0] != form)
        name = f"{self._workspace.title(document)}.report-{asked.snapshot.request.index}.{form}"
        suggested = self._exports.folder(document) / name
        chosen = self._exports.dialogs.file_to_export(self.tr("Save the report"), suggested, forms)
        if chosen is None or self._dialog is not dialog:
            return
        path, said = chosen
        problem = self._exports.write(path, lambda: self._text(_form(path, said)))
        dialog.show_failure(problem)
        if not problem:
            dialog.accept()

    def _look_whether_edited(self, _revision: int) -> None:
        document, asked, dialog = self._document, self._asked, self._dialog
        if document is not None and asked is not None and dialog is not None:
            dialog.show_edited((document.profile, document.marks) != (asked.profile, asked.marks))

    def _let_go(self, document: Document) -> None:
        """A session is closed: its files could be written over now, so its report goes, too."""
        if document is self._document and self._dialog is not None:
            self._dialog.reject()

    def _end(self, _result: int) -> None:
        self._workspace.background.drop(Topic.REPORT)
        dialog, document = self._dialog, self._document
        self._dialog = self._document = self._asked = self._report = self._found = None
        if document is not None:
            document.state_changed.disconnect(self._look_whether_edited)
        if dialog is not None:
            dialog.deleteLater()


def _building(asked: Asked) -> Callable[[Lab, Callable[[], bool]], Generator[Any]]:
    def work(lab: Lab, unwanted: Callable[[], bool]) -> Generator[Any]:
        steps = report_steps(lab, asked, cancelled=unwanted)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                yield done.value, Redaction(done.value)
                return
            yield PAUSE

    return work


def _subject(asked: Asked) -> Subject:
    request, one = asked.snapshot.request, asked.must_keep
    return Subject(
        None if one is None else _label(asked, one),
        request.index,
        len(asked.snapshot.session.chain(request.chain)),
        request.turn,
        request.chain,
        asked.profile.name,
    )


def _label(asked: Asked, one: MustKeep) -> str:
    """What a must-keep is called; an item by its words, too."""
    texts = (item.text for item in asked.snapshot.session.items if item.id == one.item)
    return dotted([one.label, next(texts, "")]) if one.item else one.label


def _form(path: Path, said: str) -> Form:
    """The form that the name of a file asks for; where it says none, the one that was chosen."""
    return form_of(path) if path.suffix.lower() in _ENDINGS else Form(said)
