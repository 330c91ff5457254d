"""Lab: the one object that library, command line and window use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from ctxlab.engine.pipeline import Engine, Tools, never
from ctxlab.formats.load import load
from ctxlab.model.diff import ContextDiff
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Encoding, Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin, builtin_names, find_profile
from ctxlab.profiles.load import read_text
from ctxlab.stages.registry import all_strategies
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.items import item_texts
from ctxlab.tokens.protocols import Counter, CountStore


class Counters:
    """The counters of all encodings over one count store. May be shared between threads."""

    def __init__(self, *, store: bool = True) -> None:
        self._database = Database.default() if store else None
        self._store: CountStore | None = SqliteCountStore(self._database) if self._database else None
        self._counters: dict[str, CachedCounter] = {}

    def of(self, encoding: str) -> CachedCounter:
        """The counter of an encoding, cached; vocabularies are loaded when something is really counted."""
        found = self._counters.get(encoding)
        if found is None:
            found = self._counters.setdefault(encoding, CachedCounter(_make_counter(encoding), self._store))
        return found

    def provisional(self, encoding: str, generation: int) -> Counter:
        """Known counts where there are any, else estimates, for a first view while counting runs.

        `generation` has to rise with what is known.
        """
        return ProvisionalCounter(self.of(encoding), FallbackCounter(), generation)

    def problems(self) -> Sequence[str]:
        """What went wrong with the store, in words for a user; empty when nothing did."""
        problem = self._database.problem if self._database else None
        return () if problem is None else (str(problem),)

    def close(self) -> None:
        """Hands new counts to the store and closes it."""
        for counter in self._counters.values():
            counter.flush()
        if self._database is not None:
            self._database.close()


class Lab:
    """Opens sessions and profiles, builds contexts, compares them.

    It keeps counts and stage results between builds. A Lab belongs to one thread; several may share their
    `counters`. `store` False keeps counts in memory only.
    """

    def __init__(self, *, store: bool = True, counters: Counters | None = None) -> None:
        from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer

        self._counters = counters or Counters(store=store)
        self._counted: tuple[int, int, str, str] | None = None
        strategies, self.plugin_problems = all_strategies()
        self._engine = Engine(strategies, Tools(self.counter, ExtractiveSummarizer()))

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
            ProfileError: No such profile, or one with mistakes, such as a strategy that is not there.
        """
        if isinstance(profile, Profile):
            return profile
        found = find_profile(profile)
        if str(profile) in builtin_names():
            self._engine.check(found)
        else:
            self._engine.check(found, lambda: read_text(profile), Path(profile).name)
        return found

    def default_profile(self, session: Session) -> Profile:
        """What a session is first shown under: `gssc` for keyword forms, `as-recorded` for transcripts."""
        return builtin("gssc" if session.form else "as-recorded")

    def counter(self, encoding: str) -> CachedCounter:
        """The counter of an encoding."""
        return self._counters.of(encoding)

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
            self._count(snapshot, chosen)
        return self._engine.run(snapshot, found, marks, counter=chosen, cancelled=cancelled)

    def _count(self, snapshot: Snapshot, counter: CachedCounter) -> None:
        """Counts what a build of this snapshot needs in one go, once: one question to the store, one save."""
        # an id that is given again makes counting slower, never wrong
        key = (id(snapshot.session.items), snapshot.request.index, snapshot.request.chain, counter.encoding)
        if key != self._counted:
            counter.count_all(texts_of(snapshot))
            self._counted = key

    def unmanaged(self, snapshot: Snapshot) -> Trace:
        """The context without any management: everything the recorder had, in time order."""
        return self.build(snapshot, builtin("as-recorded").with_parts(name="unmanaged"))

    def compare(self, before: Trace, after: Trace) -> ContextDiff:
        """What changed between two contexts, block by block."""
        from ctxlab.analysis.compare import compare

        return compare(before, after)

    def forget(self) -> None:
        """Drops kept stage results; counts stay."""
        self._engine.forget()

    def close(self) -> None:
        """Hands new counts to the store and closes it."""
        self._counters.close()

    def problems(self) -> Sequence[str]:
        """What went wrong with the count store, in words for a user; empty when nothing did."""
        return self._counters.problems()


def texts_of(snapshot: Snapshot) -> list[str]:
    """The texts whose counts a build of this snapshot needs, once each."""
    items = snapshot.session.items
    return list(dict.fromkeys(text for i in snapshot.candidates() for text in item_texts(items[i])))


def _make_counter(encoding: str) -> Counter:
    if encoding == Encoding.CHARS_3:
        return DivisionCounter(3)
    if encoding == Encoding.CHARS_4:
        return DivisionCounter(4)
    return _exact_counter(encoding)


@cache
def _exact_counter(encoding: str) -> Counter:
    """One counter an encoding and process: a vocabulary takes 80 MB and a quarter of a second to load."""
    from ctxlab.tokens.exact import ExactCounter

    return ExactCounter(encoding)
