"""Serving all rows: what one turns away joins another, and elastic rows share what is free."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.decision import Reason
from ctxlab.model.items import Row
from ctxlab.model.profile import ItemAction, Order, Profile
from ctxlab.stages.headings import Overhead
from ctxlab.stages.protocol import Unit
from ctxlab.stages.select.prepared import Prepared
from ctxlab.stages.select.serve import Served, serve

_TURNED_AWAY = frozenset({Reason.OVER_CAP, Reason.BEHIND_OVERFLOW})
_CONVERSATION = (Row.RECENT, Row.HISTORY, Row.TOOL_RESULT)


@dataclass(frozen=True, eq=False)
class ServedRows:
    """All rows' outcomes, the caps that they were given, and the units that changed their row."""

    served: dict[Row, Served]
    given: dict[Row, int | None]
    spilled: tuple[Unit, ...]
    taken_along: frozenset[int]
    compressing: frozenset[Row]
    over_count: dict[int, int]


def serve_rows(prepared: Prepared, profile: Profile, overhead: Overhead) -> ServedRows:
    """Serves every row at its cap, then the elastic ones again with what the others left free."""
    server = _Server(prepared, profile)
    served: dict[Row, Served] = {}
    given = {row: profile.row(row).cap for row in profile.table()}
    server.serve_into(served, given, profile.table())
    elastic = [row for row in profile.table() if profile.row(row).elastic and given[row] is not None]
    if elastic:
        free = _free(served, given, elastic, profile, overhead)
        for row in elastic:
            cap = given[row] or 0
            given[row] = cap + free
            server.serve_into(served, given, (row,) if row not in _CONVERSATION else _CONVERSATION)
            free -= max(0, min(free, served[row].total - cap))
    return ServedRows(served, given, server.spilled, server.taken_along, server.compressing, server.over_count)


def _free(
    served: dict[Row, Served], given: dict[Row, int | None], elastic: list[Row], profile: Profile, overhead: Overhead
) -> int:
    free = 0
    for row, outcome in served.items():
        cap = given[row]
        if cap is not None and row not in elastic:
            free += max(0, cap - outcome.total)
    limit = profile.window.limit
    if limit is not None:
        kept = {row: len(outcome.plan.flat) for row, outcome in served.items()}
        used = sum(outcome.total for outcome in served.values()) + overhead.tokens(kept, 0)
        free = min(free, max(0, limit - used))
    return free


class _Server:
    """Serves rows one by one; knows which units moved from one to another."""

    def __init__(self, prepared: Prepared, profile: Profile) -> None:
        self._prepared = prepared
        self._profile = profile
        self.spilled: tuple[Unit, ...] = ()
        self.taken_along: frozenset[int] = frozenset()
        self.compressing: frozenset[Row] = frozenset(r for r in profile.table() if self._per_item(r)[1])
        self.over_count = self._over_count()

    def serve_into(self, served: dict[Row, Served], given: dict[Row, int | None], rows: tuple[Row, ...]) -> None:
        """Serves these rows in table order, conversation first since other rows depend on it."""
        wanted = [row for row in _CONVERSATION if row in rows] + [row for row in rows if row not in _CONVERSATION]
        for row in wanted:
            if row is Row.HISTORY and Row.RECENT in served:
                self.spilled = _turned_away(served[Row.RECENT], self._profile.row(Row.RECENT).order)
            if row is Row.TOOL_RESULT:
                self.taken_along = self._results_to_summary(served)
            served[row] = self._serve(row, given[row])

    def _serve(self, row: Row, cap: int | None) -> Served:
        line = self._profile.row(row)
        plan = self._prepared.plan(
            row,
            line.order,
            self._per_item(row)[0],
            spilled=self.spilled if row is Row.HISTORY else (),
            without=self.taken_along if row is Row.TOOL_RESULT else frozenset(),
            last=frozenset(self.over_count) if row in _CONVERSATION else frozenset(),
        )
        elsewhere = self._profile.row(Row.SUMMARY).cap is not None
        aside = 0 if elsewhere else self._profile.summarize.max_tokens
        most = line.max_items
        if self.over_count and row in _CONVERSATION:
            most = _least(most, sum(1 for unit in plan.units if unit.positions[0] not in self.over_count))
        return serve(plan, cap, line.overflow, most=most, aside=aside)

    def _per_item(self, row: Row) -> tuple[int | None, bool]:
        """The row's per-item limit and whether it is reached by compressing.

        `summarize.max_item_tokens` stands in for rows without one, but never rewrites what must stay verbatim.
        """
        line = self._profile.row(row)
        if line.per_item is not None:
            return line.per_item, line.per_item_action is ItemAction.COMPRESS
        fallback = self._profile.summarize.max_item_tokens
        if fallback is None or row in _VERBATIM:
            return None, False
        return fallback, True

    def _results_to_summary(self, served: dict[Row, Served]) -> frozenset[int]:
        """Results whose calls go into a summary: they go along, out of their own row."""
        pairs = self._prepared.gathered.pairs
        found: set[int] = set()
        for row in (Row.RECENT, Row.HISTORY):
            outcome = served.get(row)
            if outcome is not None and Reason.TO_SUMMARY in outcome.verdict:
                first = outcome.verdict.index(Reason.TO_SUMMARY)
                for unit in outcome.plan.units[first:]:
                    for position in unit.positions:
                        found.update(pairs.get(position, ()))
        return frozenset(found - self._prepared.gathered.pinned)

    def _over_count(self) -> dict[int, int]:
        """First positions of units beyond the newest `select.max_messages` of the conversation rows, with their rank.

        Required and pinned units count first and are never over.
        """
        most = self._profile.select.max_messages
        if most is None:
            return {}
        units = [unit for row in _CONVERSATION for unit in self._prepared.gathered.units.get(row, ())]
        lead = sum(1 for unit in units if unit.required or unit.pinned)
        rest = sorted((u.positions[0] for u in units if not (u.required or u.pinned)), reverse=True)
        return {position: lead + at + 1 for at, position in enumerate(rest) if lead + at >= most}


_VERBATIM = frozenset({Row.SYSTEM_PROMPT, Row.TOOL_SCHEMAS, Row.USER_MESSAGE, Row.KEY_FACT})


def _least(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)


def _turned_away(served: Served, order: Order) -> tuple[Unit, ...]:
    """Units over the cap of `recent`, newest first."""
    if Reason.OVER_CAP not in served.verdict and Reason.BEHIND_OVERFLOW not in served.verdict:
        return ()
    units = [u for u, verdict in zip(served.plan.units, served.verdict, strict=True) if verdict in _TURNED_AWAY]
    if order is Order.NEWEST:
        return tuple(units)
    return tuple(sorted(units, key=lambda unit: unit.positions, reverse=True))

