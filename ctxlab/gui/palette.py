"""What the command palette finds in this window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from ctxlab import explain
from ctxlab.gui.edit_words import value_words
from ctxlab.gui.keys import words_of
from ctxlab.gui.models.palette_rows import Source
from ctxlab.gui.models.palette_settings import settings
from ctxlab.gui.models.palette_sources import ItemSearch, Named, actions, named, requests
from ctxlab.gui.parts import Parts
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace


class PaletteSources(QObject):
    """Gives the palette of a window its sources."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        intents = parts.intents
        sources: list[Source] = [
            actions(lambda: parts.commands.all, self._why_not, words_of),
            settings(self._profile, intents.set_setting, parts.language),
            # what is listed are those of the conversation, also while a side chain is looked at
            requests(
                self._session,
                lambda request: intents.look_at(request, chain=""),
                lambda turn: intents.look_at_turn(turn, chain=""),
            ),
            named(self.tr("budget"), self._rows, self._go_to_row),
            named(self.tr("session"), self._sessions, self._activate),
            named(self.tr("must keep"), self._must_keeps, parts.presenter.choose),
            named(self.tr("recent file"), self._recent, parts.workspace.open),
            named(self.tr("profile"), self._profiles, parts.files.use_profile),
            ItemSearch(self._trace, parts.presenter.choose),
        ]
        parts.palette.set_sources(sources)

    def _why_not(self, action: QAction) -> str:
        if self._parts.workspace.active is None:
            return self.tr("open a session first")
        if action in (self._parts.commands.undo, self._parts.commands.redo):
            return self.tr("no edit to take back")
        return self.tr("not possible now")

    def _session(self) -> Session | None:
        document = self._parts.workspace.active
        return document.session if document else None

    def _profile(self) -> Profile | None:
        document = self._parts.workspace.active
        return document.profile if document else None

    def _trace(self) -> Trace | None:
        document = self._parts.workspace.active
        return document.run.trace if document and document.run else None

    def _rows(self) -> Iterator[Named]:
        profile = self._profile()
        for row in profile.table() if profile else ():
            cap = value_words(profile.row(row).cap) if profile else ""
            yield Named(row.value, self.tr("{0} cap").format(explain.row(row, self._parts.language)), cap)

    def _go_to_row(self, row: str) -> None:
        self._parts.docks.bring(self._parts.docks.budget)
        self._parts.views.budget.setFocus()
        self._parts.views.budget.choose(row)

    def _sessions(self) -> Iterator[Named]:
        work = self._parts.workspace
        for document in work.documents:
            yield Named(work.key(document), work.title(document))

    def _activate(self, key: str) -> None:
        document = self._parts.workspace.document(key)
        if document is not None:
            self._parts.workspace.activate(document)

    def _must_keeps(self) -> Iterator[Named]:
        document = self._parts.workspace.active
        for one in document.marks.must_keeps if document else ():
            if item := one.since or one.item:
                yield Named(item, one.label)

    def _recent(self) -> Iterator[Named]:
        for file in self._parts.preferences.settings.recent_files:
            yield Named(file, Path(file).name, str(Path(file).parent))

    def _profiles(self) -> Iterator[Named]:
        for file in self._parts.preferences.settings.recent_profiles:
            yield Named(file, Path(file).name, str(Path(file).parent))
