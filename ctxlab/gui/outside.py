"""Files that were changed outside while they are open: it is said, and the user decides what holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ctxlab.errors import CtxlabError
from ctxlab.formats.edit_journal import Place
from ctxlab.formats.marks_file import marks_path
from ctxlab.gui import reload
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.views.banner import Act, Kind
from ctxlab.gui.watch import Role, Watch

_Step = Callable[[], None]


class Outside(QObject):
    """Watches the session, marks and profile files of documents, and asks what to do about their changes.

    What a document saved itself, or what means the same as before, is not told. `told(text, topic, kind,
    acts)` and `taken_back(topic)` are as those of `Protection`; `opened_again(path)` asks for a session anew.
    """

    told = Signal(str, str, object, object)
    taken_back = Signal(str)
    done = Signal(str)
    opened_again = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.watch = Watch(self)
        self._documents: dict[Document, Place] = {}
        self._profiles: dict[Document, Path] = {}
        self._said: dict[Path, bool] = {}
        self._slots: dict[Document, Callable[[], None]] = {}
        self.watch.profile_changed.connect(self._profile_changed)
        self.watch.session_changed.connect(self._session_changed)
        self.watch.marks_changed.connect(self._marks_changed)

    def add(self, document: Document, place: Place) -> None:
        """Begins to watch the files of a document."""
        self._documents[document] = place
        if place.file is not None:
            self._said.pop(place.file.absolute(), None)
            self.watch.add(place.file, Role.SESSION)
            self.watch.add(marks_path(place.file), Role.MARKS)
        self._follow(document)
        self._slots[document] = partial(self._saved, document)
        document.saved_changed.connect(self._slots[document])

    def remove(self, document: Document) -> None:
        """Ends watching the files of a document."""
        document.saved_changed.disconnect(self._slots.pop(document))
        place = self._documents.pop(document)
        self._leave(self._profiles.pop(document, None))
        for path in () if place.file is None else (place.file, marks_path(place.file)):
            self.watch.remove(path)
            if all(one.file != place.file for one in self._documents.values()):
                self.taken_back.emit(_topic(path))

    def _saved(self, document: Document) -> None:
        """A document was saved or looked at under another profile: what its files hold now is known."""
        self._follow(document)
        if document.profile_path is not None:
            self.watch.known(document.profile_path)
        file = self._documents[document].file
        if file is not None:
            self.watch.known(marks_path(file))

    def _follow(self, document: Document) -> None:
        """Watches the profile's file that a document has now."""
        old, new = self._profiles.pop(document, None), document.profile_path
        if new is not None:
            self._profiles[document] = new
        if old != new:
            if new is not None:
                self.watch.add(new, Role.PROFILE)
            self._leave(old)

    def _leave(self, profile: Path | None) -> None:
        if profile is not None:
            self.watch.remove(profile)
            if profile not in self._profiles.values():
                self.taken_back.emit(_topic(profile))

    @Slot(object)
    def _profile_changed(self, path: Path) -> None:
        documents = [one for one in self._documents if _same(one.profile_path, path)]
        if not path.exists():
            text = self.tr("{0} is gone from the disk. “Save as” writes it again.").format(path.name)
            self.told.emit(text, _topic(path), Kind.ERROR, ())
            return
        changed, broken = reload.differs(documents, path)
        if broken:
            self._say_broken(path, broken)
        elif changed:
            self._ask(
                path,
                [partial(reload.reload_profile, one, path) for one in documents],
                [partial(reload.keep_profile, one, path) for one in documents],
            )
        else:
            self.taken_back.emit(_topic(path))

    @Slot(object)
    def _marks_changed(self, path: Path) -> None:
        every = [
            (one, at) for one, at in self._documents.items() if at.file and _same(marks_path(at.file), path)
        ]
        try:
            changed = [(one, at) for one, at in every if reload.marks_now(at) != one.saved_marks]
        except CtxlabError as error:
            self._say_broken(path, error_text(error))
            return
        if changed:
            self._ask(
                path,
                [partial(reload.reload_marks, *one) for one in changed],
                [partial(reload.keep_marks, *one) for one in changed],
            )
        else:
            self.taken_back.emit(_topic(path))

    @Slot(object)
    def _session_changed(self, path: Path) -> None:
        there = path.exists()
        # a session may still be recorded: that it grows is said once until it is opened again
        if self._said.get(path) == there:
            return
        self._said[path] = there
        if not there:
            text = self.tr("{0} is gone from the disk; what was read of it stays open.").format(path.name)
            self.told.emit(text, _topic(path), Kind.NOTE, ())
            return
        again = Act(self.tr("Open again"), partial(self.opened_again.emit, path))
        text = self.tr("{0} was changed outside since it was opened.").format(path.name)
        self.told.emit(text, _topic(path), Kind.NOTE, (again,))

    def _say_broken(self, path: Path, reason: str) -> None:
        text = self.tr("{0} was changed outside and cannot be read; yours is kept. {1}")
        self.told.emit(text.format(path.name, reason), _topic(path), Kind.ERROR, ())

    def _ask(self, path: Path, take: Sequence[_Step], keep: Sequence[_Step]) -> None:
        """Asks whether to take over what a file holds now."""
        taken = self.tr("reloaded {0}").format(path.name)
        acts = (
            Act(self.tr("Reload"), partial(self._do, take, taken)),
            Act(self.tr("Keep mine"), partial(self._do, keep, self.tr("kept yours; it is not saved"))),
        )
        text = self.tr("{0} was changed outside.").format(path.name)
        self.told.emit(text, _topic(path), Kind.NOTE, acts)

    def _do(self, steps: Sequence[_Step], said: str) -> None:
        try:
            for step in steps:
                step()
        except CtxlabError as error:
            self.told.emit(error_text(error), "file", Kind.ERROR, ())
            return
        self.done.emit(said)


def _same(one: Path | None, other: Path) -> bool:
    return one is not None and one.absolute() == other.absolute()


def _topic(path: Path) -> str:
    return f"changed:{path.absolute()}"
