"""Builds for an agent that runs: one profile, counts kept between builds, from any thread or event loop."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextlib import closing
from copy import copy
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ctxlab.engine.counters import Counters
from ctxlab.engine.pipeline import Kept
from ctxlab.lab import Lab
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import never

if TYPE_CHECKING:
    from ctxlab.analysis.recorder import Recorder

_Result = TypeVar("_Result")

#: An agent hardly builds the same request twice: of results little is kept.
_KEPT = Kept(1, 1, 1)


class Builder:
    """Builds contexts under one profile; what it has counted once it does not count again.

    Any thread may build, and any number at once. `store` False keeps counts in memory only; else they are
    handed to the user's store, at the end or by `close`. `record` True records what is built, where `ctxlab
    runs` finds it; by default nothing is recorded.

    Raises:
        ProfileError: There is no such profile, or it has a mistake.
    """

    def __init__(
        self, profile: Profile | str | Path = "gssc", *, store: bool = True, record: bool = False
    ) -> None:
        self._counters = Counters(store=store)
        self._lab = Lab(counters=self._counters)
        self._idle: list[Lab] = []
        self._recorder: Recorder | None = None
        self._recording = threading.Lock()
        if record:
            from ctxlab.analysis.recorder import users_recorder

            self._recorder = users_recorder()
        self.profile = self._lab.profile(profile)
        self._closing = weakref.finalize(self, self._counters.close)

    def build(self, snapshot: Snapshot | None = None, *, marks: Marks | None = None, **parts: Any) -> Trace:
        """The context for a snapshot, or for the keywords of the published call, as `ctxlab.build` has them.

        Raises:
            TypeError: Both a snapshot and keywords were given, or neither; or one that is none.
        """
        return self._build(snapshot, marks, parts, never)

    async def build_async(
        self, snapshot: Snapshot | None = None, *, marks: Marks | None = None, **parts: Any
    ) -> Trace:
        """The same on another thread, so that the event loop goes on; see `ctxlab.build_async`."""
        return await off_loop(parts, lambda given, stop: self._build(snapshot, marks, given, stop))

    def close(self) -> None:
        """Hands what was counted to the store. More can be built afterwards, and closed again."""
        self._counters.close()
        if self._recorder is not None:
            with self._recording:
                self._recorder.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _build(
        self,
        snapshot: Snapshot | None,
        marks: Marks | None,
        parts: Mapping[str, Any],
        cancelled: Callable[[], bool],
    ) -> Trace:
        asked = snapshot_of(snapshot, parts)
        begun = time.perf_counter()
        try:
            # a Lab is used by one thread at a time
            lab = self._idle.pop()
        except IndexError:
            lab = self._lab.another(_KEPT)
        try:
            trace = lab.build(asked, self.profile, marks=marks, cancelled=cancelled)
        finally:
            self._idle.append(lab)
        if self._recorder is not None:
            from ctxlab.analysis.recorder import Build

            milliseconds = 1000 * (time.perf_counter() - begun)
            own = asked.session.marks if marks is None else marks
            with self._recording:
                self._recorder.record(Build(asked, self.profile, own, trace, milliseconds))
        return trace


def build_once(
    snapshot: Snapshot | None,
    profile: Profile | str | Path,
    marks: Marks | None,
    parts: Mapping[str, Any],
    *,
    record: bool,
    cancelled: Callable[[], bool] = never,
) -> Trace:
    """One build through a Lab of its own; arguments and errors are those of `ctxlab.build`."""
    asked = snapshot_of(snapshot, parts)
    with closing(Lab(record=record)) as lab:
        return lab.build(asked, profile, marks=marks, cancelled=cancelled)


async def off_loop(
    parts: Mapping[str, Any], work: Callable[[Mapping[str, Any], Callable[[], bool]], _Result]
) -> _Result:
    """What `work` makes of the keywords, on a thread of the event loop's.

    Lists among the keywords may be added to meanwhile. When the task that waits is cancelled, what `work` is
    given as its second argument says so.
    """
    import asyncio

    given = {name: copy(value) for name, value in parts.items()}
    stopped = threading.Event()
    try:
        return await asyncio.to_thread(work, given, stopped.is_set)
    finally:
        stopped.set()


def snapshot_of(snapshot: Snapshot | None, parts: Mapping[str, Any]) -> Snapshot:
    """The snapshot given, or the one request of a call's keywords.

    Raises:
        TypeError: Both were given, or neither; the snapshot is none, or a keyword is unknown: nobody would
            see a notice here, so that a slip of the pen is an error.
    """
    if (snapshot is None) is not bool(parts):
        raise TypeError("build takes a snapshot or the keywords of a session, one of the two")
    if snapshot is None:
        return _from_keywords(parts)
    if not hasattr(snapshot, "candidates"):
        raise TypeError(
            f"build takes a snapshot, such as session.at(), not a {type(snapshot).__name__}; "
            "ctxlab.open(FILE) gives a session"
        )
    return snapshot


def _from_keywords(parts: Mapping[str, Any]) -> Snapshot:
    from ctxlab.model.keywords import KEYS, NAMING

    known = dict.fromkeys(("form", *NAMING, *(key for keys in KEYS.values() for key in keys)))
    unknown = [key for key in parts if key not in known]
    if unknown:
        raise TypeError(f"build has no keyword {unknown[0]!r}; keywords of a session: {', '.join(known)}")
    return Session.from_parts(**parts).at()
