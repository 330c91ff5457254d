"""Tools as the four APIs declare them, and each declaration in the form of another API."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeGuard

#: Where a declaration states the JSON schema of its arguments; the first that is there counts.
_PARAMETERS = ("parameters", "input_schema", "parametersJsonSchema", "parameters_json_schema", "inputSchema")
_EMPTY: dict[str, Any] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that a model may call: its name, what it does, the JSON schema of its arguments.

    `strict` is what OpenAI's APIs call so, None where nothing is said.
    """

    name: str
    description: str = ""
    parameters: Mapping[str, Any] = field(default_factory=lambda: dict(_EMPTY))
    strict: bool | None = None


def tool_of(value: object) -> Tool | None:
    """The function that a declaration of whatever API states.

    None for what is no function: tools that a provider runs itself, and anything without a name.
    """
    if not _is_object(value):
        return None
    inner = value.get("function")
    kind = value.get("type")
    if _is_object(inner):
        value = {**value, **inner}
    elif kind not in (None, "function", "custom") or (kind == "custom" and "input_schema" not in value):
        return None
    name, told, strict = (value.get(key) for key in ("name", "description", "strict"))
    if not isinstance(name, str) or not name:
        return None
    found = [one for key in _PARAMETERS if _is_object(one := value.get(key))]
    parameters = _EMPTY | _plain_schema(found[0] if found else {})
    return Tool(
        name,
        told if isinstance(told, str) else "",
        parameters,
        strict if isinstance(strict, bool) else None,
    )


def chat_tool(tool: Tool) -> dict[str, Any]:
    """As OpenAI's chat completions have it."""
    return {"type": "function", "function": _described(tool, "parameters", strict=True)}


def responses_tool(tool: Tool) -> dict[str, Any]:
    """As OpenAI's Responses API has it, where strict is the rule unless something else is said."""
    return {"type": "function", **_described(tool, "parameters"), "strict": tool.strict or False}


def anthropic_tool(tool: Tool) -> dict[str, Any]:
    """As Anthropic's Messages API has it."""
    return _described(tool, "input_schema")


def gemini_tool(tool: Tool) -> dict[str, Any]:
    """A declaration of Gemini's; its JSON schema stands where any schema may."""
    return _described(tool, "parametersJsonSchema")


#: The declaration of a function by the name of the wire format.
DECLARATIONS: Mapping[str, Callable[[Tool], dict[str, Any]]] = {
    "openai-chat": chat_tool,
    "openai-responses": responses_tool,
    "anthropic": anthropic_tool,
    "gemini": gemini_tool,
}


def declared(wire: str, value: Any) -> Any:
    """A declaration of whatever API as the one of that wire has it; what is no function stays as it is."""
    tool = tool_of(value)
    return value if tool is None else DECLARATIONS[wire](tool)


def _described(tool: Tool, schema: str, *, strict: bool = False) -> dict[str, Any]:
    value: dict[str, Any] = {"name": tool.name}
    value |= {"description": tool.description} if tool.description else {}
    value[schema] = dict(tool.parameters)
    return value | ({"strict": tool.strict} if strict and tool.strict is not None else {})


def _plain_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema as JSON schema has it: Gemini writes types in capitals and `nullable` beside them."""
    out: dict[str, Any] = {}
    for key, value in schema.items():
        if key == "type" and isinstance(value, str):
            out[key] = value.lower() if value.isupper() else value
        elif key == "properties" and _is_object(value):
            out[key] = {name: _plain_schema(one) if _is_object(one) else one for name, one in value.items()}
        elif key in ("items", "additionalProperties", "not") and _is_object(value):
            out[key] = _plain_schema(value)
        elif key in ("anyOf", "any_of", "oneOf", "allOf") and _is_list(value):
            named = "anyOf" if key == "any_of" else key
            out[named] = [_plain_schema(one) if _is_object(one) else one for one in value]
        else:
            out[key] = value
    if isinstance(out.get("type"), str) and out.get("nullable") is True:
        del out["nullable"]
        out["type"] = [out["type"], "null"]
    return out


def _is_object(value: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(value, Mapping)


def _is_list(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, list)
