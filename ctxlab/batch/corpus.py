"""A corpus: the sessions of files and folders, listed once and opened again wherever one is worked on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ctxlab.errors import CtxlabError, NoReaderError, RequestError
from ctxlab.formats.folders import session_files_in
from ctxlab.formats.load import load
from ctxlab.formats.marks_file import marks_path
from ctxlab.model.session import Session
from ctxlab.model.sweep import Place

_MARKS = ".marks.json"


@dataclass(frozen=True, slots=True)
class Corpus:
    """The sessions that were found, and what could not be taken.

    `problems` are files with why they cannot be read; `passed_over` names files of folders that are no
    sessions, by their names or by what is in them; `left_out` lie beyond the bounds of `formats.folders`.
    """

    places: tuple[Place, ...]
    problems: tuple[tuple[str, str], ...] = ()
    passed_over: tuple[str, ...] = ()
    left_out: int = 0


def corpus_of(paths: Sequence[Path]) -> Corpus:
    """All sessions of files, and of the files in folders and below, in the order given.

    Marks that a pattern names with their sessions are passed over. A session without any item is one too.
    """
    places: list[Place] = []
    problems: list[tuple[str, str]] = []
    passed_over: list[str] = []
    left_out = 0
    for path in without_marks(paths):
        files: tuple[Path, ...] = (path,)
        if path.is_dir():
            found = session_files_in(path)
            files, left_out = found.files, left_out + found.left_out
            passed_over += [name_inside(path, file) for file in found.passed_over]
        for file in files:
            try:
                places.extend(_places(file, path))
            except NoReaderError as error:
                if path.is_dir():
                    passed_over.append(name_inside(path, file))
                else:
                    problems.append((str(file), str(error)))
            except CtxlabError as error:
                problems.append((str(file), str(error)))
            except OSError as error:
                problems.append((str(file), error.strerror or str(error)))
    return Corpus(tuple(places), tuple(problems), tuple(passed_over), left_out)


def corpus_at(paths: str | Path | Sequence[str | Path]) -> Corpus:
    """The corpus of one or several files and folders, which has a session at least.

    Raises:
        RequestError: There is none.
    """
    found = corpus_of([Path(one) for one in ([paths] if isinstance(paths, str | Path) else paths)])
    if not found.places:
        raise RequestError("there is no session in these files", hint=problem_words(found))
    return found


def name_inside(folder: Path, file: Path) -> str:
    """What to call a file that was found in a folder that somebody named."""
    return f"{folder.name}/{file.relative_to(folder).as_posix()}".removeprefix("/")


def problem_words(corpus: Corpus) -> str:
    """Which files cannot be read, and why; empty where all can."""
    return "; ".join(f"{file}: {problem}" for file, problem in corpus.problems)


def without_marks(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The files without the marks that lie beside them, which a pattern such as `*.json` names too."""
    beside = {marks_path(path) for path in paths if path.name and not path.name.endswith(_MARKS)}
    return tuple(path for path in paths if path not in beside)


def open_place(place: Place) -> Session:
    """The session of a place, read anew, with the marks beside its file.

    Raises:
        FormatError: The file cannot be read any more.
        RequestError: It has become another file, or has fewer sessions than it had.
    """
    return session_of(place, load(Path(place.file)))


def session_of(place: Place, sessions: Sequence[Session]) -> Session:
    """The session of a place among those of its file.

    Raises:
        RequestError: The file has become another one, or has fewer sessions than it had.
    """
    if place.index >= len(sessions):
        raise RequestError(f"{Path(place.file).name} has no session {place.index + 1} any more")
    session = sessions[place.index]
    if place.sha256 and session.origin.sha256 != place.sha256:
        raise RequestError(f"{Path(place.file).name} has changed since it was listed", hint="list it again")
    return session


def _places(file: Path, named: Path) -> Iterator[Place]:
    sessions = load(file)
    name = file.relative_to(named).as_posix() if named.is_dir() else file.name
    for at, session in enumerate(sessions):
        title = name if len(sessions) == 1 else f"{name} #{at + 1}"
        yield Place(str(file.absolute()), at, title, session.origin.sha256)
