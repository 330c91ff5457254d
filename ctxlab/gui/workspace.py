"""What is open: the documents of a window, which of them is looked at, and the threads that they share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoGroup

from ctxlab.errors import CtxlabError, RequestError
from ctxlab.formats.marks_file import marks_path, write_marks
from ctxlab.gui.counter_runner import CounterRunner
from ctxlab.gui.document import Document
from ctxlab.gui.loader import Loader, Opened, Refused, Wish
from ctxlab.gui.runner import LabBuilder, Runner
from ctxlab.gui.survey import Surveyor
from ctxlab.lab import Counters
from ctxlab.model.marks import Marks


class Workspace(QObject):
    """Opens files into documents. One document is active; only that one asks for runs and counts.

    `activated` brings the document that is looked at now; `listed` says that the list of documents changed,
    `opened` which file was opened, `refused(file name, error)` what could not be; `loading` names the file
    that is being read, or nothing.
    """

    activated = Signal(object)
    listed = Signal()
    refused = Signal(str, object)
    opened = Signal(str)
    loading = Signal(str)

    def __init__(self, counters: Counters, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._counters = counters
        self.runner = Runner(LabBuilder(counters), self)
        self.counting = CounterRunner(counters, self)
        self.survey = Surveyor(counters, self)
        self.undo = QUndoGroup(self)
        self._loader = Loader(counters, self)
        self._documents: list[Document] = []
        self._files: dict[Document, Opened] = {}
        # sessions without a request: nothing of them can be shown, but their marks are kept
        self._unseen: list[Opened] = []
        self._active: Document | None = None
        self._loader.opened.connect(self._take)
        self._loader.refused.connect(self._refuse)
        self._loader.busy_changed.connect(self.loading)

    @property
    def documents(self) -> Sequence[Document]:
        """All open documents, in the order in which they were opened."""
        return self._documents

    @property
    def active(self) -> Document | None:
        """The document that is looked at."""
        return self._active

    @property
    def busy(self) -> bool:
        """Whether a file is being opened."""
        return self._loader.busy

    def changed(self) -> list[Document]:
        """The documents with edits that are not saved."""
        return [document for document in self._documents if document.changed]

    def open(
        self, file: str | Path, profile: str = "", request: int | None = None, format: str | None = None
    ) -> None:
        """Opens a file; a session that is open already is looked at, not opened twice."""
        self._loader.load(Wish(Path(file), profile, request, format))

    def file(self, document: Document) -> Path:
        """The file that a document's session came from."""
        return self._files[document].wish.file

    def name(self, document: Document) -> str:
        """A document's name: its file's, with the session's title where the file holds several."""
        opened = self._files[document]
        name = opened.wish.file.name
        return name if opened.count == 1 else f"{name} · {opened.session.title}"

    def title(self, document: Document) -> str:
        """What a list calls a document: its file without endings, and the session among several."""
        opened = self._files[document]
        name = opened.wish.file.name
        stem = name[: -len(".ctx.json")] if name.lower().endswith(".ctx.json") else opened.wish.file.stem
        return stem if opened.count == 1 else f"{stem} · {opened.session.title}"

    def activate(self, document: Document) -> None:
        """Looks at another document."""
        if document is self._active:
            return
        if self._active is not None:
            self._active.rest()
        self._active = document
        self.undo.setActiveStack(document.undo)
        self.activated.emit(document)
        document.start()

    def save_marks(self, document: Document) -> None:
        """Writes the marks of all sessions of a document's file beside it.

        Of a session that was opened again after its file had changed, the newest document counts, unless it
        is the one to be saved that is older.

        Raises:
            SaveError: They could not be written.
        """
        file = self.file(document)
        marks = {one.place: one.session.marks for one in self._unseen if _is_of(one, file)}
        newest = {self._files[one].place: one for one in self._documents if _is_of(self._files[one], file)}
        newest[self._files[document].place] = document
        marks.update((place, one.marks) for place, one in newest.items())
        write_marks(marks_path(file), [marks.get(place, Marks()) for place in range(max(marks) + 1)])
        for one in newest.values():
            one.marks_saved()

    def close(self) -> None:
        """Stops all threads and hands new counts to the store."""
        self.survey.stop()
        self._loader.close()
        self.runner.close()
        self.survey.close()
        self.counting.close()
        self._counters.close()

    @Slot(object)
    def _take(self, found: list[Opened]) -> None:
        first: Document | None = None
        problem: CtxlabError | None = None
        for opened in found:
            try:
                document = self._document(opened)
            except RequestError as error:
                problem = problem or error
                self._unseen.append(opened)
                continue
            first = first or document
        if first is None:
            self.refused.emit(found[0].wish.file.name, problem)
            return
        self.listed.emit()
        self.opened.emit(str(found[0].wish.file))
        self.activate(first)

    def _document(self, opened: Opened) -> Document:
        """The document of an opened session: one that is open already, or a new one."""
        for document, old in self._files.items():
            if _same(old, opened):
                return document
        document = Document(opened.session, opened.profile, self.runner, self.counting, self)
        document.profile_path = opened.profile_file
        if opened.wish.request is not None and opened.place == 0:
            document.look_at(opened.wish.request)
        self._documents.append(document)
        self._files[document] = opened
        self.undo.addStack(document.undo)
        return document

    @Slot(object)
    def _refuse(self, refused: Refused) -> None:
        self.refused.emit(refused.wish.file.name, refused.error)


def _is_of(opened: Opened, file: Path) -> bool:
    return opened.wish.file.absolute() == file.absolute()


def _same(one: Opened, other: Opened) -> bool:
    """Whether two are the same session of the same file, which did not change in between."""
    if one.place != other.place or not _is_of(one, other.wish.file):
        return False
    return one.session.origin.sha256 == other.session.origin.sha256
