"""Select as HelloAgents does it: instructions first, then packets by the words they share with the query.

The published score is 0.7 x the share of the query's words plus 0.3 x a recency. All packets are made at once
here, so that recency is the same for all: the share alone tells, equal ones stay in the order gathered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Profile
from ctxlab.model.trace import RowUse
from ctxlab.stages.hello_agents import Packet, packets_of
from ctxlab.stages.protocol import Gathered, Selected, StageContext
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_table import idle_rows
from ctxlab.text.sentences import is_cjk


class SelectHelloAgents:
    """The published choice of packets.

    `budget.history.max_items` messages make the one packet of the history. The limit is the window's without
    the reserve; a packet that does not fit is passed over. The query is no packet, and is not counted.
    """

    name = "hello-agents"
    version = "1"
    slot = Stage.SELECT
    reads: tuple[str, ...] = ("budget", "select.min_relevance", "window", "tokens")
    #: All of the table that it does not look at; the limit holds whether or not the window says so.
    idle: tuple[str, ...] = ("window.enforce", *idle_rows("budget.history.max_items"))
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Gathered, context: StageContext, /) -> Selected:
        """The query, the instructions, then what is relevant enough and fits, the most relevant first."""
        profile = context.profile
        found = packets_of(given, profile.row(Row.HISTORY).max_items, context.counter)
        selection = _Selection(given, profile, Decisions(len(given.pool)))
        for position in found.query:
            selection.keep(position, Reason.REQUIRED)
        selection.older(found.older)
        least = profile.select.min_relevance
        # They stand by relevance: behind the first that has too little all have too little.
        first = bisect_left(found.packets, True, key=lambda packet: not packet.is_taken(least))
        for packet in found.packets[:first]:
            selection.offer(packet)
        selection.irrelevant(found.packets[first:])
        selection.empty()
        return Selected(
            gathered=given,
            record=selection.decisions.record(Stage.SELECT, self.name, selection.order),
            made=(),
            altered={},
            moved={},
            rows=selection.rows(found.rows),
            groups=(),
            to_compress=(),
            diagnostics=(*selection.notices, *selection.blanks(found.query)),
        )


@dataclass(slots=True)
class _Selection:
    """What is decided so far; `used` are the tokens of packets taken, `foreign` counts irrelevant ones."""

    given: Gathered
    profile: Profile
    decisions: Decisions
    order: list[int] = field(default_factory=list[int])
    used: int = 0
    taken: int = 0
    foreign: int = 0
    notices: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def keep(self, position: int, reason: Reason, numbers: Numbers = ()) -> None:
        """An item goes on."""
        self.decisions.decide(position, Fate.KEPT, reason, self.given.pool.tokens[position], numbers)
        self.order.append(position)

    def drop(self, positions: Sequence[int], reason: Reason, numbers: Numbers = ()) -> None:
        """Items end here."""
        for position in positions:
            self.decisions.decide(position, Fate.DROPPED, reason, 0, numbers)

    def older(self, numbers: Mapping[int, Numbers]) -> None:
        """Messages before the last ones never come into the packet."""
        self.decisions.decide_all(tuple(numbers), Fate.DROPPED, Reason.OVER_COUNT)
        self.decisions.numbers.update(numbers)

    def offer(self, packet: Packet) -> None:
        """A packet is taken where it fits whole, and passed over where it does not."""
        limit = self.profile.window.limit
        if limit is not None and self.used + packet.tokens > limit:
            numbers = (("limit", limit), ("used", self.used), ("need", packet.tokens))
            self.drop(packet.positions, Reason.OVER_WINDOW, numbers)
            self._say_lost(packet)
            return
        numbers = (("used", self.used), ("need", packet.tokens), ("count", self.taken))
        for position in packet.positions:
            self.keep(position, Reason.FITS, numbers)
        self.used += packet.tokens
        self.taken += 1

    def irrelevant(self, packets: Sequence[Packet]) -> None:
        """Packets that share too few words with the query."""
        limit = ("limit", self.profile.select.min_relevance)
        for packet in packets:
            self.drop(packet.positions, Reason.BELOW_RELEVANCE, (limit, ("need", packet.tokens)))
            if packet.source is Source.CONVERSATION:
                self._say_lost(packet)
        self.foreign = len(packets)

    def _say_lost(self, packet: Packet) -> None:
        first = self.given.pool.items[packet.positions[0]].id
        if packet.source is Source.SYSTEM_PROMPT:
            numbers = (("need", packet.tokens), ("limit", self.profile.window.limit or 0))
            self.notices.append(Diagnostic("instructions_skipped", first, numbers))
        elif packet.source is Source.CONVERSATION:
            numbers = (("count", len(packet.positions)), ("need", packet.tokens))
            self.notices.append(Diagnostic("history_as_one", first, numbers))

    def empty(self) -> None:
        """Instructions without a character make no packet."""
        left = [position for position in self.given.record.order if not self.decisions.fate[position]]
        self.drop(left, Reason.NOT_GATHERED)

    def blanks(self, query: Sequence[int]) -> tuple[Diagnostic, ...]:
        """Says that words are told by blanks, where the query has a script without any."""
        items = self.given.pool.items
        if not self.foreign or not any(is_cjk(char) for one in query for char in items[one].text):
            return ()
        numbers = (("count", self.foreign),)
        return (Diagnostic("relevance_by_blanks", items[query[0]].id, numbers),)

    def rows(self, of: Mapping[Row, int]) -> tuple[RowUse, ...]:
        """The rows in the order of the table; none has a cap."""
        pool = self.given.pool
        kept = Counter(pool.row[position] for position in self.order)
        used: Counter[Row] = Counter()
        for position in self.order:
            used[pool.row[position]] += pool.tokens[position]
        return tuple(
            RowUse(row, None, None, used[row], kept[row], of.get(row, 0)) for row in self.profile.table()
        )
