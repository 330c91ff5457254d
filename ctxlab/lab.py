"""Lab: the one object that library, command line and window use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from ctxlab.engine.pipeline import Engine, Tools, never
from ctxlab.formats.load import load
from ctxlab.model.diff import ContextDiff
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Encoding, Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin, find_profile
from ctxlab.stages.registry import builtin_strategies
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.items import item_texts
from ctxlab.tokens.protocols import Counter, CountStore


class Lab:
    """Opens sessions and profiles, builds contexts, compares them; keeps counts and stage results between builds.

    A Lab belongs to one thread. `store` False keeps counts in memory only.
    """

    def __init__(self, *, store: bool = True) -> None:
        from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer

        self._database = Database.default() if store else None
        self._store: CountStore | None = SqliteCountStore(self._database) if self._database else None
        self._counters: dict[str, CachedCounter] = {}
        self._engine = Engine(builtin_strategies(), Tools(self.counter, ExtractiveSummarizer()))

    def open(self, path: str | Path, *, format: str | None = None) -> Session:
        """The first session of a file.

        Raises:
            FormatError: The file cannot be read, or not as that format.
        """
        return self.open_all(path, format=format)[0]

    def open_all(self, path: str | Path, *, format: str | None = None) -> tuple[Session, ...]:
        """All sessions of a file, in file order, with the marks that stand beside it."""
        return load(Path(path), format=format)

    def profile(self, profile: str | Path | Profile) -> Profile:
        """A profile by built-in name or path, or the profile itself.

        Raises:
            ProfileError: No such profile, or one with mistakes.
        """
        return profile if isinstance(profile, Profile) else find_profile(profile)

    def default_profile(self, session: Session) -> Profile:
        """What a session is first shown under: `gssc` for keyword forms, `as-recorded` for transcripts."""
        return builtin("gssc" if session.form else "as-recorded")

    def counter(self, encoding: str) -> CachedCounter:
        """The counter of an encoding, cached; vocabularies are loaded when something is really counted."""
        found = self._counters.get(encoding)
        if found is None:
            found = self._counters[encoding] = CachedCounter(_make_counter(encoding), self._store)
        return found

    def provisional(self, encoding: str) -> Counter:
        """A counter that never counts exactly: what is known, else an estimate. For a first view while counting runs."""
        return ProvisionalCounter(self.counter(encoding), FallbackCounter())

    def texts(self, snapshot: Snapshot) -> list[str]:
        """The texts whose counts a build of this snapshot needs, once each."""
        items = snapshot.session.items
        return list(dict.fromkeys(text for i in snapshot.candidates() for text in item_texts(items[i])))

    def build(
        self,
        snapshot: Snapshot,
        profile: Profile | str | Path,
        *,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The trace of one run; `marks` None takes the session's own.

        Raises:
            ProfileError: The profile is not there, has mistakes, or names an unknown strategy.
        """
        found = self.profile(profile)
        chosen = counter or self.counter(found.tokens.encoding.value)
        if isinstance(chosen, CachedCounter):
            chosen.count_all(self.texts(snapshot))
        return self._engine.run(snapshot, found, marks, counter=chosen, cancelled=cancelled)

    def unmanaged(self, snapshot: Snapshot) -> Trace:
        """The context without any management: everything the recorder had, in time order."""
        return self.build(snapshot, replace_name(builtin("as-recorded"), "unmanaged"))

    def compare(self, before: Trace, after: Trace) -> ContextDiff:
        """What changed between two contexts, block by block."""
        from ctxlab.analysis.compare import compare

        return compare(before, after)

    def forget(self) -> None:
        """Drops kept stage results; counts stay."""
        self._engine.forget()

    def close(self) -> None:
        """Hands new counts to the store and closes it."""
        for counter in self._counters.values():
            counter.flush()
        if self._database is not None:
            self._database.close()

    def problems(self) -> Sequence[str]:
        """What went wrong with the count store, in words for a user; empty when nothing did."""
        problem = self._database.problem if self._database else None
        return () if problem is None else (str(problem),)

    def with_marks(self, session: Session, marks: Marks) -> Session:
        """The same session under other marks."""
        return replace(session, marks=marks)


def replace_name(profile: Profile, name: str) -> Profile:
    """The same profile under another name."""
    return profile.with_parts(name=name)


def _make_counter(encoding: str) -> Counter:
    if encoding == Encoding.CHARS_3:
        return DivisionCounter(3)
    if encoding == Encoding.CHARS_4:
        return DivisionCounter(4)
    from ctxlab.tokens.exact import ExactCounter

    return ExactCounter(encoding)
