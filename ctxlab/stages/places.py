"""Where items stand in a context, as far as Select has to know it, too."""

from __future__ import annotations

from collections.abc import Container

from ctxlab.model.items import PartKind, Source
from ctxlab.model.keywords import MESSAGES
from ctxlab.model.trace import Pool
from ctxlab.stages.protocol import Gathered

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


def shares_summaries(gathered: Gathered) -> bool:
    """Whether the recorded summaries stand in one message with those that are made, under their heading.

    So do the summaries of the context modes, which have no place in the order of the talk, and one that a
    memory keeps beside its messages. A summary that a recorder put in the place of messages stands there.
    """
    known = gathered.derived.get(shares_summaries)
    if known is None:
        pool = gathered.pool
        found = [p for p in gathered.record.order if pool.source[p] is Source.SUMMARY]
        apart = bool(found) and all(pool.items[p].message < 0 for p in found)
        known = gathered.derived[shares_summaries] = gathered.snapshot.session.form == MESSAGES or apart
    return bool(known)


_TOOL_ROLES = ("tool", "function")


def is_call_less(pool: Pool, position: int, answered: Container[int]) -> bool:
    """Whether the item is a result without a recorded call: those stand among the system messages.

    So does a text in a tool's role, as the histories of keyword forms have it: no wire takes such a message
    without its call, whatever id it states. A result that a mark or rule gave another place, among the
    documents or notes, stands there. One that was sent as words in the user's role, as agents without tool
    calls do, stays where it was recorded.
    """
    source, item = pool.source[position], pool.items[position]
    if position in answered or source in _ELSEWHERE:
        return False
    if item.role in _TOOL_ROLES or item.has(PartKind.RESULT):
        return True
    return source is Source.TOOL_RESULT and (item.message < 0 or item.role != "user")
