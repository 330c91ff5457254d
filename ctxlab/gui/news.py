"""What the parts of the window have to say to the person: in banners, or for a moment in the status bar."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox

from ctxlab.errors import CtxlabError, NoReaderError
from ctxlab.formats.registry import readers
from ctxlab.gui.error_text import error_text
from ctxlab.gui.parts import Parts
from ctxlab.gui.views.banner import Act, Kind


class News(QObject):
    """Brings errors and notes before the person. It holds no state."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._messages = messages = parts.views.messages
        work = parts.workspace
        work.refused.connect(self._refused)
        work.loading.connect(self._loading)
        work.progressed.connect(self._progressed)
        work.told.connect(partial(messages.tell, topic="opened", kind=Kind.NOTE))
        work.opened.connect(self._opened)
        parts.presenter.failed.connect(self._run_failed)
        parts.presenter.recovered.connect(lambda: messages.clear("run"))
        works = (parts.casework.sweep, parts.casework.solve)
        for failing in (
            parts.files.failed,
            parts.exports.failed,
            parts.gallery.failed,
            *(one.failed for one in works),
        ):
            failing.connect(partial(messages.tell, topic="act"))
        for doing in (parts.files.done, parts.exports.done):
            # it worked this time
            doing.connect(self._worked)
        for doing in (
            parts.files.done,
            parts.exports.done,
            parts.marks.done,
            parts.marks.refused,
            parts.casework.constraints.done,
            parts.casework.model.done,
            parts.casework.compare.done,
            *(one.done for one in works),
            parts.views.compare.copied,
            parts.intents.failed,
            parts.views.budget.told,
            parts.protection.done,
        ):
            doing.connect(parts.status.tell)
        parts.views.budget.refused.connect(self._edit_refused)
        parts.protection.told.connect(messages.tell)
        parts.protection.taken_back.connect(messages.clear)
        parts.preferences.failed.connect(partial(messages.tell, topic="settings"))
        for problem in parts.preferences.problems:
            messages.tell(problem, "settings")

    def _opened(self, file: str) -> None:
        self._messages.clear("file")
        self._parts.preferences.remember(file)

    def _refused(self, name: str, error: CtxlabError) -> None:
        if isinstance(error, NoReaderError):
            told = self.tr("{0} is not a session file.").format(name)
            act = Act(self.tr("What can be opened?"), self._show_formats)
            self._messages.tell(told, "file", acts=[act])
            return
        text = error_text(error)
        self._messages.tell(text if name in text else f"{name}: {text}", "file")

    def _show_formats(self) -> None:
        listed = "\n".join(sorted(one.title for one in readers()))
        said = self.tr("What can be opened; which of them a file is, is found from its content.")
        box = QMessageBox(self._parts.window)
        box.setObjectName("whatCanBeOpened")
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("What can be opened"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(said)
        box.setInformativeText(listed)
        box.open()

    def _worked(self, _done: str) -> None:
        self._messages.clear("act")

    def _edit_refused(self, _row: str, reason: str) -> None:
        self._parts.status.tell(reason)

    def _loading(self, name: str) -> None:
        words = self.tr("opening {0}…").format(name) if name else ""
        nothing = self._parts.workspace.active is None
        if nothing and words:
            self._parts.views.panes.set_placeholder(words)
        elif nothing:
            # refused or given up; where it was opened it is looked at before anything is painted
            self._parts.presenter.say_empty()
        if name:
            self._parts.status.tell(words)
        else:
            self._parts.status.clearMessage()

    def _progressed(self, done: int, count: int) -> None:
        self._parts.status.tell(self.tr("{0} of {1} files read").format(done, count))

    def _run_failed(self, error: CtxlabError) -> None:
        told = self.tr("This run could not be made; the last good one is shown. {0}").format(
            error_text(error)
        )
        self._messages.tell(told, "run")
