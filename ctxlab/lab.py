"""Lab: the one object that library, command line and window use."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ctxlab.analysis.run_answers import RunAnswers
from ctxlab.analysis.sent_answers import SentAnswers
from ctxlab.analysis.summary_answers import SummaryAnswers
from ctxlab.analysis.wire_answers import WireAnswers
from ctxlab.engine.counters import Counters
from ctxlab.engine.pipeline import Engine, Examined, Kept, Tools
from ctxlab.model.decision import Stage
from ctxlab.model.diff import ContextDiff
from ctxlab.model.forensic import Forensic
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.matrix import MOST_ROWS, Under
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session, Snapshot
from ctxlab.model.stage_info import StrategyInfo
from ctxlab.model.trace import Trace
from ctxlab.profiles import builtin, builtin_names, find_profile
from ctxlab.profiles.load import lines_in
from ctxlab.stages.protocol import never
from ctxlab.stages.registry import all_strategies
from ctxlab.tokens.cache import CachedCounter
from ctxlab.tokens.items import item_texts
from ctxlab.tokens.models import counting_for, encoding_for
from ctxlab.tokens.protocols import Counter

if TYPE_CHECKING:
    from ctxlab.analysis.compare import TextKeys
    from ctxlab.analysis.matrix_runs import MatrixRuns
    from ctxlab.analysis.recorder import Recorder
    from ctxlab.analysis.stated import Statements
    from ctxlab.analysis.survival import Judge
    from ctxlab.analysis.ticks import Ticks
    from ctxlab.analysis.wanted import Wanted
    from ctxlab.model.cause import Diagnosis
    from ctxlab.model.constraint import Stated
    from ctxlab.model.matrix import Matrix
    from ctxlab.model.violation import Sign, Violation

__all__ = ["Counters", "Lab", "texts_of"]


class Lab(RunAnswers, SummaryAnswers, SentAnswers, WireAnswers):
    """Opens sessions and profiles, builds contexts, compares them.

    It keeps counts and stage results between builds. A Lab belongs to one thread; several may share their
    `counters`. `store` False keeps counts in memory only. `record` True records what `build` builds: figures
    and what it was made from, in the user's own store (`analysis.recorder`); by default nothing is recorded.
    """

    def __init__(self, *, store: bool = True, counters: Counters | None = None, record: bool = False) -> None:
        from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer

        self._counters = counters or Counters(store=store)
        self._counted: tuple[tuple[int, str, str], int] | None = None
        self._keys: TextKeys | None = None
        self._ticks: Ticks | None = None
        self._judge: Judge | None = None
        self._stated: Statements | None = None
        self._matrix: MatrixRuns | None = None
        self._wanted: tuple[tuple[object, ...], Sequence[Stated], Wanted] | None = None
        self._strategies, self.plugin_problems = all_strategies()
        tools = Tools(self.counter, ExtractiveSummarizer(), self._counters.summaries)
        self._engine = Engine(self._strategies, tools)
        self._recorder: Recorder | None = None
        if record:
            from ctxlab.analysis.recorder import users_recorder

            self._recorder = users_recorder()

    def another(self, kept: Kept) -> Lab:
        """A Lab for other work on the same thread: it counts with this one, and keeps results of its own."""
        found = copy(self)
        found._counted = found._keys = found._ticks = found._matrix = None
        found._engine = self._engine.another(kept)
        found._recorder = None
        return found

    @property
    def _silent(self) -> Lab:
        """This Lab, but without a recorder, for what it builds besides what was asked for."""
        found = self if self._recorder is None else copy(self)
        found._recorder = None
        return found

    def open(self, path: str | Path, *, format: str | None = None) -> Session:
        """The first session of a file.

        Raises:
            FormatError: The file cannot be read, or not as that format.
        """
        return self.open_all(path, format=format)[0]

    def open_all(self, path: str | Path, *, format: str | None = None) -> tuple[Session, ...]:
        """All sessions of a file, in file order, with the marks that stand beside it."""
        # the readers of all formats: an agent that only builds needs none of them
        from ctxlab.formats.load import load

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
            self._engine.check(found, lambda: lines_in(profile), Path(profile).name)
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
        run = partial(self._engine.run, snapshot, found, marks, counter=chosen, cancelled=cancelled)
        return run() if self._recorder is None else self._recorder.recorded(run, snapshot, found, marks)

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

    def diagnose(
        self,
        snapshot: Snapshot,
        profile: Profile | str | Path,
        marks: Marks | None,
        must_keep: MustKeep | str,
        *,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Diagnosis:
        """Why a must-keep is not in the context, or that it is: one row a stage, and the root cause.

        A must-keep is given itself or by what `analysis.asked.must_keep_named` takes for one: its id, its
        words, an item's id, a text.

        Raises:
            RequestError: It cannot be judged.
        """
        from ctxlab.analysis.asked import must_keep_named
        from ctxlab.analysis.causes import diagnose

        found, session = self.profile(profile), snapshot.session
        own, one = session.marks if marks is None else marks, must_keep
        stated = self.stated(session, own)
        if isinstance(one, str):
            one = must_keep_named(one, session, found, own, stated)
        trace = self._silent.build(snapshot, found, marks=marks, counter=counter, cancelled=cancelled)
        return diagnose(trace, snapshot, found, one, self.judge, stated)

    def stated(self, session: Session, marks: Marks | None = None) -> tuple[Stated, ...]:
        """The constraints of a session, found and corrected; `marks` None takes its own."""
        from ctxlab.analysis.stated import Statements

        self._stated = self._stated or Statements()
        return self._stated.of(session, session.marks if marks is None else marks)

    @property
    def judge(self) -> Judge:
        """What tells how must-keeps stand in runs; it remembers the texts that it has judged."""
        from ctxlab.analysis.survival import Judge

        self._judge = self._judge or Judge()
        return self._judge

    def wanted(
        self,
        session: Session,
        profile: Profile,
        marks: Marks | None = None,
        *,
        chain: str = "",
        most: int | None = MOST_ROWS,
    ) -> Wanted:
        """What a chain is judged by: must-keeps, and stated constraints that none covers (see `wanted`)."""
        from ctxlab.analysis.wanted import wanted

        own = session.marks if marks is None else marks
        stated = self.stated(session, own)
        key = (profile.must_keep, own.must_keeps, own.sources, chain, most)
        known = self._wanted
        if known is None or known[0] != key or known[1] is not stated:
            found = wanted(session, profile, own, stated, chain=chain, most=most)
            self._wanted = known = (key, stated, found)
        return known[2]

    def matrices(
        self,
        session: Session,
        profile: Profile | str | Path,
        marks: Marks | None = None,
        *,
        under: Under = Under.PROFILE,
        chain: str = "",
        focus: int | None = None,
        most: int | None = MOST_ROWS,
        counter: Counter | None = None,
        cancelled: Callable[[], bool] = never,
    ) -> Generator[Matrix]:
        """What became of each must-keep at each request, better with each that was built; the last is whole.

        The rows are those of `wanted`. The request in `focus` is made first. What was made before, of this
        chain, is taken over as far as profile and marks leave it alone.
        """
        from ctxlab.analysis.matrix import Asked
        from ctxlab.analysis.matrix_runs import MatrixRuns, Setting

        found, own = self.profile(profile), session.marks if marks is None else marks
        if self._matrix is None or not self._matrix.are_of(session, chain):
            self._matrix = MatrixRuns(session, chain, self.another)
        rows = self.wanted(session, found, own, chain=chain, most=most)
        asked = Asked(session, under, rows, chain, focus)
        return self._matrix.matrices(asked, Setting(found, own, counter, cancelled))

    def matrix(
        self,
        session: Session,
        profile: Profile | str | Path,
        marks: Marks | None = None,
        *,
        under: Under = Under.PROFILE,
        chain: str = "",
        most: int | None = MOST_ROWS,
    ) -> Matrix:
        """The last of `matrices`: the whole one."""
        *_, last = self.matrices(session, profile, marks, under=under, chain=chain, most=most)
        return last

    def violations(self, session: Session, sign: Sign) -> tuple[Violation, ...]:
        """The places that show a sign, with the request before each (`analysis.violation.find_violations`).

        Raises:
            ProfileError: The pattern cannot be read.
            RequestError: There is no such answer or call, or the pattern takes too long.
        """
        from ctxlab.analysis.violation import find_violations

        return find_violations(session, sign)

    def _ready(
        self, snapshot: Snapshot, profile: Profile | str | Path, counter: Counter | None
    ) -> tuple[Profile, Counter]:
        """The profile of a run and its counter, which has counted what the run needs."""
        found = self.profile(profile)
        chosen = counter or self.counter(encoding_for(found, snapshot.session.model).value)
        if isinstance(chosen, CachedCounter):
            self._count(snapshot, chosen)
        return found, chosen

    def _count(self, snapshot: Snapshot, counter: CachedCounter) -> None:
        """Counts what a build of this snapshot needs in one go, once: one question to the store, one save."""
        # an id that is given again makes counting slower, never wrong
        key = (id(snapshot.session.items), snapshot.request.chain, counter.encoding)
        before = self._counted[1] if self._counted is not None and self._counted[0] == key else 0
        if before < snapshot.request.end:
            counter.count_all(texts_of(snapshot, before))
            self._counted = (key, snapshot.request.end)

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
        profile = _counted_like(unmanaged_profile(), like, snapshot.session.model)
        return self._silent.build(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)

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
        profile = _counted_like(builtin("as-recorded"), like, snapshot.session.model)
        return self._silent.build(snapshot, profile, marks=marks, counter=counter, cancelled=cancelled)

    def sent(self, snapshot: Snapshot, *, like: Profile | None = None) -> Trace:
        """What was really sent at this request, read as a session of its own and left as it is.

        Raises:
            RequestError: It was not recorded.
            FormatError: What was recorded cannot be read.
        """
        from ctxlab.analysis.forensic.request import sent_of

        one = sent_of(snapshot)
        found = replace(one, model=one.model or snapshot.session.model)
        like_it = _counted_like(builtin("as-recorded"), like, found.model).with_parts(name="sent")
        return self._silent.build(found.at(), like_it)

    def compare(self, before: Trace, after: Trace, *, fates: Forensic | None = None) -> ContextDiff:
        """What changed between two contexts, block by block; `fates` are those of what was sent before."""
        from ctxlab.analysis.compare import TextKeys, compare

        self._keys = self._keys or TextKeys()
        return compare(before, after, keys=self._keys, fates=fates)

    def forget(self) -> None:
        """Drops kept stage results; counts stay."""
        self._engine.forget()
        self._matrix = None

    def close(self) -> None:
        """Hands new counts to the store and closes it."""
        self._counters.close()
        if self._recorder is not None:
            self._recorder.close()

    def problems(self) -> Sequence[str]:
        """What went wrong with the user's store, in words for a user; empty when nothing did."""
        recorded = self._recorder.problems() if self._recorder is not None else ()
        return tuple(dict.fromkeys((*self._counters.problems(), *recorded)))


def unmanaged_profile() -> Profile:
    """The profile of no management: as recorded, with the originals of what the recorder summarised."""
    return builtin("as-recorded").set("gather.compaction", "originals").with_parts(name="unmanaged")


def texts_of(snapshot: Snapshot, begin: int = 0) -> list[str]:
    """The texts whose counts a build of this snapshot needs, once each; of items from `begin` on."""
    items = snapshot.session.items
    wanted = (i for i in snapshot.candidates() if i >= begin)
    return list(dict.fromkeys(text for i in wanted for text in item_texts(items[i])))


def _counted_like(profile: Profile, like: Profile | None, model: str) -> Profile:
    return profile if like is None else profile.with_parts(tokens=counting_for(like, model))
