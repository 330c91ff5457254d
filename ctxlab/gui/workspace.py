"""What is open: the documents of a window, which of them is looked at, and the threads that they share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtGui import QUndoGroup

from ctxlab.errors import CtxlabError, FormatError, RequestError
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.gui.background import Background
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.document import Document
from ctxlab.gui.haul_words import haul_words
from ctxlab.gui.loader import Haul, Loader, Opened, Refused, Wish
from ctxlab.gui.paste import keep_pasted, pasted_folder
from ctxlab.gui.registry import Registry
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.sharing import Sharing
from ctxlab.gui.survey import Surveyor
from ctxlab.lab import Counters
from ctxlab.model.profile import Profile
from ctxlab.paths import same_file

#: The work beside goes on this long (ms) after a run, so that the views are painted first.
_BREATH_MS = 40

#: Of many files opened in one go, no more than this are remembered as opened lately.
_REMEMBERED = 5


class Workspace(QObject):
    """Opens files into documents. One document is active; only that one asks for runs and counts.

    `added` brings a new document, `activated` the one that is looked at now, or None when the last one was
    closed; `listed` says that the list changed, `closed` brings one about to leave it. `opened` says which
    file or folder was opened, `refused(name, error)` what could not be, `told` what became of many files;
    `loading` names the file that is being read, or nothing, `progressed(done, all)` how far many are read;
    `all_read` says that what was to be opened was, or was refused or given up.
    """

    added = Signal(object)
    activated = Signal(object)
    listed = Signal()
    closed = Signal(object)
    refused = Signal(str, object)
    opened = Signal(str)
    told = Signal(str)
    loading = Signal(str)
    progressed = Signal(int, int)
    all_read = Signal()

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self.runner = Runner(LabBuilder(counters), self)
        self.counting = CounterRunner(counters, self)
        self.background = Background(counters, self)
        self.survey = Surveyor(self.background, self)
        self.sharing = Sharing(self)
        self.undo = QUndoGroup(self)
        self._loader = Loader(counters, self)
        self._registry = Registry()
        self._active: Document | None = None
        self._breath = QTimer(self, singleShot=True, interval=_BREATH_MS)
        self._breath.timeout.connect(partial(self.background.hold, False))
        self.runner.started.connect(self._hold)
        self.runner.idle.connect(self._breath.start)
        self._loader.opened.connect(self._take)
        self._loader.refused.connect(self._refuse)
        self._loader.hauled.connect(self._end_haul)
        self._loader.progressed.connect(self.progressed)
        self._loader.busy_changed.connect(self.loading)
        self._loader.idle.connect(self.all_read)

    @property
    def documents(self) -> Sequence[Document]:
        """All open documents, in the order in which they were opened."""
        return self._registry.documents

    @property
    def active(self) -> Document | None:
        """The document that is looked at."""
        return self._active

    @property
    def busy(self) -> bool:
        """Whether a file is being opened."""
        return self._loader.busy

    @property
    def can_reopen(self) -> bool:
        """Whether a session was closed that could be opened again."""
        return bool(self._registry.left)

    def changed(self) -> list[Document]:
        """The documents with edits that are not saved; of those under one edited profile only the first."""
        found: list[Document] = []
        for document in self._registry.documents:
            if document.marks_changed or (document.profile_changed and not self._said(document, found)):
                found.append(document)
        return found

    def unsaved(self, document: Document) -> bool:
        """Whether closing a document would lose an edit; those of a shared profile stay with the others."""
        return document.marks_changed or (document.profile_changed and not self.sharing.others(document))

    def open(
        self, file: str | Path, profile: str = "", request: int | None = None, format: str | None = None
    ) -> None:
        """Opens a file, or all in a folder; a session that is open already is looked at, not opened twice."""
        path = Path(file)
        if path.is_dir():
            self.open_many([path], profile)
        else:
            self._loader.load(Wish(path, profile, request, format))

    def open_one(self, file: Path, place: int) -> None:
        """Opens the one session at a 0-based place of a file; one that is open already is looked at."""
        self._loader.load(Wish(file, place=place))

    def open_many(self, paths: Sequence[Path], profile: str = "") -> None:
        """Opens files, and the sessions in folders and below; only the first is looked at.

        Without a profile they are judged under that of the active document, where it is a file of the user's.
        """
        if not paths:
            return
        if len(paths) == 1 and not paths[0].is_dir():
            self.open(paths[0], profile)
            return
        active = self._active
        if not profile and active is not None and active.profile_path is not None:
            profile = str(active.profile_path)
        self._loader.load_many(paths, profile)

    def paste(self, text: str) -> None:
        """Keeps a request that was copied as a file among the user's data, and opens it."""
        make = partial(keep_pasted, text, pasted_folder(), datetime.now())
        self._loader.load_made(self.tr("clipboard"), make)

    def stop_loading(self) -> None:
        """Gives up the files that were not read yet."""
        self._loader.stop()

    def key(self, document: Document) -> str:
        """A name for a document that is its own as long as the window is open."""
        return self._registry.key(document)

    def document(self, key: str) -> Document | None:
        """The document of that key; None when it is closed."""
        return self._registry.document(key)

    def file(self, document: Document) -> Path:
        """The file that a document's session came from."""
        return self._registry.opened(document).wish.file

    def holds(self, path: Path) -> bool:
        """Whether a path is the file of an open session, or that of the marks beside one."""
        files = {self.file(document) for document in self._registry.documents}
        return any(same_file(path, one) or same_file(path, marks_path(one)) for one in files)

    def place(self, document: Document) -> int:
        """The 0-based place of a document's session in its file."""
        return self._registry.opened(document).place

    def folder(self, document: Document) -> Path | None:
        """The folder that was opened and held the document's file; None for a file opened by itself."""
        return self._registry.opened(document).wish.folder

    def chains(self, document: Document) -> Sequence[str]:
        """The chains of a document's session with requests: "", the conversation, and side chains by name."""
        return list(dict.fromkeys(request.chain for request in document.session.requests))

    def name(self, document: Document) -> str:
        """A document's name: its file's, with the session's title where the file holds several."""
        return self._registry.name(document)

    def shares_file(self, document: Document) -> bool:
        """Whether the file holds other sessions, too."""
        return self._registry.shares_file(document)

    def title(self, document: Document) -> str:
        """What a list calls a document: its file without endings, and the session among several."""
        return self._registry.title(document)

    def activate(self, document: Document) -> None:
        """Looks at another document, under its profile as it was edited in others that share it."""
        if document is self._active:
            return
        if self._active is not None:
            self._active.rest()
        self._active = document
        self.undo.setActiveStack(document.undo)
        self.sharing.follow(document)
        self.activated.emit(document)
        document.start()

    def use_profile(self, document: Document, profile: Profile, path: Path | None) -> None:
        """Looks at a session under another saved profile, as it was edited in others that are under it.

        What was edited of the old one stays with others that are under that; else it is given up.
        """
        document.use_profile(profile, path)
        self.sharing.follow(document)

    def close_document(self, document: Document) -> None:
        """Closes a document; what was not saved of it is given up. Its neighbour is looked at instead."""
        self._close([document])

    def close_others(self, document: Document) -> None:
        """Closes all documents but one, which is looked at."""
        self.activate(document)
        self._close([one for one in self._registry.documents if one is not document])

    def reopen(self) -> None:
        """Opens the session again that was closed last."""
        if self._registry.left:
            self._loader.load(self._registry.left.pop())

    def save_marks(self, document: Document) -> None:
        """Writes the marks of all sessions of a document's file beside it.

        Of a session that was opened again after its file had changed, the newest document counts, unless it
        is the one to be saved that is older.

        Raises:
            SaveError: They could not be written.
        """
        marks, documents = self._registry.file_marks(document)
        write_marks(marks_path(self.file(document)), marks)
        for one in documents:
            one.marks_saved()

    def close(self) -> None:
        """Stops all threads and hands new counts to the store."""
        self.survey.stop()
        self._breath.stop()
        self._loader.close()
        self.runner.close()
        self.background.close()
        self.counting.close()
        self._counters.close()

    def _close(self, gone: Sequence[Document]) -> None:
        closing = [one for one in gone if one in self._registry]
        if not closing:
            return
        neighbour = self._neighbour(closing)
        if self._active in closing:
            self._leave(neighbour)
        for document in closing:
            self._drop(document)
        self.listed.emit()

    def _neighbour(self, closing: Sequence[Document]) -> Document | None:
        """What is looked at when the active document closes: the next one that stays, else the one before."""
        if self._active is None:
            return None
        documents = self._registry.documents
        at = documents.index(self._active)
        behind, before = documents[at + 1 :], documents[:at]
        return next((one for one in (*behind, *reversed(before)) if one not in closing), None)

    def _leave(self, neighbour: Document | None) -> None:
        if neighbour is not None:
            self.activate(neighbour)
            return
        if self._active is not None:
            self._active.rest()
        self._active = None
        self.survey.stop()
        self.activated.emit(None)

    def _drop(self, document: Document) -> None:
        """Lets a document go: its edits, its counting, and what the views know of it."""
        document.rest()
        document.stop()
        self.survey.forget(document.session)
        self.background.forget()
        for one in self.sharing.others(document)[:1]:
            # edits of a shared profile stay with one that is still open, which a journal protects
            self.sharing.follow(one)
        self.sharing.remove(document)
        self.undo.removeStack(document.undo)
        self.closed.emit(document)
        self._registry.remove(document)
        document.deleteLater()

    def _said(self, document: Document, found: Sequence[Document]) -> bool:
        """Whether the edits of a document's profile are those of one that was found already."""
        others = self.sharing.others(document)
        return any(one in found and one.profile_changed for one in others)

    def _hold(self) -> None:
        """Stops the work beside while a run is under way."""
        self._breath.stop()
        self.background.hold(True)

    @Slot(object)
    def _take(self, found: list[Opened]) -> None:
        first: Document | None = None
        problem: CtxlabError | None = None
        for opened in found:
            try:
                document = self._document(opened)
            except RequestError as error:
                # without the frames, which would be kept alive by an error that one of them holds
                problem = problem or error.with_traceback(None)
                self._registry.keep_marks(opened, opened.session.marks)
                continue
            first = first or (document if opened.wish.show else None)
        many = bool(found) and found[0].wish.many
        if problem is not None and first is None and not many:
            self.refused.emit(found[0].wish.file.name, problem)
            return
        self.listed.emit()
        if not many:
            self.opened.emit(str(found[0].wish.file))
        if first is not None:
            self.activate(first)

    def _document(self, opened: Opened) -> Document:
        """The document of an opened session: one that is open already, or a new one."""
        known = self._registry.find(opened)
        if known is not None:
            return known
        document = Document(opened.session, opened.profile, self.runner, self.counting, self)
        document.profile_path = opened.profile_file
        if opened.wish.request is not None and opened.place == 0:
            document.look_at(opened.wish.request)
        self._registry.add(document, opened)
        self.undo.addStack(document.undo)
        self.sharing.add(document)
        self.added.emit(document)
        return document

    @Slot(object)
    def _refuse(self, refused: Refused) -> None:
        self.refused.emit(refused.wish.file.name, refused.error)

    @Slot(object)
    def _end_haul(self, haul: Haul) -> None:
        told = haul_words(haul)
        if haul.sessions == haul.empty:
            self.refused.emit(haul.paths[0].name, FormatError(told))
            return
        for path in haul.paths[:_REMEMBERED]:
            self.opened.emit(str(path))
        self.told.emit(told)
