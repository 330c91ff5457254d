"""Summarize: merges what left Select for a summary, brings large items down, with any summariser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import TypeGuard

from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Language
from ctxlab.model.trace import Altered, Made, Pool, StageRecord
from ctxlab.stages.fates import GOES_ON, byte_table
from ctxlab.stages.headings import COMPRESSED
from ctxlab.stages.kept import counted_by, kept_with
from ctxlab.stages.protocol import (
    LEAST_USEFUL,
    Gathered,
    Selected,
    SparseNumbers,
    StageContext,
    Summarized,
    Summarizer,
    Summary,
    SummaryGroup,
)
from ctxlab.stages.select.plan import CUTTABLE
from ctxlab.stages.select.prepared import cut_item
from ctxlab.tokens.cache import is_exact
from ctxlab.tokens.protocols import Counter

#: Settings that only models' summaries heed.
MODELS_OWN = ("summarize.model", "summarize.missing", "summarize.instructions")
_KEPT_ANSWERS = 4096
_SAID_KEPT = 20_000


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

    summarizer: Summarizer
    fate: bytearray
    reason: bytearray
    tokens: list[int]
    numbers: dict[int, Numbers] = field(default_factory=dict[int, Numbers])
    altered: dict[int, Altered] = field(default_factory=dict[int, Altered])
    made: list[Made] = field(default_factory=list[Made])
    by: dict[int, int] = field(default_factory=dict[int, int])
    notices: list[Diagnostic] = field(default_factory=list[Diagnostic])


@dataclass(frozen=True, slots=True)
class _Said:
    """What the items of a gather say, as `CondensingSummarize` keeps it with the gather."""

    pairs: tuple[tuple[str, str] | None, ...]


class CondensingSummarize:
    """Runs a summariser over groups and large items; refusals drop or cut and say so."""

    slot = Stage.SUMMARIZE
    version = "1"
    reads: tuple[str, ...] = ("summarize", "construct.language", "tokens")
    idle: tuple[str, ...] = MODELS_OWN
    requires = ("selection",)
    provides = ("condensed",)
    external = False

    def __init__(self, name: str, summarizer: Summarizer | None = None) -> None:
        self.name = name
        self._summarizer = summarizer
        self._answers: dict[object, Summary | None] = {}
        self._said: dict[tuple[str, str], tuple[str, str]] = {}

    def run(self, given: Selected, context: StageContext, /) -> Summarized:
        """What became of every item that Select let through."""
        before = given.record.fate
        work = _Work(
            summarizer=self._summariser(given, context),
            fate=bytearray(before.translate(_KEPT)),
            reason=bytearray(before.translate(_UNCHANGED)),
            tokens=list(given.record.tokens),
            altered=dict(given.altered),
            made=list(given.made),
        )
        for group in given.groups:
            self._merge(given.gathered, group, work, context)
        for position, limit in given.to_compress:
            if work.fate[position] == Fate.KEPT:
                self._bring_down(given.gathered.pool, position, limit, work, context)
        stays = bytes(work.fate).translate(GOES_ON)
        order = list(compress(given.record.order, map(stays.__getitem__, given.record.order)))
        order += range(len(before), len(work.fate))
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
        return Summarized(given, record, tuple(work.made), work.altered, work.by, tuple(work.notices))

    def _said_in(self, gathered: Gathered) -> Sequence[tuple[str, str] | None]:
        """(role, text) of each position, None where there is nothing to read; kept as long as the gather is.

        The gathers of a session share the pairs.
        """
        return kept_with(gathered, _Said, lambda: self._say(gathered)).pairs

    def _say(self, gathered: Gathered) -> _Said:
        if len(self._said) > _SAID_KEPT:
            self._said.clear()
        share = self._said.setdefault
        said = ((item.role, item.text) for item in gathered.pool.items)
        return _Said(tuple(share(pair, pair) if pair[1].strip() else None for pair in said))

    def _summariser(self, _given: Selected, context: StageContext) -> Summarizer:
        """What makes the summaries of one run."""
        return self._summarizer or context.summarizer

    def _stand_in(
        self, texts: Sequence[tuple[str, str]], limit: int, context: StageContext
    ) -> Summary | None:
        """What stands in for a summary that was refused; None where nothing does."""
        del texts, limit, context
        return None

    def _merge(self, gathered: Gathered, group: SummaryGroup, work: _Work, context: StageContext) -> None:
        """Merges a group into one summary; without one, all of it is dropped."""
        pairs = map(self._said_in(gathered).__getitem__, group.positions)
        texts = [said for said in pairs if said is not None]
        summary = None
        if texts and group.limit >= LEAST_USEFUL:
            language = context.profile.construct.language
            summary = work.summarizer.merge(texts, group.limit, context.counter, language)
        first, count = gathered.pool.items[group.positions[0]].id, len(group.positions)
        why = _told(summary, first, count, group.limit, work)
        if summary is not None and summary.refused:
            summary = self._stand_in(texts, group.limit, context)
        if not _holds(summary, group.limit, context.counter):
            refused = (("limit", group.limit), *why)
            _leave(work, group.positions, Fate.DROPPED, Reason.SUMMARY_REFUSED, refused)
            return
        at = len(work.fate)
        made = _summary_item(gathered.pool, group, summary.text, context.counter)
        numbers: Numbers = (("limit", group.limit), ("count", len(group.positions)))
        _leave(work, group.positions, Fate.MERGED, Reason.SUMMARISED, (*numbers, ("by", made.item.id)))
        work.by.update(dict.fromkeys(group.positions, at))
        work.fate.append(Fate.ADDED)
        work.reason.append(Reason.SUMMARISED)
        work.tokens.append(made.tokens)
        work.numbers[at] = (*numbers, *_left_out(summary), *summary.noted)
        work.made.append(made)

    def _bring_down(
        self, pool: Pool, position: int, per_item: int, work: _Work, context: StageContext
    ) -> None:
        """Compresses a large item to its limit, or cuts it where the summariser refuses or gains nothing."""
        item = pool.items[position]
        limit = min(per_item, context.profile.summarize.max_tokens)
        summary = self._condensed(item, pool.source[position], limit, work.summarizer, context)
        _told(summary, item.id, 1, limit, work)
        if summary is not None and summary.text:
            part = next(part for part in item.parts if part.kind in CUTTABLE and part.text)
            tokens = context.counter.count(summary.text)
            if tokens < pool.tokens[position]:
                work.altered[position] = Altered((replace(part, text=summary.text, json=False),), tokens)
                numbers: Numbers = (("limit", limit), ("count", 1), *_left_out(summary), *summary.noted)
                _set(work, position, Fate.COMPRESSED, Reason.SUMMARISED, numbers, tokens)
                return
        cut = cut_item(item, per_item, context.counter)
        if cut is not None and cut.text:
            work.altered[position] = cut
            numbers = (("limit", per_item), ("need", pool.charge[position]))
            _set(work, position, Fate.TRUNCATED, Reason.CUT_TO_ITEM_LIMIT, numbers, cut.tokens)

    def _condensed(
        self, item: Item, source: Source, limit: int, summarizer: Summarizer, context: StageContext
    ) -> Summary | None:
        """The item's text as a marked summary in at most `limit` tokens, or a refusal that says why."""
        language = context.profile.construct.language
        counted = counted_by(context.counter)
        key = (item.text, source, limit, counted, language, summarizer.name, summarizer.version)
        if key not in self._answers:
            if len(self._answers) >= _KEPT_ANSWERS:
                self._answers.pop(next(iter(self._answers)))
            self._answers[key] = condense(item.text, source, limit, summarizer, context.counter, language)
        return self._answers[key]


def condense(
    text: str, source: Source, limit: int, summarizer: Summarizer, counter: Counter, language: Language
) -> Summary | None:
    """A text as a summary with the marker of such, in at most `limit` tokens; or a refusal that says why."""
    marker = COMPRESSED[language]
    room = limit - counter.count(marker) - 1
    summary = summarizer.condense(text, source, room, counter, language) if room >= LEAST_USEFUL else None
    if summary is None or not summary.text.strip():
        return summary if summary is not None and summary.refused else None
    marked = replace(summary, text=marker + summary.text)
    return marked if counter.count(marked.text) <= limit else None


def _holds(summary: Summary | None, limit: int, counter: Counter) -> TypeGuard[Summary]:
    """Whether it says something and keeps to its limit."""
    return summary is not None and bool(summary.text.strip()) and counter.count(summary.text) <= limit


def _told(summary: Summary | None, item: str, count: int, limit: int, work: _Work) -> Numbers:
    """Tells why a summariser refused, where it says so, and gives the decision's numbers of that."""
    if summary is None or not summary.refused:
        return ()
    numbers = (("count", count), ("limit", limit), *summary.noted)
    work.notices.append(Diagnostic(summary.refused, item, numbers))
    return tuple(pair for pair in summary.noted if pair[0] in Reason.SUMMARY_REFUSED.numbers)


def _left_out(summary: Summary) -> Numbers:
    """How much of the source is not in the summary, by kind."""
    return tuple((f"left_{kind}", count) for kind, count in summary.left_out)


def _leave(work: _Work, positions: Sequence[int], fate: Fate, reason: Reason, numbers: Numbers) -> None:
    """The fate of all items that end here together; mostly they stand side by side."""
    first, last = positions[0], positions[-1]
    count = len(positions)
    if last - first + 1 == count:
        work.fate[first : last + 1] = bytes([fate]) * count
        work.reason[first : last + 1] = bytes([reason]) * count
        work.tokens[first : last + 1] = [0] * count
    else:
        for position in positions:
            work.fate[position], work.reason[position], work.tokens[position] = fate, reason, 0
    work.numbers.update(dict.fromkeys(positions, numbers))
    for position in work.altered.keys() & positions:
        del work.altered[position]


def _set(work: _Work, position: int, fate: Fate, reason: Reason, numbers: Numbers, tokens: int) -> None:
    work.fate[position], work.reason[position], work.tokens[position] = fate, reason, tokens
    work.numbers[position] = numbers


def _summary_item(pool: Pool, group: SummaryGroup, text: str, counter: Counter) -> Made:
    first = group.positions[0]
    item = Item(
        id=f"{pool.items[first].id}~summary",
        role="system",
        parts=(Part(PartKind.TEXT, text),),
        source=Source.SUMMARY,
    )
    return Made(
        item,
        Source.SUMMARY,
        group.charged_to,
        pool.turn[first],
        counter.count(text),
        Stage.SUMMARIZE,
        group.positions,
        is_exact(counter, text),
    )


#: From Select's fates to Summarize's before anything is done, and to the reasons of these.
_KEPT = byte_table(lambda code: Fate.KEPT * GOES_ON[code])
_UNCHANGED = byte_table(lambda code: Reason.UNCHANGED * GOES_ON[code])
