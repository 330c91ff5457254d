"""A gate over files and folders, here or in worker processes: what is judged of each, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.batch.corpus import name_inside, without_marks
from ctxlab.batch.gate import judge
from ctxlab.errors import CtxlabError, ExecutorError, NoReaderError
from ctxlab.formats.folders import session_files_in
from ctxlab.lab import texts_of
from ctxlab.model.gate import PLAIN_RULES, Code, GateFinding, GateResult, GateRules, Severity
from ctxlab.model.sweep import Place
from ctxlab.tokens.models import encoding_for

if TYPE_CHECKING:
    from ctxlab.batch.gate_baseline import Baseline
    from ctxlab.lab import Lab
    from ctxlab.model.profile import Profile
    from ctxlab.model.session import Session, Snapshot

#: So many files are handed to workers ahead of the one whose answer is awaited.
_AHEAD = 64
#: So many files, and bytes of them, are opened and counted together.
_TOGETHER = 16
_TOGETHER_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Picked:
    """A session of a file that is to be judged: its 0-based number, and its title where there are several."""

    session: Session
    index: int
    title: str


#: What is judged of a file; the moment and the profile of a session. Both have to be functions of a module
#: (or partial ones) where workers call them.
Pick = Callable[["Lab", Path], Sequence["Picked"]]
Moment = Callable[["Lab", "Session"], tuple["Snapshot", "Profile"]]


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of every file."""

    pick: Pick
    moment: Moment
    rules: GateRules = PLAIN_RULES
    baseline: Baseline | None = None


@dataclass(frozen=True, slots=True)
class GateFile:
    """A file and what to call it; one in a folder is passed over where it is no session."""

    path: Path
    name: str
    in_folder: bool = False


@dataclass(frozen=True, slots=True)
class PassedOver:
    """Files of a folder that are no sessions, by what to call them."""

    files: tuple[str, ...]


def gate(
    paths: Sequence[Path], task: Task, lab: Lab, executor: Executor | None = None
) -> Generator[list[GateResult] | PassedOver]:
    """What is found in each file, in order; of each folder at its end what was passed over.

    A folder without sessions cannot be judged, nor one of which files were left out. With an executor the
    files are judged by its workers, which count for themselves.

    Raises:
        ExecutorError: A worker has died.
    """
    for path in without_marks(paths):
        if not path.is_dir():
            yield from _judged([GateFile(path, path.name or str(path))], task, lab, executor)
            continue
        found = session_files_in(path)
        files = [GateFile(file, name_inside(path, file), in_folder=True) for file in found.files]
        passed_over = [name_inside(path, file) for file in found.passed_over]
        judged = 0
        for file, results in zip(files, _judged(files, task, lab, executor), strict=True):
            if results:
                judged += 1
                yield results
            else:
                passed_over.append(file.name)
        name = path.name or str(path)
        if found.left_out or not judged:
            code = Code.LEFT_OUT if found.left_out else Code.NO_SESSIONS
            finding = GateFinding(code, Severity.UNJUDGED, numbers=(("count", found.left_out),))
            yield [GateResult(Place(str(path.absolute()), 0, name), (finding,))]
        if passed_over:
            yield PassedOver(tuple(passed_over))


def judge_file(file: GateFile, task: Task, lab: Lab) -> list[GateResult]:
    """What is found of each session of a file; nothing where it is one of a folder's that is no session."""
    return _judge_picked(file, _picked(file, task, lab), task, lab)


def count_together(lab: Lab, moments: Iterable[tuple[Snapshot, Profile]]) -> None:
    """Counts what builds of these moments need, by one question to the store and one save.

    To count all and then to build all is faster than to do so in turns: each has the processor's cache.
    """
    wanted: dict[str, list[str]] = {}
    for snapshot, profile in moments:
        wanted.setdefault(encoding_for(profile, snapshot.session.model).value, []).extend(texts_of(snapshot))
    for encoding, texts in wanted.items():
        lab.counter(encoding).count_all(texts)


def _picked(file: GateFile, task: Task, lab: Lab) -> Sequence[Picked] | list[GateResult]:
    """The sessions of a file, or what is found of a file that has none."""
    place = Place(str(file.path.absolute()), 0, file.name)
    try:
        return task.pick(lab, file.path)
    except NoReaderError as error:
        return [] if file.in_folder else [_unreadable(place, str(error))]
    except CtxlabError as error:
        return [_unreadable(place, str(error))]
    except OSError as error:
        return [_unreadable(place, f"{error.filename}: {error.strerror}")]


def _judge_picked(
    file: GateFile, picked: Sequence[Picked] | list[GateResult], task: Task, lab: Lab
) -> list[GateResult]:
    place = Place(str(file.path.absolute()), 0, file.name)
    return [one if isinstance(one, GateResult) else _judge_session(one, place, task, lab) for one in picked]


def _judge_here(files: Sequence[GateFile], task: Task, lab: Lab) -> Iterator[list[GateResult]]:
    """The files in order, some small ones opened and counted together."""
    for some in _some(files):
        opened = [_picked(file, task, lab) for file in some]
        if len(some) > 1:
            # what cannot be built or counted is told when it is judged
            with suppress(CtxlabError):
                count_together(lab, _moments(opened, task, lab))
        for file, picked in zip(some, opened, strict=True):
            yield _judge_picked(file, picked, task, lab)


def _moments(
    opened: Sequence[Sequence[Picked] | list[GateResult]], task: Task, lab: Lab
) -> Iterator[tuple[Snapshot, Profile]]:
    for picked in opened:
        for one in picked:
            if isinstance(one, Picked) and one.session.items:
                with suppress(CtxlabError):
                    yield task.moment(lab, one.session)


def _some(files: Sequence[GateFile]) -> Iterator[list[GateFile]]:
    """Files that are opened together; a large one is by itself."""
    some: list[GateFile] = []
    size = 0
    for file in files:
        size += (own := _size(file.path))
        if some and (len(some) == _TOGETHER or size > _TOGETHER_BYTES):
            yield some
            some, size = [], own
        some.append(file)
    if some:
        yield some


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except (OSError, ValueError):
        return 0


def _judge_session(picked: Picked, file: Place, task: Task, lab: Lab) -> GateResult:
    session = picked.session
    title = file.title + picked.title
    place = Place(file.file, picked.index, title, session.origin.sha256)
    if not session.items:
        return GateResult(place, (GateFinding(Code.EMPTY, Severity.UNJUDGED),), session.id)
    try:
        snapshot, profile = task.moment(lab, session)
        return judge(lab, place, snapshot, profile, task.rules, task.baseline)
    except CtxlabError as error:
        return _unreadable(place, str(error))


def _unreadable(place: Place, reason: str) -> GateResult:
    return GateResult(
        place, (GateFinding(Code.UNREADABLE, Severity.UNJUDGED, numbers=(("reason", reason),)),)
    )


def _judged(
    files: Sequence[GateFile], task: Task, lab: Lab, executor: Executor | None
) -> Iterator[list[GateResult]]:
    if executor is None:
        yield from _judge_here(files, task, lab)
        return
    waiting: deque[Future[list[GateResult]]] = deque()
    try:
        for file in files:
            waiting.append(executor.submit(_in_worker, file, task))
            if len(waiting) > _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenExecutor as error:
        raise ExecutorError("a worker ended before it was done", hint="let fewer work at once") from error


def _in_worker(file: GateFile, task: Task) -> list[GateResult]:
    return judge_file(file, task, _lab())


@cache
def _lab() -> Lab:
    """The Lab of a worker process; its counts are kept for this process only."""
    from ctxlab.lab import Lab

    return Lab(store=False)
