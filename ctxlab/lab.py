"""Lab: the one object that library, command line and window use."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.engine.pipeline import Engine, Examined, Kept, Tools, never
from ctxlab.errors import RequestError
from ctxlab.formats.load import load, load_bytes
from ctxlab.model.decision import Stage
from ctxlab.model.diff import ContextDiff
from ctxlab.model.displaced import Displacer
from ctxlab.model.items import Row
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Encoding, Profile
from ctxlab.model.sensitivity import Curve, KeepingCap, Tick
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.model.trace import Trace
from ctxlab.model.wire_view import WireView
from ctxlab.profiles import builtin, builtin_names, find_profile
from ctxlab.profiles.load import read_text
from ctxlab.stages.registry import all_strategies
from ctxlab.store.counts import SqliteCountStore
from ctxlab.store.database import Database
from ctxlab.tokens.cache import CachedCounter, ProvisionalCounter
from ctxlab.tokens.estimate import DivisionCounter, FallbackCounter
from ctxlab.tokens.items import item_texts
from ctxlab.tokens.protocols import Counter, CountStore

if TYPE_CHECKING:
    from ctxlab.analysis.compare import TextKeys
    from ctxlab.analysis.ticks import Ticks


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
        self._keys: TextKeys | None = None
        self._ticks: Ticks | None = None
        self._strategies, self.plugin_problems = all_strategies()
        self._engine = Engine(self._strategies, Tools(self.counter, ExtractiveSummarizer()))

    def another(self, kept: Kept) -> Lab:
        """A Lab for other work on the same thread: it counts with this one, and keeps results of its own."""
        found = copy(self)
        found._counted = found._keys = found._ticks = None
        found._engine = self._engine.another(kept)
        return found

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

    def strategies(self) -> Mapping[Stage, tuple[StrategyInfo, ...]]:
        """The strategies of each stage, those of other packages too, with the settings that each reads."""
        from ctxlab.stages.describe import describe_all

        return describe_all(self._strategies)

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
        found, chosen = self._ready(snapshot, profile, counter)
        return self._engine.run(snapshot, found, marks, counter=chosen, cancelled=cancelled)

    def examine(
        self,
        snapshot: Snapshot,
        profile: Profile | str | Path,
        *,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Examined:
        """One run with what analyses ask beside its trace; arguments and errors are those of `build`."""
        found, chosen = self._ready(snapshot, profile, counter)
        return self._engine.examine(snapshot, found, marks, counter=chosen, cancelled=cancelled)

    def ticks(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None = None,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Mapping[Row, tuple[Tick, ...]]:
        """For each row the caps at which one more unit enters it, ascending (see `analysis.ticks.Ticks.of`).

        They do not depend on the row's own cap, and are kept as long as an edit leaves a row's units alone.
        """
        from ctxlab.analysis.ticks import Ticks

        self._ticks = self._ticks or Ticks()
        return self._ticks.of(
            self.examine(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)
        )

    def curves(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        row: Row,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Curve]:
        """A row's outcome against its cap, better with every run; the last is the answer.

        See `analysis.sensitivity.curves`. Each step makes one run, or two for the first.
        """
        from ctxlab.analysis.sensitivity import curves

        return curves(
            lambda one: self.examine(snapshot, one, marks=marks, counter=counter, cancelled=cancelled),
            profile,
            row,
        )

    def sensitivity(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        row: Row,
        cancelled: Callable[[], bool] = never,
    ) -> Curve:
        """The last of `curves`: a row's outcome against its cap, from at most 64 runs and two more."""
        *_, last = self.curves(snapshot, profile, marks, row, cancelled=cancelled)
        return last

    def keeping_cap(
        self,
        snapshot: Snapshot,
        profile: Profile,
        marks: Marks | None,
        item_id: str,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> KeepingCap:
        """The smallest cap of its own row that keeps an item whole, tried by a run.

        See `analysis.keeping.keeping_cap`.

        Raises:
            RequestError: There is no such item at this request.
        """
        from ctxlab.analysis.keeping import keeping_cap

        return keeping_cap(
            lambda one: self.examine(snapshot, one, marks=marks, counter=counter, cancelled=cancelled),
            profile,
            item_id,
        )

    def displaced(self, trace: Trace, item_id: str) -> tuple[Displacer, ...]:
        """The items that hold the tokens which a dropped item needed (see `analysis.displaced.displaced`)."""
        from ctxlab.analysis.displaced import displaced

        return displaced(trace, item_id)

    def demand(self, trace: Trace) -> Mapping[Row, int]:
        """What each row would be charged without a cap (see `analysis.row_stats`, which sums it up)."""
        from ctxlab.analysis.row_stats import demand

        return demand(trace)

    def _ready(
        self, snapshot: Snapshot, profile: Profile | str | Path, counter: Counter | None
    ) -> tuple[Profile, Counter]:
        """The profile of a run and its counter, which has counted what the run needs."""
        found = self.profile(profile)
        chosen = counter or self.counter(found.tokens.encoding.value)
        if isinstance(chosen, CachedCounter):
            self._count(snapshot, chosen)
        return found, chosen

    def _count(self, snapshot: Snapshot, counter: CachedCounter) -> None:
        """Counts what a build of this snapshot needs in one go, once: one question to the store, one save."""
        # an id that is given again makes counting slower, never wrong
        key = (id(snapshot.session.items), snapshot.request.index, snapshot.request.chain, counter.encoding)
        if key != self._counted:
            counter.count_all(texts_of(snapshot))
            self._counted = key

    def unmanaged(
        self,
        snapshot: Snapshot,
        *,
        like: Profile | None = None,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The context without any management: all that was recorded, in time order.

        What the recorder itself had replaced by a summary is there again. `like` is a profile whose way of
        counting is taken, so that the tokens can be compared with those of its runs.
        """
        profile = builtin("as-recorded").set("gather.compaction", "originals").with_parts(name="unmanaged")
        return self.build(
            snapshot, _counted_like(profile, like), marks=marks, counter=counter, cancelled=cancelled
        )

    def recorded(
        self,
        snapshot: Snapshot,
        *,
        like: Profile | None = None,
        marks: Marks | None = None,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Trace:
        """The context as the recorder had it, with its own summaries; `like` is as for `unmanaged`."""
        profile = _counted_like(builtin("as-recorded"), like)
        return self.build(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)

    def sent(self, snapshot: Snapshot, *, like: Profile | None = None) -> Trace:
        """What was really sent at this request, read as a session of its own and left as it is.

        Raises:
            RequestError: It was not recorded.
            FormatError: What was recorded cannot be read.
        """
        sent, session = snapshot.request.sent, snapshot.session
        if not sent:
            raise RequestError("what was really sent is not recorded for this request")
        (one, *_) = load_bytes(sent.encode("utf-8", "surrogatepass"), session.origin.file)
        if not one.items:
            raise RequestError("what was really sent is recorded as nothing for this request")
        found = replace(one, model=one.model or session.model)
        return self.build(found.at(), _counted_like(builtin("as-recorded"), like).with_parts(name="sent"))

    def compare(self, before: Trace, after: Trace) -> ContextDiff:
        """What changed between two contexts, block by block."""
        from ctxlab.analysis.compare import TextKeys, compare

        self._keys = self._keys or TextKeys()
        return compare(before, after, keys=self._keys)

    def wire_view(self, trace: Trace, wire: str = "", *, recorded: str = "openai-chat") -> WireView:
        """The messages of a run in a wire format (empty: its own), with what its API would refuse.

        `recorded` is the wire format that the session was recorded in.
        """
        from ctxlab.analysis.wires import wire_view

        return wire_view(trace, wire, recorded=recorded)

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


def _counted_like(profile: Profile, like: Profile | None) -> Profile:
    return profile if like is None else profile.with_parts(tokens=like.tokens)


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
