"""Summarize as GSSC was published: each item over one limit is rewritten, whatever its source."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.errors import CancelledError
from ctxlab.model.decision import Fate, Numbers, Reason, Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.trace import Altered
from ctxlab.stages.protocol import Gathered, Selected, StageContext, Summarized, Summary
from ctxlab.stages.published_record import Decisions
from ctxlab.stages.published_texts import published_texts
from ctxlab.stages.summarize.condensing import MODELS_OWN


class SummarizeGsscPublished:
    """The published Summarize, with ctxlab's own summariser in place of the published model call.

    An item of more than `summarize.max_item_tokens` is replaced by a summary of at most
    `summarize.max_tokens`; the mark before it is not counted in these, but is in the item's new tokens. A
    refused summary leaves the item as it is.
    """

    name = "gssc-published"
    version = "1"
    slot = Stage.SUMMARIZE
    reads: tuple[str, ...] = ("summarize", "construct.language")
    idle: tuple[str, ...] = MODELS_OWN
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Selected, context: StageContext, /) -> Summarized:
        """Rewrites what is over the limit; all else passes unchanged.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        pool = given.gathered.pool
        limit = context.profile.summarize.max_item_tokens
        held, order = given.record.tokens, given.record.order
        decisions = Decisions(len(pool) + len(given.made))
        altered = dict(given.altered)
        diagnostics: list[Diagnostic] = []
        over = [] if limit is None else [p for p in order if held[p] > limit and p < len(pool)]
        large = set(over)
        small = [p for p in order if p not in large] if large else order
        decisions.decide_all(small, Fate.KEPT, Reason.UNCHANGED, held)
        for position in over:
            if context.cancelled():
                raise CancelledError("the build was stopped while it summarised")
            source = pool.source[position]
            summary = _condense(given, position, source, context)
            bound = context.profile.summarize.max_tokens
            if summary is None:
                refused: Numbers = (("limit", bound),)
                decisions.decide(position, Fate.KEPT, Reason.SUMMARY_REFUSED, held[position], refused)
                continue
            diagnostics.extend(_notices(pool.items[position].id, source, context))
            altered[position] = _marked(summary, context)
            numbers = _numbers(summary, bound)
            decisions.decide(position, Fate.COMPRESSED, Reason.SUMMARISED, altered[position].tokens, numbers)
        return Summarized(
            selected=given,
            record=decisions.record(Stage.SUMMARIZE, self.name, given.record.order),
            made=given.made,
            altered=altered,
            by=_merged(given.gathered),
            diagnostics=tuple(diagnostics),
        )


def _merged(gathered: Gathered) -> Mapping[int, int]:
    """What Gather merged, with where it went."""
    fates = gathered.record.fate
    if Fate.MERGED not in fates:
        return {}
    found: dict[int, int] = {}
    for position, fate in enumerate(fates):
        if fate == Fate.MERGED:
            by = dict(gathered.record.numbers(position))["by"]
            found[position] = gathered.pool.index[str(by)]
    return found


def _condense(given: Selected, position: int, source: Source, context: StageContext) -> Summary | None:
    """The summary of an item as it stands, prefix included: so the published model was given it."""
    altered = given.altered.get(position)
    text = altered.text if altered else given.gathered.pool.items[position].text
    settings = context.profile.summarize
    return context.summarizer.condense(
        text, source, settings.max_tokens, context.counter, context.profile.construct.language
    )


def _marked(summary: Summary, context: StageContext) -> Altered:
    text = published_texts(context.profile.construct.language).compressed + summary.text
    return Altered((Part(PartKind.TEXT, text=text),), context.counter.count(text))


def _numbers(summary: Summary, limit: int) -> Numbers:
    left = ((f"left_{kind}", count) for kind, count in summary.left_out)
    return (("limit", limit), ("count", 1), *left)


def _notices(item: str, source: Source, context: StageContext) -> list[Diagnostic]:
    """What a reader of the trace has to know of this summary."""
    notices = [Diagnostic("summary_stand_in", item, (("summarizer", context.summarizer.name),), "info")]
    if source is Source.RETRIEVED_DOC:
        # The published instruction asks for what bears on the task, without naming the task.
        notices.append(Diagnostic("task_not_given", item, severity="info"))
    return notices
