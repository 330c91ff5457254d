"""Select as the published split budget does it: by place, with no look at the budget table.

The last messages stay whole and all older ones go into one summary; of the hits the first few, of the tool
results the last few are taken, each as the published code formats it. Hits alone have a cap that binds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Part, PartKind, Row, Source
from ctxlab.model.profile import Overflow, Profile
from ctxlab.model.trace import Altered, Pool, RowUse
from ctxlab.stages.gather.split_budget_published import ORDER
from ctxlab.stages.protocol import Gathered, Queue, Selected, StageContext, SummaryGroup, Unit
from ctxlab.stages.published_pieces import kept_by_source
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_table import idle_rows
from ctxlab.stages.select.serve import cap_numbers
from ctxlab.stages.split_budget.failures import known_failures
from ctxlab.stages.split_budget.formats import Formats, Formatted, formats_of
from ctxlab.stages.split_budget.messages import talk_of
from ctxlab.stages.split_budget.rag import is_text
from ctxlab.stages.split_budget.texts import special_token

_EMPTY = Altered((), 0)


class SelectSplitBudgetPublished:
    """The published choice of messages, hits and tool results.

    `budget.recent.rounds` are rounds of two messages each, whatever the messages are. Of the other rows it
    reads `max_items` of hits and results, the cap of hits and `per_item` of results (which does not bind the
    two tools with field lists). What the published code fails on is there with an empty content. Pins are
    not known to it.
    """

    name = "split-budget-published"
    version = "1"
    slot = Stage.SELECT
    reads: tuple[str, ...] = ("budget", "summarize.max_tokens", "tokens")
    #: All of the table that it does not look at.
    idle: tuple[str, ...] = idle_rows(
        "budget.recent.rounds",
        "budget.retrieved_doc.cap",
        "budget.retrieved_doc.max_items",
        "budget.tool_result.max_items",
        "budget.tool_result.per_item",
    )
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """What goes on, in the order of the sections; what goes into a summary is kept for that."""
        formats = formats_of(given, context.profile.row(Row.TOOL_RESULT).per_item, context.counter)
        selection = _Selection(given, context, formats, Decisions(len(given.pool)))
        by_source = kept_by_source(given)
        for position in by_source.get(Source.SYSTEM_PROMPT, ()):
            selection.keep_text(position)
        old = selection.conversation()
        docs = by_source.get(Source.RETRIEVED_DOC, ())
        selection.docs(docs)
        selection.results(by_source.get(Source.TOOL_RESULT, ()))
        # Other sources come from another Gather only: they stand last, and Construct has no place for them.
        for position in (one for source, found in by_source.items() if source not in ORDER for one in found):
            selection.keep(position, Reason.FITS, given.pool.tokens[position])
        limit = context.profile.summarize.max_tokens
        groups = (SummaryGroup(Row.HISTORY, Row.HISTORY, old, limit),) if old else ()
        return Selected(
            gathered=given,
            record=selection.decisions.record(Stage.SELECT, self.name, selection.order),
            made=(),
            altered=selection.altered,
            moved=selection.moved,
            rows=selection.rows(context.profile),
            groups=groups,
            to_compress=(),
            diagnostics=tuple(selection.notices),
            queues=partial(_queues, docs, given.pool, context.profile, formats),
        )


@dataclass(slots=True)
class _Selection:
    """What is decided so far; `used` and `counts` (kept, all) are by row."""

    given: Gathered
    context: StageContext
    formats: Formats
    decisions: Decisions
    order: list[int] = field(default_factory=list[int])
    altered: dict[int, Altered] = field(default_factory=dict[int, Altered])
    moved: dict[int, Row] = field(default_factory=dict[int, Row])
    used: dict[Row, int] = field(default_factory=dict[Row, int])
    counts: dict[Row, list[int]] = field(default_factory=dict[Row, list[int]])
    notices: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def keep(
        self,
        position: int,
        reason: Reason,
        tokens: int,
        *,
        fate: Fate = Fate.KEPT,
        numbers: Numbers = (),
        charge: int | None = None,
    ) -> None:
        """An item goes on; `charge` is what its row is charged, by default its tokens."""
        self.decisions.decide(position, fate, reason, tokens, numbers)
        self.order.append(position)
        row = self._count(position, 1)
        self.used[row] = self.used.get(row, 0) + (tokens if charge is None else charge)

    def drop(self, position: int, reason: Reason, numbers: Numbers) -> None:
        """An item ends here."""
        self.decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
        self._count(position, 0)

    def _count(self, position: int, kept: int) -> Row:
        row = self.moved.get(position, self.given.pool.row[position])
        counts = self.counts.setdefault(row, [0, 0])
        counts[0] += kept
        counts[1] += 1
        return row

    def keep_text(self, position: int) -> None:
        """A text whose tokens the published code counts: no text, or a special token, makes that fail."""
        item = self.given.pool.items[position]
        token = special_token(item.text)
        if token or any(part.json for part in item.parts):
            self.fail(position, 0, token)
            return
        self.keep(position, Reason.FITS, self.given.pool.tokens[position])

    def fail(self, position: int, index: int, token: str = "") -> None:
        """An item on which the published code fails stays, with an empty content."""
        item = self.given.pool.items[position]
        if not any(one.code == "published_fails" and one.item == item.id for one in self.given.diagnostics):
            numbers = (("token", token),) if token else (("index", index),)
            known = known_failures(self.given.snapshot.session).get(item.id)
            self.notices.append(known or Diagnostic("published_fails", item.id, numbers))
        self.altered[position] = _EMPTY
        self.keep(position, Reason.TEXT_ALTERED, 0)

    def conversation(self) -> tuple[int, ...]:
        """The last messages stay; the positions of older ones, which are bound for a summary."""
        pool = self.given.pool
        old, recent = talk_of(self.given).split(self.context.profile.row(Row.RECENT).rounds)
        for row, positions in ((Row.HISTORY, old), (Row.RECENT, recent)):
            self.moved.update((one, row) for one in positions if pool.row[one] is not row)
        self.decisions.decide_all(old, Fate.KEPT, Reason.TO_SUMMARY, pool.tokens)
        self.order.extend(old)
        self.counts[Row.HISTORY] = [len(old), len(old)]
        for position in recent:
            if is_text(pool.items[position].parts):
                self.keep_text(position)
            else:
                self.keep(position, Reason.FITS, pool.tokens[position])
        return old

    def docs(self, positions: Sequence[int]) -> None:
        """The first hits, whole entries while they fit the cap, and none behind one that does not."""
        row = self.context.profile.row(Row.RETRIEVED_DOC)
        used = kept = 0
        blocker = ""
        for index, position in enumerate(positions):
            if row.max_items is not None and index >= row.max_items:
                self.drop(position, Reason.OVER_COUNT, (("limit", row.max_items), ("rank", index + 1)))
                continue
            entry = self.formats.doc(position)
            need = 0 if entry is None else entry.charge
            numbers = cap_numbers(row.cap, used, need, kept)
            if blocker:
                self.drop(position, Reason.BEHIND_OVERFLOW, (*numbers, ("by", blocker)))
            elif entry is None or entry.token:
                self.fail(position, index, "" if entry is None else entry.token)
                kept += 1
            elif row.cap is not None and used + need > row.cap:
                blocker = self.given.pool.items[position].id
                self.drop(position, Reason.OVER_CAP, numbers)
            else:
                self._keep_formatted(position, entry, numbers)
                used, kept = used + need, kept + 1

    def results(self, positions: Sequence[int]) -> None:
        """The last results, each as JSON of its own."""
        most = self.context.profile.row(Row.TOOL_RESULT).max_items
        first = 0 if most is None else max(0, len(positions) - most)
        if most is not None and first:
            self._drop_older(positions[:first], most, len(positions))
        for index, position in enumerate(positions[first:], first):
            found = self.formats.result(position)
            if found is None or found.token:
                self.fail(position, index, "" if found is None else found.token)
                continue
            self._keep_formatted(position, found, ())

    def _drop_older(self, positions: Sequence[int], most: int, count: int) -> None:
        """The results before the last ones, each with its rank from the newest."""
        self.decisions.decide_all(positions, Fate.DROPPED, Reason.OVER_COUNT)
        limit = ("limit", most)
        self.decisions.numbers.update(
            (position, (limit, ("rank", count - at))) for at, position in enumerate(positions)
        )
        self.counts[Row.TOOL_RESULT] = [0, len(positions)]

    def _keep_formatted(self, position: int, found: Formatted, numbers: Numbers) -> None:
        if found.text is not None:
            part = Part(PartKind.TEXT, found.text)
            self.altered[position] = Altered((part,), found.tokens, found.cuts)
        self.notices.extend(found.notices)
        # A reason that is not the row's tells its own numbers.
        told = numbers if found.reason is Reason.FITS else found.numbers
        self.keep(position, found.reason, found.tokens, fate=found.fate, numbers=told, charge=found.charge)

    def rows(self, profile: Profile) -> tuple[RowUse, ...]:
        """The rows in the order of the table."""
        found: list[RowUse] = []
        for row in profile.table():
            cap = profile.row(row).cap if row is Row.RETRIEVED_DOC else None
            kept, of = self.counts.get(row, (0, 0))
            found.append(RowUse(row, cap, cap, self.used.get(row, 0), kept, of))
        return tuple(found)


def _queues(docs: Sequence[int], pool: Pool, profile: Profile, formats: Formats) -> Mapping[Row, Queue]:
    """Hits as analyses ask for them: the one row with a cap that binds."""
    row = profile.row(Row.RETRIEVED_DOC)
    found = (formats.doc(position) for position in docs)
    charges = [0 if one is None or one.token else one.charge for one in found]
    most = len(docs) if row.max_items is None else min(len(docs), row.max_items)
    queue = Queue(
        row=Row.RETRIEVED_DOC,
        overflow=Overflow.STOP,
        cap=row.cap,
        given=row.cap,
        units=[Unit((position,), charge) for position, charge in zip(docs, charges, strict=True)],
        charges=charges,
        prefix=list(accumulate(charges, initial=0)),
        rank={position: rank for rank, position in enumerate(docs)},
        lead=0,
        allowed=most,
        aside=0,
        source=(pool, tuple(docs)),
    )
    return {Row.RETRIEVED_DOC: queue}
