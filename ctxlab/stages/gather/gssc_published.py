"""Gather as GSSC was published: seven sources, contents with prefixes, fixed priorities, nothing filtered.

Recorded sessions know more than the published system does. Decided here: system and developer messages
are system prompts; the last user message is the user message; other texts of user and assistant are
history, injected ones too; results are tool results, recent when of the current turn. Tool schemas, key
facts, summaries, calls, thinking and media have no place in it and are dropped (`excluded_by_mode`); a
text beside a picture stays, and the picture is named. Counts that a file states are not taken over, since
the published build never passes any. The notes of its keyword form are one value: the first note holds
them all, the others are merged into it (`duplicate`).
"""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.decision import Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Source
from ctxlab.model.keywords import BUILD
from ctxlab.model.session import Snapshot
from ctxlab.stages.gather.published_pool import Candidates, PublishedGather, candidates
from ctxlab.stages.protocol import Gathered, StageContext
from ctxlab.stages.published_contents import (
    FAILED,
    PublishedContent,
    as_item,
    estimate,
    note_of,
    published_content,
)
from ctxlab.stages.published_failures import reader_failures
from ctxlab.tokens.cache import is_exact

#: The order gathered. A source that is not named has no place in the published system.
ORDER = (
    Source.SYSTEM_PROMPT,
    Source.USER_MESSAGE,
    Source.CONVERSATION,
    Source.TOOL_RESULT,
    Source.RETRIEVED_DOC,
    Source.TASK_STATE,
    Source.AGENT_NOTE,
)

_PRIORITY = {
    Source.SYSTEM_PROMPT: 1,
    Source.USER_MESSAGE: 1,
    Source.RETRIEVED_DOC: 4,
    Source.TASK_STATE: 2,
    Source.AGENT_NOTE: 2,
}


class GatherGsscPublished(PublishedGather):
    """The published Gather on any snapshot."""

    name = "gssc-published"
    version = "1"
    reads: tuple[str, ...] = ("gather", "tokens", "construct.language")

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects what the published system has a source for, in its order and with its contents.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        found = candidates(given, context)
        found.exclude_others(ORDER)
        history = found.of(Source.CONVERSATION)
        _fill(found, _join_notes(found), {position: at for at, position in enumerate(history)})
        if history:
            count = (("count", len(history)),)
            found.diagnostics.append(Diagnostic("priorities_not_read", numbers=count, severity="info"))
        return found.gathered(self.name, ORDER)


def _join_notes(found: Candidates) -> Mapping[int, PublishedContent]:
    """Makes one value of all notes: the published build() knows a single note."""
    notes = found.of(Source.AGENT_NOTE) if found.given.session.form == BUILD else []
    items = [found.items[position] for position in notes]
    if not items or any(item.source is not Source.AGENT_NOTE for item in items):
        return {}
    found.merged = dict.fromkeys(notes[1:], (("by", items[0].id),))
    return {notes[0]: note_of(items)}


def _fill(found: Candidates, notes: Mapping[int, PublishedContent], rank: Mapping[int, int]) -> None:
    """Puts the published content, priority and count in place of what was recorded.

    `rank` has the positions of the history, from the oldest.
    """
    # A missing `source` breaks another published system only.
    failed = reader_failures(found.given.session, lambda key: key != "source")
    language, counter = found.context.profile.construct.language, found.context.counter
    ordinal: dict[Source, int] = {}
    for position, item in found.remaining():
        source = found.source[position]
        index = ordinal[source] = ordinal.get(source, -1) + 1
        content = notes.get(position) or published_content(item, source, language)
        if item.id in failed:
            content = FAILED
        if content.absent:
            found.dropped[position] = (Reason.NOT_GATHERED, ())
            continue
        if content.fails:
            # The reader's own notice says more; the same object, so that whoever joins both can drop one.
            known = failed.get(item.id) or Diagnostic("published_fails", item.id, (("index", index),))
            found.diagnostics.append(known)
        if content.python_form:
            found.diagnostics.append(Diagnostic("python_form", item.id, severity="info"))
        found.say_media(item)
        found.counted[position] = estimate(counter, content), is_exact(counter, content.text)
        found.items[position] = as_item(item, content, _priority(found, position, rank))
        if content.prefix:
            found.prefix[position] = content.prefix


def _priority(found: Candidates, position: int, rank: Mapping[int, int]) -> int:
    source = found.source[position]
    if source is Source.CONVERSATION:
        return int(8 - (rank[position] / len(rank)) * 5)
    if source is Source.TOOL_RESULT:
        recent, form = found.items[position].recent, found.given.session.form
        # A keyword form says so itself; elsewhere results of the current turn are recent.
        return 2 if recent or (recent is None and not form and found.current[position]) else 6
    return _PRIORITY[source]
