"""What Gemini's generateContent would refuse of a request."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ctxlab.formats.writers.looks_at import is_list, is_object, is_one_of, objects, text_of
from ctxlab.model.wire_view import Finding

_ROLES = frozenset({"user", "model", "function"})
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}")

#: The one field that says what a part is, in both ways of writing it.
_WHAT = {
    "text": "text",
    "inlineData": "inlineData",
    "inline_data": "inlineData",
    "fileData": "fileData",
    "file_data": "fileData",
    "functionCall": "functionCall",
    "function_call": "functionCall",
    "functionResponse": "functionResponse",
    "function_response": "functionResponse",
    "executableCode": "executableCode",
    "executable_code": "executableCode",
    "codeExecutionResult": "codeExecutionResult",
    "code_execution_result": "codeExecutionResult",
}
_MODELS = frozenset({"functionCall", "executableCode"})

Value = Mapping[str, Any]


def check_gemini(contents: Sequence[Value], beside: Mapping[str, Any]) -> tuple[Finding, ...]:
    """What is wrong with `contents`, and with instruction and tools in `beside`, in the order of contents.

    Each content has a role and parts, each part is one thing. Function calls stand right behind what a user
    or a function said, and the content behind them has a response to each, by its name.
    """
    found = [
        *_system(beside.get("systemInstruction", beside.get("system_instruction"))),
        *_tools(beside.get("tools")),
    ]
    if not contents:
        found.append(Finding("no_messages"))
    calls: list[Value] = []
    before: object = None
    for number, value in enumerate(contents, 1):
        role = value.get("role", "user")
        found += _content(number, value, role)
        parts = list(objects(value.get("parts")))
        responses = _inner(parts, "functionResponse")
        found += _responses(number, calls, responses)
        calls = _inner(parts, "functionCall")
        if role == "model" and before is None:
            found.append(Finding("first_not_user", number))
        elif calls and before == "model":
            found.append(Finding("call_behind_model", number))
        before = role
    if calls:
        found.append(_count(len(contents), len(calls), 0))
    return tuple(found)


def _inner(parts: Sequence[Value], what: str) -> list[Value]:
    """What the parts of that sort hold."""
    return [
        inner for part in parts for key, inner in part.items() if _WHAT.get(key) == what and is_object(inner)
    ]


def _count(number: int, calls: int, responses: int) -> Finding:
    return Finding("responses_count", number, (("calls", calls), ("responses", responses)))


def _responses(number: int, calls: Sequence[Value], responses: Sequence[Value]) -> Iterator[Finding]:
    """Whether the responses of a content are those to the calls of the one before."""
    if not calls:
        for one in responses:
            yield Finding("response_without_call", number, (("name", str(one.get("name"))),))
        return
    if len(calls) != len(responses):
        yield _count(number, len(calls), len(responses))
        return
    asked = Counter(text_of(one.get("name")) for one in calls)
    given = Counter(text_of(one.get("name")) for one in responses)
    for name in given - asked:
        yield Finding("response_without_call", number, (("name", name),))
    ids = {text_of(one.get("id")) for one in calls}
    for one in responses:
        own = text_of(one.get("id"))
        if own and own not in ids and "" not in ids:
            yield Finding("result_without_call", number, (("id", own),))


def _content(number: int, value: Value, role: object) -> Iterator[Finding]:
    if not is_one_of(role, _ROLES):
        yield Finding("role_unknown", number, (("role", str(role)),))
    parts = value.get("parts")
    if parts is None:
        yield Finding("content_missing", number)
    elif not is_list(parts):
        yield Finding("content_odd", number)
    elif not parts:
        yield Finding("content_empty", number)
    else:
        for part in parts:
            yield from _part(number, part, role)


def _part(number: int, part: object, role: object) -> Iterator[Finding]:
    kinds = sorted({_WHAT[key] for key in part if key in _WHAT}) if is_object(part) else []
    if not is_object(part) or not kinds:
        yield Finding("part_empty", number)
        return
    if len(kinds) > 1:
        yield Finding("part_several", number, (("types", ", ".join(kinds)),))
        return
    kind = kinds[0]
    inner = next(one for key, one in part.items() if key in _WHAT)
    if kind == "text":
        if not isinstance(inner, str):
            yield Finding("content_odd", number)
        elif not inner and not (part.get("thought") or _signed(part)):
            yield Finding("content_empty", number, severity="warning")
    elif not is_object(inner):
        yield Finding("content_odd", number)
    elif kind == "functionCall":
        yield from _call(number, inner)
    elif kind == "functionResponse":
        yield from _response(number, inner, role)
    elif kind in ("inlineData", "fileData"):
        keys = ("data",) if kind == "inlineData" else ("fileUri", "file_uri")
        typed = kind == "fileData" or inner.get("mimeType") or inner.get("mime_type")
        if not (typed and any(text_of(inner.get(key)) for key in keys)):
            yield Finding("media_missing", number, (("type", kind),))
    if kind in _MODELS and role != "model":
        yield Finding("call_not_assistants", number)


def _signed(part: Value) -> bool:
    return bool(part.get("thoughtSignature") or part.get("thought_signature"))


def _call(number: int, call: Value) -> Iterator[Finding]:
    name, arguments = call.get("name"), call.get("args")
    if not _is_name(name):
        yield Finding("tool_name_odd", number, (("name", str(name)),))
    if arguments is not None and not is_object(arguments):
        yield Finding("arguments_odd", number, (("name", str(name)),))


def _response(number: int, response: Value, role: object) -> Iterator[Finding]:
    name = response.get("name")
    if role == "model":
        yield Finding("result_not_users", number)
    if not _is_name(name):
        yield Finding("tool_name_odd", number, (("name", str(name)),))
    if not is_object(response.get("response")):
        yield Finding("response_odd", number, (("name", str(name)),))


def _is_name(name: object) -> bool:
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def _system(instruction: object) -> Iterator[Finding]:
    if instruction is None or isinstance(instruction, str):
        return
    parts = instruction.get("parts") if is_object(instruction) else None
    listed = parts if is_list(parts) else ()
    if not any(text_of(part.get("text")) for part in objects(listed)):
        yield Finding("system_empty")


def _tools(tools: object) -> Iterator[Finding]:
    names: Counter[str] = Counter()
    for at, tool in enumerate(tools if is_list(tools) else (), 1):
        if not is_object(tool) or not tool:
            yield Finding("tool_shape", numbers=(("number", at),))
            continue
        declared = tool.get("functionDeclarations", tool.get("function_declarations"))
        for one in declared if is_list(declared) else ():
            name = one.get("name") if is_object(one) else None
            if not _is_name(name):
                yield Finding("tool_name_odd", numbers=(("name", str(name)),))
            names[str(name)] += 1
    for name, count in names.items():
        if count > 1:
            yield Finding("tool_name_repeated", numbers=(("name", name),))
