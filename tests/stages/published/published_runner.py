"""Runs the four published strategies by hand, and adds up what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from stages.published.published_reference import Figures

from ctxlab.model.decision import Fate, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Language, Profile, Wire
from ctxlab.model.session import Session
from ctxlab.model.trace import LEDGER, StageRecord
from ctxlab.profiles import builtin
from ctxlab.stages.construct.gssc_published import ConstructGsscPublished
from ctxlab.stages.gather.gssc_published import GatherGsscPublished
from ctxlab.stages.protocol import Constructed, Gathered, Selected, StageContext, Summarized, Summary
from ctxlab.stages.select.gssc_published import SelectGsscPublished
from ctxlab.stages.summarize.gssc_published import SummarizeGsscPublished
from ctxlab.tokens.estimate import DivisionCounter
from ctxlab.tokens.framing import NONE
from ctxlab.tokens.protocols import Counter

Run = tuple[Gathered, Selected, Summarized, Constructed]


@dataclass(frozen=True)
class HeadSummarizer:
    """Keeps the beginning of a text: the simplest summariser there is."""

    refuses: bool = False
    name: str = "head"
    version: str = "1"

    def condense(
        self, text: str, source: Source, limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """The first `limit` tokens."""
        return (
            None
            if self.refuses
            else Summary(text[: counter.prefix(text, limit)], (("sentences", 2), ("numbers", 1)))
        )

    def merge(
        self, texts: Sequence[tuple[str, str]], limit: int, counter: Counter, language: Language
    ) -> Summary | None:
        """Never asked for by the published system."""
        return None


_LIMITS = {"max_item": "summarize.max_item_tokens", "summary": "summarize.max_tokens"}


@cache
def published_profile(language: Language, figures: Figures | None = None) -> Profile:
    """The built-in profile of an edition, with other figures where they are given."""
    profile = builtin(f"gssc-published-{language.value}")
    if figures is None:
        return profile
    for name, value in vars(figures).items():
        key = _LIMITS.get(name, f"budget.{name}.cap")
        profile = profile.set(key, value)
    return profile


def counter_of(language: Language) -> DivisionCounter:
    """The estimate of an edition."""
    return DivisionCounter(3 if language is Language.CHINESE else 4)


def run_published(
    session: Session,
    language: Language,
    *,
    figures: Figures | None = None,
    profile: Profile | None = None,
    summarizer: HeadSummarizer | None = None,
    marks: Marks | None = None,
    request: int | None = None,
) -> Run:
    """The outputs of the four stages at a request, by default the last."""
    context = StageContext(
        profile=profile or published_profile(language, figures),
        marks=marks or Marks(),
        counter=counter_of(language),
        framing=NONE,
        wire=Wire.OPENAI_CHAT,
        summarizer=summarizer or HeadSummarizer(),
    )
    gathered = GatherGsscPublished().run(session.at(request), context)
    selected = SelectGsscPublished().run(gathered, context)
    summarized = SummarizeGsscPublished().run(selected, context)
    return gathered, selected, summarized, ConstructGsscPublished().run(summarized, context)


def run_keywords(arguments: Mapping[str, Any], language: Language, figures: Figures | None = None) -> Run:
    """The same from the keyword arguments of the published build()."""
    return run_published(Session.from_keywords(arguments, "build"), language, figures=figures)


def messages_of(run: Run) -> list[dict[str, Any]]:
    """The built messages."""
    return [dict(message.value) for message in run[3].context]


def records_of(run: Run) -> tuple[StageRecord, StageRecord, StageRecord, StageRecord]:
    """The four stage records."""
    return run[0].record, run[1].record, run[2].record, run[3].record


def diagnostics_of(run: Run) -> list[Diagnostic]:
    """What all four stages noticed."""
    return [one for stage in run for one in stage.diagnostics]


def told(run: Run, item: str) -> list[tuple[str, str, str]]:
    """(stage, fate, reason) of each decision on an item."""
    position = run[0].pool.index[item]
    decisions = (record.decision(position) for record in records_of(run))
    return [(one.stage.value, one.fate.word, one.reason.code) for one in decisions if one is not None]


def check_books(run: Run) -> None:
    """Every item that enters a stage has one fate there, and the tokens add up as the trace rules say."""
    pool = run[0].pool
    entering = list(range(len(pool)))
    held = [0] * len(pool)
    for record in records_of(run):
        decided = [p for p in range(len(record.fate)) if record.fate[p]]
        assert decided == sorted(entering), f"{record.stage}: each item that enters is decided, and no other"
        for position in decided:
            decision = record.decision(position)
            assert decision is not None
            assert (decision.tokens == 0) or not decision.fate.leaves
            allowed = set(decision.reason.numbers)
            assert {name for name, _ in decision.numbers} <= allowed, decision
            held[position] = decision.tokens
        entering = [p for p in decided if not Fate(record.fate[p]).leaves]
        assert sorted(record.order) == entering, f"{record.stage}: its output is what it did not let go"
        assert record.total == sum(record.tokens)
    constructed = run[3]
    assert tuple(row for row, _ in constructed.ledger) == LEDGER
    assert sum(held) + sum(tokens for _, tokens in constructed.ledger) == constructed.total
    assert sum(message.tokens for message in constructed.context) + constructed.closing == constructed.total
    assert dict(constructed.ledger)["framing"] == 0
    _check_rows(run)
    _check_spans(run)


def _check_rows(run: Run) -> None:
    gathered, selected = run[0].record, run[1].record
    for use in run[1].rows:
        of = [p for p in gathered.order if run[0].pool.row[p] is use.row]
        kept = [p for p in selected.order if run[0].pool.row[p] is use.row]
        assert (use.of, use.kept) == (len(of), len(kept))
        assert use.used == sum(selected.tokens[p] for p in kept)


def _check_spans(run: Run) -> None:
    """A span holds the text of its item as it stands: whole, or without what Gather put before it."""
    pool, altered = run[0].pool, run[2].altered
    for message in run[3].context:
        content = message.value["content"]
        if not isinstance(content, str):
            continue
        for pointer, start, end, position in message.spans:
            assert pointer == "/content"
            text = altered[position].text if position in altered else pool.items[position].text
            prefix = pool.prefix.get(position, 0)
            assert content[start:end] in (text, text[prefix:])


def record_of(run: Run, stage: Stage) -> StageRecord:
    """One stage's record."""
    return next(record for record in records_of(run) if record.stage is stage)


def with_extra_items(session: Session, *items: Any) -> Session:
    """The session with further items before its one request, as when the stages are used directly."""
    every = (*session.items, *items)
    request = replace(session.requests[0], end=len(every), live=((0, len(every) - 1),))
    return replace(session, items=every, requests=(request,))
