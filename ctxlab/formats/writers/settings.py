"""The fields of a request that say how to answer, of the recorded request and for another API."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.names import Names
from ctxlab.formats.writers.shapes import KEY
from ctxlab.formats.writers.tool_choice import asked, taken
from ctxlab.formats.writers.turns import fields_of
from ctxlab.formats.writers.written import (
    ANTHROPIC,
    GEMINI,
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    Losses,
    is_request,
)
from ctxlab.model.items import Item
from ctxlab.model.session import Session

#: What Anthropic's API has to be told; this many where nothing was recorded.
MOST_TOKENS = 4096

_SAMPLING = ("temperature", "top_p")
#: Named alike by OpenAI's two APIs.
_OPENAI = ("metadata", "user", "store", "service_tier", "prompt_cache_key", "safety_identifier")
#: Fields of the Responses API that hold settings of which chat has some as fields of their own.
_NESTED = ("reasoning", "text")

#: Settings that more than one API has, by their names in each, the newest first; a dot is a field inside.
#: Gemini's stand in a field of their own.
_NAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    OPENAI_CHAT: {
        "most": ("max_completion_tokens", "max_tokens"),
        "stop": ("stop",),
        "seed": ("seed",),
        "presence": ("presence_penalty",),
        "frequency": ("frequency_penalty",),
        "effort": ("reasoning_effort",),
        "format": ("response_format",),
        "verbosity": ("verbosity",),
        **{name: (name,) for name in ("stream", *_SAMPLING, *_OPENAI)},
    },
    OPENAI_RESPONSES: {
        "most": ("max_output_tokens",),
        "effort": ("reasoning.effort",),
        "format": ("text.format",),
        "verbosity": ("text.verbosity",),
        **{name: (name,) for name in ("stream", *_SAMPLING, *_OPENAI)},
    },
    ANTHROPIC: {
        "most": ("max_tokens",),
        "stop": ("stop_sequences",),
        "top_k": ("top_k",),
        **{name: (name,) for name in ("stream", *_SAMPLING)},
    },
    GEMINI: {
        "most": ("maxOutputTokens", "max_output_tokens"),
        "temperature": ("temperature",),
        "top_p": ("topP", "top_p"),
        "top_k": ("topK", "top_k"),
        "stop": ("stopSequences", "stop_sequences"),
        "seed": ("seed",),
        "presence": ("presencePenalty", "presence_penalty"),
        "frequency": ("frequencyPenalty", "frequency_penalty"),
    },
}
_GEMINI_CONFIG = ("generationConfig", "generation_config")

#: Fields of what was captured that are no settings of the request.
_HOLDERS = frozenset(
    {"response", "output", "result", "error", "custom_id", "id", "key", "method", "url", KEY}
)


def own_settings(session: Session, field: str) -> dict[str, Any]:
    """What else stood in the request that a session was read from."""
    found: Any = fields_of(session.extra)
    for name in _path(session.items, field):
        found = found.get(name) if is_object(found) else None
    kept = found if is_object(found) else {}
    return {name: value for name, value in kept.items() if name != KEY}


def settings_for(
    session: Session, wire: str, names: Names, losses: Losses, *, tools: bool = True
) -> dict[str, Any]:
    """The settings that the API has too, under its names and in its form; the others are told as lost.

    Without `tools` in the request nothing is said of calling them: no API takes that.
    """
    recorded = own_settings(session, "") if is_request(session) else {}
    given = _flat(session.wire, recorded)
    choice = taken(session.wire, given)
    out: dict[str, Any] = {}
    for setting, own in _NAMES.get(session.wire, {}).items():
        name = next((one for one in own if given.get(one) is not None), "")
        target = _NAMES[wire].get(setting)
        if name and target:
            _put(out, target[0], _valued(setting, given.pop(name), session.wire, wire))
    lost = [name for name, value in given.items() if name not in _HOLDERS and not _is_default(name, value)]
    asking, unsaid = asked(wire, replace(choice, names=tuple(map(names.tool, choice.names))))
    losses.name("settings_dropped", *sorted({*lost, *(unsaid if tools else ())}))
    if wire == ANTHROPIC:
        out = _with_most(out, "max_tokens", losses)
    if wire == GEMINI and out:
        out = {_GEMINI_CONFIG[0]: out}
    return {**out, **(asking if tools else {})}


def _flat(wire: str, recorded: dict[str, Any]) -> dict[str, Any]:
    """The settings by name: those inside a field that only holds settings by both names, or by their own."""
    given = dict(recorded)
    for field in _GEMINI_CONFIG if wire == GEMINI else _NESTED if wire == OPENAI_RESPONSES else ():
        if is_object(inner := given.get(field)):
            del given[field]
            given |= inner if wire == GEMINI else {f"{field}.{name}": one for name, one in inner.items()}
    return given


def _put(out: dict[str, Any], name: str, value: Any) -> None:
    outer, _, inner = name.rpartition(".")
    (out.setdefault(outer, {}) if outer else out)[inner] = value


def _valued(setting: str, value: Any, before: str, after: str) -> Any:
    """A setting's value in the form that the other API takes."""
    if setting == "stop" and not is_list(value):
        return [value]
    if setting != "format" or not is_object(value) or value.get("type") != "json_schema":
        return value
    if before == OPENAI_CHAT and is_object(inner := value.get("json_schema")):
        return {"type": "json_schema", **inner}
    if after == OPENAI_CHAT and "json_schema" not in value:
        return {
            "type": "json_schema",
            "json_schema": {key: one for key, one in value.items() if key != "type"},
        }
    return value


def _is_default(name: str, value: Any) -> bool:
    """Whether a setting asks for nothing that is not done anyway."""
    if value is None or value in ({}, [], ""):
        return True
    if name == "stream":
        return value is False
    return name in ("response_format", "text.format") and value == {"type": "text"}


def _with_most(settings: dict[str, Any], name: str, losses: Losses) -> dict[str, Any]:
    if name in settings:
        return settings
    losses.count("max_tokens_made", MOST_TOKENS)
    return {**settings, name: MOST_TOKENS}


def _path(items: tuple[Item, ...], field: str) -> list[str]:
    """Where in its record the request stood, by the places of what was read from it."""
    ends = {field} if field else {"messages", "input", "contents"}
    for item in items:
        names = item.place.pointer.split("/")[1:]
        at = next((i for i, name in enumerate(names) if name in ends), None)
        if item.message >= 0 and at is not None:
            return [name for i, name in enumerate(names[:at]) if i or not name.isdigit()]
    return []
