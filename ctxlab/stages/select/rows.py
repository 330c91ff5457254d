"""Serving all rows: what one turns away joins another, and elastic rows share what is free."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import ItemAction, Overflow, Profile
from ctxlab.stages.headings import Overhead
from ctxlab.stages.places import shares_summaries
from ctxlab.stages.protocol import LEAST_USEFUL, Unit
from ctxlab.stages.select.levels import share_limit
from ctxlab.stages.select.overhead import shared_tokens
from ctxlab.stages.select.plan import Plan, is_cuttable
from ctxlab.stages.select.prepared import Prepared
from ctxlab.stages.select.relevance import Ranking
from ctxlab.stages.select.selection import ALIVE
from ctxlab.stages.select.serve import Crossing, Cutter, Served, serve
from ctxlab.tokens.protocols import Counter

_TURNED_AWAY = frozenset({Reason.OVER_CAP, Reason.BEHIND_OVERFLOW})
_CONVERSATION = (Row.RECENT, Row.HISTORY, Row.TOOL_RESULT)
_VERBATIM = frozenset({Row.SYSTEM_PROMPT, Row.TOOL_SCHEMAS, Row.USER_MESSAGE, Row.KEY_FACT})


@dataclass(frozen=True, eq=False)
class ServedRows:
    """All rows' outcomes, the caps that they were given, and what changed its row.

    `spilled` are units that `recent` turned away, oldest first. `taken_along` are results whose calls go
    into a summary, with the row of the call. `compressing` are rows whose per-item limit is reached by
    compressing. `over_count` maps the first positions of units over `select.max_messages` to the rank of
    their message. `cutter` cut the units that cross a cap.
    """

    served: dict[Row, Served]
    given: dict[Row, int | None]
    spilled: tuple[Unit, ...]
    taken_along: dict[int, Row]
    compressing: frozenset[Row]
    over_count: dict[int, int]
    cutter: Cutter


def serve_rows(prepared: Prepared, profile: Profile, overhead: Overhead, ranking: Ranking) -> ServedRows:
    """Serves every row at its cap, then the elastic ones again with what the others left free."""
    server = _Server(prepared, profile, overhead.counter, ranking)
    served: dict[Row, Served] = {}
    given = {row: profile.row(row).cap for row in profile.table()}
    server.serve_into(served, given, profile.table())
    elastic = [row for row in profile.table() if profile.row(row).elastic and given[row] is not None]
    free = _free(prepared, served, given, elastic, profile, overhead) if elastic else 0
    for row in elastic:
        cap = given[row] or 0
        given[row] = cap + free
        server.serve_into(served, given, (row,) if row not in _CONVERSATION else _CONVERSATION)
        free -= max(0, min(free, served[row].total - cap))
    return ServedRows(
        served, given, server.spilled, server.taken_along, server.compressing, server.over_count, server.cut
    )


def summary_share(profile: Profile, row: Row) -> int:
    """Tokens that a summary of what the row turns away would take of its cap; 0 where row summary pays."""
    elsewhere = profile.row(Row.SUMMARY).cap is not None and row is not Row.SUMMARY
    most, share = profile.summarize.max_tokens, share_limit(profile)
    return 0 if elsewhere else most if share is None else min(most, share)


def _free(
    prepared: Prepared,
    served: dict[Row, Served],
    given: dict[Row, int | None],
    elastic: list[Row],
    profile: Profile,
    overhead: Overhead,
) -> int:
    """What capped rows that are not elastic left of their caps, at most what the limit leaves."""
    free = 0
    for row, outcome in served.items():
        cap = given[row]
        if cap is not None and row not in elastic:
            free += max(0, cap - outcome.total)
    limit = profile.window.limit
    if limit is None or not profile.window.enforce:
        return free
    kept = {row: sum(outcome.verdict.translate(ALIVE)) for row, outcome in served.items()}
    summarised = sum(1 for outcome in served.values() if Reason.TO_SUMMARY in outcome.verdict)
    summaries = summarised * profile.summarize.levels
    used = sum(outcome.total for outcome in served.values())
    heads = prepared.heads(overhead).values()
    together = shares_summaries(prepared.gathered)
    used += sum(prepared.doc_heads(overhead).values())
    used += shared_tokens(overhead, kept, summaries, (len(heads), sum(heads)), together=together)
    return min(free, max(0, limit - used))


class _Server:
    """Serves rows one by one; knows which units moved from one to another."""

    def __init__(self, prepared: Prepared, profile: Profile, counter: Counter, ranking: Ranking) -> None:
        self._prepared = prepared
        self._profile = profile
        self._counter = counter
        self._ranking = ranking
        self.spilled: tuple[Unit, ...] = ()
        self.taken_along: dict[int, Row] = {}
        self.compressing: frozenset[Row] = frozenset(r for r in profile.table() if self._per_item(r)[1])
        self.over_count = self._over_count()
        self._last = frozenset(self.over_count)

    def serve_into(
        self, served: dict[Row, Served], given: dict[Row, int | None], rows: tuple[Row, ...]
    ) -> None:
        """Serves these rows in table order, conversation first since other rows depend on it.

        A row that was served before is served again where a result of its own goes along with its call now,
        or no longer does.
        """
        along = self.taken_along
        wanted = [row for row in _CONVERSATION if row in rows] + [
            row for row in rows if row not in _CONVERSATION
        ]
        for row in wanted:
            if row is Row.HISTORY and Row.RECENT in served:
                self.spilled = _turned_away(served[Row.RECENT])
            if row is Row.TOOL_RESULT:
                self.taken_along = self._results_to_summary(served)
            served[row] = self._serve(row, given[row])
        row_of = self._prepared.gathered.pool.row
        for row in {row_of[result] for result in along.keys() ^ self.taken_along.keys()}.difference(wanted):
            served[row] = self._serve(row, given[row])

    def _serve(self, row: Row, cap: int | None) -> Served:
        line = self._profile.row(row)
        plan = self._prepared.plan(
            row,
            line.order,
            self._per_item(row)[0],
            spilled=self.spilled if row is Row.HISTORY else (),
            without=frozenset(self.taken_along) if row not in (Row.RECENT, Row.HISTORY) else frozenset(),
            last=self._last if row in _CONVERSATION else frozenset(),
            ranking=self._ranking,
        )
        aside = summary_share(self._profile, row) if line.overflow is Overflow.COMPRESS else 0
        most = line.max_items
        if self.over_count and row in _CONVERSATION:
            most = _least(most, sum(1 for unit in plan.units if unit.positions[0] not in self.over_count))
        return serve(plan, cap, line.overflow, self.cut, most=most, aside=aside)

    def cut(self, plan: Plan, rank: int, room: int) -> Crossing | None:
        """Cuts the unit's longest text so that the whole unit is charged at most `room`."""
        pool = self._prepared.gathered.pool
        texts = [position for position in plan.units[rank].positions if is_cuttable(pool, position)]
        if not texts:
            return None
        target = max(texts, key=lambda position: pool.tokens[position])
        most = plan.limited.get(target, pool.tokens[target])
        rest = plan.charges[rank] - most
        limit = min(room - rest, most)
        altered = self._prepared.cut(target, limit, self._counter) if limit >= LEAST_USEFUL else None
        if altered is None or altered.tokens < LEAST_USEFUL:
            return None
        return Crossing(target, altered, rest + altered.tokens)

    def _per_item(self, row: Row) -> tuple[int | None, bool]:
        """The row's per-item limit and whether it is reached by compressing.

        `summarize.max_item_tokens` stands in for rows without one, but never rewrites what must stay
        verbatim.
        """
        line = self._profile.row(row)
        if line.per_item is not None:
            return line.per_item, line.per_item_action is ItemAction.COMPRESS
        fallback = self._profile.summarize.max_item_tokens
        if fallback is None or row in _VERBATIM:
            return None, False
        return fallback, True

    def _results_to_summary(self, served: dict[Row, Served]) -> dict[int, Row]:
        """Results whose calls go into a summary: they go along, out of their own row."""
        pairs = self._prepared.gathered.pairs
        stay = self._prepared.gathered.pinned | self._prepared.never_reached
        found: dict[int, Row] = {}
        for row in (Row.RECENT, Row.HISTORY):
            outcome = served.get(row)
            if outcome is not None and Reason.TO_SUMMARY in outcome.verdict:
                first = outcome.verdict.index(Reason.TO_SUMMARY)
                last = outcome.verdict.rindex(Reason.TO_SUMMARY)
                rank = outcome.plan.rank
                for call, results in pairs.items():
                    if results and first <= rank.get(call, -1) <= last:
                        for result in results:
                            if result not in stay:
                                found[result] = row
        return found

    def _over_count(self) -> dict[int, int]:
        """First positions of units beyond the newest `select.max_messages`, with their message's rank.

        Messages with required or pinned units count first and are never over.
        """
        most = self._profile.select.max_messages
        if most is None:
            return {}
        items = self._prepared.gathered.pool.items
        messages: dict[int, list[Unit]] = {}
        for row in _CONVERSATION:
            for unit in self._prepared.gathered.units.get(row, ()):
                first = unit.positions[0]
                key = items[first].message if items[first].message >= 0 else -1 - first
                messages.setdefault(key, []).append(unit)
        free = [units for units in messages.values() if not any(u.required or u.pinned for u in units)]
        free.sort(key=_first, reverse=True)
        lead = len(messages) - len(free)
        over = max(0, most - lead)
        return {
            unit.positions[0]: lead + rank
            for rank, units in enumerate(free[over:], over + 1)
            for unit in units
        }


def _first(units: Iterable[Unit]) -> int:
    return min(unit.positions[0] for unit in units)


def _least(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)


def _turned_away(served: Served) -> tuple[Unit, ...]:
    """Units over the cap of `recent`, oldest first."""
    if Reason.OVER_CAP not in served.verdict and Reason.BEHIND_OVERFLOW not in served.verdict:
        return ()
    units = [
        u for u, verdict in zip(served.plan.units, served.verdict, strict=True) if verdict in _TURNED_AWAY
    ]
    return tuple(sorted(units, key=lambda unit: unit.positions))
