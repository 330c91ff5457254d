"""The fields of a request that say how to answer, of the recorded request and for another API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.values import is_list, is_object
from ctxlab.formats.writers.shapes import KEY
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

#: Settings that all four have, by their names in each; Gemini's stand in a field of their own.
_NAMES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    OPENAI_CHAT: {
        "most": ("max_completion_tokens", "max_tokens"),
        "temperature": ("temperature",),
        "top_p": ("top_p",),
        "stop": ("stop",),
    },
    OPENAI_RESPONSES: {
        "most": ("max_output_tokens",),
        "temperature": ("temperature",),
        "top_p": ("top_p",),
    },
    ANTHROPIC: {
        "most": ("max_tokens",),
        "temperature": ("temperature",),
        "top_p": ("top_p",),
        "stop": ("stop_sequences",),
    },
    GEMINI: {
        "most": ("maxOutputTokens", "max_output_tokens"),
        "temperature": ("temperature",),
        "top_p": ("topP", "top_p"),
        "stop": ("stopSequences", "stop_sequences"),
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


def settings_for(session: Session, wire: str, losses: Losses) -> dict[str, Any]:
    """The settings that the API has too, under its names; the others are counted as lost."""
    recorded = own_settings(session, "") if is_request(session) else {}
    if session.wire == wire:
        kept = {name for names in _NAMES[wire].values() for name in names} | {*_GEMINI_CONFIG}
        own = {name: one for name, one in recorded.items() if name in kept}
        return own if wire != ANTHROPIC else _with_most(own, "max_tokens", losses)
    known = _NAMES.get(session.wire, {})
    configs: list[dict[str, Any]] = [one for name in _GEMINI_CONFIG if is_object(one := recorded.get(name))]
    inner = configs[0] if configs else {}
    given = {**recorded, **inner} if session.wire == GEMINI else recorded
    out: dict[str, Any] = {}
    for setting, names in known.items():
        name = next((one for one in names if given.get(one) is not None), "")
        target = _NAMES[wire].get(setting)
        if name and target:
            value = given.pop(name)
            out[target[0]] = [value] if setting == "stop" and not is_list(value) else value
    lost = [name for name in given if name not in _HOLDERS and name not in _GEMINI_CONFIG]
    losses.name("settings_dropped", *sorted(lost))
    if wire == ANTHROPIC:
        return _with_most(out, "max_tokens", losses)
    return {_GEMINI_CONFIG[0]: out} if wire == GEMINI and out else out


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
