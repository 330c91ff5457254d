"""Protection of what the user does: edits survive a crash, and others who work on the same files are told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ctxlab.formats.edit_journal import Place
from ctxlab.formats.recovery import Recovered, Recovery, Since, saved_now
from ctxlab.gui.document import Document
from ctxlab.gui.journal import Journal
from ctxlab.gui.outside import Outside
from ctxlab.gui.profile_names import name_of
from ctxlab.gui.protection_words import recovered_words, twice_words
from ctxlab.gui.recovery import restore, restore_profile
from ctxlab.gui.views.banner import Act, Kind
from ctxlab.paths import data_dir, is_shipped
from ctxlab.store.claims import Claims, Owner
from ctxlab.store.file_state import quick_state

#: Opens a session file under a profile (a built-in name, a path or nothing) at a request or the last one.
OpenSession = Callable[[Path, str, int | None], object]


class Protection(QObject):
    """Keeps the journal, watches files, claims them, and offers what a crash left.

    `told(text, topic, kind, acts)` is a message with what can be done about it; a later one of a topic takes
    its place, `taken_back(topic)` says that its cause is gone. `done(text)` says what was done, `restored`
    into which document edits were put back.
    """

    told = Signal(str, str, object, object)
    taken_back = Signal(str)
    done = Signal(str)
    restored = Signal(object)

    def __init__(
        self,
        open_session: OpenSession,
        active: Callable[[], Document | None],
        language: str,
        parent: QObject | None = None,
        *,
        root: Path | None = None,
    ) -> None:
        """Begins with nothing; nothing is written before there is something to protect.

        Args:
            open_session: How a session is opened that is to be restored or was changed outside.
            active: The document that is looked at.
            language: The language of rows and settings in edits.
            parent: Owns it.
            root: The folder of journals and claims, by default the data folder.
        """
        super().__init__(parent)
        folder = root or data_dir()
        self._open = open_session
        self._active = active
        self._language = language
        self.journal = Journal(folder / "journal", self)
        self.outside = Outside(self)
        self._recovery = Recovery(folder / "journal")
        self._claims = Claims(folder / "open")
        self._places: dict[Document, Place] = {}
        self._profiles: dict[Document, Path] = {}
        self._slots: dict[Document, Callable[[], None]] = {}
        self._shared: dict[Path, Owner] = {}
        self._waiting: list[Recovered] = []
        self._reopened: set[str] = set()
        self.journal.failed.connect(self._unprotected)
        self.journal.works.connect(partial(self.taken_back.emit, "journal"))
        self.outside.told.connect(self.told)
        self.outside.taken_back.connect(self.taken_back)
        self.outside.done.connect(self.done)
        self.outside.opened_again.connect(self._open_again)

    def watch_document(self, document: Document, file: Path | None, place: int = 0, title: str = "") -> None:
        """Protects a document that was opened; edits that wait for it are put back.

        To be called before views listen to it.

        Args:
            document: The new document.
            file: Its session's file; None where it has none.
            place: The session's 0-based place in that file.
            title: What lists call it.
        """
        if document in self._places:
            return
        where = Place(None, place, title) if file is None else Place(file, place, title, quick_state(file))
        self._places[document] = where
        self.journal.attach(document, where)
        self.outside.add(document, where)
        if file is not None:
            self._claim(file)
        self._follow(document)
        self._slots[document] = partial(self._follow, document)
        document.saved_changed.connect(self._slots[document])
        self._put_back(document, where)

    def forget(self, document: Document) -> None:
        """Ends the protection of a document that was closed: its edits were saved or given up."""
        where = self._places.pop(document, None)
        if where is None:
            return
        document.saved_changed.disconnect(self._slots.pop(document))
        self.journal.detach(document)
        self.outside.remove(document)
        if all(_key(one) != _key(where) for one in self._places.values()):
            # its edits were settled: they do not come back when it is opened some other time
            self._reopened.discard(_key(where))
        for path in (where.file, self._profiles.pop(document, None)):
            if path is not None:
                self._give_up(path)

    @Slot()
    def opening_ended(self) -> None:
        """Nothing is opened any more: edits wait for no session. Those of a crash are offered again."""
        self._reopened.clear()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            self._offer(one)

    def offer(self) -> int:
        """Offers what windows that died had not saved, the latest last; how much was found."""
        found = self._recovery.found()
        for one in reversed(found):
            self._offer(one)
        for path in self._recovery.unreadable:
            text = self.tr("A journal of unsaved edits could not be read; it is kept as {0}.")
            self.told.emit(text.format(path), f"journal:{path.name}", Kind.ERROR, ())
        self._recovery.unreadable.clear()
        return len(found)

    def restore(self, recovered: Recovered) -> None:
        """Opens the session of unsaved edits and puts them back, as an edit that can be undone.

        Where the session is gone, the profile as edited is put to use on the one that is looked at.
        """
        file = recovered.place.file
        if file is None or recovered.session is Since.GONE:
            document = self._active()
            if document is None:
                text = self.tr("Open a session first: the profile is put back on it.")
                again = Act(self.tr("Restore"), partial(self.restore, recovered))
                self.told.emit(text, _recovery_topic(recovered), Kind.NOTE, (again,))
                return
            restore_profile(recovered, document)
            self._is_back(recovered, document)
            return
        self._waiting.append(recovered)
        if not any(self._put_back(document, where) for document, where in list(self._places.items())):
            self._open(file, self._profile_to_open(recovered), None)

    def discard(self, recovered: Recovered) -> None:
        """Gives unsaved edits up."""
        self._recovery.discard(recovered)
        self.taken_back.emit(_recovery_topic(recovered))

    def look_again(self) -> None:
        """Looks at all files and other windows, as when the window is looked at again."""
        self.outside.watch.check()
        self._say_twice()

    def close(self) -> None:
        """Ends all protection: unsaved edits were settled. What was not restored is offered next time."""
        self.outside.watch.close()
        self.journal.close()
        self._recovery.close()
        self._claims.close()

    def _offer(self, recovered: Recovered) -> None:
        acts = (
            Act(self.tr("Restore"), partial(self.restore, recovered)),
            Act(self.tr("Discard"), partial(self.discard, recovered)),
        )
        text = recovered_words(recovered, self._language, time.time())
        self.told.emit(text, _recovery_topic(recovered), Kind.NOTE, acts)

    def _put_back(self, document: Document, where: Place) -> bool:
        """Puts edits back that wait for a document; whether there were any that a crash left."""
        key = _key(where)
        old = [one for one, at in self._places.items() if one is not document and _key(at) == key]
        if old and key in self._reopened:
            self._reopened.remove(key)
            if old[-1].changed:
                document.change(old[-1].profile, old[-1].marks, self.tr("edits of before"))
        for one in self._waiting:
            if where.file is not None and _key(one.place) == key:
                self._waiting.remove(one)
                restore(one, document)
                self._is_back(one, document)
                return True
        return False

    def _is_back(self, recovered: Recovered, document: Document) -> None:
        self.discard(recovered)
        self.done.emit(self.tr("restored the edits of {0}").format(recovered.title))
        self.restored.emit(document)

    def _profile_to_open(self, recovered: Recovered) -> str:
        """The profile to open a session under: that of the edits, if it can be read."""
        basis = recovered.basis
        return "" if saved_now(basis) is None else name_of(basis.profile, basis.profile_file)

    @Slot(object)
    def _open_again(self, path: Path) -> None:
        """Opens a session anew; edits that are not saved go with it."""
        of_file = {key: one for key, one in self._places.items() if one.file and one.file.absolute() == path}
        for document, where in of_file.items():
            self._reopened.add(_key(where))
            if where.place == min(one.place for one in of_file.values()):
                self._open(path, document.profile_source, document.snapshot.request.index)

    def _follow(self, document: Document) -> None:
        """Claims the profile's file that a document has now."""
        old, new = self._profiles.pop(document, None), document.profile_path
        if new is not None:
            self._profiles[document] = new
        if old == new:
            return
        if new is not None:
            self._claim(new)
        if old is not None:
            self._give_up(old)

    def _claim(self, path: Path) -> None:
        # what came with ctxlab is saved elsewhere; without a claim others are not told, no reason to stop
        if not is_shipped(path):
            with suppress(OSError):
                if self._claims.claim(path) is not None:
                    self._say_twice()

    def _give_up(self, path: Path) -> None:
        if not is_shipped(path):
            with suppress(OSError):
                self._claims.release(path)
            if self._shared:
                self._say_twice()

    def _say_twice(self) -> None:
        """Says which files other windows have open too, when that has become others."""
        shared = self._claims.shared()
        if shared == self._shared:
            return
        self._shared = shared
        if shared:
            self.told.emit(twice_words(shared, time.time()), "twice", Kind.NOTE, ())
        else:
            self.taken_back.emit("twice")

    @Slot(str)
    def _unprotected(self, reason: str) -> None:
        text = self.tr("Edits cannot be protected against a crash: {0}. Save often.")
        self.told.emit(text.format(reason), "journal", Kind.ERROR, ())


def _key(place: Place) -> str:
    """One name for a session, however its file is reached."""
    return f"{place.place}:{os.path.realpath(place.file)}" if place.file else ""


def _recovery_topic(recovered: Recovered) -> str:
    return f"recovery:{recovered.journals[0].name}"
