"""The keyword forms: the arguments of build(), of build_context() and of the context modes, as sessions.

Ids i1, i2 ... follow the order gathered: system prompt, user message, history, tool results, docs, task
state, notes; after them what the published call does not have: tool schemas, key facts, recorded summaries. A
keyword form has exactly one request, after its last item. Items hold raw contents; prefixes such as `[ROLE]:
` are the published Gather's. A `published_fails` notice names the item that the published code would have
failed on: there the published content is empty, while the item keeps what was recorded. Prompt, state, notes,
docs and facts have the role system.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.keyword_lists import add_docs, add_facts, add_history, add_notes, add_results, add_schemas
from ctxlab.model.keyword_modes import add_messages, add_stored_summary
from ctxlab.model.keyword_values import (
    MISSING,
    Draft,
    as_list,
    content_parts,
    is_list,
    label,
    to_extra,
    to_json,
)
from ctxlab.model.turns import turn_key

BUILD = "build"
BUILD_CONTEXT = "build_context"
MESSAGES = "messages"

#: Top-level keys of every form that name the session and are no content.
NAMING = ("id", "title", "model")

_SHARED = ("system_prompt", "conversation_history", "tool_results", "tool_schemas")
KEYS: Mapping[str, tuple[str, ...]] = {
    BUILD: (*_SHARED, "user_message", "retrieved_docs", "task_state", "agent_notes", "notes", "key_facts"),
    BUILD_CONTEXT: (*_SHARED, "user_input", "rag_results", "matched_tools", "target_agent"),
    MESSAGES: ("messages", "user_input", "summary", "key_facts"),
}


def form_of(arguments: Mapping[str, Any]) -> str:
    """Which form the keys speak for, or empty: `messages` decides, else who has more of its own keys."""
    if "messages" in arguments:
        return MESSAGES
    build, context = (sum(key in arguments for key in KEYS[form]) for form in (BUILD, BUILD_CONTEXT))
    if not build and not context:
        return ""
    return BUILD_CONTEXT if context > build else BUILD


@dataclass(frozen=True, slots=True)
class KeywordParts:
    """What the keywords of one call say.

    Items in gathering order, names, turns, notices, fields not understood.
    """

    form: str
    items: tuple[Item, ...]
    turns: int
    id: str
    title: str
    model: str
    diagnostics: tuple[Diagnostic, ...]
    extra: str


def read_keywords(arguments: Mapping[str, Any], form: str = "") -> KeywordParts:
    """Reads one call's keywords; never raises, whatever the values are.

    Args:
        arguments: The keywords; further keys are kept in `extra` and reported.
        form: `build`, `build_context` or `messages`; by default what the keys speak for, else build.
    """
    form = form or form_of(arguments) or BUILD
    draft = Draft()
    rest = {str(key): _all_of(value) for key, value in arguments.items()}
    kept: dict[str, Any] = {}
    if form == MESSAGES:
        add_messages(draft, rest.pop("messages", MISSING), rest.pop("user_input", MISSING))
        add_stored_summary(draft, rest.pop("summary", MISSING))
        add_facts(draft, as_list(_take(draft, rest, "key_facts")))
    elif form == BUILD_CONTEXT:
        _add_build_context(draft, rest)
        kept = {key: rest.pop(key) for key in ("matched_tools", "target_agent") if key in rest}
    else:
        _add_build(draft, rest)
    naming = {key: label(rest.pop(key)) for key in NAMING if isinstance(rest.get(key), str)}
    for key in rest:
        draft.notes_unknown("arguments", key, 0)
    return KeywordParts(
        form=form,
        items=tuple(draft.items),
        turns=len({turn_key(item, at) for at, item in enumerate(draft.items)} - {None}),
        id=naming.get("id", ""),
        title=naming.get("title", ""),
        model=naming.get("model", ""),
        diagnostics=draft.diagnostics(),
        extra=to_extra({**kept, **rest}),
    )


def _all_of(value: Any) -> Any:
    """A generator or another iterator as the list of what it gives, anything else as it is."""
    return list(cast("Iterator[Any]", value)) if _is_iterator(value) else value


def _is_iterator(value: Any) -> bool:
    return isinstance(value, Iterator)


def _take(draft: Draft, rest: dict[str, Any], key: str, alias: str = "") -> Any:
    if key not in rest and alias in rest:
        draft.notes_alias("arguments", alias, key, 0)
        return rest.pop(alias)
    return rest.pop(key, MISSING)


def _take_list(draft: Draft, rest: dict[str, Any], key: str, alias: str = "") -> Any:
    value = _take(draft, rest, key, alias)
    found = as_list(value)
    if found and not is_list(value):
        draft.say("not_a_list", "", key=key)
    return found


def _add_build(draft: Draft, rest: dict[str, Any]) -> None:
    _add_single(draft, "system_prompt", rest.pop("system_prompt", MISSING), Source.SYSTEM_PROMPT, -1)
    history = _take_list(draft, rest, "conversation_history")
    _add_single(draft, "user_message", rest.pop("user_message", MISSING), Source.USER_MESSAGE, len(history))
    add_history(draft, history)
    add_results(draft, _take_list(draft, rest, "tool_results"))
    add_docs(draft, _take_list(draft, rest, "retrieved_docs"))
    _add_state(draft, rest.pop("task_state", MISSING))
    alias = "" if "agent_notes" in rest else "notes"
    add_notes(draft, _take(draft, rest, "agent_notes", alias), alias if "notes" in rest else "agent_notes")
    add_schemas(draft, _take_list(draft, rest, "tool_schemas"))
    add_facts(draft, as_list(_take(draft, rest, "key_facts")))


def _add_build_context(draft: Draft, rest: dict[str, Any]) -> None:
    _add_single(draft, "system_prompt", rest.pop("system_prompt", MISSING), Source.SYSTEM_PROMPT, -1)
    history = _take_list(draft, rest, "conversation_history")
    _add_single(draft, "user_input", rest.pop("user_input", MISSING), Source.USER_MESSAGE, len(history))
    add_history(draft, history, split_budget=True)
    add_results(draft, _take_list(draft, rest, "tool_results"), split_budget=True)
    add_docs(draft, _take_list(draft, rest, "rag_results"), key="rag_results", split_budget=True)
    add_schemas(draft, _take_list(draft, rest, "tool_schemas"))


def _add_single(draft: Draft, key: str, value: Any, source: Source, message: int) -> None:
    """The system prompt or the user message: an empty one is an item, an absent one is none."""
    if value is MISSING:
        return
    role = "system" if source is Source.SYSTEM_PROMPT else "user"
    parts = () if value is None else content_parts(value)
    item = draft.add(role, parts, f"/{key}", source=source, priority=1, message=message)
    if value is None or isinstance(value, bool | int | float):
        draft.published_fails(item, key, 0, key)


def _add_state(draft: Draft, value: Any) -> None:
    """A state that is no text is kept as JSON, indent 2, as the published call writes it."""
    if value is MISSING or not value:
        return
    is_text = isinstance(value, str)
    part = Part(PartKind.TEXT, value if is_text else to_json(value, indent=2), json=not is_text)
    draft.add("system", (part,), "/task_state", source=Source.TASK_STATE, priority=2)
