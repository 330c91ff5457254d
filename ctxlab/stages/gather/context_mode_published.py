"""Gather as the context modes were published: five source tags, each content counted anew, nothing filtered.

Recorded sessions know more than the published system does. Decided here: system prompts are instructions, the
last user message is the input, other texts of user and assistant are chat, documents are retrieval, recorded
summaries are summaries. Tool messages, key facts and a stored summary (one that is no message) never enter;
tool schemas, states, notes, calls, thinking and media have no place (`excluded_by_mode`). Contents are
counted by the profile's encoding, whatever the file states. A content that is no text cannot be counted, and
a time that does not compare with the others cannot be sorted: both break the published build
(`published_fails`).
"""

from __future__ import annotations

from dataclasses import replace

from ctxlab.model.decision import Reason
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Mode
from ctxlab.model.session import Snapshot
from ctxlab.stages.gather.modes import asked_of, choose
from ctxlab.stages.gather.pool import Placed
from ctxlab.stages.gather.published_pool import IDLE, Candidates, PublishedGather, candidates
from ctxlab.stages.gather.turns import Turns, row_of
from ctxlab.stages.protocol import Gathered, StageContext
from ctxlab.stages.published_contents import recorded_value
from ctxlab.stages.published_failures import reader_failures
from ctxlab.stages.published_modes import is_number
from ctxlab.tokens.cache import is_exact

#: The order gathered. A source that is not named never enters.
ORDER = (
    Source.SYSTEM_PROMPT,
    Source.SUMMARY,
    Source.RETRIEVED_DOC,
    Source.CONVERSATION,
    Source.USER_MESSAGE,
)

#: The keys of contents, as the readers of keyword forms name them.
_CONTENTS = frozenset({"content", "system_prompt", "user_message", "user_input"})


class GatherContextModePublished(PublishedGather):
    """The published Gather on any snapshot. The mode is read to say that the published build does not."""

    name = "context-mode-published"
    version = "1"
    reads: tuple[str, ...] = ("gather", "tokens", "mode")
    #: Settings of what it reads that change nothing in the context.
    idle: tuple[str, ...] = (*IDLE, "mode.use", "mode.rule")

    def run(self, given: Snapshot, context: StageContext, /) -> Gathered:
        """Collects what the published system has a tag for, in its order.

        Raises:
            CancelledError: Nobody wants the result any more.
        """
        found = candidates(given, context, _is_current)
        _notice_mode(found)
        _exclude_stored(found)
        found.exclude_others(ORDER)
        _fill(found)
        return found.gathered(self.name, ORDER)


def _is_current(item: Item, position: int, turns: Turns) -> bool:
    """Results are nothing to it, recent or not; what stands in no message is of no turn."""
    return (position >= turns.start and item.message >= 0) or item.source is Source.USER_MESSAGE


def _notice_mode(found: Candidates) -> None:
    """Says that the mode that was chosen changes nothing, and what switching to it costs."""
    settings = found.context.profile.mode
    if not settings.chooses:
        return
    placed = [Placed(source, row_of(source, recent=False), 0, False) for source in found.source]
    chosen = choose(settings, asked_of(found.items, placed, found.dropped, found.turns))
    found.diagnostics.extend(chosen.notices)
    if chosen.mode is Mode.NONE:
        return
    found.diagnostics.append(Diagnostic("mode_not_read", numbers=(("mode", chosen.mode.value),)))
    facts = found.of(Source.KEY_FACT)
    if chosen.mode is Mode.SINGLE and len(facts) > 1:
        newest = found.items[facts[-1]].id
        found.diagnostics.append(Diagnostic("key_facts_destroyed", newest, (("count", len(facts) - 1),)))


def _exclude_stored(found: Candidates) -> None:
    """Drops summaries that a memory keeps beside its messages."""
    for position in found.of(Source.SUMMARY):
        if found.items[position].message < 0:
            found.dropped[position] = (Reason.EXCLUDED_BY_MODE, ())


def _fill(found: Candidates) -> None:
    """Puts the content that the published system holds in place of what was recorded, and counts it."""
    # What else a record lacks is read by nobody here.
    failed = reader_failures(found.given.session, _CONTENTS.__contains__)
    unsorted, counter = _unsorted(found), found.context.counter
    ordinal: dict[Source, int] = {}
    for position, item in found.remaining():
        source = found.source[position]
        index = ordinal[source] = ordinal.get(source, -1) + 1
        value = _value(item)
        if item.id in failed or not isinstance(value, str) or position in unsorted:
            known = failed.get(item.id) or Diagnostic("published_fails", item.id, (("index", index),))
            found.diagnostics.append(known)
            value = ""
        found.say_media(item)
        found.counted[position] = counter.count(value), is_exact(counter, value)
        found.items[position] = replace(item, parts=(Part(PartKind.TEXT, value),))


def _unsorted(found: Candidates) -> frozenset[int]:
    """Chat messages with a time of another kind than the first one that states any: Python sorts none."""
    timed = [position for position in found.of(Source.CONVERSATION) if found.items[position].time]
    if not timed:
        return frozenset()
    kind = is_number(found.items[timed[0]].time)
    return frozenset(position for position in timed if is_number(found.items[position].time) is not kind)


def _value(item: Item) -> object:
    try:
        return recorded_value(item)
    except (RecursionError, ValueError):
        # Nested too deeply, or a number of too many digits: no text in either case.
        return None
