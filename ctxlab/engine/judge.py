"""Must-keeps: whether each is still there after every stage, and where it was lost.

One that cannot be judged (its pattern cannot be read or runs out of time, its number is none, its source
is not known) gets no verdict: a diagnostic names it, and the run is built all the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ctxlab.engine.standing import Remains, Standing
from ctxlab.errors import ProfileError
from ctxlab.model.decision import STAGES, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Source
from ctxlab.model.marks import Marks, MustKeep, with_unique_ids
from ctxlab.model.profile import Profile
from ctxlab.model.session import Snapshot
from ctxlab.model.trace import Pool, Trace, Verdict
from ctxlab.stages.protocol import Gathered
from ctxlab.text.match import Matcher

_GATHERS_KEPT = 8
_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict for each must-keep that could be judged, and what is to be said of the others."""

    verdicts: tuple[Verdict, ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def must_keeps(profile: Profile, marks: Marks) -> tuple[MustKeep, ...]:
    """What a run is judged by: the profile's rules in order, then the marks; each under an id of its own."""
    rules = tuple(
        MustKeep(
            id=f"profile:{at}",
            text=rule.text,
            regex=rule.regex,
            number=rule.number,
            source=rule.source.value if rule.source else "",
        )
        for at, rule in enumerate(profile.must_keep, 1)
    )
    return with_unique_ids(rules + marks.must_keeps)


class Judge:
    """Judges runs; keeps which gathered items hold which must-keep.

    A must-keep told by words, number or pattern stands where an item, summary or key fact has exactly that
    (numbers by value); in other words it does not stand. What an item or a source must have: see
    `standing.Remains`. It is lost where it does not stand in the end, in the first stage after which it does
    not. None is judged before an item of the session states it.
    """

    def __init__(self, gathers_kept: int = _GATHERS_KEPT) -> None:
        self._gathers_kept = gathers_kept
        self._matchers: dict[MustKeep, Matcher] = {}
        self._holders: dict[Pool, dict[MustKeep, tuple[int, ...]]] = {}
        self._remains = Remains()
        self._said: dict[MustKeep, tuple[tuple[Item, ...], bool]] = {}

    def judge(self, wanted: Sequence[MustKeep], trace: Trace, snapshot: Snapshot) -> Judged:
        """A verdict for each must-keep that was already said at this request and can be judged.

        One that no item of the session states at all is named.
        """
        if not wanted:
            return Judged(())
        run = Standing(trace)
        verdicts: list[Verdict] = []
        noticed: list[Diagnostic] = []
        for one in wanted:
            if not _is_there(one, trace.pool):
                continue
            try:
                held = self._held(one, run)
                if held is not None:
                    verdicts.append(Verdict(one.id, _first_loss(held)))
                elif not self._is_said(one, snapshot):
                    noticed.append(_notice("must_keep_nowhere", one))
            except ProfileError as error:
                noticed.append(_notice("must_keep_broken", one, ("reason", error.message)))
            except TimeoutError:
                noticed.append(_notice("must_keep_too_slow", one))
        return Judged(tuple(verdicts), tuple(noticed))

    def holders(self, wanted: Sequence[MustKeep], gathered: Gathered) -> frozenset[int]:
        """Positions of gathered items that state one of them, are it, or hold it; a source has no holders.

        What cannot be judged at this request has none either.
        """
        index = gathered.pool.index
        found: set[int] = set()
        for one in wanted:
            if not _is_there(one, gathered.pool):
                continue
            found.update(index[name] for name in (one.since, one.item) if name)
            if not (one.item or one.source):
                found.update(self._found_in(one, gathered.as_recorded))
        return frozenset(found)

    def _found_in(self, one: MustKeep, pool: Pool) -> tuple[int, ...]:
        try:
            matcher = self._matcher(one)
        except ProfileError:
            return ()
        matcher.begin()
        held = self._holding(one, matcher, pool)
        return () if matcher.too_slow else held

    def _held(self, one: MustKeep, run: Standing) -> Callable[[Stage], bool] | None:
        """Tells after which stages it stands; None where nothing at this request states it.

        What it gives raises TimeoutError, too.

        Raises:
            ProfileError: It is nothing that could be found.
            TimeoutError: Its pattern ran out of time.
        """
        trace = run.trace
        if one.item:
            position = trace.pool.index[one.item]
            return lambda stage: self._remains.item(run, position, stage).kept
        if one.source:
            if one.source not in tuple(Source):
                raise ProfileError(f"there is no source {one.source!r}")
            if not run.of_source(one.source):
                return None
            return lambda stage: self._remains.source(run, one.source, stage).kept
        matcher = self._matcher(one)
        matcher.begin()
        holders = self._holding(one, matcher, trace.pool)
        if matcher.too_slow:
            raise TimeoutError(f"must-keep {one.id}")
        if not holders and not one.since:
            return None

        def stands(stage: Stage) -> bool:
            found = _stands(matcher, holders, run, stage)
            if matcher.too_slow:
                raise TimeoutError(f"must-keep {one.id}")
            return found

        return stands

    def _is_said(self, one: MustKeep, snapshot: Snapshot) -> bool:
        """Whether a later item of the session may state what none at this request does."""
        session, request = snapshot.session, snapshot.request
        if one.source:
            return request != session.chain(request.chain)[-1]
        known = self._said.get(one)
        if known is None or known[0] is not session.items:
            matcher = self._matcher(one)
            known = (session.items, any(matcher.found(item.text) for item in session.items))
            self._said[one] = known
        return known[1]

    def _matcher(self, one: MustKeep) -> Matcher:
        found = self._matchers.get(one)
        if found is None:
            found = self._matchers[one] = Matcher(one)
        return found

    def _holding(self, one: MustKeep, matcher: Matcher, pool: Pool) -> tuple[int, ...]:
        by_keep = self._holders.pop(pool, None) or {}
        self._holders[pool] = by_keep
        if len(self._holders) > self._gathers_kept:
            self._holders.pop(next(iter(self._holders)))
        if one not in by_keep:
            found = (position for position, item in enumerate(pool.items) if matcher.found(item.text))
            by_keep[one] = tuple(found)
        return by_keep[one]


def _is_there(one: MustKeep, pool: Pool) -> bool:
    """Whether the items that a must-keep names are at this request."""
    return not any(name and name not in pool.index for name in (one.since, one.item))


def _stands(matcher: Matcher, holders: Sequence[int], run: Standing, stage: Stage) -> bool:
    """Whether an item that leaves a stage, or a summary, has it."""
    for position in holders:
        if run.stands(position, stage):
            changed = run.changed(position, stage)
            if changed is None or matcher.found(changed):
                return True
    return any(matcher.found(text) for _, text in run.made(stage))


def _first_loss(stands: Callable[[Stage], bool]) -> Stage | None:
    """The first stage after which what is not there in the end was not there any more; None where it is."""
    if stands(Stage.CONSTRUCT):
        return None
    return next(stage for stage in STAGES if not stands(stage))


def _notice(code: str, one: MustKeep, *numbers: tuple[str, str]) -> Diagnostic:
    named = (("id", one.id), ("label", one.label[:_SHOWN]))
    return Diagnostic(code, numbers=(*named, *numbers), severity="error")
