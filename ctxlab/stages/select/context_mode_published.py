"""Select as the context modes were published: one running total, and a rule of its own for each source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Part, PartKind, Row
from ctxlab.model.trace import Altered, RowUse
from ctxlab.stages.protocol import Gathered, Selected, StageContext
from ctxlab.stages.published_contents import has_place
from ctxlab.stages.published_modes import by_time
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_table import idle_rows, unread_caps
from ctxlab.stages.select.levels import share_limit
from ctxlab.stages.select.serve import cap_numbers
from ctxlab.tokens.cache import first_tokens

#: Figures of the published table that its code never reads, and the row that each would have bound.
_UNREAD = (
    ("instruction", Row.SYSTEM_PROMPT),
    ("key_history_summary", Row.SUMMARY),
    ("recent_conversation", Row.HISTORY),
    ("input", Row.USER_MESSAGE),
)

#: The rows of the chat: the published system does not part the recent one from the rest.
_CHAT = (Row.RECENT, Row.HISTORY)


class SelectContextModePublished:
    """The published selection.

    The budget is the window without the output reserve. Instructions are taken whole; each summary while the
    total stays within `summarize.share` percent of the budget; documents in stored order, each cut to what is
    left of the cap of `retrieved_doc`; of the last `history.max_items` chat messages the newest first, up to
    the first that the budget has no room for; the input whole and uncounted. Pins are not known to it, and
    what another system's Gather hands it beside these has no place (`excluded_by_mode`).
    """

    name = "context-mode-published"
    version = "1"
    slot = Stage.SELECT
    reads: tuple[str, ...] = ("budget", "window", "summarize.share", "tokens", "published")
    #: Of the lines of the table only these two settings are what the published code has.
    idle: tuple[str, ...] = idle_rows("budget.retrieved_doc.cap", "budget.history.max_items")
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """Takes what the running total has room for."""
        selection = _Selection(given, context, Decisions(len(given.pool)))
        selection.instructions()
        selection.summaries()
        selection.documents()
        selection.history()
        selection.input()
        selection.others()
        used = ((figure, selection.used.get(row, 0)) for figure, row in _UNREAD)
        return Selected(
            gathered=given,
            record=selection.decisions.record(Stage.SELECT, self.name, selection.order),
            made=(),
            altered=selection.altered,
            moved={},
            rows=selection.rows(),
            groups=(),
            to_compress=(),
            diagnostics=(*selection.notices, *unread_caps(context.profile, used)),
        )


@dataclass(slots=True)
class _Selection:
    """What was taken so far; `total` is the running total of the published code."""

    given: Gathered
    context: StageContext
    decisions: Decisions
    order: list[int] = field(default_factory=list[int])
    used: dict[Row, int] = field(default_factory=dict[Row, int])
    altered: dict[int, Altered] = field(default_factory=dict[int, Altered])
    notices: list[Diagnostic] = field(default_factory=list[Diagnostic])
    total: int = 0

    def instructions(self) -> None:
        """All of them, whole."""
        for position in self._of(Row.SYSTEM_PROMPT):
            need = self._need(position)
            self._take(position, (("used", self.total), ("need", need), ("count", len(self.order))))

    def summaries(self) -> None:
        """Each while the total with it is within its share of the budget; one that is not is passed over."""
        most = share_limit(self.context.profile)
        for position in self._of(Row.SUMMARY):
            need = self._need(position)
            numbers = cap_numbers(most, self.total, need, len(self.order))
            if most is None or self.total + need <= most:
                self._take(position, numbers)
            else:
                self.decisions.decide(position, Fate.DROPPED, Reason.OVER_CAP, 0, numbers)

    def documents(self) -> None:
        """In stored order, each cut to what is left of the cap, while anything is left."""
        cap = self.context.profile.row(Row.RETRIEVED_DOC).cap
        used = count = 0
        blocker = ""
        for position in self._of(Row.RETRIEVED_DOC):
            numbers = cap_numbers(cap, used, self._need(position), count)
            if cap is not None and used >= cap:
                if blocker:
                    numbers = (*numbers, ("by", blocker))
                reason = Reason.BEHIND_OVERFLOW if blocker else Reason.OVER_CAP
                self.decisions.decide(position, Fate.DROPPED, reason, 0, numbers)
                blocker = blocker or self._id(position)
                continue
            if cap is not None and used + self._need(position) > cap:
                blocker = self._id(position)
                used += self._cut(position, cap - used, numbers)
            else:
                used += self._need(position)
                self._take(position, numbers)
            count += 1

    def history(self) -> None:
        """The last of the chat by time, newest first, up to the first that does not fit the remainder."""
        line, limit = self.context.profile.row(Row.HISTORY), self.context.profile.window.limit
        items = self.given.pool.items
        chat = [p for p in self.given.record.order if self.given.pool.row[p] in _CHAT and has_place(items[p])]
        newest = by_time(chat, items)[::-1]
        before, room = self.total, None if limit is None else limit - self.total
        blocker = ""
        for count, position in enumerate(newest):
            need, used = self._need(position), self.total - before
            if line.max_items is not None and count >= line.max_items:
                over = (("limit", line.max_items), ("rank", count + 1))
                self.decisions.decide(position, Fate.DROPPED, Reason.OVER_COUNT, 0, over)
                continue
            if blocker:
                numbers = (*cap_numbers(room, used, need, self._kept(newest)), ("by", blocker))
                self.decisions.decide(position, Fate.DROPPED, Reason.BEHIND_OVERFLOW, 0, numbers)
                continue
            fits = limit is None or self.total + need <= limit
            if limit is not None and (self.total >= limit or (not fits and self.order)):
                blocker = self._id(position)
                numbers = (("limit", limit), ("used", self.total), ("need", need))
                self.decisions.decide(position, Fate.DROPPED, Reason.OVER_WINDOW, 0, numbers)
                continue
            reason = Reason.FITS if fits else Reason.KEPT_OVER_CAP
            self._take(position, cap_numbers(room, used, need, count), reason)

    def input(self) -> None:
        """Whole, and counted by nobody: the total does not hold it."""
        total = self.total
        for position in self._of(Row.USER_MESSAGE):
            self._take(
                position, (("used", total), ("need", self._need(position)), ("count", len(self.order)))
            )
        tokens = self.used.get(Row.USER_MESSAGE, 0)
        if tokens:
            self.notices.append(Diagnostic("input_not_counted", numbers=(("tokens", tokens),)))

    def others(self) -> None:
        """What the published system knows no source for, which its own Gather never hands on."""
        for position in self.given.record.order:
            if not self.decisions.fate[position]:
                self.decisions.decide(position, Fate.DROPPED, Reason.EXCLUDED_BY_MODE)

    def rows(self) -> tuple[RowUse, ...]:
        """The rows of the table; none but the documents has a cap."""
        profile, pool = self.context.profile, self.given.pool
        found: list[RowUse] = []
        for row in profile.table():
            kept = sum(1 for position in self.order if pool.row[position] is row)
            cap = profile.row(row).cap if row is Row.RETRIEVED_DOC else None
            found.append(RowUse(row, cap, cap, self.used.get(row, 0), kept, len(self._of(row))))
        return tuple(found)

    def _take(self, position: int, numbers: Numbers, reason: Reason = Reason.FITS) -> None:
        # another system's Gather charges a message's framing, too, which an item's tokens never hold
        self.decisions.decide(position, Fate.KEPT, reason, self.given.pool.tokens[position], numbers)
        self._add(position, self._need(position))

    def _cut(self, position: int, room: int, numbers: Numbers) -> int:
        """Takes the first tokens of a document, counted again; what follows them is overwritten for good."""
        text, counter = self.given.pool.items[position].text, self.context.counter
        head = first_tokens(counter, text, room)
        tokens = counter.count(head)
        same = next(
            (at for at, (one, other) in enumerate(zip(head, text, strict=False)) if one != other), None
        )
        end = len(head) if same is None else same
        self.altered[position] = Altered((Part(PartKind.TEXT, head),), tokens, ((end, len(text)),))
        self.decisions.decide(position, Fate.TRUNCATED, Reason.CUT_TO_CAP, tokens, numbers)
        lost = self._need(position) - tokens
        self.notices.append(Diagnostic("stored_overwritten", self._id(position), (("tokens", lost),)))
        self._add(position, tokens)
        return tokens

    def _add(self, position: int, tokens: int) -> None:
        row = self.given.pool.row[position]
        self.order.append(position)
        self.used[row] = self.used.get(row, 0) + tokens
        self.total += tokens

    def _kept(self, positions: Sequence[int]) -> int:
        return sum(1 for position in positions if self.decisions.fate[position] == Fate.KEPT)

    def _of(self, row: Row) -> list[int]:
        pool = self.given.pool
        return [position for position in self.given.record.order if pool.row[position] is row]

    def _need(self, position: int) -> int:
        return self.given.pool.charge[position]

    def _id(self, position: int) -> str:
        return self.given.pool.items[position].id
