"""What stands as the input of a model's call in a trace, in whatever shape: messages, tools' schemas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.dialects.langchain import is_langchain_message
from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.lookups import as_list
from ctxlab.formats.recorded import Recorded
from ctxlab.formats.traces.calls import Schema, as_recorded
from ctxlab.formats.traces.literals import opened_value, spoken_messages
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind

_SYSTEM = (
    "system",
    "system_prompt",
    "systemPrompt",
    "system_instruction",
    "systemInstruction",
    "instructions",
)
_TOOLS = ("tools", "functions", "available_tools")
_LISTS = ("messages", "contents", "input_messages", "new_message")

#: What holds all else, in the order in which it is looked at.
_INNER = ("kwargs", "args", "prompt", "prompts", "input", "inputs", "query", "question", "text", "user_input")

#: What a message has beside its role, in one API or another.
_CONTENT = ("content", "parts", "blocks", "tool_calls")

#: Who speaks, where a message is a pair of that and a text.
_PAIRED = ("system", "user", "human", "assistant", "ai")

#: Who speaks, under other names.
_SPEAKERS = {"human": "user", "Human": "user", "ai": "assistant", "AI": "assistant", "bot": "assistant"}

#: What broken tracers leave of a message.
_STUBS = ("role", "content", "messages")

#: A schema shows itself so early in its text.
_HEAD = 200

#: Types of content parts, of which a list may stand where a message should.
_PARTS = ("text", "input_text", "image_url", "input_image", "image", "document", "file", "input_audio")


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages that were sent, and the schemas of the tools that were offered."""

    messages: tuple[Recorded, ...] = ()
    schemas: tuple[Schema, ...] = ()

    @property
    def has_system(self) -> bool:
        """Whether a system prompt is in it."""
        return any(one.is_system for one in self.messages)


def prompt_of(value: Any) -> Prompt:
    """The prompt in the input of a span."""
    return _prompt(opened_value(value), 0)


def schemas_of(tools: Any) -> tuple[Schema, ...]:
    """The schemas in a list of tools of any API, each perhaps JSON text."""
    opened = opened_value(tools)
    found: list[Schema] = []
    for one in as_list(opened):
        tool = opened_value(one)
        if not is_object(tool):
            continue
        declared = tool.get("functionDeclarations", tool.get("function_declarations"))
        found += schemas_of(declared) if is_list(declared) else [Schema(_tool_name(tool), compact(tool))]
    return tuple(found)


def system_of(value: Any) -> tuple[Recorded, ...]:
    """The system prompt that stands beside the messages in an input."""
    opened = opened_value(value)
    if not is_object(opened):
        return ()
    for key in _SYSTEM:
        given = opened_value(opened.get(key))
        parts: Any = given.get("parts", [given]) if is_object(given) else given
        if parts and (isinstance(parts, str) or is_list(parts)):
            return as_recorded([{"role": "system", "content": [_part(one) for one in _listed(parts)]}])
    return ()


def _prompt(value: Any, depth: int) -> Prompt:
    if value in (None, "", [], {}) or depth > 4:
        return Prompt()
    if isinstance(value, str):
        return Prompt(as_recorded(spoken_messages(value) or value))
    if is_list(value):
        return _of_list(value, depth)
    if is_object(value):
        return _of_object(value, depth)
    return Prompt(as_recorded(str(value)))


def _of_list(values: list[Any], depth: int) -> Prompt:
    """Messages; a list in a list is one of them, and a schema among them is none."""
    opened = [opened_value(one) for one in _flat(values)]
    if all(isinstance(one, str) for one in opened):
        return Prompt(tuple(message for one in opened for message in _prompt(one, depth + 1).messages))
    if not any(is_object(one) or isinstance(one, str) for one in opened):
        return Prompt(as_recorded(compact(values)))  # no messages: a text that is a list
    if all(is_object(one) and "role" not in one and one.get("type") in _PARTS for one in opened):
        return Prompt(as_recorded([{"role": "user", "content": opened}]))
    tools: list[Any] = []
    messages: list[Any] = []
    for one in opened:
        schema = _schema_message(one)
        if schema is not None:
            tools.append(schema)
        else:
            messages.append(_plain(one))
    return Prompt(as_recorded(messages), schemas_of(tools))


def _plain(value: Any) -> Any:
    """A text as a message of the user; a message out of its event, under the usual names of who speaks."""
    if isinstance(value, str):
        return {"role": "user", "content": value}
    if not is_object(value):
        return value
    body = value.get("body")
    message = body if "role" not in value and is_object(body) and "role" in body else value
    role = message.get("role")
    if not isinstance(role, str):
        return message
    plain = role.removeprefix("MessageRole.").lower() if role.startswith("MessageRole.") else role
    plain = _SPEAKERS.get(plain, plain)
    return message if plain == role else {**message, "role": plain}


def _flat(values: list[Any]) -> list[Any]:
    """The elements, and those of lists among them; a pair of who speaks and a text is a message."""
    found: list[Any] = []
    for one in values:
        if not is_list(one):
            found.append(one)
        elif len(one) == 2 and all(isinstance(part, str) for part in one) and one[0] in _PAIRED:
            found.append({"role": one[0], "content": one[1]})
        else:
            found.extend(one)
    return found


def _of_object(value: Mapping[str, Any], depth: int) -> Prompt:
    schemas = tuple(schema for key in _TOOLS for schema in schemas_of(value.get(key)))
    config = value.get("config")
    if is_object(config):
        schemas += schemas_of(config.get("tools"))
    system = system_of(value) or system_of(config)
    if is_message(value):
        return Prompt(as_recorded([value]), schemas)
    for key in _LISTS:
        given = opened_value(value.get(key))
        if given:
            inner = _prompt([given] if is_object(given) else given, depth + 1)
            return Prompt((*system, *inner.messages), (*schemas, *inner.schemas))
    for key in _INNER:
        inner = _inner(opened_value(value.get(key)), key, depth)
        if inner.messages:
            return Prompt((*system, *inner.messages), (*schemas, *inner.schemas))
    content = value.get("content")
    if len(value) == 1 and content is not None:
        return Prompt() if content in _STUBS else _prompt(opened_value(content), depth + 1)
    if system or schemas:
        return Prompt(system, schemas)
    return Prompt((Recorded("user", (Part(PartKind.TEXT, compact(value), json=True),)),))


def _inner(value: Any, key: str, depth: int) -> Prompt:
    """What one field of an object has; of a function's arguments only what are messages."""
    if key not in ("args", "kwargs"):
        return _prompt(value, depth + 1)
    if is_object(value):
        return _prompt(value, depth + 1) if any(name in value for name in (*_LISTS, *_INNER)) else Prompt()
    for one in as_list(value):
        opened = opened_value(one)
        if isinstance(opened, str) or _has_messages(opened):
            return _prompt(opened, depth + 1)
    return Prompt()


def is_message(value: Any) -> bool:
    """Whether the value is a message of any API."""
    if not is_object(value):
        return False
    if is_langchain_message(value):
        return True
    return isinstance(value.get("role"), str) and any(key in value for key in _CONTENT)


def _has_messages(value: Any) -> bool:
    if is_list(value):
        return any(is_message(one) for one in value)
    return is_object(value) and (is_message(value) or any(key in value for key in _LISTS))


def _schema_message(value: Any) -> Any:
    """The schema that some tracers of LangChain write among the messages, in a tool's role; or None."""
    if not is_object(value) or value.get("role") != "tool":
        return None
    content = value.get("content")
    if isinstance(content, str) and '"function"' in content[:_HEAD]:
        content = opened_value(content)
    return content if is_object(content) and is_object(content.get("function")) else None


def _tool_name(tool: Mapping[str, Any]) -> str:
    for key in ("function", "toolSpec"):
        inner = tool.get(key)
        if is_object(inner):
            return text_field(inner, "name")
    return text_field(tool, "name", "title")


def _part(value: Any) -> Any:
    """A part of a system prompt as chat completions have it; OpenTelemetry's has its text as `content`."""
    if is_object(value) and isinstance(value.get("content"), str):
        return {"type": "text", "text": value["content"]}
    return value


def _listed(value: Any) -> Iterable[Any]:
    return value if is_list(value) else [value]
