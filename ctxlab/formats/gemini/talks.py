"""Finds the conversations in a document of Gemini's API, in all shapes in which they are kept.

A *talk* is one conversation: a request object, one captured with its response (whole or in streamed chunks),
a line of a batch or of tuning data, a response alone, or a list or lines of bare contents.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.dialects.gemini import contents_of, is_content, is_gemini
from ctxlab.formats.entries import Placed, each_placed, entries_of, inside
from ctxlab.formats.fields import compact, masked, text_field
from ctxlab.formats.gemini.usage import USAGE, usage_of_response
from ctxlab.formats.lookups import as_object, pointer_of, value_at
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.values import is_container, is_list, is_object, unwrap
from ctxlab.model.items import Place
from ctxlab.model.session import Usage

SYSTEM = ("systemInstruction", "system_instruction")
CACHED = ("cachedContent", "cached_content")

#: What `/chat save` of the command line tool writes is a history.
_CONTENTS = ("contents", "history")
_REQUESTS = ((), ("body",), ("request",), ("request", "body"), ("generateContentRequest",))
_RESPONSES = ((), ("response",), ("response", "body"))
_CARRIERS = ("body", "request", "response", "generateContentRequest", "config")
_FINISHED = ("finishReason", "finish_reason")
_IDS = ("responseId", "response_id")

#: Fields that only a request to a model has.
_ASKED = frozenset(
    {
        "generationConfig",
        "generation_config",
        "safetySettings",
        "safety_settings",
        "toolConfig",
        "tool_config",
    }
    | {"config", *CACHED}
)
#: Fields that a conversation kept for its own sake may have, too.
_BESIDE = frozenset({"tools", "model", *SYSTEM})
_TAKEN = _BESIDE | {*_CONTENTS}


@dataclass(slots=True)
class GeminiTalk:
    """One conversation. `body` is the request object, `chunks` are the response's; `single`: one request.

    `whole` says that the body is all that was sent, so that what is not in it was not there.
    """

    contents: list[Placed]
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    place: Place = field(default_factory=Place)
    chunks: list[Placed] = field(default_factory=list[Placed])
    whole: bool = False
    single: bool = False
    title: str = ""
    extra: str = ""

    def setting(self, *names: str) -> Placed:
        """A field of the request, or None, and its place; Python's SDK puts it into a `config`."""
        for one, path in ((self.body, ""), (as_object(self.body.get("config")), "/config")):
            for name in names:
                if one.get(name) is not None:
                    return one[name], inside(self.place, f"{path}/{name}")
        return None, self.place

    @property
    def model(self) -> str:
        """The model that was asked, or else the one that answered, without the folder of its name."""
        asked = text_field(self.body, "model")
        answered = (text_field(one, "modelVersion", "model_version") for one, _ in self.chunks)
        return (asked or next((one for one in answered if one), "")).rpartition("models/")[2]

    @property
    def usage(self) -> Usage | None:
        """What the response said last of its use."""
        told = [usage_of_response(one) for one, _ in self.chunks]
        return next((one for one in reversed(told) if one is not None), None)


def likeness(value: Any) -> float:
    """How much a record looks like Gemini's, 0 to 1."""
    if is_list(value):
        return sum(likeness(one) for one in value) / len(value) if value else 0.0
    if is_content(value):
        return 0.85
    if not is_object(value):
        return 0.0
    body, _ = _request(value)
    contents = body.get("contents")
    if isinstance(contents, str):
        return 0.7 if not _ASKED.isdisjoint(body) else 0.0
    if contents is not None or body:
        return 0.92
    return 0.9 if _response(value)[0] else 0.0


def talks_of(document: Document) -> tuple[list[GeminiTalk], list[Record]]:
    """The conversations of a document, in file order, and the records that are none."""
    talks: list[GeminiTalk] = []
    strange: list[Record] = []
    bare: GeminiTalk | None = None
    for record, place in entries_of(document):
        value = record.value
        if is_content(value):
            if bare is None:
                bare = GeminiTalk([])
                talks.append(bare)
            bare.contents.append((value, place))
        elif (talk := _talk(value, place)) is None:
            strange.append(record)
        elif not (talks and _continues(talks[-1], talk)):
            talks.append(talk)
    return talks, strange


def _talk(value: Any, place: Place) -> GeminiTalk | None:
    if is_list(value) and is_gemini(value):
        return GeminiTalk(each_placed(value, place))
    if not is_object(value):
        return None
    body, path = _request(value)
    chunks, at = _response(value)
    if not body and not chunks:
        return None
    name = next((name for name in _CONTENTS if body.get(name) is not None), "contents")
    listed = contents_of(body.get(name))
    within = f"{path}/{name}"
    return GeminiTalk(
        [(one, inside(place, within + pointer)) for one, pointer in listed],
        body=body,
        place=inside(place, path),
        chunks=[(one, inside(place, at + pointer)) for one, pointer in chunks],
        whole=bool(body) and name == "contents",
        single=bool(chunks) or _is_request(body, listed),
        title=text_field(value, "key", "custom_id"),
        extra=_rest(value),
    )


def _continues(last: GeminiTalk, talk: GeminiTalk) -> bool:
    """Whether a response alone is that of the request before it, or its next chunk; then it goes there."""
    if talk.body or not talk.chunks:
        return False
    if last.chunks:
        before, after = last.chunks[-1][0], talk.chunks[0][0]
        ids = text_field(before, *_IDS), text_field(after, *_IDS)
        if ids[0] != ids[1] or (not ids[0] and _is_finished(before)):
            return False
    elif not last.whole or _answered([one for one, _ in last.contents]):
        return False
    last.chunks += talk.chunks
    last.single = True
    last.extra = _together(last.extra, talk.extra)
    return True


def _is_request(body: Mapping[str, Any], listed: list[tuple[Any, str]]) -> bool:
    """Whether it is what was sent for one answer, and no conversation kept for its own sake."""
    if not _ASKED.isdisjoint(body):
        return True
    return not _BESIDE.isdisjoint(body) and not _answered([one for one, _ in listed])


def _answered(contents: list[Any]) -> bool:
    last = contents[-1] if contents else None
    return is_object(last) and last.get("role") == "model"


def _request(value: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The request object in the value, and its JSON pointer; empty where there is none."""
    for path in _REQUESTS:
        one = value_at(value, path)
        if is_object(one) and _has_contents(one):
            return one, pointer_of(path)
    return {}, ""


def _has_contents(body: Mapping[str, Any]) -> bool:
    contents = body.get("contents")
    if isinstance(contents, str):
        return not _ASKED.isdisjoint(body) or "model" in body
    listed = contents if contents is not None else body.get("history")
    if listed == [] and not (_ASKED | {*SYSTEM}).isdisjoint(body):
        return True
    return is_container(listed) and is_gemini([one for one, _ in contents_of(listed)])


def _response(value: Mapping[str, Any]) -> tuple[list[tuple[dict[str, Any], str]], str]:
    """The chunks of the response in the value, each with its pointer, and the pointer of all of them."""
    for path in _RESPONSES:
        one = value_at(value, path)
        pointer = pointer_of(path)
        if is_object(one) and _is_chunk(one):
            return [(one, "")], pointer
        if path and is_list(one) and one and all(is_object(chunk) and _is_chunk(chunk) for chunk in one):
            return [(chunk, f"/{i}") for i, chunk in enumerate(one)], pointer
    return [], ""


def _is_chunk(value: Mapping[str, Any]) -> bool:
    candidates = value.get("candidates")
    if is_list(candidates) and candidates:
        return all(is_object(one) and ("content" in one or _is_ended(one)) for one in candidates)
    return any(is_object(value.get(name)) for name in USAGE)


def _is_ended(candidate: Mapping[str, Any]) -> bool:
    return any(candidate.get(name) for name in _FINISHED)


def _is_finished(chunk: Mapping[str, Any]) -> bool:
    candidates = chunk.get("candidates")
    return is_list(candidates) and any(is_object(one) and _is_ended(one) for one in candidates)


def _rest(value: Mapping[str, Any]) -> str:
    """What became neither item nor field, as JSON with credentials masked."""
    rest = _without(value)
    return compact(masked(rest)) if rest else ""


def _together(extra: str, more: str) -> str:
    """The fields of both, which are JSON objects or empty; of those in both the later ones."""
    if not (extra and more):
        return extra or more
    return compact({**json.loads(extra), **json.loads(more)})


def _without(value: Any, *, config: bool = False) -> Any:
    """The value without what was taken from its request and its first candidate; of chunks the last."""
    opened = unwrap(value)
    if is_list(opened):
        return _without(opened[-1]) if opened else None
    if not is_object(opened):
        return value
    taken = _TAKEN if config or any(name in opened for name in _CONTENTS) else frozenset[str]()
    out: dict[str, Any] = {}
    for key, one in opened.items():
        if key in taken or one is None:
            continue
        if key == "candidates" and is_list(one):
            out |= {key: one[1:]} if len(one) > 1 else {}
        elif key in _CARRIERS:
            inner = _without(one, config=key == "config")
            out |= {key: inner} if inner not in ({}, None) else {}
        else:
            out[key] = one
    return out
