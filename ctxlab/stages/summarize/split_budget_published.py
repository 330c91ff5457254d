"""Summarize as the published split budget does it: older messages as one, then the levels of degradation.

Above the ceiling the published flow degrades: of several sections of retrieved text the two added last stay
(there never are several, so level 1 does nothing); the conversation is compressed anew with two rounds; the
prompt is stripped to what stands before its first blank line. The sum is looked at again after each. The
published code has no body for level 2, so that every build that is too large goes on to level 3 there: this
one runs it as it is described, and says so. (A message without a role counts as the user's in it.)
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

from ctxlab.errors import CancelledError
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.trace import Altered, Made
from ctxlab.stages.fates import GOES_ON
from ctxlab.stages.gather.facts import Remembered, demands_in
from ctxlab.stages.kept import counted_by, kept_with
from ctxlab.stages.protocol import Selected, StageContext, Summarized
from ctxlab.stages.published_pieces import Contents
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.split_budget.compressor import Compressed, compress
from ctxlab.stages.split_budget.levels import stripped
from ctxlab.stages.split_budget.messages import said, talk_of
from ctxlab.stages.split_budget.monitor import overwritten, report
from ctxlab.stages.split_budget.sections import PROMPT, TIERS, Section, sections_of
from ctxlab.stages.split_budget.texts import LEVEL_ROUNDS, NO_CONSTRAINT, special_token
from ctxlab.tokens.cache import is_exact


class SummarizeSplitBudgetPublished:
    """The published compressor and the levels of degradation, without a model.

    ctxlab's rules for constraints and its summariser stand in for the two model calls, and say so on the
    summary. Level 2 merges what it takes from the last rounds into a summary that replaces the first one.
    """

    name = "split-budget-published"
    version = "1"
    slot = Stage.SUMMARIZE
    reads: tuple[str, ...] = ("summarize.max_tokens", "window", "tokens", *TIERS)
    #: The limit holds whether or not the window says so.
    idle: tuple[str, ...] = ("window.enforce",)
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def __init__(self) -> None:
        self._demands = Remembered(demands_in)

    def run(self, given: Selected, context: StageContext, /) -> Summarized:
        """Compresses, and degrades while the sections hold more than the limit.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        work = _Work(given, context, self._demands.of, list(given.record.order))
        source = given.gathered.pool.source
        bound = (position for group in given.groups for position in group.positions)
        old = [position for position in bound if source[position] is Source.CONVERSATION]
        if old:
            work.summarise(old, Reason.SUMMARISED)
        total = work.watch()
        limit = context.profile.window.limit
        if limit is not None and total > limit:
            work.degrade(limit, len(old))
        return work.finished(self.name)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A compressor's answer and the positions that it was given, as they are kept with the gather."""

    found: Compressed
    read: tuple[int, ...]


@dataclass(eq=False)
class _Work:
    """What is known so far: the summary, what it stands for and why, and what level 3 left of prompts.

    `order` is what goes on beside the summary. `held` and `stripped` are the limit and the sum that levels 2
    and 3 found.
    """

    given: Selected
    context: StageContext
    demands: Callable[[str], Sequence[tuple[int, int]]]
    order: list[int]
    summary: Made | None = None
    numbers: Numbers = ()
    merged: dict[int, Reason] = field(default_factory=dict[int, Reason])
    dropped: dict[int, Reason] = field(default_factory=dict[int, Reason])
    cut: dict[int, Altered] = field(default_factory=dict[int, Altered])
    held: Numbers = ()
    stripped: Numbers = ()
    said: list[Diagnostic] = field(default_factory=list[Diagnostic])
    notices: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def summarise(self, positions: Sequence[int], reason: Reason) -> None:
        """One summary of these messages in the place of the one so far."""
        if self.context.cancelled():
            raise CancelledError("the build was stopped while it summarised")
        pool = self.given.gathered.pool
        answer = self._compressed(tuple(positions))
        found, read = answer.found, answer.read
        self.merged = {**dict.fromkeys(read, reason), **self.merged}
        unread = Reason.EXCLUDED_BY_MODE if reason is Reason.SUMMARISED else reason
        self.dropped = {**dict.fromkeys(set(positions).difference(read), unread), **self.dropped}
        self.order = [one for one in self.order if one not in self.merged and one not in self.dropped]
        first = positions[0]
        text = "" if special_token(found.text) else found.text
        counter = self.context.counter
        parts = (Part(PartKind.TEXT, text),)
        name = _free(f"{pool.items[first].id}~summary", pool.index)
        self.summary = Made(
            Item(name, "system", parts, source=Source.SUMMARY),
            Source.SUMMARY,
            Row.HISTORY,
            pool.turn[first],
            counter.count(text),
            Stage.SUMMARIZE,
            tuple(read or positions),
            is_exact(counter, text),
        )
        limit = self.context.profile.summarize.max_tokens
        self.numbers = (("limit", limit), ("count", len(read)), *found.left_out)
        self.said = _told(found, name, self.context.summarizer.name, special_token(found.text))

    def _is_read(self, position: int) -> bool:
        """Whether any of the two calls is given the message."""
        found = said(self.given.gathered.pool.items[position])
        return found.role == "user" or (found.role == "assistant" and found.is_text)

    def _compressed(self, positions: tuple[int, ...]) -> _Answer:
        """The compressor's answer; made once for the same messages of a gather."""
        context, gathered = self.context, self.given.gathered
        counter, summarizer = context.counter, context.summarizer
        limit = context.profile.summarize.max_tokens

        def make() -> _Answer:
            messages = [said(gathered.pool.items[position]) for position in positions]
            found = compress(messages, limit, counter, summarizer, self.demands)
            return _Answer(found, tuple(position for position in positions if self._is_read(position)))

        told = (positions, limit, summarizer.name, summarizer.version, counted_by(counter))
        return kept_with(gathered, _Answer, make, *told)

    def degrade(self, limit: int, old: int) -> None:
        """The three levels, each only while the sections hold more than the limit."""
        level = 2
        self.notices.append(Diagnostic("first_level_idle", severity="info"))
        self.notices.append(Diagnostic("second_level_unpublished"))
        fate = self.given.record.fate
        older, _ = talk_of(self.given.gathered).split(LEVEL_ROUNDS)
        older = tuple(position for position in older if GOES_ON[fate[position]])
        self.held = (("limit", limit), ("used", self.total()))
        if len(older) > old:
            self.summarise(older, Reason.DEGRADED_2)
        total = self.total()
        if total > limit:
            level = 3
            self._strip((("limit", limit), ("used", total)))
        self.notices.append(Diagnostic("degraded", numbers=(("level", level),)))

    def _strip(self, held: Numbers) -> None:
        """Level 3: the prompt to what stands before its first blank line."""
        prompt = next(one for one in self.sections() if one.name == PROMPT)
        end = stripped(prompt.name, prompt.text)
        if end is None:
            return
        self.stripped = held
        self.notices.append(Diagnostic("prompt_shortened"))
        contents, start = self._contents(), 0
        for piece in prompt.pieces:
            stop = start + len(piece.text)
            if piece.position >= 0 and stop > end:
                kept = piece.text[: max(0, end - start)]
                cuts = ((len(kept), len(contents.text(piece.position))),)
                part = Part(PartKind.TEXT, kept)
                self.cut[piece.position] = Altered((part,), self.context.counter.count(kept), cuts)
            start = stop
        self.order = [one for one in self.order if one not in self.cut or self.cut[one].text]

    def sections(self) -> list[Section]:
        """The sections as they stand."""
        profile, counter = self.context.profile, self.context.counter
        form = self.given.gathered.snapshot.session.form
        return sections_of(self._contents(), self._order(), form, profile, counter)

    def total(self) -> int:
        """Tokens of the sections, without what joins them."""
        return sum(one.tokens for one in self.sections())

    def watch(self) -> int:
        """The sum of the sections; notes what the published monitor would tell, had it been asked."""
        sections = self.sections()
        total = sum(one.tokens for one in sections)
        repeated = overwritten(sections)
        if repeated is not None:
            name, count = repeated
            twice = (("section", name), ("count", count))
            self.notices.append(Diagnostic("monitor_overwritten", numbers=twice, severity="info"))
        try:
            told = report(sections, self.context.profile.window.warn_at)
        except ZeroDivisionError:
            self.notices.append(Diagnostic("monitor_fails"))
            return total
        logged = (("logged", told.line),)
        self.notices.append(Diagnostic("monitor_line", numbers=logged, severity="info"))
        if told.warns:
            numbers = (("total", told.total), ("warn_at", self.context.profile.window.warn_at or 0))
            self.notices.append(Diagnostic("monitor_warns", numbers=numbers))
        return total

    def _contents(self) -> Contents:
        altered = {**self.given.altered, **self.cut}
        return Contents(self.given.gathered.pool, self._made(), altered)

    def _made(self) -> tuple[Made, ...]:
        return self.given.made if self.summary is None else (*self.given.made, self.summary)

    def _order(self) -> list[int]:
        """What goes on, the summary behind all."""
        return self.order if self.summary is None else [*self.order, len(self.given.record.fate)]

    def finished(self, name: str) -> Summarized:
        """The stage's output."""
        record = self.given.record
        at = len(record.fate)
        decisions = Decisions(at + (self.summary is not None))
        self._decide_gone(decisions, Fate.MERGED, self.merged)
        self._decide_gone(decisions, Fate.DROPPED, self.dropped)
        for position in self.cut:
            self._cut(decisions, position)
        kept = [position for position in self.order if position not in self.cut]
        decisions.decide_all(kept, Fate.KEPT, Reason.UNCHANGED, record.tokens)
        if self.summary is not None:
            decisions.decide(at, Fate.ADDED, Reason.SUMMARISED, self.summary.tokens, self.numbers)
        order = self._order()
        stays = set(order)
        return Summarized(
            selected=self.given,
            record=decisions.record(Stage.SUMMARIZE, name, order),
            made=self._made(),
            altered={p: one for p, one in self._contents().altered.items() if p in stays},
            by=dict.fromkeys(self.merged, at),
            diagnostics=(*self.said, *self.notices),
        )

    def _decide_gone(self, decisions: Decisions, fate: Fate, gone: Mapping[int, Reason]) -> None:
        """What the compressor took out, by level 2 or before it."""
        first = [position for position, reason in gone.items() if reason is not Reason.DEGRADED_2]
        if first:
            decisions.decide_all(first, fate, gone[first[0]])
            if fate is Fate.MERGED and self.summary is not None:
                shared = (*self.numbers[:2], ("by", self.summary.item.id))
                decisions.numbers.update(dict.fromkeys(first, shared))
        for position in gone.keys() - set(first):
            need = ("need", self.given.record.tokens[position])
            decisions.decide(position, fate, Reason.DEGRADED_2, 0, (*self.held, need))

    def _cut(self, decisions: Decisions, position: int) -> None:
        found = self.cut[position]
        fate = Fate.TRUNCATED if found.text else Fate.DROPPED
        numbers = (*self.stripped, ("need", self.given.record.tokens[position]))
        decisions.decide(position, fate, Reason.DEGRADED_3, found.tokens, numbers)


def _free(name: str, taken: Container[str]) -> str:
    """The name, with a number behind it where the session has an item of that id."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}.{number}"
    return free


def _told(found: Compressed, item: str, summarizer: str, token: str) -> list[Diagnostic]:
    """What a reader of the trace has to know of a summary."""
    notices = [
        Diagnostic("constraints_stand_in", item, (("count", len(found.constraints)),), "info"),
        *(
            Diagnostic("sign_stripped", item, (("stated", line), ("constraint", constraint)))
            for line, constraint in found.stripped
        ),
    ]
    if found.summarised:
        notices.append(Diagnostic("summary_stand_in", item, (("summarizer", summarizer),), "info"))
    if found.constraints == (NO_CONSTRAINT,):
        notices.append(Diagnostic("none_as_constraint", item))
    if token:
        notices.append(Diagnostic("published_fails", item, (("token", token),)))
    return notices
