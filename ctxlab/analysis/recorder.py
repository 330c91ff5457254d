"""The recorder: keeps the figures of builds and what they were made from, and gives it back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ctxlab.analysis.monitor import figures_of, log_line
from ctxlab.errors import CtxlabError, RequestError
from ctxlab.formats.load import load
from ctxlab.formats.run_state import StateTexts, read_state
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.recorded import BuildOrigin, RecordedBuild
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.settings import KEEP_BUILDS, load_settings
from ctxlab.store.database import Database
from ctxlab.store.file_state import file_state
from ctxlab.store.kept import digest_of
from ctxlab.store.runs import RunStore

#: Each recorded build is one line of this log, at level INFO.
LOG = "ctxlab.monitor"


@dataclass(frozen=True, slots=True, eq=False)
class Build:
    """A build to record: what it was made from, what came out, and how long that took (ms).

    `file` is where the session was read from, and `place` its 0-based place in it.
    """

    snapshot: Snapshot
    profile: Profile
    marks: Marks
    trace: Trace
    milliseconds: float
    file: Path | None = None
    place: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Restored:
    """What a recorded build was made from.

    `from_file` says that it was read from its file, which is still the same; else it is the copy that was
    kept, in which stand-ins stand for `hidden` secrets.
    """

    build: RecordedBuild
    snapshot: Snapshot
    profile: Profile
    marks: Marks
    from_file: bool
    hidden: int = 0

    @property
    def session(self) -> Session:
        """The session, under the marks of the build."""
        return self.snapshot.session


class Recorder:
    """Records builds in a store. Belongs to one thread; several may write to one store."""

    def __init__(
        self,
        store: RunStore | None = None,
        *,
        keep: int = KEEP_BUILDS,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._store = store or RunStore(Database.default(), keep=keep)
        self._texts = StateTexts(self._store.hidden)
        self._clock = clock

    @property
    def store(self) -> RunStore:
        """Where it records."""
        return self._store

    def recorded(
        self, run: Callable[[], Trace], snapshot: Snapshot, profile: Profile, marks: Marks | None
    ) -> Trace:
        """The trace that `run` makes of these, which is timed and recorded; no file is known of it."""
        begun = time.perf_counter()
        trace = run()
        milliseconds = 1000 * (time.perf_counter() - begun)
        own = snapshot.session.marks if marks is None else marks
        self.record(Build(snapshot, profile, own, trace, milliseconds))
        return trace

    def record(self, build: Build, *, repeats: bool = True) -> int | None:
        """Records a build and gives its number; None where it cannot be kept, which `problems` explain.

        `repeats` False gives the number of the session's last build where that was made from the same.
        """
        snapshot, session = build.snapshot, build.snapshot.session
        figures = figures_of(build.trace, snapshot.request.turn, build.profile.window.warn_at)
        origin = BuildOrigin(
            title=self._texts.title(session),
            file=str(build.file.absolute()) if build.file is not None else session.origin.file,
            sha256=session.origin.sha256,
            place=build.place,
            chain=snapshot.request.chain,
        )
        number = self._store.add(
            figures,
            origin,
            self._texts.of(session, build.profile, build.marks),
            at=self._clock(),
            milliseconds=build.milliseconds,
            repeats=repeats,
        )
        logging.getLogger(LOG).info("%s", log_line(figures))
        return number

    def problems(self) -> Sequence[str]:
        """What went wrong with the store, in words for a user; empty when nothing did."""
        problem = self._store.problem
        return () if problem is None else (str(problem),)

    def close(self) -> None:
        """Closes the store."""
        self._store.close()


def users_recorder() -> Recorder:
    """What records in the user's own store, which keeps as many builds as the settings say."""
    return Recorder(keep=load_settings().effective.runs.keep)


def restore(store: RunStore, number: int) -> Restored:
    """What the build of that number was made from: its file where that is unchanged, else the kept copy.

    Raises:
        RequestError: There is no such build, or what it was made from is not kept any more.
        FormatError: What is kept cannot be read by this ctxlab.
        ProfileError: The profile names what is not there any more.
    """
    build = store.build(number)
    if build is None:
        raise RequestError(f"there is no recorded build {number}", hint="ctxlab runs lists them")
    state = store.state(number)
    if state is None:
        raise RequestError(
            f"what build {number} was made from is not kept any more",
            hint="of builds made long ago only the figures stay",
        )
    kept, profile, marks = read_state(state, build.figures.session, build.origin.title)
    own = _from_file(build, state.digest)
    session = kept if own is None else own.with_marks(marks)
    snapshot = session.at(build.figures.request, chain=build.origin.chain)
    return Restored(build, snapshot, profile, marks, own is not None, 0 if own is not None else build.hidden)


def _from_file(build: RecordedBuild, digest: bytes) -> Session | None:
    """The session as its file holds it; None where that is gone, holds something else, or cannot be read.

    The file is the same where its bytes are, or where the session says what it said: a session that was
    converted names the file that it was converted from.
    """
    origin = build.origin
    file = Path(origin.file)
    if not (origin.file and file.is_absolute() and file.exists()):
        return None
    try:
        same = bool(origin.sha256) and file_state(file).sha256 == origin.sha256
        sessions = load(file)
    except CtxlabError:
        return None
    found = sessions[origin.place] if origin.place < len(sessions) else None
    if found is None or found.id != build.figures.session:
        return None
    same = same or digest_of(dumps_session(found.with_marks(Marks()))) == digest
    return found if same else None
