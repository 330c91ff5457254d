"""Opens a session of a sweep in the window, under the profile of one of its variants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ctxlab.errors import CtxlabError
from ctxlab.gui.document import Document
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.workspace import Workspace
from ctxlab.model.profile import Profile
from ctxlab.model.sweep import Place
from ctxlab.paths import same_file


@dataclass(frozen=True, slots=True, eq=False)
class _Opening:
    place: Place
    profile: Profile
    words: str


class SweepOpening(QObject):
    """`opened` follows when the session is looked at under that profile, which is an undoable edit."""

    opened = Signal()

    def __init__(self, workspace: Workspace, corpus: SweepCorpus, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._corpus = corpus
        self._wanted: _Opening | None = None
        workspace.opened.connect(self._opened)
        workspace.refused.connect(self._refused)

    def open(self, place: Place, profile: Profile, words: str) -> None:
        """Looks at a session under a profile; `words` name the edit."""
        document = self._corpus.document(place)
        if document is not None:
            self._look(document, _Opening(place, profile, words))
            return
        self._wanted = _Opening(place, profile, words)
        self._workspace.open_one(Path(place.file), place.index)

    def _opened(self, file: str) -> None:
        wanted = self._wanted
        if wanted is None or not same_file(file, wanted.place.file):
            return
        self._wanted = None
        document = self._corpus.document(wanted.place)
        if document is not None:
            self._look(document, wanted)

    def _refused(self, _name: str, _error: CtxlabError) -> None:
        self._wanted = None

    def _look(self, document: Document, wanted: _Opening) -> None:
        self._workspace.activate(document)
        document.look_at(None)
        document.change(wanted.profile, document.marks, wanted.words)
        self.opened.emit()
