"""Summarize as the context modes were published: it makes none; summaries come ready with the messages."""

from __future__ import annotations

from ctxlab.model.decision import Fate, Reason, Stage
from ctxlab.stages.protocol import Selected, StageContext, Summarized
from ctxlab.stages.published_record import Decisions


class SummarizeContextModePublished:
    """Passes everything on unchanged."""

    name = "context-mode-published"
    version = "1"
    slot = Stage.SUMMARIZE
    reads: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    provides: tuple[str, ...] = ()
    external = False

    def run(self, given: Selected, context: StageContext, /) -> Summarized:
        """What Select let through, as it is."""
        decisions = Decisions(len(given.record.fate))
        for position in given.record.order:
            decisions.decide(position, Fate.KEPT, Reason.UNCHANGED, given.record.tokens[position])
        return Summarized(
            selected=given,
            record=decisions.record(Stage.SUMMARIZE, self.name, given.record.order),
            made=given.made,
            altered=given.altered,
            by={},
        )
