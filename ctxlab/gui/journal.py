"""The journal of accepted edits: each is written before anybody is shown it, so that a crash loses none."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QUndoStack

from ctxlab.formats.edit_journal import SETTLED, Basis, Place, head_line, state_line, words_line
from ctxlab.gui.document import Document
from ctxlab.model.state import State
from ctxlab.store.journal import JournalFile, JournalFolder, journal_folder, make_safe

#: A journal that grew beyond this (bytes) is begun anew.
MOST_BYTES = 1_000_000

#: What was written is made safe from a loss of power after this time (ms); a process that dies loses nothing
#: anyway. More often would cost more than it gives: while a disk is waited for, writing may have to wait too.
SAFE_MS = 500

#: While something is dragged, at most one state in this time (ms) is written, and the last one.
DRAG_MS = 100


class Journal(QObject):
    """Writes down the accepted states of documents as long as something of them is unsaved.

    A document has to be attached before views listen to it: then a state is on its way to the disk before it
    shows. `failed` says why edits cannot be written, once until it works again, which `works` says.
    """

    failed = Signal(str)
    works = Signal()
    _unsafe = Signal(str)

    def __init__(
        self, root: Path | None = None, parent: QObject | None = None, *, most_bytes: int = MOST_BYTES
    ) -> None:
        super().__init__(parent)
        self._root = root or journal_folder()
        self._most = most_bytes
        self._folder = JournalFolder(self._root)
        self._keepers: dict[Document, Keeper] = {}
        self._pool: ThreadPoolExecutor | None = None
        self._out_of_order = False
        self._safe = QTimer(self, singleShot=True, interval=SAFE_MS)
        self._safe.timeout.connect(self._make_safe)
        self._unsafe.connect(self.report, Qt.ConnectionType.QueuedConnection)

    def attach(self, document: Document, place: Place) -> None:
        """Begins to write a document's edits down; those that are unsaved already at once."""
        if document not in self._keepers:
            keeper = Keeper(self, document, place)
            self._keepers[document] = keeper
            keeper.write()

    def detach(self, document: Document) -> None:
        """Ends a document's journal and takes it away: its edits were saved or given up."""
        keeper = self._keepers.pop(document, None)
        if keeper is not None:
            keeper.stop()

    def close(self) -> None:
        """Takes all journals away: the window was closed and unsaved edits were settled."""
        self._safe.stop()
        for document in list(self._keepers):
            self.detach(document)
        if self._pool is not None:
            self._pool.shutdown(wait=True)
        self._folder.close()

    def number(self) -> int:
        """A number for the journal of another document."""
        return self._folder.number()

    def begin(self, number: int, generation: int, lines: bytes) -> JournalFile | None:
        """A new journal with its first lines; None where that fails, which is reported."""
        try:
            file = self._folder.create(number, generation)
        except OSError as error:
            self.report(error.strerror or str(error))
            return None
        if self.add(file, lines):
            return file
        file.close(remove=True)
        return None

    def add(self, file: JournalFile, lines: bytes) -> bool:
        """Adds lines to a journal; whether that was done. Otherwise it is reported."""
        try:
            file.append(lines)
        except OSError as error:
            self.report(error.strerror or str(error))
            return False
        if self._out_of_order:
            self._out_of_order = False
            self.works.emit()
        if not self._safe.isActive():
            self._safe.start()
        return True

    def is_long(self, file: JournalFile) -> bool:
        """Whether a journal is to be begun anew."""
        return file.size > self._most

    @Slot(str)
    def report(self, reason: str) -> None:
        """Says once why edits cannot be written."""
        if not self._out_of_order:
            self._out_of_order = True
            self.failed.emit(reason)

    @Slot()
    def _make_safe(self) -> None:
        """Lets another thread wait for the disk, then take away what newer journals stand in for."""
        self._pool = self._pool or ThreadPoolExecutor(max_workers=1, thread_name_prefix="ctxlab-journal")
        for keeper in self._keepers.values():
            handle, old = keeper.unsafe()
            if handle is not None:
                self._pool.submit(_safe_job, handle, self._root, old, self._unsafe.emit)


class Keeper(QObject):
    """Keeps the journal of one document."""

    def __init__(self, journal: Journal, document: Document, place: Place) -> None:
        super().__init__()
        self._journal = journal
        self._document = document
        self._place = place
        self._number = journal.number()
        self._generation = 0
        self._file: JournalFile | None = None
        self._basis: Basis | None = None
        self._written: State | None = None
        self._noted = ("", 0)
        self._old: list[Path] = []
        self._dirty = False
        self._last = 0.0
        self._later = QTimer(self, singleShot=True, interval=DRAG_MS)
        self._later.timeout.connect(self._catch_up)
        document.state_changed.connect(self._take_state)
        document.saved_changed.connect(self._catch_up)
        document.gesture_ended.connect(self._catch_up)
        document.undo.indexChanged.connect(self._note_words)

    def stop(self) -> None:
        """Ends the journal and takes it away."""
        document = self._document
        document.state_changed.disconnect(self._take_state)
        document.saved_changed.disconnect(self._catch_up)
        document.gesture_ended.disconnect(self._catch_up)
        document.undo.indexChanged.disconnect(self._note_words)
        self._later.stop()
        self._drop()

    def unsafe(self) -> tuple[int | None, Sequence[Path]]:
        """A handle on what was written lately, and the journals that it stands in for; handed out once."""
        if not self._dirty or self._file is None:
            return None, ()
        self._dirty = False
        old, self._old = self._old, []
        return self._file.copy_of_handle(), old

    def write(self) -> None:
        """Writes the state down, if it is not written; takes the journal away where nothing is unsaved."""
        self._later.stop()
        document = self._document
        if not document.changed:
            self._drop()
            return
        state = State(document.profile, document.marks)
        basis = Basis(document.profile_path, document.saved, document.saved_marks)
        if self._file is not None and basis == self._basis and not self._journal.is_long(self._file):
            if state is self._written or state == self._written:
                return
            done = self._journal.add(self._file, state_line(state, time.time()))
        else:
            done = self._begin(basis, state)
        if done:
            self._written = state
            self._noted = ("", 0)
            self._dirty = True
            self._last = time.monotonic()

    def _begin(self, basis: Basis, state: State) -> bool:
        """Begins the journal anew; the old one stays until the new one is safe."""
        self._generation += 1
        lines = head_line(self._place, basis) + state_line(state, time.time())
        file = self._journal.begin(self._number, self._generation, lines)
        if file is None:
            return False
        if self._file is not None:
            self._file.close(remove=False)
            self._old.append(self._file.path)
        self._file, self._basis = file, basis
        return True

    def _drop(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.append(SETTLED)
            # older ones first: should this end here, they must not be taken for the last word
            for path in self._old:
                with suppress(OSError):
                    path.unlink()
            self._file.close(remove=True)
        self._file = self._basis = self._written = None
        self._old = []
        self._dirty = False

    @Slot(int)
    def _take_state(self, _revision: int) -> None:
        since = (time.monotonic() - self._last) * 1000
        if self._document.in_gesture and since < DRAG_MS:
            if not self._later.isActive():
                self._later.start(max(1, int(DRAG_MS - since)))
            return
        self.write()

    @Slot()
    def _catch_up(self) -> None:
        self.write()
        self._note_words(0)

    @Slot(int)
    def _note_words(self, _index: int) -> None:
        """Adds what the undo menu calls the last edit; nobody would miss it, so nothing waits for it."""
        if self._file is None or self._written is None or self._later.isActive():
            return
        noted = words_of(self._document.undo)
        if noted[0] and noted != self._noted and self._journal.add(self._file, words_line(*noted)):
            self._noted = noted


def words_of(stack: QUndoStack) -> tuple[str, int]:
    """What an undo stack calls the last edit since the clean state, and how many there are."""
    index, clean = stack.index(), max(0, stack.cleanIndex())
    return stack.text(index - 1 if index > clean else index), max(1, abs(index - clean))


def _safe_job(handle: int, folder: Path, old: Sequence[Path], report: Callable[[str], None]) -> None:
    try:
        make_safe(handle, folder)
        for path in old:
            path.unlink(missing_ok=True)
    except OSError as error:
        report(error.strerror or str(error))
