"""What the desks of the Sweep page have in common: parts, a search beside the work, profiles found by it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.exports import Exports
from ctxlab.gui.preferences import Preferences
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.sweep_opening import SweepOpening
from ctxlab.gui.sweep_profiles import save_as
from ctxlab.gui.sweep_runner import SweepRunner
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile


class BatchDesk(QObject):
    """Works on many sessions beside the window.

    `done` and `failed` say what was done or went wrong, `page_wanted` names a page to turn to.
    """

    done = Signal(str)
    failed = Signal(str)
    page_wanted = Signal(str)

    def __init__(
        self,
        corpus: SweepCorpus,
        workspace: Workspace,
        exports: Exports,
        preferences: Preferences,
        language: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._corpus = corpus
        self._workspace = workspace
        self._exports = exports
        self._preferences = preferences
        self._language = language
        self._page = "tune"
        self.runner = SweepRunner(self)
        self._opening = SweepOpening(workspace, corpus, self)
        self._opening.opened.connect(lambda: self.page_wanted.emit(self._page))

    @property
    def busy(self) -> bool:
        """Whether a search is under way."""
        return self.runner.busy

    def close(self) -> None:
        """Stops what is under way."""
        self.runner.close()

    def _use(self, profile: Profile, words: str) -> None:
        """Looks at the active session under a profile from now on, undoably."""
        document = self._workspace.active
        if document is not None:
            document.change(profile, document.marks, words)
            self.done.emit(self.tr("{0}; Ctrl+Z takes that back").format(words))

    def _write(self, profile: Profile) -> None:
        """Writes a profile as a file, and offers that from then on."""
        path = save_as(profile, self._workspace, self._exports)
        if path is not None:
            self._preferences.remember_profile(str(path))
