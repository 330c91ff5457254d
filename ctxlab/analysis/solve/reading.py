"""Reads from one run what each must-keep of a session needs of the caps of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctxlab.analysis.admission import entry_caps
from ctxlab.analysis.solve.asked import Sayer
from ctxlab.analysis.solve.entering import Entering, Says
from ctxlab.analysis.solve.needs import Need, Reading, Way, Wish
from ctxlab.analysis.solve.spans import ALL, Spans, both, holds, union
from ctxlab.engine.pipeline import Examined
from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Overflow, Pairs, Profile
from ctxlab.model.trace import Altered
from ctxlab.stages.headings import placeholder

#: Counts the tokens of a text as the run does.
Count = Callable[[str], int]


class _NeverError(Exception):
    """No cap does; the reason in a word."""


def read(
    run: Examined, profile: Profile, rows: Sequence[Row], asked: Sequence[Sayer], count: Count
) -> Reading:
    """What each must-keep needs, from a run under `without_bounds(profile, rows)`.

    Exact where the rows do not depend on each other (`Reading.loose` is empty) and all caps were looked at:
    a must-keep then survives Select, apart from what the window takes, just where one of its ways is open.
    """
    return _Reader(run, profile, tuple(rows), count).reading(asked)


@dataclass(eq=False)
class _Reader:
    run: Examined
    profile: Profile
    rows: tuple[Row, ...]
    count: Count

    def __post_init__(self) -> None:
        self._at = {row: at for at, row in enumerate(self.rows)}
        self._entering = {row: Entering(queue) for row, queue in self.run.queues.items()}
        self._calls = {result: call for call, results in self.run.pairs.items() for result in results}
        trace = self.run.trace
        self._fate = trace.stage(Stage.CONSTRUCT).fate
        self._drops = self.profile.select.pairs is Pairs.DROP

    def reading(self, asked: Sequence[Sayer]) -> Reading:
        held = [(one, tuple(one.positions(self.run))) for one in asked]
        self._expect(position for _, positions in held for position in positions)
        wishes = tuple(self._wish(one, positions) for one, positions in held)
        return Reading(
            wishes=wishes,
            steps=tuple(self._steps(row, wishes) for row in self.rows),
            loose=frozenset(self._loose()),
            unproven=not all(one.proven for one in self._entering.values()),
        )

    def _expect(self, positions: Iterable[int]) -> None:
        ranks: dict[Row, set[int]] = {}
        for position in positions:
            for one in (position, self._calls.get(position), *self.run.pairs.get(position, ())):
                found = None if one is None else self._unit(one)
                if found is not None:
                    ranks.setdefault(found[0], set()).add(found[1])
        for row, wanted in ranks.items():
            self._entering[row].expect(wanted)

    def _unit(self, position: int) -> tuple[Row, int] | None:
        row = self.run.trace.row(position)
        rank = self.run.queues[row].rank.get(position)
        return None if rank is None else (row, rank)

    def _wish(self, one: Sayer, positions: Sequence[int]) -> Wish:
        keep = one.keep
        if not positions and not self._said_by_summary(one):
            return Wish(keep.id, keep.label, (), "absent")
        if keep.source:
            return self._whole_source(one, positions)
        ways: list[Way] = [()] if self._said_by_summary(one) else []
        reasons: list[str] = []
        for position in positions:
            try:
                ways += self._ways(position, one)
            except _NeverError as error:
                reasons.append(str(error))
        return Wish(keep.id, keep.label, _simpler(ways), "" if ways else reasons[-1])

    def _whole_source(self, one: Sayer, positions: Sequence[int]) -> Wish:
        keep = one.keep
        needs: Way = ()
        try:
            for position in positions:
                needs = _together(needs, self._whole(position))
        except _NeverError as error:
            return Wish(keep.id, keep.label, (), str(error))
        return Wish(keep.id, keep.label, (needs,))

    def _said_by_summary(self, one: Sayer) -> bool:
        """Whether a summary that is made whatever the caps solved says it."""
        if one.keep.item or one.keep.source:
            return False
        pool = len(self.run.trace.pool)
        return any(
            made.source is not Source.TOOL_RESULT
            and pool + at < len(self._fate)
            and 0 < self._fate[pool + at] < Fate.MERGED
            and one.says(made.item.text)
            for at, made in enumerate(self.run.trace.made)
        )

    def _ways(self, position: int, one: Sayer) -> list[Way]:
        """The ways in which this item says it: whole, or cut at the cap."""
        spans = self._spans_saying(position, one)
        call = self._calls.get(position)
        if call is not None:
            if self._stays_anyway(position):
                return [self._called(call)]
            return [_together(self._called(call), self._need(position, spans))]
        needs = self._need(position, spans)
        return [_together(needs, self._answers(position))]

    def _spans_saying(self, position: int, one: Sayer) -> Spans:
        unit = self._unit(position)
        if unit is None:
            raise _NeverError(self._why(position))
        entering = self._entering[unit[0]]
        altered = self.run.trace.altered_at(position, Stage.CONSTRUCT)
        stands = 0 < self._fate[position] < Fate.MERGED and (altered is None or one.says(altered.text))
        whole = entering.whole(unit[1]) if stands else ()

        item = self.run.trace.pool.items[position]

        def says(at: int, cut: Altered) -> bool:
            # of a unit of several items one is cut, the others stay as they are
            return one.left(item, cut) if at == position else stands

        found = union((*whole, *entering.cut(unit[1], says)))
        if not found:
            raise _NeverError(self._why(position))
        return found

    def _whole(self, position: int) -> Way:
        """What an item needs to stand whole, with its other half."""
        if self._fate[position] >= Fate.TRUNCATED:
            raise _NeverError(self._why(position))
        spans = self._standing(position, lambda at, _cut: at != position)
        call = self._calls.get(position)
        if call is None:
            return _together(self._need(position, spans), self._answers(position))
        if self._stays_anyway(position):
            return self._called(call)
        return _together(self._called(call), self._need(position, spans))

    def _called(self, call: int) -> Way:
        """What a call needs to be there."""
        spans = self._standing(call, lambda _at, _cut: True)
        return _together(self._need(call, spans), self._answers(call))

    def _standing(self, position: int, says: Says) -> Spans:
        """The caps at which something of an item is there: it whole, or what a cut of its unit leaves."""
        unit = self._unit(position)
        if unit is None or not 0 < self._fate[position] < Fate.MERGED:
            raise _NeverError(self._why(position))
        entering = self._entering[unit[0]]
        return union((*entering.whole(unit[1]), *entering.cut(unit[1], says)))

    def _answers(self, call: int) -> Way:
        """Where a call goes with its results: what these need to be there."""
        needs: Way = ()
        if not self._drops or self.run.trace.pool.current[call]:
            return needs
        for result in self.run.pairs.get(call, ()):
            if self._unit(result) is not None:
                spans = self._standing(result, lambda _at, _cut: True)
                needs = _together(needs, self._need(result, spans))
        return needs

    def _stays_anyway(self, result: int) -> bool:
        """Whether a result is no longer than what would stand in its place."""
        tokens = self.run.trace.pool.tokens[result]
        return not self._drops and tokens <= self.count(placeholder(tokens))

    def _need(self, position: int, spans: Spans) -> Way:
        row = self.run.trace.row(position)
        if row in self._at:
            if not spans:
                raise _NeverError(self._why(position))
            return () if spans == ALL else (Need(self._at[row], spans),)
        line = self.profile.row(row)
        if line.cap is None or line.elastic or holds(spans, line.cap):
            return ()
        raise _NeverError("row")

    def _why(self, position: int) -> str:
        """Why an item is not there, or does not say it, though no cap binds."""
        outcome = self.run.trace.outcome(position)
        if outcome.stage is Stage.GATHER and outcome.fate.leaves:
            return "gather"
        named = {
            Reason.OVER_COUNT: "count",
            Reason.BELOW_RELEVANCE: "relevance",
            Reason.PAIR_BROKEN: "pair",
            Reason.OVER_WINDOW: "window",
        }
        if outcome.reason in named:
            return named[outcome.reason]
        return "item_limit" if self.run.trace.row(position) in self._at else "row"

    def _steps(self, row: Row, wishes: Sequence[Wish]) -> tuple[int, ...]:
        at = self._at[row]
        found = {0, *(cap for cap, _ in entry_caps(self.run.queues[row]))}
        for wish in wishes:
            for need in (need for way in wish.ways for need in way if need.row == at):
                found.update(first for first, _ in need.caps)
        return tuple(sorted(found))

    def _loose(self) -> Iterable[str]:
        queues = self.run.queues
        for row in self.profile.table():
            line, queue = self.profile.row(row), queues[row]
            asks = len(queue.units) > queue.lead
            if line.elastic and line.cap is not None and asks:
                yield "elastic"
            if row not in self._at or not asks:
                continue
            if row is Row.RECENT and queue.overflow not in (Overflow.KEEP, Overflow.COMPRESS):
                yield "recent"
            if queue.overflow is Overflow.COMPRESS and not self._only_drops(row):
                yield "summary"
        if self._drops and self._calls:
            yield "pairs"
        if Row.SUMMARY in self._at and any(one.overflow is Overflow.COMPRESS for one in queues.values()):
            yield "summary"

    def _only_drops(self, row: Row) -> bool:
        """Whether what the row gives to a summary is just gone: there is none, and no results go along."""
        calls = any(call in self.run.queues[row].rank for call in self.run.pairs)
        return self.profile.summarize.strategy == "none" and not calls


def _together(one: Way, other: Way) -> Way:
    """Needs that have to be met together.

    Raises:
        _NeverError: No cap of some row meets both.
    """
    needs: dict[int, Spans] = {need.row: need.caps for need in one}
    for need in other:
        needs[need.row] = both(needs.get(need.row, ALL), need.caps)
        if not needs[need.row]:
            raise _NeverError("item_limit")
    return tuple(Need(row, needs[row]) for row in sorted(needs))


def _simpler(ways: Sequence[Way]) -> tuple[Way, ...]:
    """The same ways, those that need one row only put together."""
    if () in ways:
        return ((),)
    alone: dict[int, list[tuple[int, int]]] = {}
    others: dict[Way, None] = {}
    for way in ways:
        if len(way) == 1:
            alone.setdefault(way[0].row, []).extend(way[0].caps)
        else:
            others[way] = None
    merged: Mapping[int, Spans] = {row: union(spans) for row, spans in alone.items()}
    return (*((Need(row, spans),) for row, spans in sorted(merged.items())), *others)
