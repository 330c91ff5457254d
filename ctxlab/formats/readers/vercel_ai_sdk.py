"""Reads messages of the Vercel AI SDK: bare lists and lines of them, and objects that hold such a list.

Each is a conversation with a request before each answer. What interfaces show beside a reply (sources, data
of the application) stays in the session and is live at no request: models do not see it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.ai_sdk import ai_sdk_message, is_ai_sdk
from ctxlab.formats.entries import Placed, each_placed, entries_of, inside
from ctxlab.formats.fields import compact, extra_of, text_field
from ctxlab.formats.noticing import note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.ai_sdk_ui import DATA
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import unknown_message
from ctxlab.formats.requests import LiveRule, to_ranges, without
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Item, Part, PartKind, Place, Source
from ctxlab.model.session import Session

_SAMPLE = 50
_LISTS = ("messages", "prompt")


@dataclass(slots=True)
class _Talk:
    """One conversation: its messages, and the object that holds them, empty for bare ones."""

    messages: list[Placed] = field(default_factory=list[Placed])
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    place: Place = field(default_factory=Place)


class VercelAiSdkReader:
    """Messages of the Vercel AI SDK, as handed to models and as kept by interfaces."""

    name = "vercel-ai-sdk"
    title = "Vercel AI SDK messages"
    experimental = True

    def sniff(self, document: Document) -> float:
        """Sure by parts that only this SDK has; other lists of messages may be its own, and are not taken."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        bare = [value for value in values if _is_message(value)]
        if is_ai_sdk(bare):
            return 0.92 * len(bare) / len(values)
        return 0.92 if any(_listed(value) for value in values) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """One session of bare messages, or one of each list of them, in file order."""
        talks, strange = _talks(document)
        if not talks:
            raise FormatError("there are no messages of the AI SDK in it", where=Where(document.file))
        sessions = [_session(document, talk) for talk in talks]
        return with_strange(sessions, strange)


def _talks(document: Document) -> tuple[list[_Talk], list[Record]]:
    talks: list[_Talk] = []
    strange: list[Record] = []
    bare: _Talk | None = None
    for record, place in entries_of(document):
        value = record.value
        if _is_message(value):
            if bare is None:
                bare = _Talk()
                talks.append(bare)
            bare.messages.append((value, place))
        elif is_object(value) and any(is_list(value.get(name)) for name in _LISTS):
            name = next(name for name in _LISTS if is_list(value.get(name)))
            talks.append(_Talk(each_placed(value[name], place, f"/{name}"), value, place))
        elif is_list(value) and any(_is_message(one) for one in value):
            talks.append(_Talk(each_placed(value, place)))
        else:
            strange.append(record)
    return talks, strange


def _is_message(value: Any) -> bool:
    if not is_object(value) or not isinstance(value.get("role"), str):
        return False
    return "messages" not in value and any(key in value for key in ("content", "parts", "toolInvocations"))


def _listed(value: Any) -> bool:
    """Whether the value holds a list of messages that are surely of this SDK."""
    if is_object(value):
        return any(is_list(value.get(name)) and is_ai_sdk(value[name]) for name in _LISTS)
    return is_list(value) and any(_is_message(one) for one in value) and is_ai_sdk(value)


def _session(document: Document, talk: _Talk) -> Session:
    builder = SessionBuilder(document, VercelAiSdkReader.name, wire="vercel-ai-sdk")
    pairing = Pairing()
    has_schema = _add_schemas(builder, talk)
    system = next((name for name in ("system", "instructions") if isinstance(talk.body.get(name), str)), "")
    if system:
        part = Part(PartKind.TEXT, talk.body[system])
        builder.add_message("system", [part], place=inside(talk.place, f"/{system}"))
    for message, place in talk.messages:
        if is_object(message):
            for one in ai_sdk_message(message, pairing):
                builder.add(one, place=place)
        else:
            builder.add(unknown_message(message), place=place)
    note_items(builder)
    note_pairing(builder, pairing)
    knows_system = any(item.source is Source.SYSTEM_PROMPT for item in builder.items)
    unknown_sources = {Source.SYSTEM_PROMPT: not knows_system, Source.TOOL_SCHEMAS: not has_schema}
    model = talk.body.get("model")
    return builder.finish(
        live=_seen(builder),
        title=text_field(talk.body, "title"),
        model=text_field(model, "modelId") if is_object(model) else text_field(talk.body, "model"),
        unknown=[source for source, is_unknown in unknown_sources.items() if is_unknown],
        extra=extra_of(talk.body, _known(talk.body)),
    )


def _known(body: Mapping[str, Any]) -> list[str]:
    """The fields of the object that were taken."""
    first = next((name for name in _LISTS if is_list(body.get(name))), "")
    strings = ("system", "instructions", "title", "model")
    taken = [name for name in strings if isinstance(body.get(name), str)]
    return [first, *taken, *(["tools"] if is_list(body.get("tools")) or is_object(body.get("tools")) else [])]


def _add_schemas(builder: SessionBuilder, talk: _Talk) -> bool:
    """Adds the tools, which are a list, or an object by their names."""
    tools = talk.body.get("tools")
    named: list[tuple[str, Any]] = []
    if is_object(tools):
        named = [(name, {"name": name, **one} if is_object(one) else one) for name, one in tools.items()]
    elif is_list(tools):
        named = [(str(i), one) for i, one in enumerate(tools)]
    for key, tool in named:
        name = text_field(tool, "name") if is_object(tool) else key
        builder.add_tool_schema(compact(tool), name=name, place=inside(talk.place, f"/tools/{key}"))
    return bool(named)


def _seen(builder: SessionBuilder) -> LiveRule | None:
    """The rule that leaves out what interfaces only show; None where there is nothing such."""
    shown = to_ranges(at for at, item in enumerate(builder.items) if _is_shown(item))
    return (lambda _chain, _end, before: without(before, shown)) if shown else None


def _is_shown(item: Item) -> bool:
    return item.source is Source.RETRIEVED_DOC or (item.injected and item.name.startswith(DATA))
