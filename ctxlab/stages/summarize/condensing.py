"""Summarize: merges what left Select for a summary, brings large items down, with any summariser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Language
from ctxlab.model.trace import Altered, Made, Pool, StageRecord
from ctxlab.stages.headings import COMPRESSED
from ctxlab.stages.protocol import (
    LEAST_USEFUL,
    Selected,
    SparseNumbers,
    StageContext,
    Summarized,
    Summarizer,
    Summary,
    SummaryGroup,
)
from ctxlab.stages.select.prepared import cut_item
from ctxlab.tokens.protocols import Counter

_KEPT_ANSWERS = 4096


class RefusingSummarizer:
    """Makes no summary: items bound for one are dropped or cut, and say so."""

    name = "none"
    version = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Always a refusal."""
        return None

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Always a refusal."""
        return None


@dataclass(eq=False)
class _Work:
    """Columns while they are written, as long as all items that Select let through or made."""

    fate: bytearray
    reason: bytearray
    tokens: list[int]
    numbers: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    altered: dict[int, Altered] = field(default_factory=dict[int, Altered])
    made: list[Made] = field(default_factory=list[Made])
    by: dict[int, int] = field(default_factory=dict[int, int])


class CondensingSummarize:
    """Runs a summariser over groups and large items; refusals drop or cut and say so."""

    slot = Stage.SUMMARIZE
    version = "1"
    reads = ("summarize", "construct.language", "tokens")
    requires = ("selection",)
    provides = ("condensed",)
    external = False

    def __init__(self, name: str, summarizer: Summarizer | None = None) -> None:
        self.name = name
        self._summarizer = summarizer
        self._answers: dict[object, Altered | None] = {}

    def run(self, given: Selected, context: StageContext, /) -> Summarized:
        """What became of every item that Select let through."""
        alive = given.record.fate.translate(_GOING_ON)
        work = _Work(
            fate=bytearray(alive),
            reason=bytearray(alive.translate(_UNCHANGED)),
            tokens=list(given.record.tokens),
            altered=dict(given.altered),
            made=list(given.made),
        )
        for group in given.groups:
            self._merge(given.gathered.pool, group, work, context)
        for position, limit in given.to_compress:
            if work.fate[position] == Fate.KEPT:
                self._bring_down(given.gathered.pool, position, limit, work, context)
        order = [position for position in given.record.order if work.fate[position] < Fate.MERGED]
        order += range(len(alive), len(work.fate))
        record = StageRecord(
            Stage.SUMMARIZE,
            self.name,
            bytes(work.fate),
            bytes(work.reason),
            work.tokens,
            order,
            SparseNumbers(work.numbers),
            sum(work.tokens),
        )
        return Summarized(given, record, tuple(work.made), work.altered, work.by)

    def _summariser(self, context: StageContext) -> Summarizer:
        return self._summarizer or context.summarizer

    def _merge(self, pool: Pool, group: SummaryGroup, work: _Work, context: StageContext) -> None:
        language = context.profile.construct.language
        summary = None
        if group.limit >= LEAST_USEFUL:
            texts = [(pool.items[p].role, pool.items[p].text) for p in group.positions]
            summary = self._summariser(context).merge(texts, group.limit, context.counter, language)
        if summary is None:
            for position in group.positions:
                _set(work, position, Fate.DROPPED, Reason.SUMMARY_REFUSED, (("limit", group.limit),), 0)
            return
        at = len(work.fate)
        first = group.positions[0]
        made = _summary_item(pool, group, summary, context.counter)
        count = len(group.positions)
        merged: Numbers = (("limit", group.limit), ("count", count), ("by", made.item.id))
        for position in group.positions:
            _set(work, position, Fate.MERGED, Reason.SUMMARISED, merged, 0)
            work.by[position] = at
        left = tuple((f"left_{kind}", number) for kind, number in summary.left_out)
        work.fate.append(Fate.ADDED)
        work.reason.append(Reason.SUMMARISED)
        work.tokens.append(made.tokens)
        work.numbers[at] = (("limit", group.limit), ("count", count), *left)
        work.made.append(made)
        assert made.derived_from[0] == first

    def _bring_down(self, pool: Pool, position: int, per_item: int, work: _Work, context: StageContext) -> None:
        """Compresses a large item to its limit, or cuts it where the summariser refuses or gains nothing."""
        limit = min(per_item, context.profile.summarize.max_tokens)
        compressed = self._compressed(pool, position, limit, context)
        numbers: Numbers = (("limit", limit), ("need", pool.tokens[position]))
        if compressed is not None and compressed.tokens < pool.tokens[position]:
            work.altered[position] = compressed
            _set(work, position, Fate.COMPRESSED, Reason.SUMMARISED, (("limit", limit), ("count", 1)), compressed.tokens)
            return
        cut = cut_item(pool.items[position], per_item, context.counter)
        if cut is not None:
            work.altered[position] = cut
            numbers = (("limit", per_item), ("need", pool.tokens[position]))
            _set(work, position, Fate.TRUNCATED, Reason.CUT_TO_ITEM_LIMIT, numbers, cut.tokens)

    def _compressed(self, pool: Pool, position: int, limit: int, context: StageContext) -> Altered | None:
        item, source = pool.items[position], pool.source[position]
        language = context.profile.construct.language
        summarizer = self._summariser(context)
        key = (item.text, source, limit, context.counter.vocabulary, language, summarizer.name, summarizer.version)
        if key not in self._answers:
            if len(self._answers) >= _KEPT_ANSWERS:
                self._answers.pop(next(iter(self._answers)))
            self._answers[key] = _condense(item, source, limit, summarizer, context.counter, language)
        return self._answers[key]


def _condense(
    item: Item, source: Source, limit: int, summarizer: Summarizer, counter: Counter, language: Language
) -> Altered | None:
    marker = COMPRESSED[language]
    room = limit - counter.count(marker) - 1
    summary = summarizer.condense(item.text, source, room, counter, language) if room >= LEAST_USEFUL else None
    if summary is None or not summary.text.strip():
        return None
    text = marker + summary.text
    tokens = counter.count(text)
    if tokens > limit:
        return None
    kept = [part for part in item.parts if part.kind in (PartKind.TEXT, PartKind.RESULT)]
    first = kept[0]
    part = Part(first.kind, text, first.name, first.call_id)
    return Altered((part,), tokens)


def _set(work: _Work, position: int, fate: Fate, reason: Reason, numbers: Numbers, tokens: int) -> None:
    work.fate[position], work.reason[position], work.tokens[position] = fate, reason, tokens
    work.numbers[position] = numbers
    if fate.leaves:
        work.altered.pop(position, None)


def _summary_item(pool: Pool, group: SummaryGroup, summary: Summary, counter: Counter) -> Made:
    first = group.positions[0]
    item = Item(
        id=f"{pool.items[first].id}~summary",
        role="system",
        parts=(Part(PartKind.TEXT, summary.text),),
        source=Source.SUMMARY,
    )
    return Made(
        item,
        Source.SUMMARY,
        group.charged_to,
        pool.turn[first],
        counter.count(summary.text),
        Stage.SUMMARIZE,
        group.positions,
    )


def _going_on(fates: Mapping[Fate, Fate]) -> bytes:
    return bytes(fates.get(Fate(code), 0) if code <= max(Fate) else 0 for code in range(256))


#: From Select's fates to Summarize's before anything is done: what goes on is kept, what left is not there.
_GOING_ON = _going_on({fate: Fate.KEPT for fate in Fate if fate is not Fate.NONE and not fate.leaves})
_UNCHANGED = bytes(Reason.UNCHANGED if code == Fate.KEPT else 0 for code in range(256))
