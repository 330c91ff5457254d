"""The dialog in which a profile is exported: its text in each form, what is left unsaid, and the proof."""

from __future__ import annotations

import re

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ctxlab import export
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.dialog_desk import DialogDesk
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.open_places import built_documents, open_places
from ctxlab.gui.profile_names import is_source, text_of
from ctxlab.gui.theme.style import Look
from ctxlab.gui.verifying import verifying
from ctxlab.gui.views.export_dialog import ExportDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported, Verified

#: How the head of a file says that it is imported.
_IMPORTED = re.compile(r"^# +from (\w+) import ", re.MULTILINE)


class ExportDesk(DialogDesk[ExportDialog]):
    """Opens one dialog at a time, for one document. It follows the run that is shown, with its own profile.

    A profile that was found and is not in use is exported as it is, and follows nothing. The form that was
    chosen last is offered first the next time.
    """

    def __init__(
        self, workspace: Workspace, exports: Exports, look: Look, language: str, window: QWidget
    ) -> None:
        super().__init__(workspace, exports, look, language, window)
        self._forms = {form.name: form for form in export.forms()}
        self._form = next(iter(self._forms))
        self._profile: Profile | None = None
        self._exported: Exported | None = None
        self._verified: dict[str, Verified] = {}
        self._running = ""
        self.errand.progressed.connect(self._show_progress)
        self.errand.ended.connect(self._take)
        workspace.listed.connect(self._show)
        exports.profile_requested.connect(self.open)
        exports.found_exported.connect(self.open_found)

    def open(self, document: Document) -> None:
        """Shows a document's profile as it would be written."""
        dialog = self.dialog or self._make()
        if document is not self._document:
            self._follow(document)
        self._refresh()
        self._raise(dialog)

    def open_found(self, profile: Profile) -> None:
        """Shows a profile that is not in use as it would be written."""
        dialog = self.dialog or self._make()
        self._follow(None)
        dialog.show_profile(profile.name, self.tr("as it was found; what is open stays as it is"))
        self._take_up(profile)
        self._raise(dialog)

    def _raise(self, dialog: ExportDialog) -> None:
        dialog.choose(self._form)
        dialog.show()
        dialog.activateWindow()

    def _make(self) -> ExportDialog:
        dialog = self.dialog = ExportDialog(self._look, self._language, self._window)
        dialog.show_forms(list(self._forms.values()))
        dialog.form_chosen.connect(self._choose)
        dialog.save_requested.connect(self._save)
        dialog.copy_requested.connect(self._copy)
        dialog.findings.verify_requested.connect(self._verify)
        dialog.findings.stop_requested.connect(self.errand.stop)
        dialog.findings.session_chosen.connect(self._look_at)
        dialog.finished.connect(self._close)
        return dialog

    def _follow(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.run_ready.disconnect(self._refresh)
            self._document.saved_changed.disconnect(self._refresh)
        self._document, self._profile = document, None
        if document is not None:
            document.run_ready.connect(self._refresh)
            document.saved_changed.connect(self._refresh)

    def _refresh(self, _run: object = None) -> None:
        """Another profile may be shown: that of the run, before the first run that as edited."""
        document, dialog = self._document, self.dialog
        if document is None or dialog is None:
            return
        profile = document.run.request.profile if document.run else document.profile
        saved = document.profile_path is not None and profile == document.saved
        dialog.show_profile(profile.name, self._state(document, saved=saved))
        self._take_up(profile)

    def _take_up(self, profile: Profile) -> None:
        """Another profile than before is to be written."""
        if profile is not self._profile:
            self._profile = profile
            self._verified.clear()
            self.errand.drop()
            self._show()

    def _state(self, document: Document, *, saved: bool) -> str:
        file = document.profile_path
        if document.profile_changed:
            return self.tr("with edits that are not saved")
        return self.tr("as saved in {0}").format(file.name) if saved and file is not None else ""

    def _choose(self, form: str) -> None:
        self._form = form
        self._show()

    def _show(self) -> None:
        """Writes the form that is chosen, and shows what is known of it."""
        dialog, profile, form = self.dialog, self._profile, self._forms[self._form]
        if dialog is None or profile is None:
            return
        try:
            self._exported = export.export(profile, form.name, base_text=self._base())
        except CtxlabError as error:
            self._exported = None
            dialog.show_refused(error_text(error))
            return
        dialog.show_exported(form, self._exported, len(built_documents(self._workspace)))
        if form.name in self._verified:
            dialog.findings.show_verified(self._verified[form.name])
        elif self.errand.busy:
            dialog.findings.show_running(0, len(built_documents(self._workspace)))

    def _base(self) -> str | None:
        """The text whose comments and order the profile keeps: that of the document's saved profile."""
        document = self._document or self._workspace.active
        return None if document is None else text_of(document.saved, document.profile_path)

    def _verify(self) -> None:
        dialog, profile = self.dialog, self._profile
        if dialog is None or profile is None:
            return
        places = open_places(self._workspace)
        self._running = self._form
        dialog.findings.turn_to("kept")
        dialog.findings.show_running(0, len(places))
        self.errand.start(verifying(self._form, profile, places), len(places))

    def _show_progress(self, done: int, count: int) -> None:
        if self.dialog is not None:
            self.dialog.findings.show_running(done, count)

    def _take(self, found: Verified | BaseException) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        if isinstance(found, Verified):
            self._verified[self._running] = found
            self._show()
            return
        self._show()
        dialog.findings.show_failed("" if isinstance(found, CancelledError) else error_text(found))
        if not isinstance(found, CtxlabError):
            raise found

    def _look_at(self, at: int) -> None:
        documents = built_documents(self._workspace)
        if at < len(documents):
            self._workspace.activate(documents[at])

    def _copy(self) -> None:
        if self._exported is not None and self.dialog is not None:
            QGuiApplication.clipboard().setText(self._exported.text)
            self.dialog.show_copied()

    def _save(self) -> None:
        dialog, exported, profile = self.dialog, self._exported, self._profile
        if dialog is None or exported is None or profile is None:
            return
        form, near = self._forms[self._form], self._document or self._workspace.active
        suggested = self._exports.folder(near) / file_name(profile.name, exported)
        offered = [(form.name, f"{form.title(self._language)} (*{form.ending})")]
        chosen = self._exports.dialogs.file_to_export(self.tr("Export the profile"), suggested, offered)
        if chosen is None or self.dialog is not dialog:
            return
        path, text = chosen[0], exported.text
        problem = self._exports.write(path, lambda: text)
        dialog.tell(problem or self.tr("Written: {0}").format(path), bad=bool(problem))

    def _close(self) -> None:
        super()._close()
        self._exported = None
        self._verified.clear()


def file_name(profile: str, exported: Exported) -> str:
    """What a file is called at first; one of Python so that it can be imported, as its head says how."""
    if not is_source(exported.ending):
        return re.sub(r'[/\\:*?"<>|]', "_", profile) + exported.ending
    told = _IMPORTED.search(exported.text)
    return (told.group(1) if told else re.sub(r"\W", "_", profile)) + exported.ending
