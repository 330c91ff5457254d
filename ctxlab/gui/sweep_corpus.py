"""Which sessions are swept and solved for: those that are open, and those of folders that were added."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ctxlab.batch.corpus import Corpus, corpus_of, open_place
from ctxlab.errors import CancelledError, CtxlabError
from ctxlab.gui.document import Document
from ctxlab.gui.error_text import error_text
from ctxlab.gui.models.sweep_sessions import SweepSession
from ctxlab.gui.sweep_runner import SweepRunner
from ctxlab.gui.text import dotted, listed
from ctxlab.gui.workspace import Workspace
from ctxlab.model.marks import Marks
from ctxlab.model.sweep import Place

#: So many files that were passed over are named.
_NAMED = 4


@dataclass(frozen=True, slots=True)
class _Known:
    """What was read of a session: its requests and must-keeps, ids with words; or why it was not."""

    requests: int | None
    labels: tuple[tuple[str, str], ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class _Listed:
    """What a path that was added holds."""

    path: Path
    corpus: Corpus


@dataclass(frozen=True, slots=True)
class _Read:
    key: str
    known: _Known


class SweepCorpus(QObject):
    """`changed` follows whenever other sessions are there, are chosen, or more is known of them."""

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._runner = SweepRunner(self)
        self._runner.told.connect(self._take)
        self._runner.ended.connect(self._end)
        self._paths: list[Path] = []
        self._listed: dict[Path, Corpus] = {}
        self._known: dict[str, _Known] = {}
        self._left_out: set[str] = set()
        self._failed = ""
        self._unsaved: dict[Document, bool] = {}
        workspace.listed.connect(self.changed)
        workspace.added.connect(self._follow)
        workspace.closed.connect(self._forget)

    @property
    def busy(self) -> bool:
        """Whether a folder is being read."""
        return self._runner.busy

    @property
    def has_folders(self) -> bool:
        """Whether anything was added to what is open."""
        return bool(self._paths)

    def add(self, paths: Sequence[Path]) -> None:
        """Adds the sessions of files and folders; they are read beside the work."""
        fresh = [path for path in paths if path not in self._paths]
        self._paths += fresh
        if fresh:
            self._read()

    def clear(self) -> None:
        """Takes everything away that was added."""
        self._runner.stop()
        self._paths, self._listed, self._failed = [], {}, ""
        self.changed.emit()

    def choose(self, key: str, on: bool) -> None:
        """Takes a session into the sweep, or leaves it out."""
        if on:
            self._left_out.discard(key)
        else:
            self._left_out.add(key)
        self.changed.emit()

    def choose_all(self, on: bool) -> None:
        """Takes all sessions, or none."""
        self._left_out = set() if on else {_key(place) for place, _, _ in self._all()}
        self.changed.emit()

    def places(self) -> tuple[Place, ...]:
        """The sessions that are chosen."""
        return tuple(place for place, _, _ in self._all() if _key(place) not in self._left_out)

    def labels(self, places: Sequence[Place]) -> dict[int, dict[str, str]]:
        """The words of the must-keeps of sessions, by place and id, as far as they are known."""
        open_ = {_key(self._place(one)): _of_marks(one.saved_marks) for one in self._workspace.documents}
        found: dict[int, dict[str, str]] = {}
        for at, place in enumerate(places):
            known = self._known.get(_key(place))
            found[at] = dict(open_.get(_key(place)) or (known.labels if known else ()))
        return found

    def document(self, place: Place) -> Document | None:
        """The open document of a session; None where it is not open."""
        return next((one for one in self._workspace.documents if _key(self._place(one)) == _key(place)), None)

    def sessions(self) -> list[SweepSession]:
        """All sessions as they are listed, and the files that cannot be read."""
        found = [self._session(place, document, path) for place, document, path in self._all()]
        for path in self._paths:
            corpus = self._listed.get(path)
            for file, problem in corpus.problems if corpus else ():
                name = Path(file).name
                found.append(
                    SweepSession(file, name, path.name, file, problem=problem.removeprefix(f"{name}, "))
                )
        return found

    def note(self) -> str:
        """What else there is to say of the folders that were added."""
        if self._failed:
            return self._failed
        waiting = [path for path in self._paths if path not in self._listed]
        if waiting:
            return self.tr("reading {0}…").format(waiting[0].name)
        empty = [path.name for path, one in self._listed.items() if not one.places and not one.problems]
        if empty:
            return dotted((self.tr("no session in {0}").format(empty[0]), self._passed_over()))
        left = sum(one.left_out for one in self._listed.values())
        beyond = self.tr("files beyond the bounds of a folder: {0}").format(f"{left:,}") if left else ""
        return dotted((beyond, self._passed_over()))

    def _passed_over(self) -> str:
        """How many files of the folders are no sessions, and the first of them."""
        files = [one for corpus in self._listed.values() for one in corpus.passed_over]
        if not files:
            return ""
        names = listed([*files[:_NAMED], *(["…"] if len(files) > _NAMED else [])])
        words = self.tr("files passed over that are no sessions: {0} ({1})")
        return words.format(f"{len(files):,}", names)

    def close(self) -> None:
        """Stops reading."""
        self._runner.close()

    def _follow(self, document: Document) -> None:
        """Marks that are not saved are not swept: that is told as soon as it is so."""

        def look(_revision: int = 0) -> None:
            if self._unsaved.get(document, False) != document.marks_changed:
                self._unsaved[document] = document.marks_changed
                self.changed.emit()

        document.state_changed.connect(look)
        document.saved_changed.connect(look)

    def _forget(self, document: Document) -> None:
        self._unsaved.pop(document, None)

    def _all(self) -> Iterator[tuple[Place, Document | None, Path | None]]:
        """All sessions, each with its document or the path that was added for it; none twice."""
        seen: set[str] = set()
        for document in self._workspace.documents:
            place = self._place(document)
            if _key(place) not in seen:
                seen.add(_key(place))
                yield place, document, None
        for path in self._paths:
            corpus = self._listed.get(path)
            for place in corpus.places if corpus else ():
                if _key(place) not in seen:
                    seen.add(_key(place))
                    yield place, None, path

    def _place(self, document: Document) -> Place:
        work = self._workspace
        file = str(work.file(document).absolute())
        return Place(file, work.place(document), work.title(document), document.session.origin.sha256)

    def _session(self, place: Place, document: Document | None, path: Path | None) -> SweepSession:
        key = _key(place)
        chosen = key not in self._left_out
        if document is not None:
            requests, keeps = len(document.session.chain()), len(document.saved_marks.must_keeps)
            note = self.tr("unsaved must-keeps are left out: save first") if document.marks_changed else ""
            return SweepSession(
                key, place.title, self.tr("open"), place.file, requests, keeps, chosen, note=note
            )
        origin = path.name if path is not None else ""
        known = self._known.get(key)
        if known is None or known.problem:
            note = known.problem if known is not None else ""
            return SweepSession(key, place.title, origin, place.file, chosen=chosen, note=note)
        return SweepSession(key, place.title, origin, place.file, known.requests, len(known.labels), chosen)

    def _read(self) -> None:
        """Reads what was not read yet; what was under way begins anew with it."""
        left = [path for path in self._paths if path not in self._listed]
        before = [place for one in self._listed.values() for place in one.places]
        known = frozenset(self._known)

        def work(_workers: object, unwanted: Callable[[], bool]) -> Generator[tuple[_Listed | _Read, ...]]:
            found: list[_Listed | _Read] = []
            places = list(before)
            for path in left:
                corpus = corpus_of([path])
                places += corpus.places
                found.append(_Listed(path, corpus))
                yield tuple(found)
            for place in places:
                if unwanted():
                    raise CancelledError("stopped")
                if _key(place) not in known:
                    found.append(_Read(_key(place), _known_of(place)))
                    yield tuple(found)

        self._failed = ""
        self._runner.start(work)
        self.changed.emit()

    def _take(self, found: tuple[_Listed | _Read, ...]) -> None:
        for one in found:
            if isinstance(one, _Read):
                self._known[one.key] = one.known
            elif one.path in self._paths:
                self._listed[one.path] = one.corpus
        self.changed.emit()

    def _end(self, error: CtxlabError | None) -> None:
        if error is not None and not isinstance(error, CancelledError):
            self._failed = error_text(error)
        self.changed.emit()


def _key(place: Place) -> str:
    return f"{place.file}#{place.index}"


def _known_of(place: Place) -> _Known:
    try:
        session = open_place(place)
    except CtxlabError as error:
        return _Known(None, problem=error_text(error))
    except OSError as error:
        return _Known(None, problem=error.strerror or str(error))
    return _Known(len(session.chain()), _of_marks(session.marks))


def _of_marks(marks: Marks) -> tuple[tuple[str, str], ...]:
    return tuple((one.id, one.label) for one in marks.must_keeps)
