"""The dialog in which two profiles are set side by side, and one of them is taken over."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.asking import Work
from ctxlab.gui.dialog_desk import DialogDesk
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.exports import Exports
from ctxlab.gui.models.system_choices import OWN
from ctxlab.gui.open_places import built_documents, open_places, unsaved_marks
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.profile_choices import FILE, SAVED, chosen_profile, profile_choices
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.profile_dialog import DIFFERENCE, ProfileDialog
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.model.profile_figures import ProfileFigures
from ctxlab.model.sweep import Place
from ctxlab.profiles import builtin_names


class ProfileDesk(DialogDesk[ProfileDialog]):
    """Opens one dialog at a time, for one document, and follows its edits."""

    def __init__(
        self,
        workspace: Workspace,
        exports: Exports,
        preferences: Preferences,
        look: Look,
        language: str,
        window: QWidget,
    ) -> None:
        super().__init__(workspace, exports, look, language, window)
        self._preferences = preferences
        self._keys = ("", "")
        self._pair: tuple[Profile, Profile] | None = None
        self.errand.progressed.connect(self._show_progress)
        self.errand.ended.connect(self._take)
        workspace.listed.connect(self._offer)

    def open(self) -> None:
        """Shows what was edited of the profile in use; where nothing was, what it differs in from another."""
        document = self._workspace.active
        if document is not None:
            others = (name for name in builtin_names() if name != document.profile_source)
            self._open(document, SAVED if document.profile_changed else next(others, ""), OWN)

    def open_for(self, profile: str) -> None:
        """Shows what a profile, by its file or built-in name, differs in from the one in use."""
        document = self._workspace.active
        if document is not None:
            own = document.profile_source == profile and not document.profile_changed
            self._open(document, OWN, OWN if own else profile)

    def _open(self, document: Document, before: str, after: str) -> None:
        fresh = self.dialog is None or document is not self._document
        dialog = self.dialog or self._make()
        if document is not self._document:
            self._follow(document)
        self._offer()
        if not dialog.pair.offers(after):
            # the list of files holds those used lately alone
            self._preferences.remember_profile(after)
            self._offer()
        dialog.pair.choose(before, after)
        if fresh:
            dialog.turn_to(DIFFERENCE)
        self._show()
        dialog.show()
        dialog.activateWindow()

    def _make(self) -> ProfileDialog:
        dialog = self.dialog = ProfileDialog(self._look, self._language, self._window)
        dialog.pair.changed.connect(self._choose)
        dialog.use_requested.connect(self._use)
        dialog.run_requested.connect(self._run)
        dialog.stop_requested.connect(self.errand.stop)
        dialog.finished.connect(self._close)
        return dialog

    def _follow(self, document: Document | None) -> None:
        if self._document is not None:
            self._document.state_changed.disconnect(self._offer)
            self._document.saved_changed.disconnect(self._offer)
        self._document, self._pair = document, None
        if document is not None:
            document.state_changed.connect(self._offer)
            document.saved_changed.connect(self._offer)

    def _offer(self, _revision: int = 0) -> None:
        """What can be chosen, and what it says, may be other than it was."""
        document, dialog = self._document, self.dialog
        if document is None or dialog is None:
            return
        recent = self._preferences.settings.recent_profiles
        dialog.offer(profile_choices(self._workspace, document, recent))
        self._show()

    def _choose(self) -> None:
        """Other profiles were chosen; for one from a file it is asked which."""
        document, dialog = self._document, self.dialog
        if document is None or dialog is None:
            return
        chosen = dialog.pair.keys
        if FILE in chosen:
            dialog.pair.choose(*self._keys)
            file = self._exports.dialogs.profile_to_open(self._exports.folder(document))
            if file is None or self.dialog is not dialog:
                return
            name = str(file.absolute())
            self._preferences.remember_profile(name)
            self._offer()
            dialog.pair.choose(*(name if key == FILE else key for key in chosen))
        self._show()

    def _show(self) -> None:
        """Shows the two that are chosen; figures of others are given up."""
        document, dialog = self._document, self.dialog
        if document is None or dialog is None:
            return
        self._keys = dialog.pair.keys
        try:
            before, after = (chosen_profile(self._workspace, document, key) for key in self._keys)
        except CtxlabError as error:
            self._pair = None
            self.errand.drop()
            dialog.show_unrun(0)
            dialog.show_refused(error_text(error))
            return
        dialog.show_pair(before, after, in_use=after == document.profile)
        if self._pair != (before, after):
            self._pair = (before, after)
            self.errand.drop()
            dialog.show_unrun(len(built_documents(self._workspace)), self._note())

    def _note(self) -> str:
        if unsaved_marks(built_documents(self._workspace)):
            return self.tr("must-keeps that are not saved do not count")
        return ""

    def _run(self) -> None:
        if self.dialog is None or self._pair is None:
            return
        places = open_places(self._workspace)
        self.dialog.show_running(0, 2 * len(places))
        self.errand.start(_comparing(places, self._pair), 2 * len(places))

    def _show_progress(self, done: int, count: int) -> None:
        if self.dialog is not None:
            self.dialog.show_running(done, count)

    def _take(self, found: ProfileFigures | BaseException) -> None:
        if self.dialog is None:
            return
        if isinstance(found, ProfileFigures):
            self.dialog.show_figures(found, self._note())
            return
        self.dialog.show_failed("" if isinstance(found, CancelledError) else error_text(found))
        if not isinstance(found, CtxlabError):
            raise found

    def _use(self) -> None:
        document = self._document
        if document is not None and self._pair is not None:
            profile = self._pair[1]
            document.change(profile, document.marks, self.tr("use {0}").format(profile.name))


def _comparing(places: tuple[Place, ...], pair: tuple[Profile, Profile]) -> Work[ProfileFigures]:
    def work(cancelled: Callable[[], bool], progress: Callable[[int, int], None]) -> ProfileFigures:
        from ctxlab.batch.profile_figures import profile_figures

        for found in profile_figures(places, *pair, cancelled=cancelled):
            if isinstance(found, ProfileFigures):
                return found
            progress(found.done, 2 * len(places))
        raise CancelledError("not all sessions were built")

    return work
