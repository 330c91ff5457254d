"""Messages as Pydantic AI keeps them: requests and responses, each with parts.

A request holds what other APIs write as several messages: system prompts, the user's prompt, results of
tools. Each of these is a message here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from ctxlab.formats.fields import compact, count_field, extra_set, extra_with, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Groups, Recorded, unknown_message, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Usage

_SAMPLE = 20
_MESSAGE = ("kind", "parts", "timestamp", "usage")
_SAID = ("part_kind", "content", "timestamp", "signature")
_CALL = ("part_kind", "tool_name", "args", "tool_call_id")
_RESULT = ("part_kind", "tool_name", "content", "tool_call_id", "timestamp")
_FILE = ("kind", "url", "data", "file_id", "media_type")

#: Parts of a request that stand by themselves, with the role in which they are sent.
_ROLES = {
    "system-prompt": "system",
    "instruction": "system",
    "user-prompt": "user",
    "tool-return": "tool",
    "retry-prompt": "tool",
    "builtin-tool-return": "tool",
}
_RETRIES = ("retry-prompt", "retry-feedback")


def is_pydantic_ai(values: list[Any]) -> bool:
    """Whether the list has a message that only Pydantic AI writes."""
    return any(is_object(one) and _is_own(one) for one in values[:_SAMPLE])


def pydantic_ai_message(message: Mapping[str, Any], pairing: Pairing) -> tuple[Recorded, ...]:
    """What stands in one message, in its order; its own fields are kept with the first."""
    parts = message.get("parts")
    if not _is_own(message) or not is_list(parts):
        return (unknown_message(message),)
    time = text_field(message, "timestamp")
    if message["kind"] == "response":
        found = list(_response(parts, pairing))
    else:
        found = [_requested(one, pairing) for one in parts]
    if not found:
        found = [Recorded("assistant" if message["kind"] == "response" else "user")]
    rest = {key: one for key, one in message.items() if key not in _MESSAGE and one not in (None, {}, [])}
    found[0] = replace(found[0], extra=extra_with(found[0].extra, rest))
    return tuple(replace(one, time=one.time or time) for one in found)


def pydantic_ai_usage(message: Mapping[str, Any]) -> Usage | None:
    """What the provider counted; the library's zeros for what was not counted are nothing.

    Its input holds what was read from the cache and written to it.
    """
    told = message.get("usage")
    if not is_object(told):
        return None
    names = ("input_tokens", "cache_read_tokens", "cache_write_tokens", "output_tokens")
    given, read, written, output = (count_field(told, name) for name in names)
    given = count_field(told, "request_tokens") if given is None else given
    output = count_field(told, "response_tokens") if output is None else output
    if not given and not output:
        return None
    fresh = None if given is None else max(0, given - (read or 0) - (written or 0))
    return Usage(fresh, read, written, output)


def _is_own(message: Mapping[str, Any]) -> bool:
    parts = message.get("parts")
    if message.get("kind") not in ("request", "response") or not is_list(parts):
        return False
    return not parts or any(is_object(one) and isinstance(one.get("part_kind"), str) for one in parts)


def _requested(part: Any, pairing: Pairing) -> Recorded:
    kind = text_field(part, "part_kind") if is_object(part) else ""
    if kind not in _ROLES and kind not in _RETRIES:
        return Recorded("user", (unknown_part(part),), injected=True)
    time, content = text_field(part, "timestamp"), part.get("content")
    if _ROLES.get(kind) == "tool" and text_field(part, "tool_name"):
        return Recorded("tool", (_result(part, pairing),), time=time)
    groups: Groups = tuple(_content(content))
    is_retry = kind in _RETRIES
    return Recorded(
        "user" if is_retry else _ROLES[kind],
        groups,
        time=time,
        injected=is_retry,
        extra=extra_set(part, _SAID if not is_retry else _SAID[1:]),
    )


def _response(parts: list[Any], pairing: Pairing) -> Iterator[Recorded]:
    """The answer; a compaction in it is a summary of all before."""
    for is_summary, run in groupby(parts, _is_compaction):
        if is_summary:
            for part in run:
                text = text_field(part, "content")
                extra = extra_set(part, ("content",))
                yield Recorded(
                    "assistant",
                    (Part(PartKind.TEXT, text),),
                    source=Source.SUMMARY,
                    extra=extra,
                    answer=False,
                )
        else:
            yield Recorded("assistant", tuple(_answered(part, pairing) for part in run))


def _is_compaction(part: Any) -> bool:
    return is_object(part) and part.get("part_kind") == "compaction"


def _answered(part: Any, pairing: Pairing) -> Part | tuple[Part, ...]:
    kind = text_field(part, "part_kind") if is_object(part) else ""
    if kind in ("text", "thinking") and isinstance(part.get("content"), str):
        is_text = kind == "text"
        return Part(
            PartKind.TEXT if is_text else PartKind.THINKING,
            part["content"],
            signature=text_field(part, "signature"),
            extra=extra_set(part, _SAID),
        )
    if kind in ("tool-call", "builtin-tool-call"):
        given, name = part.get("args"), text_field(part, "tool_name")
        is_text = given is None or isinstance(given, str)
        return Part(
            PartKind.CALL,
            (given or "") if is_text else compact(given),
            name=name,
            call_id=pairing.call(text_field(part, "tool_call_id"), name),
            json=not is_text,
            extra=extra_set(part, _CALL if kind == "tool-call" else _CALL[1:]),
        )
    if kind == "builtin-tool-return":
        return _result(part, pairing)
    if kind == "file" and is_object(part.get("content")):
        return _file(part["content"])
    return unknown_part(part)


def _result(part: Mapping[str, Any], pairing: Pairing) -> tuple[Part, ...]:
    """A tool's result: its text or JSON, then the files in it."""
    content, name = part.get("content"), text_field(part, "tool_name")
    call_id, called = pairing.result(text_field(part, "tool_call_id"), name)
    listed: list[Any] = content if is_list(content) else [content]
    files = [one for one in listed if _is_file(one)]
    rest = [one for one in listed if not _is_file(one)]
    plain: Any = content if not files else rest[0] if len(rest) == 1 else rest or None
    is_text = plain is None or isinstance(plain, str)
    plain_kind = part.get("part_kind") == "tool-return"
    told = {key: one for key, one in part.items() if key != "outcome" or one != "success"}
    first = Part(
        PartKind.RESULT,
        (plain or "") if is_text else compact(plain),
        name=name or called,
        call_id=call_id,
        json=not is_text,
        extra=extra_set(told, _RESULT if plain_kind else _RESULT[1:]),
    )
    return (first, *(_file(one) for one in files))


def _content(content: Any) -> Iterator[Part]:
    """The pieces of a prompt: texts, files, anything else as JSON."""
    for one in content if is_list(content) else [] if content is None else [content]:
        if isinstance(one, str):
            yield Part(PartKind.TEXT, one)
        elif is_object(one) and one.get("kind") == "text-content" and isinstance(one.get("content"), str):
            yield Part(PartKind.TEXT, one["content"], extra=extra_set(one, ("kind", "content")))
        elif _is_file(one):
            yield _file(one)
        else:
            yield unknown_part(one)


def _is_file(value: Any) -> bool:
    kind = text_field(value, "kind") if is_object(value) else ""
    return kind.endswith("-url") or kind in ("binary", "uploaded-file")


def _file(value: Mapping[str, Any]) -> Part:
    """A file, by its address, its id, or its bytes as base64."""
    kind, mime = text_field(value, "kind"), text_field(value, "media_type")
    about = mime.split("/")[0] if kind in ("binary", "uploaded-file", "") else kind.removesuffix("-url")
    part = {"image": PartKind.IMAGE, "audio": PartKind.AUDIO}.get(about, PartKind.FILE)
    data = text_field(value, "data", "url", "file_id")
    known = _FILE if kind == "binary" else _FILE[1:]
    return Part(part, media_type=mime, data=data, extra=extra_set(value, known))
