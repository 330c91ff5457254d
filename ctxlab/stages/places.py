"""Where items stand in a context, as far as Select has to know it, too."""

from __future__ import annotations

from collections.abc import Container

from ctxlab.model.items import PartKind, Source
from ctxlab.model.trace import Pool

_ELSEWHERE = frozenset(
    {
        Source.TOOL_SCHEMAS,
        Source.SYSTEM_PROMPT,
        Source.KEY_FACT,
        Source.TASK_STATE,
        Source.AGENT_NOTE,
        Source.RETRIEVED_DOC,
    }
)


def is_call_less(pool: Pool, position: int, answered: Container[int]) -> bool:
    """Whether the item is a result without a recorded call: those stand among the system messages.

    A result that a mark or rule gave another place, among the documents or notes, stands there.
    """
    source = pool.source[position]
    if position in answered or source in _ELSEWHERE:
        return False
    return source is Source.TOOL_RESULT or pool.items[position].has(PartKind.RESULT)
