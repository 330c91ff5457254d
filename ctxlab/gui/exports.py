"""What leaves the window as files: the run shown, a copy of the session, and whatever others write."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError
from ctxlab.formats.writers import native
from ctxlab.gui.dialogs import Dialogs
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.model.wire_view import built_view, json_text, request_body
from ctxlab.paths import is_shipped, same_file, write_atomic


class RunForm(StrEnum):
    """What of a run is exported: the whole trace, or the request body that the model would get."""

    TRACE = "trace"
    MESSAGES = "messages"


class Exports(QObject):
    """Asks where to, and writes. Errors go out by `failed(text)`, what was done by `done(text)`.

    `profile_requested` asks for the dialog in which the profile of a document is exported, `found_exported`
    for the same of a profile that is not in use.
    A run is exported as it is shown, with its own profile, also while a newer one is on its way.
    """

    failed = Signal(str)
    done = Signal(str)
    profile_requested = Signal(object)
    found_exported = Signal(object)

    def __init__(self, workspace: Workspace, dialogs: Dialogs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self.dialogs = dialogs

    def export_profile(self) -> None:
        """Opens the dialog in which the profile of the active document is exported."""
        if self._workspace.active is not None:
            self.profile_requested.emit(self._workspace.active)

    def export_found(self, profile: Profile) -> None:
        """Opens the dialog in which a profile is exported that was found, whether it is in use or not."""
        self.found_exported.emit(profile)

    def export_run(self) -> None:
        """Writes the run that is shown."""
        document = self._workspace.active
        if document is None:
            return
        if document.run is None:
            self.failed.emit(self.tr("There is no run yet."))
            return
        trace = document.run.trace
        forms = [
            (RunForm.TRACE.value, self.tr("Trace: every decision (*.json)")),
            (RunForm.MESSAGES.value, self.tr("Messages: the request body (*.json)")),
        ]
        stem = self._workspace.title(document)
        suggested = self.folder(document) / f"{stem}.request-{trace.request}.json"
        chosen = self.dialogs.file_to_export(self.tr("Export this run"), suggested, forms)
        if chosen is None:
            return
        path, form = chosen
        if form == RunForm.TRACE:
            self._write(path, lambda: trace.to_json(indent=2) + "\n")
        else:
            self._write(path, lambda: json_text(request_body(built_view(trace))) + "\n")

    def save_session(self) -> None:
        """Writes a copy of the session in ctxlab's own format, with its marks; the source stays as it is."""
        document = self._workspace.active
        if document is None:
            return
        stem = self._workspace.title(document)
        suggested = self.folder(document) / f"{stem}.copy.ctx.json"
        forms = [("native", self.tr("ctxlab session (*.ctx.json)"))]
        chosen = self.dialogs.file_to_export(self.tr("Save a copy of the session"), suggested, forms)
        if chosen is not None:
            session = document.session.with_marks(document.marks)
            self._write(chosen[0], lambda: native.dumps_session(session))

    def folder(self, document: Document | None) -> Path:
        """Where files are suggested to go: beside the session, where that did not come with ctxlab."""
        if document is None:
            return Path.cwd()
        file = self._workspace.file(document)
        return Path.cwd() if is_shipped(file) else file.parent

    def _held(self, path: Path) -> str:
        """Why a file must not be replaced; an empty text where it may be."""
        if self._workspace.holds(path):
            return self.tr("{0} belongs to an open session and is not replaced.")
        profiles = {one.profile_path for one in self._workspace.documents if one.profile_path is not None}
        if any(same_file(path, one) for one in profiles):
            return self.tr("{0} is a profile that is open: “Save” writes it, and keeps its comments.")
        return self.tr("{0} came with ctxlab and is not replaced.") if is_shipped(path) else ""

    def write(self, path: Path, text: Callable[[], str]) -> str:
        """Writes a text, whole or not at all, and never over what is open or came with ctxlab.

        Returns:
            Why it was not written; an empty text where it was.
        """
        try:
            if held := self._held(path):
                return held.format(path.name)
            write_atomic(path, text())
        except (CtxlabError, OSError) as error:
            return error_text(error)
        self.done.emit(self.tr("exported {0}").format(path.name))
        return ""

    def _write(self, path: Path, text: Callable[[], str]) -> None:
        if problem := self.write(path, text):
            self.failed.emit(problem)
