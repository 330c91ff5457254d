"""Must-keeps: whether each is still there after every stage, and where it was lost.

One that cannot be judged (its pattern cannot be read or runs out of time, its number is none, its source
is not known) gets no verdict: a diagnostic names it, and the run is built all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ctxlab.errors import ProfileError
from ctxlab.model.decision import Fate, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks, MustKeep, with_unique_ids
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Altered, StageRecord, Verdict
from ctxlab.stages.protocol import Constructed, Gathered, Summarized
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
    """Judges runs; keeps which gathered items hold which must-keep."""

    def __init__(self, gathers_kept: int = _GATHERS_KEPT) -> None:
        self._gathers_kept = gathers_kept
        self._matchers: dict[MustKeep, Matcher] = {}
        self._holders: dict[Gathered, dict[MustKeep, tuple[int, ...]]] = {}

    def judge(self, wanted: Sequence[MustKeep], built: Constructed, records: Sequence[StageRecord]) -> Judged:
        """A verdict for each must-keep that was already said at this request and can be judged."""
        index = built.summarized.selected.gathered.pool.index
        verdicts: list[Verdict] = []
        noticed: list[Diagnostic] = []
        for one in wanted:
            if (one.since and one.since not in index) or (one.item and one.item not in index):
                continue
            try:
                verdicts.append(Verdict(one.id, self._lost_at(one, built, records)))
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
            if (one.since and one.since not in index) or (one.item and one.item not in index):
                continue
            found.update(index[name] for name in (one.since, one.item) if name)
            if not (one.item or one.source):
                found.update(self._found_in(one, gathered))
        return frozenset(found)

    def _found_in(self, one: MustKeep, gathered: Gathered) -> tuple[int, ...]:
        try:
            matcher = self._matcher(one)
        except ProfileError:
            return ()
        matcher.begin()
        held = self._holding(one, matcher, gathered)
        return () if matcher.too_slow else held

    def _lost_at(self, one: MustKeep, built: Constructed, records: Sequence[StageRecord]) -> Stage | None:
        """The stage that lost it, or None.

        Raises:
            ProfileError: It is nothing that could be found.
            TimeoutError: Its pattern ran out of time.
        """
        gathered = built.summarized.selected.gathered
        if one.item:
            return _first_loss((gathered.pool.index[one.item],), records, whole=False)
        if one.source:
            if one.source not in tuple(Source):
                raise ProfileError(f"there is no source {one.source!r}")
            members = [p for p, source in enumerate(gathered.pool.source) if source.value == one.source]
            return _first_loss(members, records, whole=True) if members else Stage.GATHER
        matcher = self._matcher(one)
        matcher.begin()
        lost = self._lost_by(matcher, self._holding(one, matcher, gathered), built, records)
        if matcher.too_slow:
            raise TimeoutError(f"must-keep {one.id}")
        return lost

    def _lost_by(
        self, matcher: Matcher, holders: Sequence[int], built: Constructed, records: Sequence[StageRecord]
    ) -> Stage | None:
        given = built.summarized
        reduced = {at: one.altered for at, one in given.selected.gathered.reduced.items()}
        altered = (reduced, *({**reduced, **one} for one in (given.selected.altered, given.altered)))
        for record, changed in zip(records, (*altered, {**altered[-1], **built.altered}), strict=True):
            if not self._stands(matcher, holders, record, changed, given):
                return record.stage
        return None

    def _stands(
        self,
        matcher: Matcher,
        holders: Sequence[int],
        record: StageRecord,
        altered: Mapping[int, Altered],
        given: Summarized,
    ) -> bool:
        pool = len(given.selected.gathered.pool)
        for position in holders:
            if 0 < record.fate[position] < Fate.MERGED:
                changed = altered.get(position)
                if changed is None or matcher.found(changed.text):
                    return True
        return any(
            0 < record.fate[at] < Fate.MERGED and matcher.found((altered.get(at) or made.item).text)
            for at, made in enumerate(given.made, pool)
            if at < len(record.fate)
        )

    def _matcher(self, one: MustKeep) -> Matcher:
        found = self._matchers.get(one)
        if found is None:
            found = self._matchers[one] = Matcher(one)
        return found

    def _holding(self, one: MustKeep, matcher: Matcher, gathered: Gathered) -> tuple[int, ...]:
        by_keep = self._holders.pop(gathered, None) or {}
        self._holders[gathered] = by_keep
        if len(self._holders) > self._gathers_kept:
            self._holders.pop(next(iter(self._holders)))
        if one not in by_keep:
            items = gathered.as_recorded.items
            by_keep[one] = tuple(position for position, item in enumerate(items) if matcher.found(item.text))
        return by_keep[one]


def _notice(code: str, one: MustKeep, *numbers: tuple[str, str]) -> Diagnostic:
    named = (("id", one.id), ("label", one.label[:_SHOWN]))
    return Diagnostic(code, numbers=(*named, *numbers), severity="error")


def _first_loss(positions: Sequence[int], records: Sequence[StageRecord], *, whole: bool) -> Stage | None:
    limit = Fate.TRUNCATED if whole else Fate.MERGED
    for record in records:
        if any(record.fate[position] >= limit for position in positions):
            return record.stage
    return None
