"""The tab of sessions: shows what the corpus holds, and adds to it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ctxlab.gui.exports import Exports
from ctxlab.gui.models.sweep_sessions import SweepSession
from ctxlab.gui.models.sweep_words import keeps_words, sessions_words
from ctxlab.gui.sweep_corpus import SweepCorpus
from ctxlab.gui.text import dotted
from ctxlab.gui.view_set import Views
from ctxlab.gui.workspace import Workspace


class SweepSources(QObject):
    """Fills the list of sessions. `counted` says how many are chosen."""

    counted = Signal(int)

    def __init__(
        self,
        views: Views,
        corpus: SweepCorpus,
        workspace: Workspace,
        exports: Exports,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._view = views.sweep_sessions
        self._corpus = corpus
        self._workspace = workspace
        self._exports = exports
        self._view.folder_wanted.connect(self._add_folder)
        views.sweep.folder_wanted.connect(self._add_folder)
        self._view.dropped.connect(corpus.add)
        self._view.all_chosen.connect(corpus.choose_all)
        self._view.cleared.connect(corpus.clear)
        self._view.rows.toggled.connect(corpus.choose)
        corpus.changed.connect(self.show)
        self.show()

    def _add_folder(self) -> None:
        active = self._workspace.active
        folder = self._exports.dialogs.folder_to_open(
            self._workspace.file(active).parent if active else Path.cwd()
        )
        if folder is not None:
            self._corpus.add([folder])

    def show(self) -> None:
        """Shows what there is now."""
        sessions = self._corpus.sessions()
        hint = self._hint(sessions)
        self._view.show_sessions(sessions, self._told(sessions), hint, folders=self._corpus.has_folders)
        self.counted.emit(sum(one.chosen and not one.problem for one in sessions))

    def _told(self, sessions: list[SweepSession]) -> str:
        readable = [one for one in sessions if not one.problem]
        chosen = [one for one in readable if one.chosen]
        keeps = sum(one.must_keeps or 0 for one in chosen)
        unread = len(sessions) - len(readable)
        return dotted(
            (
                self.tr("{0} of {1}").format(f"{len(chosen):,}", sessions_words(len(readable))),
                keeps_words(keeps),
                self.tr("files that cannot be read: {0}").format(f"{unread:,}") if unread else "",
                self._corpus.note(),
            )
        )

    def _hint(self, sessions: list[SweepSession]) -> str:
        if not sessions:
            return self.tr(
                "No session yet. Open some with Ctrl+O, or add a folder: all session files in it and below "
                "are swept where they lie, with the must-keeps beside them. Folders can be dropped here, too."
            )
        chosen = [one for one in sessions if one.chosen and not one.problem]
        if chosen and all(one.must_keeps == 0 for one in chosen):
            return self.tr(
                "None of these sessions states a must-keep. Open one, select words of an item and press "
                "Ctrl+M; “Found” in the panel “Must keep” lists what users demanded. Then save."
            )
        return ""
