"""Opening and saving: sessions, profiles, marks, and what was opened lately."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from ctxlab import paths
from ctxlab.errors import CtxlabError
from ctxlab.formats.marks_file import marks_path, read_sidecar
from ctxlab.gui.dialogs import Answer, Dialogs
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.loader import file_of
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.profile_names import SOURCE, is_source, profile_named, text_of
from ctxlab.gui.workspace import Workspace
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.provenance import EDIT
from ctxlab.profiles import load_profile, parse, save_profile

#: Endings of files that hold a profile, or published figures of one.
PROFILES = (".toml", SOURCE)


class Files(QObject):
    """What the menu's file actions do. Errors go out by `failed(text)`, what was done by `done(text)`."""

    failed = Signal(str)
    done = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        preferences: Preferences,
        dialogs: Dialogs,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._preferences = preferences
        self.dialogs = dialogs
        self.language = language

    def open_sessions(self) -> None:
        """Asks for session files and opens them."""
        active = self._workspace.active
        folder = self._workspace.file(active).parent if active else Path.cwd()
        self.open_files(self.dialogs.sessions_to_open(folder))

    def open_folder(self) -> None:
        """Asks for a folder and opens the sessions in it and below."""
        active = self._workspace.active
        folder = self.dialogs.folder_to_open(self._workspace.file(active).parent if active else Path.cwd())
        if folder is not None:
            self._workspace.open_many([folder])

    def paste(self) -> None:
        """Opens the request that was copied to the clipboard."""
        text = QGuiApplication.clipboard().text()
        if text.strip():
            self._workspace.paste(text)
        else:
            self.failed.emit(self.tr("The clipboard holds no text: copy a request first."))

    def close_active(self) -> None:
        """Closes the session that is looked at, once its unsaved edits are settled."""
        if self._workspace.active is not None:
            self._close(self._workspace.active)

    def close(self, key: str) -> None:
        """Closes a session by its key, once its unsaved edits are settled."""
        document = self._workspace.document(key)
        if document is not None:
            self._close(document)

    def close_others(self, key: str) -> None:
        """Closes all sessions but one, once their unsaved edits are settled."""
        document = self._workspace.document(key)
        if document is None:
            return
        self._workspace.activate(document)
        for one in [one for one in self._workspace.documents if one is not document]:
            if not self._close(one):
                return

    def open_files(self, files: Sequence[Path]) -> None:
        """Opens sessions, and those in folders, under the last profile among them.

        Without sessions that profile becomes the one of the session that is looked at. Published figures in a
        program's source are a profile without a file, so that sessions cannot be opened under them.
        """
        profiles = [file for file in files if file.suffix.lower() in PROFILES and not file.is_dir()]
        sessions = [file for file in files if file not in profiles]
        if not sessions:
            if profiles:
                self.use_profile(str(profiles[-1]))
            return
        stated = [file for file in profiles if file.suffix.lower() != SOURCE]
        self._workspace.open_many(sessions, str(stated[-1]) if stated else "")
        if len(stated) < len(profiles):
            self.failed.emit(self.tr("Published budgets (*.py) are looked at once the session is open."))

    def open_profile(self) -> None:
        """Asks for a profile file and looks at the session under it."""
        file = self.ask_for_profile()
        if file is not None:
            self.use_profile(str(file))

    def ask_for_profile(self) -> Path | None:
        """A profile's file that a person chose; None when it was cancelled."""
        document = self._workspace.active
        folder = document.profile_path.parent if document and document.profile_path else Path.cwd()
        return self.dialogs.profile_to_open(folder)

    def use_profile(self, name: str) -> bool:
        """Looks at the session under another profile, a built-in name or a file; whether that was done."""
        document = self._workspace.active
        if document is None:
            self.failed.emit(self.tr("Open a session first: a profile is looked at on a session."))
            return False
        try:
            profile = profile_named(name)
        except CtxlabError as error:
            self.failed.emit(error_text(error))
            return False
        # what a program's source says becomes a profile that has no file yet
        path = None if is_source(name) else file_of(name)
        if self._would_lose(document, profile, path) and not self._settle(document):
            return False
        self._workspace.use_profile(document, profile, path)
        if path is not None:
            self._preferences.remember_profile(str(path))
        self.done.emit(self.tr("profile {0}").format(profile.name))
        return True

    def save(self) -> bool:
        """Saves profile and marks of the active document where they belong; whether that was done."""
        document = self._workspace.active
        return document is not None and self.save_document(document)

    def save_document(self, document: Document) -> bool:
        """Saves a document's profile and marks; a profile without a file of its own is asked for one.

        What was not edited is not written, so that nothing is replaced that somebody else changed. Where the
        marks cannot be written, the profile still is.
        """
        if not document.changed:
            self.done.emit(self.tr("nothing to save"))
            return True
        problem = self._save_marks(document) if document.marks_changed else ""
        saved = self._save_profile(document) if document.profile_changed else True
        if problem:
            # last: what was done meanwhile would take the words back
            self.failed.emit(problem)
        return saved and not problem

    def save_as(self) -> bool:
        """Saves the profile to a file that is asked for; whether that was done."""
        document = self._workspace.active
        return document is not None and self._save_as(document)

    def revert(self) -> None:
        """Takes the saved profile back, undoably."""
        document = self._workspace.active
        if document is not None:
            document.change(document.saved, document.marks, self.tr("revert to saved"))

    def settle_all(self) -> bool:
        """Asks about every document with unsaved edits; whether the window may close."""
        return all(self._settle(document) for document in self._workspace.changed())

    def _close(self, document: Document) -> bool:
        """Closes a document, unless the person would rather keep its unsaved edits; whether it is closed."""
        if self._workspace.unsaved(document) and not self._settle(document):
            return False
        self._workspace.close_document(document)
        return True

    def _would_lose(self, document: Document, profile: Profile, path: Path | None) -> bool:
        """Whether another profile takes unsaved edits away; where others are under the old one they stay."""
        if not document.profile_changed:
            return False
        again = path == document.profile_path and profile == document.saved
        return again or not self._workspace.sharing.others(document)

    def _settle(self, document: Document) -> bool:
        profile = self.tr("profile {0}").format(document.profile.name)
        marks = self.tr("the marks of {0}").format(self._workspace.name(document))
        if document.profile_changed and document.marks_changed:
            what = self.tr("{0} and {1}").format(profile, marks)
        else:
            what = profile if document.profile_changed else marks
        answer = self.dialogs.unsaved(what)
        if answer is Answer.SAVE:
            return self.save_document(document)
        return answer is Answer.DISCARD

    def _save_as(self, document: Document) -> bool:
        old = document.profile_path
        folder = old.parent if old and not paths.is_shipped(old) else Path.cwd()
        path = self.dialogs.profile_to_save(folder / f"{document.profile.name}.toml")
        if path is None:
            return False
        if self._workspace.holds(path):
            told = self.tr("{0} belongs to an open session and is not replaced.")
            self.failed.emit(told.format(path.name))
            return False
        return self._write(document, path)

    def _write(self, document: Document, path: Path) -> bool:
        if paths.is_shipped(path):
            self.failed.emit(self.tr("{0} came with ctxlab and is not replaced.").format(path.name))
            return False
        try:
            base = _base(document.profile_path, path, document.saved)
            text = save_profile(document.profile, path, base_text=base, by=EDIT)
        except CtxlabError as error:
            self.failed.emit(error_text(error))
            return False
        document.mark_saved(path, parse(text, path.name))
        self.done.emit(self.tr("saved {0}").format(path.name))
        return True

    def _save_profile(self, document: Document) -> bool:
        path = document.profile_path
        if path is None or paths.is_shipped(path):
            return self._save_as(document)
        if is_changed(path, document.saved) and not self.dialogs.overwrite(path.name):
            return False
        return self._write(document, path)

    def _save_marks(self, document: Document) -> str:
        """Writes the marks; why they cannot be written, or shall not be, or an empty text."""
        work = self._workspace
        path = marks_path(work.file(document))
        changed = are_marks_changed(path, work.place(document), document.saved_marks)
        if changed and not self.dialogs.overwrite(path.name):
            return self.tr("{0} was changed outside and is not replaced.").format(path.name)
        try:
            work.save_marks(document)
        except CtxlabError as error:
            return error_text(error)
        self.done.emit(self.tr("saved the marks"))
        return ""


def is_changed(path: Path, saved: Profile) -> bool:
    """Whether a profile's file says something else than when it was read or saved last."""
    if not path.is_file():
        return False
    try:
        return load_profile(path) != saved
    except CtxlabError:
        return True


def are_marks_changed(path: Path, place: int, saved: Marks) -> bool:
    """Whether the marks beside a session say something else of it than when they were read or saved last."""
    if not path.is_file():
        return False
    try:
        now = read_sidecar(path).marks.get(place, Marks())
    except CtxlabError:
        return True
    return now not in (saved, Marks())


def _base(old: Path | None, new: Path, saved: Profile) -> str | None:
    """The text whose comments a new file takes over; None to keep those of the file that is there."""
    return None if old is not None and old == new else text_of(saved, old)
