"""Content by OpenInference: `llm.input_messages.N.message.*`, `llm.tools.N.*`, `retrieval.documents.N.*`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.traces.calls import as_recorded
from ctxlab.formats.traces.contents import Content, one_answer
from ctxlab.formats.traces.dotted import listed
from ctxlab.formats.traces.prompts import prompt_of, schemas_of, system_of
from ctxlab.formats.traces.replies import answer_of
from ctxlab.formats.traces.spans import Attributes
from ctxlab.formats.values import is_list, is_object, unwrap

_DOCUMENTS = ("retrieval.documents", "reranker.output_documents")


def by_openinference(attributes: Attributes) -> Content:
    """Messages and tools by numbered attributes; system and tools also as parameters of the call."""
    settings = as_object(unwrap(attributes.get("llm.invocation_parameters")))
    answers = _messages(attributes, "llm.output_messages")
    tools = [_schema_of(one) for one in listed(attributes, "llm.tools")]
    return Content(
        input=_read(_messages(attributes, "llm.input_messages")),
        output=one_answer(answers, choices=settings.get("n") not in (None, 1)),
        schemas=schemas_of(tools) or schemas_of(settings.get("tools")),
        system=system_of(settings),
    )


def by_values(attributes: Attributes) -> Content:
    """Whatever a span says that it took and gave."""
    prompt = prompt_of(attributes.get("input.value"))
    return Content(prompt.messages, answer_of(attributes.get("output.value")), prompt.schemas)


def documents_of(attributes: Attributes) -> list[dict[str, Any]]:
    """The documents that a retriever found, or a reranker kept, with their text as `page_content`."""
    found: list[dict[str, Any]] = []
    for prefix in _DOCUMENTS:
        for entry in listed(attributes, prefix):
            document = as_object(entry).get("document")
            if is_object(document):
                opened = {key: unwrap(one) for key, one in document.items() if key != "content"}
                found.append({"page_content": text_field(document, "content"), **opened})
    return found


def _messages(attributes: Attributes, prefix: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for entry in listed(attributes, prefix):
        message = as_object(entry).get("message")
        if is_object(message):
            role = "assistant" if prefix == "llm.output_messages" else "user"
            found.append(_message(message, role))
    return found


def _read(messages: list[dict[str, Any]]) -> tuple[Recorded, ...]:
    return as_recorded(messages) if messages else ()


def _message(entry: Mapping[str, Any], role: str) -> dict[str, Any]:
    """One entry as a message of chat completions; `role` is whose it is where it does not say."""
    contents = entry.get("contents")
    parts = [_part(one) for one in contents] if is_list(contents) else []
    content: Any = entry.get("content")
    message: dict[str, Any] = {"role": text_field(entry, "role") or role, "content": parts or content}
    calls = entry.get("tool_calls")
    if is_list(calls):
        message["tool_calls"] = [_call(one) for one in calls]
    if text_field(entry, "function_call_name"):
        arguments = text_field(entry, "function_call_arguments_json")
        message["function_call"] = {"name": text_field(entry, "function_call_name"), "arguments": arguments}
    known = (
        "role",
        "content",
        "contents",
        "tool_calls",
        "function_call_name",
        "function_call_arguments_json",
    )
    return message | {key: one for key, one in entry.items() if key not in known}


def _part(entry: Any) -> Any:
    part = as_object(entry).get("message_content")
    if not is_object(part):
        return entry
    image = part.get("image")
    if is_object(image):
        inner = image.get("image", image)
        return {
            "type": "image_url",
            "image_url": {"url": text_field(as_object(inner), "url")},
        }
    return part


def _call(entry: Any) -> Any:
    call = as_object(entry).get("tool_call")
    if not is_object(call):
        return entry
    function = call.get("function")
    return {"id": text_field(call, "id"), "type": "function", "function": function or {}}


def _schema_of(entry: Any) -> Any:
    tool = as_object(entry).get("tool")
    return tool.get("json_schema") if is_object(tool) else entry
