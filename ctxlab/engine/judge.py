"""Must-keeps: whether each is still there after every stage, and where it was lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ctxlab.model.decision import Fate, Stage
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.trace import Altered, StageRecord, Verdict
from ctxlab.stages.protocol import Gathered, Summarized
from ctxlab.text.match import Matcher

_GATHERS_KEPT = 8


def must_keeps(profile: Profile, marks: Marks) -> tuple[MustKeep, ...]:
    """What a run is judged by: the profile's rules in order, then the marks."""
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
    return rules + marks.must_keeps


class Judge:
    """Judges runs; keeps which gathered items hold which must-keep."""

    def __init__(self) -> None:
        self._matchers: dict[MustKeep, Matcher] = {}
        self._holders: dict[Gathered, dict[MustKeep, tuple[int, ...]]] = {}

    def verdicts(
        self, wanted: Sequence[MustKeep], given: Summarized, records: Sequence[StageRecord]
    ) -> tuple[Verdict, ...]:
        """A verdict for each must-keep that was already said at this request."""
        gathered = given.selected.gathered
        out: list[Verdict] = []
        for one in wanted:
            if one.since and one.since not in gathered.pool.index:
                continue
            if one.item and one.item not in gathered.pool.index:
                continue
            out.append(Verdict(one.id, self._lost_at(one, given, records)))
        return tuple(out)

    def _lost_at(self, one: MustKeep, given: Summarized, records: Sequence[StageRecord]) -> Stage | None:
        gathered = given.selected.gathered
        if one.item:
            return _first_loss((gathered.pool.index[one.item],), records, whole=False)
        if one.source:
            members = [p for p, source in enumerate(gathered.pool.source) if source.value == one.source]
            return _first_loss(members, records, whole=True) if members else Stage.GATHER
        matcher = self._matcher(one)
        holders = self._holding(one, matcher, gathered)
        altered = (None, given.selected.altered, given.altered, given.altered)
        for record, changed in zip(records, altered, strict=True):
            if not self._stands(matcher, holders, record, changed, given):
                return record.stage
        return None

    def _stands(
        self,
        matcher: Matcher,
        holders: Sequence[int],
        record: StageRecord,
        altered: Mapping[int, Altered] | None,
        given: Summarized,
    ) -> bool:
        pool = len(given.selected.gathered.pool)
        for position in holders:
            if 0 < record.fate[position] < Fate.MERGED:
                changed = altered.get(position) if altered else None
                if changed is None or matcher.found(changed.text):
                    return True
        return any(
            0 < record.fate[pool + at] < Fate.MERGED and matcher.found(made.item.text)
            for at, made in enumerate(given.made)
            if pool + at < len(record.fate)
        )

    def _matcher(self, one: MustKeep) -> Matcher:
        found = self._matchers.get(one)
        if found is None:
            found = self._matchers[one] = Matcher(one)
        return found

    def _holding(self, one: MustKeep, matcher: Matcher, gathered: Gathered) -> tuple[int, ...]:
        by_keep = self._holders.pop(gathered, None) or {}
        self._holders[gathered] = by_keep
        if len(self._holders) > _GATHERS_KEPT:
            self._holders.pop(next(iter(self._holders)))
        if one not in by_keep:
            items = gathered.pool.items
            by_keep[one] = tuple(position for position, item in enumerate(items) if matcher.found(item.text))
        return by_keep[one]


def _first_loss(positions: Sequence[int], records: Sequence[StageRecord], *, whole: bool) -> Stage | None:
    limit = Fate.TRUNCATED if whole else Fate.MERGED
    for record in records:
        if any(record.fate[position] >= limit for position in positions):
            return record.stage
    return None
