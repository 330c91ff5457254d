"""Reads rollouts of Codex: one session a file, with its compactions and rollbacks.

What the model saw stands in the items; events only tell the user. Text that only an event holds is taken
from there. Tool schemas are not in these files: they are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.codex.history import REPLACEMENTS, Originals, replacement_of, summaries_in
from ctxlab.formats.codex.lines import (
    COMPACTED,
    EVENT,
    ITEM,
    META,
    Line,
    counts_of,
    head_of,
    is_bare_head,
    lines_of,
    model_of,
    rollout_kind,
)
from ctxlab.formats.codex.said import is_injected, only_told, said_in, texts_of
from ctxlab.formats.dialects.responses import is_given, item_kind
from ctxlab.formats.fields import count_field, extra_of, text_field
from ctxlab.formats.live_history import LiveHistory
from ctxlab.formats.protocol import Document
from ctxlab.formats.responses.log import ItemLog
from ctxlab.formats.responses.usage import responses_usage
from ctxlab.formats.values import is_object
from ctxlab.formats.writers.written import OPENAI_RESPONSES
from ctxlab.model.items import Source
from ctxlab.model.session import Session, Usage

#: What a compaction keeps where it does not say what it kept.
_KEPT_ROLES = ("user", "system", "developer")

#: Fields of the first line that are taken from it.
_HEAD = ("instructions", "base_instructions", "type", "model")

_SAMPLE = 20
_SURE = 0.97


class CodexRolloutReader:
    """JSON lines of Codex's sessions, of all its versions."""

    name = "codex-rollout"
    title = "Codex rollout"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of lines that have a rollout's envelope, or the first line of the oldest form."""
        objects = list(islice((one.value for one in document.records if is_object(one.value)), _SAMPLE))
        like = [rollout_kind(value) for value in objects]
        if META in like[:1]:
            return _SURE
        if objects and is_bare_head(objects[0]):
            return _SURE if len(objects) == 1 or any(item_kind(value) for value in objects) else 0.0
        found = sum(1 for kind in like if kind)
        return _SURE * found / len(objects) if found > 1 else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the file; raises FormatError where no line is one of a rollout."""
        lines, notes = lines_of(document)
        if not lines:
            raise FormatError("no line is one of a Codex rollout", where=Where(document.file))
        session = _Reading(document, lines).session()
        return (replace(session, diagnostics=(*notes, *session.diagnostics)),)


class _Reading:
    """One pass over the lines. `raw` are the items that were added, each with its positions."""

    def __init__(self, document: Document, lines: list[Line]) -> None:
        self.lines = lines
        self.builder = SessionBuilder(document, CodexRolloutReader.name, wire=OPENAI_RESPONSES)
        self.log = ItemLog(self.builder)
        self.history = LiveHistory()
        self.raw: list[tuple[Any, range]] = []
        self.prompt = range(0)
        self.rolled_back = False

    def session(self) -> Session:
        """The system prompt, then what the lines add and take away, in file order."""
        head = head_of(self.lines)
        self._add_prompt(head)
        alone = only_told(self.lines)
        usages = _usages(self.lines, alone)
        for index, line in enumerate(self.lines):
            if line.kind == COMPACTED:
                self._compact(line)
            elif line.kind == EVENT and line.type == "thread_rolled_back":
                self._roll_back(count_field(line.payload, "num_turns") or 0)
            elif (item := _item_of(line, taken=index in alone)) is not None:
                self._add(item, line, injected=is_injected(item), usage=usages.get(index))
        self.log.close()
        parent = text_field(head, "forked_from_id")
        if parent:
            self.builder.note("history_copied", severity="info", key=parent)
        return self.builder.finish(
            live=self.history.rule,
            model=model_of(self.lines) or text_field(head, "model"),
            unknown=[*([] if self.prompt else [Source.SYSTEM_PROMPT]), Source.TOOL_SCHEMAS],
            extra=extra_of(head, _HEAD),
            branching=self.rolled_back,
        )

    def _add_prompt(self, head: Mapping[str, Any]) -> None:
        """The system prompt, which stands in the first line.

        Older versions kept there the user's instructions, which then are a message, too.
        """
        base = head.get("base_instructions")
        text = text_field(base, "text") if is_object(base) else base
        if not isinstance(text, str) or not text:
            text = text_field(head, "instructions")
            put = [line.payload for line in self.lines if line.kind == ITEM and is_injected(line.payload)]
            if any(text in one for message in put for one in texts_of(message)):
                return
        if text:
            first = next(line for line in self.lines if line.kind == META)
            self.prompt = self.log.add({"role": "system", "content": text}, first.place())

    def _add(
        self,
        item: Any,
        line: Line,
        pointer: str = "",
        *,
        injected: bool = False,
        source: Source | None = None,
        usage: Usage | None = None,
    ) -> None:
        """Adds an item that stands at that pointer in the line's payload."""
        place = line.place(pointer)
        positions = self.log.add(item, place, time=line.time, injected=injected, source=source, usage=usage)
        self.raw.append((item, positions))

    def _compact(self, line: Line) -> None:
        """Adds what a compaction put in place of the history, and says what that replaced."""
        items = self.builder.items
        live = self.history.at(len(items))
        first = len(items)
        replacement = replacement_of(line.payload)
        if replacement is None:
            kept = {p for p in live if items[p].role in _KEPT_ROLES and items[p].source is not Source.SUMMARY}
            self.builder.note("compaction_assumed", severity="info", line=line.number)
        else:
            kept = {*self.prompt, *self._replace(line, replacement, frozenset(live))}
        summaries = [p for p in range(first, len(items)) if items[p].source is Source.SUMMARY]
        message = text_field(line.payload, "message")
        if message and not summaries:
            summaries = [len(items)]
            summary = {"role": "user", "content": message}
            self._add(summary, line, "/message", injected=True, source=Source.SUMMARY)
        by = summaries[-1] if summaries else first
        if by < len(items):
            self.builder.supersede((p for p in live if p not in kept), by)
        self.history.change({*kept, *range(first, len(items))}, len(items))

    def _replace(self, line: Line, replacement: list[Any], live: frozenset[int]) -> set[int]:
        """Adds what is new in the history that a compaction left; gives the positions of what it kept."""
        originals = Originals((value, at) for value, at in self.raw if live.issuperset(at))
        found = [originals.take(one) for one in replacement]
        new = [i for i, at in enumerate(found) if at is None]
        summaries = summaries_in(replacement, new, text_field(line.payload, "message"))
        key = next(name for name in REPLACEMENTS if line.payload.get(name) is replacement)
        for i in new:
            item = replacement[i]
            value = {"role": "user", "content": item} if isinstance(item, str) else item
            source = Source.SUMMARY if i in summaries else None
            self._add(value, line, f"/{key}/{i}", injected=True, source=source)
        return {position for at in found if at is not None for position in at}

    def _roll_back(self, turns: int) -> None:
        """Takes the last turns back: what stands from their first on was not sent again."""
        self.rolled_back = self.rolled_back or turns > 0
        live = self.history.at(len(self.builder))
        starts: dict[int, int] = {}
        for position in live:
            item = self.builder.items[position]
            if item.opens_turn:
                starts.setdefault(item.message, position)
        typed = list(starts.values())
        if 0 < turns <= len(typed):
            self.history.change((p for p in live if p < typed[-turns]), len(self.builder))
        elif turns:
            self.history.change(self.prompt, len(self.builder))


def _item_of(line: Line, *, taken: bool) -> Mapping[str, Any] | None:
    """What a line puts into the context, as an item; `taken` is an event that stands for one."""
    if line.kind == ITEM and counts_of(line) is None:
        return line.payload
    return said_in(line) if taken else None


def _usages(lines: list[Line], alone: set[int]) -> dict[int, Usage]:
    """What the reply that begins at each line used: the last figures before the next one count."""
    usages: dict[int, Usage] = {}
    start, inside = -1, False
    for index, line in enumerate(lines):
        inside = inside and line.kind != COMPACTED
        counts = counts_of(line)
        if counts is not None:
            usage = responses_usage(counts)
            if usage is not None and start >= 0:
                usages[start] = usage
            continue
        item = _item_of(line, taken=index in alone)
        if item is None:
            continue
        gives = is_given(item)
        if gives and not inside:
            start = index
        inside = gives
    return usages
