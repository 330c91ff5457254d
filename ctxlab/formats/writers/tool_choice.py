"""Whether and which tools a model is to call, as each API asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.written import ANTHROPIC, GEMINI, OPENAI_CHAT, OPENAI_RESPONSES


class Use(StrEnum):
    """Whether tools are called, by OpenAI's words."""

    AUTO = "auto"
    NONE = "none"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """Whether tools are called, which of them may be (all where none is named), and whether several at once.

    With `parallel` None nothing was said of that, and with `use` None nothing of the rest.
    """

    use: Use | None = None
    names: tuple[str, ...] = ()
    parallel: bool | None = None


_ANTHROPIC = {"auto": Use.AUTO, "none": Use.NONE, "any": Use.REQUIRED, "tool": Use.REQUIRED}
_GEMINI = {"AUTO": Use.AUTO, "NONE": Use.NONE, "ANY": Use.REQUIRED}
_GEMINI_NAMES = ("toolConfig", "tool_config")


def taken(wire: str, given: dict[str, Any]) -> ToolChoice:
    """What the fields of a request say of it; those that are understood are taken out of `given`."""
    if wire in (OPENAI_CHAT, OPENAI_RESPONSES):
        return _taken_openai(given)
    if wire == ANTHROPIC:
        return _taken_anthropic(given)
    return _taken_gemini(given) if wire == GEMINI else ToolChoice()


def _taken_openai(given: dict[str, Any]) -> ToolChoice:
    parallel = given.get("parallel_tool_calls")
    if isinstance(parallel, bool):
        del given["parallel_tool_calls"]
    else:
        parallel = None
    choice = given.get("tool_choice")
    found: tuple[Use, tuple[str, ...]] | None = None
    if isinstance(choice, str) and choice in tuple(Use):
        found = Use(choice), ()
    elif is_object(choice):
        found = _named_openai(choice)
    if found is None:
        return ToolChoice(parallel=parallel)
    del given["tool_choice"]
    return ToolChoice(*found, parallel)


def _named_openai(choice: dict[str, Any]) -> tuple[Use, tuple[str, ...]] | None:
    if choice.get("type") == "function":
        name = _name_of(choice)
        return (Use.REQUIRED, (name,)) if name else None
    if choice.get("type") != "allowed_tools":
        return None
    inner = allowed if is_object(allowed := choice.get("allowed_tools")) else choice
    mode, tools = inner.get("mode"), inner.get("tools")
    names = [_name_of(one) if is_object(one) else "" for one in tools] if is_list(tools) else []
    if not isinstance(mode, str) or mode not in (Use.AUTO, Use.REQUIRED) or not names or not all(names):
        return None
    return Use(mode), tuple(names)


def _name_of(choice: dict[str, Any]) -> str:
    inner = held if is_object(held := choice.get("function")) else choice
    name = inner.get("name")
    return name if isinstance(name, str) else ""


def _taken_anthropic(given: dict[str, Any]) -> ToolChoice:
    choice = given.get("tool_choice")
    kind = choice.get("type") if is_object(choice) else None
    if not is_object(choice) or not isinstance(kind, str) or kind not in _ANTHROPIC:
        return ToolChoice()
    name = choice.get("name")
    if kind == "tool" and not isinstance(name, str):
        return ToolChoice()
    del given["tool_choice"]
    single = choice.get("disable_parallel_tool_use")
    names = (str(name),) if kind == "tool" else ()
    return ToolChoice(_ANTHROPIC[kind], names, not single if isinstance(single, bool) else None)


def _taken_gemini(given: dict[str, Any]) -> ToolChoice:
    field = next((name for name in _GEMINI_NAMES if is_object(given.get(name))), "")
    config: Any = given.get(field) or {}
    inner = config.get("functionCallingConfig") or config.get("function_calling_config")
    use = _GEMINI.get(str(inner.get("mode", "")).upper()) if is_object(inner) else None
    if len(config) != 1 or not is_object(inner) or use is None:
        return ToolChoice()
    names = inner.get("allowedFunctionNames") or inner.get("allowed_function_names")
    del given[field]
    return ToolChoice(use, tuple(map(str, names)) if is_list(names) else ())


def asked(wire: str, choice: ToolChoice) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The fields of a request that ask for it, and what the API has no words for, by OpenAI's names."""
    return _ASKED[wire](choice)


_Asked = tuple[dict[str, Any], tuple[str, ...]]


def _asked_openai(choice: ToolChoice, *, flat: bool) -> _Asked:
    def named(name: str) -> dict[str, Any]:
        return {"type": "function", **({"name": name} if flat else {"function": {"name": name}})}

    out: dict[str, Any] = {}
    if choice.use is Use.REQUIRED and len(choice.names) == 1:
        out["tool_choice"] = named(choice.names[0])
    elif choice.names and choice.use is not None:
        allowed = {"mode": choice.use.value, "tools": [named(name) for name in choice.names]}
        out["tool_choice"] = {"type": "allowed_tools", **(allowed if flat else {"allowed_tools": allowed})}
    elif choice.use is not None:
        out["tool_choice"] = choice.use.value
    if choice.parallel is not None:
        out["parallel_tool_calls"] = choice.parallel
    return out, ()


def _asked_anthropic(choice: ToolChoice) -> _Asked:
    if len(choice.names) > 1 or (choice.names and choice.use is not Use.REQUIRED):
        return _asked_anthropic(ToolChoice(choice.use, (), choice.parallel))[0], ("tool_choice",)
    if choice.use is None and choice.parallel is None:
        return {}, ()
    use = choice.use or Use.AUTO
    kind = "tool" if choice.names else "any" if use is Use.REQUIRED else use.value
    out: dict[str, Any] = {"type": kind, **({"name": choice.names[0]} if choice.names else {})}
    if choice.parallel is not None and use is not Use.NONE:
        out["disable_parallel_tool_use"] = not choice.parallel
    return {"tool_choice": out}, ()


def _asked_gemini(choice: ToolChoice) -> _Asked:
    lost = ("parallel_tool_calls",) if choice.parallel is False else ()
    if choice.use is None:
        return {}, lost
    inner: dict[str, Any] = {"mode": "ANY" if choice.use is Use.REQUIRED else choice.use.value.upper()}
    if choice.names and choice.use is Use.REQUIRED:
        inner["allowedFunctionNames"] = list(choice.names)
    elif choice.names:
        lost = (*lost, "tool_choice")
    return {"toolConfig": {"functionCallingConfig": inner}}, lost


_ASKED: Mapping[str, Callable[[ToolChoice], _Asked]] = {
    OPENAI_CHAT: lambda choice: _asked_openai(choice, flat=False),
    OPENAI_RESPONSES: lambda choice: _asked_openai(choice, flat=True),
    ANTHROPIC: _asked_anthropic,
    GEMINI: _asked_gemini,
}
