"""The lists of build() and build_context(): history, tool results, docs, notes, schemas and key facts."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.keyword_values import (
    MISSING,
    Draft,
    Fields,
    as_list,
    as_record,
    content_parts,
    is_list,
    label,
    to_extra,
    to_json,
    told,
)

#: How much of its lists the published split budget reads: later hits and earlier results never fail there.
_SPLIT_DOCS = 5
_SPLIT_RESULTS = 2
_SPLIT_RECENT = 8


def add_history(draft: Draft, history: Sequence[Any], *, split_budget: bool = False) -> None:
    """Conversation, one item a message; message ordinals count from 0.

    A role that is absent or no text counts as the user's (and stays in `extra`). The split budget reads no
    content by force, and the role only of messages older than the last 8.
    """
    count = len(history)
    old = count - _SPLIT_RECENT
    for index, value in enumerate(history):
        record = as_record(value)
        fields = Fields(record or {}, "conversation_history", index, draft)
        role = fields.take("role")
        content = fields.take("content") if record is not None else value
        strange = MISSING if isinstance(role, str) else role
        item = draft.add(
            role if isinstance(role, str) else "user",
            content_parts(content),
            f"/conversation_history/{index}",
            source=Source.CONVERSATION,
            message=index,
            priority=int(8 - (index / count) * 5),
            extra=fields.extra(role=strange),
        )
        if strange is not MISSING:
            draft.say("not_text", item, where="conversation_history", index=index, key="role")
        if role is MISSING and (not split_budget or index < old):
            draft.published_fails(item, "conversation_history", index, "role")
        elif content is MISSING and not split_budget:
            draft.published_fails(item, "conversation_history", index, "content")


def add_results(draft: Draft, results: Sequence[Any], *, split_budget: bool = False) -> None:
    """Tool results without calls, one item each, outside the messages."""
    for index, value in enumerate(results):
        record = as_record(value)
        fields = Fields(record or {}, "tool_results", index, draft)
        tool = fields.take("tool", "tool_name", "name")
        result = fields.take("result", "content") if record is not None else value
        recent = fields.take("recent", "is_recent")
        flag = None if recent is MISSING else bool(recent)
        name = label(tool)
        item = draft.add(
            "tool",
            content_parts(result, PartKind.RESULT, name),
            f"/tool_results/{index}",
            source=Source.TOOL_RESULT,
            priority=2 if flag else 6,
            recent=flag,
            name=name,
            extra=fields.extra(
                tool=MISSING if isinstance(tool, str) else tool,
                recent=MISSING if isinstance(recent, bool) else recent,
            ),
        )
        if split_budget and index < len(results) - _SPLIT_RESULTS:
            continue
        if tool is MISSING or result is MISSING:
            draft.published_fails(item, "tool_results", index, "tool" if tool is MISSING else "result")


def add_docs(
    draft: Draft, docs: Sequence[Any], *, key: str = "retrieved_docs", split_budget: bool = False
) -> None:
    """Retrieved docs, the score as relevance.

    A doc without a usable score (absent, no number, not finite) has no score: it stands behind all that have
    one (relevance 0); where none has one, all keep the default 1.
    """
    records = [as_record(value) for value in docs]
    scores = [MISSING if record is None else record.get("score", MISSING) for record in records]
    numbers = [_number(score) for score in scores]
    default = 1.0 if all(number is None for number in numbers) else 0.0
    odd = -1 if split_budget else _incomparable(scores)
    for index, value in enumerate(docs):
        record, number = records[index], numbers[index]
        fields = Fields(record or {}, key, index, draft)
        content = fields.take("content", "text") if record is not None else value
        score, name, source = fields.take("score"), fields.take("id"), fields.take("source")
        item = draft.add(
            "system",
            () if content is None else content_parts(content),
            f"/{key}/{index}",
            source=Source.RETRIEVED_DOC,
            priority=4,
            relevance=default if number is None else number,
            name=label(source) or label(name),
            extra=fields.extra(id=name, source=source, score=score if number is None else MISSING),
        )
        if number is None and score is not MISSING:
            draft.say("no_score", item, where=key, index=index, value=label(score))
        lacking = _lacking(content, score, source if split_budget else "", index == odd)
        if lacking and not (split_budget and index >= _SPLIT_DOCS):
            draft.published_fails(item, key, index, lacking)


def _lacking(content: Any, score: Any, source: Any, odd: bool) -> str:
    """The key on which the published code fails, or empty."""
    if not isinstance(content, str):
        return "content"
    if score is MISSING or odd:
        return "score"
    return "source" if source is MISSING else ""


def _number(score: Any) -> float | None:
    if not isinstance(score, bool | int | float):
        return None
    try:
        number = float(score)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _incomparable(scores: Sequence[Any]) -> int:
    """The first score that cannot be ordered against the one before it, or -1."""
    given = [(index, _order_kind(score)) for index, score in enumerate(scores) if score is not MISSING]
    for (_, before), (index, kind) in pairwise(given):
        if kind != before or kind == "none":
            return index
    return -1


def _order_kind(score: Any) -> str:
    if isinstance(score, bool | int | float):
        return "number"
    return "text" if isinstance(score, str) else "none"


def add_notes(draft: Draft, value: Any, key: str) -> None:
    """Agent notes: a text, an object, or a list of either, one item each.

    `recorded_notes` gives the value back.
    """
    _add_texts(
        draft,
        value if is_list(value) else as_list(value),
        key,
        Source.AGENT_NOTE,
        2,
        whole=not is_list(value),
    )


def add_facts(draft: Draft, facts: Sequence[Any]) -> None:
    """Key facts stated by the caller, one item each."""
    _add_texts(draft, facts, "key_facts", Source.KEY_FACT, 1, whole=False)


def _add_texts(
    draft: Draft, values: Sequence[Any], key: str, source: Source, priority: int, *, whole: bool
) -> None:
    for index, value in enumerate(values):
        record = as_record(value)
        content_key = next((one for one in ("text", "content") if record is not None and one in record), "")
        if record is None or not content_key:
            name, parts, extra = "", content_parts(value), ""
        else:
            name = label(record.get("id", MISSING))
            parts = content_parts(record[content_key])
            extra = to_extra({str(one): None if one == content_key else kept for one, kept in record.items()})
            for unknown in record:
                if unknown not in ("text", "content", "id"):
                    draft.notes_unknown(key, str(unknown), index)
        pointer = f"/{key}" if whole else f"/{key}/{index}"
        draft.add("system", parts, pointer, source=source, priority=priority, name=name, extra=extra)


def recorded_notes(items: Sequence[Item]) -> Any:
    """The value of agent_notes from the note items that `add_notes` made of it, or None without any."""
    values: list[Any] = []
    for item in items:
        part = item.parts[0]
        content = json.loads(part.text) if part.json else part.text
        values.append(_refilled(json.loads(item.extra), content) if item.extra else content)
    if len(items) == 1 and items[0].place.pointer.count("/") == 1:
        return values[0]
    return values or None


def _refilled(record: Mapping[str, Any], content: Any) -> dict[str, Any]:
    hole = "text" if "text" in record and record["text"] is None else "content"
    return {key: content if key == hole else value for key, value in record.items()}


def add_schemas(draft: Draft, schemas: Sequence[Any]) -> None:
    """Tool schemas as compact JSON, one item a tool."""
    for index, schema in enumerate(schemas):
        record = as_record(schema) or {}
        function = as_record(record.get("function")) or {}
        name = label(function.get("name", record.get("name", MISSING)))
        draft.add(
            "system",
            (_compact(schema, name),),
            f"/tool_schemas/{index}",
            source=Source.TOOL_SCHEMAS,
            priority=1,
            name=name,
        )


def _compact(schema: Any, name: str) -> Part:
    if isinstance(schema, str):
        return Part(PartKind.TEXT, schema, name=name)
    try:
        text = json.dumps(schema, ensure_ascii=False, separators=(",", ":"), default=told)
    except (TypeError, ValueError, RecursionError):
        text = to_json(schema)
    return Part(PartKind.TEXT, text, name=name, json=True)
