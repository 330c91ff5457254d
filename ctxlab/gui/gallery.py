"""The profiles that can be used or compared with: built-in ones, samples, and those used lately."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ctxlab import paths
from ctxlab.errors import CtxlabError
from ctxlab.explain.builtin_words import description
from ctxlab.gui.befores import before_of
from ctxlab.gui.edit_words import difference_lines
from ctxlab.gui.error_text import error_text
from ctxlab.gui.files import Files
from ctxlab.gui.models.diff_choices import BeforeChoice, BeforeKind
from ctxlab.gui.models.profile_cards import ProfileCard
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.theme.style import Look
from ctxlab.gui.views.profile_gallery import ProfileGallery
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.profiles import builtin_names, find_profile


class Gallery(QObject):
    """Shows the gallery, and puts what is chosen in it to use. What cannot be read is said in its card.

    `history_requested` names a profile whose difference and history are to be shown.
    """

    failed = Signal(str)
    history_requested = Signal(str)

    def __init__(
        self, workspace: Workspace, files: Files, preferences: Preferences, look: Look, window: QWidget
    ) -> None:
        super().__init__(window)
        self._workspace = workspace
        self._files = files
        self._preferences = preferences
        self._look = look
        self._window = window

    def open(self) -> None:
        """Shows all profiles with what they differ in from the one in use."""
        document = self._workspace.active
        if document is None:
            return
        view = ProfileGallery(self._look, self._window)
        view.profile_chosen.connect(self._files.use_profile)
        view.compare_requested.connect(self._compare)
        view.history_requested.connect(self.history_requested)
        view.open_file_requested.connect(self._files.open_profile)
        view.set_cards(list(self._cards(document.profile, document.profile_path)))
        view.finished.connect(view.deleteLater)
        view.open()

    def set_before(self, choice: BeforeChoice) -> None:
        """Compares the active document with a choice; a profile without a name asks for its file."""
        document = self._workspace.active
        if document is None:
            return
        if choice.kind is BeforeKind.PROFILE and not choice.value:
            file = self._files.ask_for_profile()
            if file is None:
                return
            choice = BeforeChoice(choice.kind, file.name, str(file))
        try:
            document.set_before(before_of(choice, document))
        except CtxlabError as error:
            self.failed.emit(error_text(error))

    def _compare(self, name: str) -> None:
        self.set_before(BeforeChoice(BeforeKind.PROFILE, Path(name).name, name))

    def _cards(self, current: Profile, path: Path | None) -> Iterator[ProfileCard]:
        used = current.name if path is None else str(path.absolute())
        groups = (
            (self.tr("built-in"), list(builtin_names())),
            (self.tr("recent"), list(self._preferences.settings.recent_profiles)),
            (self.tr("sample"), [str(one) for one in sorted(paths.sample_sessions().glob("*.toml"))]),
        )
        for group, names in groups:
            for name in names:
                yield self._card(name, group, current, used)

    def _card(self, name: str, group: str, current: Profile, used: str) -> ProfileCard:
        file = "" if name in builtin_names() else str(Path(name).absolute())
        try:
            found = find_profile(name)
        except CtxlabError as error:
            return ProfileCard(Path(name).stem, file, group=group, problem=error_text(error))
        lines = difference_lines(current, found, self._files.language)
        in_use = used == (file or name)
        told = description(found.description, self._files.language)
        return ProfileCard(found.name, file, told, tuple(lines), group, current=in_use)
