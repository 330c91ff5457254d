"""Gather as the published split budget is called: a system prompt, a history, hits and tool results.

The user's input is an argument of the published call, too, and nothing is ever made of it; tool schemas,
states, notes, key facts and recorded summaries are none of its arguments. In a recorded session the last user
message is the input. Contents stay as they were recorded: what is made of them shows in Select. Calls,
thinking and media have no place, but their messages count as messages of the history.
"""

from __future__ import annotations

from dataclasses import replace

from ctxlab.model.decision import Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.session import Snapshot
from ctxlab.stages.gather.published_pool import Candidates, PublishedGather, candidates
from ctxlab.stages.protocol import Gathered, StageContext
from ctxlab.stages.split_budget.failures import known_failures

#: The order gathered, which is that of the sections. A source that is not named has no place.
ORDER = (Source.SYSTEM_PROMPT, Source.CONVERSATION, Source.RETRIEVED_DOC, Source.TOOL_RESULT)

_NO_PLACE = tuple(source for source in Source if source not in (*ORDER, Source.USER_MESSAGE))


class GatherSplitBudgetPublished(PublishedGather):
    """What the published split budget is handed, on any snapshot."""

    name = "split-budget-published"
    version = "1"

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects what the published call takes; the user's input ends here.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        found = candidates(given, context)
        found.exclude(_NO_PLACE, Reason.EXCLUDED_BY_MODE)
        for item in found.exclude((Source.USER_MESSAGE,), Reason.NOT_GATHERED):
            found.diagnostics.append(Diagnostic("input_not_added", item))
        found.exclude_textless()
        _empty_failures(found)
        return found.gathered(self.name, ORDER)


def _empty_failures(found: Candidates) -> None:
    """Empties the contents of records on which the reader knows the published call to fail.

    Not of hits: only those fail that are reached before one that does not fit.
    """
    failed = known_failures(found.given.session)
    for position, item in enumerate(found.items if failed else ()):
        if found.source[position] is Source.RETRIEVED_DOC or position in found.dropped:
            continue
        if item.id in failed:
            found.items[position] = replace(item, parts=())
            # The reader's own notice; the same object, so that whoever joins both can drop one.
            found.diagnostics.append(failed[item.id])
