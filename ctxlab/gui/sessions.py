"""Keeps the dock of sessions in step with what is open, edited and judged."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from ctxlab.gui.document import Document
from ctxlab.gui.models.session_rows import SessionEntry
from ctxlab.gui.verdicts import Verdicts
from ctxlab.gui.views.sessions_dock import SessionsDock
from ctxlab.gui.workspace import Workspace


class Sessions(QObject):
    """Fills a `SessionsDock` and shows the session that is chosen in it; closing is asked of others first."""

    def __init__(
        self, dock: SessionsDock, workspace: Workspace, verdicts: Verdicts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._dock = dock
        self._workspace = workspace
        # a reader from elsewhere goes by its name; a session in ctxlab's own format says nothing new
        self._titles = {
            "native": "",
            "openai-chat": self.tr("chat completions"),
            "claude-code": self.tr("Claude Code"),
            "keyword-build": "build()",
            "keyword-build-context": "build_context()",
            "keyword-messages": self.tr("messages"),
        }
        self._watched: set[str] = set()
        verdicts.look_first_at(dock.keys_in_sight)
        verdicts.judged.connect(dock.set_verdict)
        workspace.listed.connect(self._list)
        workspace.activated.connect(self._activated)
        workspace.closed.connect(self._forget)
        dock.session_chosen.connect(self._choose)

    def _list(self) -> None:
        work = self._workspace
        for document in work.documents:
            key = work.key(document)
            if key not in self._watched:
                self._watched.add(key)
                show = partial(self._show_edited, document)
                document.state_changed.connect(show)
                document.saved_changed.connect(show)
        self._dock.set_sessions([self._entry(document) for document in work.documents])

    def _entry(self, document: Document) -> SessionEntry:
        work = self._workspace
        # sessions of one file stand under it, as those of a folder do
        several = work.shares_file(document)
        folder = work.file(document) if several else work.folder(document)
        format = document.session.origin.format
        return SessionEntry(
            work.key(document),
            document.session.title if several else work.title(document),
            str(work.file(document)),
            "" if folder is None else str(folder),
            self._titles.get(format, format),
            document.changed,
        )

    def _activated(self, document: Document | None) -> None:
        self._dock.set_active("" if document is None else self._workspace.key(document))

    def _forget(self, document: Document) -> None:
        self._watched.discard(self._workspace.key(document))

    def _show_edited(self, document: Document, _revision: int = 0) -> None:
        self._dock.set_edited(self._workspace.key(document), document.changed)

    def _choose(self, key: str) -> None:
        document = self._workspace.document(key)
        if document is not None:
            self._workspace.activate(document)
