"""Gather as HelloAgents' ContextBuilder is called, on any snapshot.

Neither its memory tool nor its RAG tool stands behind a session, so what they would bring comes as additional
packets: the task state and retrieved documents and tool results under the types that its template knows, and
notes, key facts and recorded summaries under types of their own, which it does not. Each packet is made for
the build, so that all are equally recent. Tool schemas, calls, thinking and media have no place.
"""

from __future__ import annotations

from ctxlab.model.decision import Reason
from ctxlab.model.items import Source
from ctxlab.model.session import Snapshot
from ctxlab.stages.gather.published_pool import PublishedGather, candidates
from ctxlab.stages.protocol import Gathered, StageContext

#: The order gathered: the query, the instructions, the history, then the additional packets.
ORDER = (
    Source.USER_MESSAGE,
    Source.SYSTEM_PROMPT,
    Source.CONVERSATION,
    Source.TASK_STATE,
    Source.RETRIEVED_DOC,
    Source.TOOL_RESULT,
    Source.AGENT_NOTE,
    Source.KEY_FACT,
    Source.SUMMARY,
)


class GatherHelloAgents(PublishedGather):
    """What HelloAgents' builder is handed, on any snapshot."""

    name = "hello-agents"
    version = "1"

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects the query, the instructions, the history and the additional packets.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        found = candidates(given, context)
        found.exclude((Source.TOOL_SCHEMAS,), Reason.EXCLUDED_BY_MODE)
        found.exclude_textless()
        return found.gathered(self.name, ORDER)
