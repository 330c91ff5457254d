"""Messages as Semantic Kernel keeps them, in Python and in .NET, whose names differ in case and in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ctxlab.formats.fields import compact, count_field, extra_set, text_field
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import media_type
from ctxlab.formats.recorded import Recorded, unknown_part
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Usage

_SAMPLE = 20

#: How a reducer marks the message that stands for those that it took out.
_SUMMARY = "__summary__"

_MEDIA = {
    "image": PartKind.IMAGE,
    "audio": PartKind.AUDIO,
    "binary": PartKind.FILE,
    "file_reference": PartKind.FILE,
}
_DATA = ("data", "datauri", "uri", "fileid")
_TYPE = ("contenttype", "kind")
_KNOWN = ("role", "items", "content", "name", "authorname", *_TYPE)

#: What becomes a call's or a result's id, name and text.
_CALL = ("id", "callid", "name", "functionname", "pluginname", "arguments", *_TYPE)


def is_semantic_kernel(values: list[Any]) -> bool:
    """Whether the list has a message that only Semantic Kernel writes."""
    return any(is_object(one) and _is_own(_lowered(one)) for one in values[:_SAMPLE])


def semantic_kernel_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; `pairing` gives its calls and results their ids."""
    fields = _lowered(message)
    items, content, role = fields.get("items"), fields.get("content"), fields.get("role")
    label = _lowered(role).get("label") if is_object(role) else role
    parts = [_part(one, pairing) for one in (items if is_list(items) else [])]
    if not parts and isinstance(content, str) and content:
        parts = [Part(PartKind.TEXT, content)]
    metadata = fields.get("metadata")
    return Recorded(
        label.lower() if isinstance(label, str) and label else "unknown",
        tuple(parts),
        name=text_field(fields, "name", "authorname"),
        source=Source.SUMMARY if is_object(metadata) and metadata.get(_SUMMARY) else None,
        extra=_rest(message, _KNOWN),
    )


def semantic_kernel_usage(message: Mapping[str, Any]) -> Usage | None:
    """What the provider counted, which the connectors keep with the message."""
    metadata = _lowered(message).get("metadata")
    usage = _lowered(metadata).get("usage") if is_object(metadata) else None
    if not is_object(usage):
        return None
    counts = {key.replace("_", "").lower(): value for key, value in usage.items()}
    told = [
        next((n for n in (count_field(counts, name) for name in names) if n is not None), None)
        for names in (("prompttokens", "inputtokencount"), ("completiontokens", "outputtokencount"))
    ]
    return Usage(input=told[0], output=told[1]) if any(told) else None


def _lowered(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with the names of its fields in small letters and without the lines between words."""
    return {_small(key): value for key, value in record.items()}


def _small(name: str) -> str:
    return "kind" if name == "$type" else name.replace("_", "").lower()


def _is_own(fields: Mapping[str, Any]) -> bool:
    """Whether a message has items of known types; or a role in the form of .NET, and a text."""
    items, role = fields.get("items"), fields.get("role")
    if is_list(items) and any(is_object(one) and _kind(_lowered(one)) for one in items[:_SAMPLE]):
        return "role" in fields
    is_label = is_object(role) and isinstance(_lowered(role).get("label"), str)
    return is_label and ("content" in fields or is_list(items))


def _kind(fields: Mapping[str, Any]) -> str:
    """The type of an item: `function_call` is `FunctionCallContent` in .NET."""
    python, dotnet = fields.get("contenttype"), fields.get("kind")
    if isinstance(python, str):
        return python.removeprefix("streaming_")
    if not isinstance(dotnet, str) or not dotnet.endswith("Content"):
        return ""
    words = "".join(f"_{one}" if one.isupper() else one for one in dotnet.removesuffix("Content"))
    return words.lower().strip("_")


def _part(value: Any, pairing: Pairing) -> Part:
    fields = _lowered(value) if is_object(value) else {}
    kind = _kind(fields)
    if kind in ("text", "reasoning") and isinstance(fields.get("text", ""), (str, type(None))):
        is_text = kind == "text"
        text = text_field(fields, "text")
        extra = _rest(value, ("text", *_TYPE))
        return Part(PartKind.TEXT if is_text else PartKind.THINKING, text, extra=extra)
    if kind == "function_call":
        given = fields.get("arguments")
        name = _name(fields)
        is_text = given is None or isinstance(given, str)
        return Part(
            PartKind.CALL,
            (given or "") if is_text else compact(given),
            name=name,
            call_id=pairing.call(text_field(fields, "callid", "id"), name),
            json=not is_text,
            extra=_rest(value, _CALL),
        )
    if kind == "function_result":
        return _result(value, fields, pairing)
    if kind in _MEDIA:
        data = text_field(fields, *_DATA)
        mime = text_field(fields, "mimetype") or media_type(data)
        taken = next((name for name in _DATA if fields.get(name) == data), "")
        return Part(_MEDIA[kind], media_type=mime, data=data, extra=_rest(value, (taken, "mimetype", *_TYPE)))
    return unknown_part(value)


def _result(value: Mapping[str, Any], fields: Mapping[str, Any], pairing: Pairing) -> Part:
    result, name = fields.get("result"), _name(fields)
    call_id, called = pairing.result(text_field(fields, "callid", "id"), name)
    is_text = result is None or isinstance(result, str)
    return Part(
        PartKind.RESULT,
        (result or "") if is_text else compact(result),
        name=name or called,
        call_id=call_id,
        json=not is_text,
        extra=_rest(value, (*_CALL, "result")),
    )


def _rest(record: Mapping[str, Any], known: Collection[str]) -> str:
    return extra_set({key: value for key, value in record.items() if _small(key) not in known}, ())


def _name(fields: Mapping[str, Any]) -> str:
    """A function's name as the model knows it: that of its plugin, and its own."""
    whole, plugin = text_field(fields, "name"), text_field(fields, "pluginname")
    own = text_field(fields, "functionname")
    return whole or (f"{plugin}-{own}" if plugin and own else own)
