"""Tool results as published: field lists for two tools, JSON cut at a number of tokens for all others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.model.decision import Reason
from ctxlab.model.items import Item
from ctxlab.stages.published_contents import recorded_field, recorded_value, tool_name
from ctxlab.stages.split_budget.texts import JSON_MARK, special_token
from ctxlab.tokens.cache import first_tokens
from ctxlab.tokens.protocols import Counter


@dataclass(frozen=True, slots=True)
class FieldList:
    """What is taken of a tool's result: so many rows of a list, these fields of each."""

    key: str
    rows: int
    fields: tuple[str, ...]


LISTS: Mapping[str, FieldList] = {
    "search_hotels": FieldList("hotels", 10, ("name", "price_per_night", "rating", "short_description")),
    "search_flights": FieldList(
        "flights", 5, ("flight_no", "departure_time", "arrival_time", "price", "airline")
    ),
}

#: The field of which only the beginning is taken, and how many characters that is.
_DESCRIPTION, _DESCRIPTION_CHARACTERS = "short_description", 80


@dataclass(frozen=True, slots=True)
class Shown:
    """A result as it stands in the prompt.

    `reason` says what was done to it, None where it is as recorded. `need` are the tokens of its whole JSON.
    `filled` counts fields that a row did not have, `rows` those taken `of` the list. `kept` are the code
    points of the JSON that a cut left, -1 without one; `same` says that this JSON is the recorded text.
    `token` is the first special token in the JSON, which the published count fails on.
    """

    text: str
    reason: Reason | None
    need: int
    filled: int = 0
    rows: int = 0
    of: int = 0
    kept: int = -1
    same: bool = False
    token: str = ""


def shown(item: Item, form: str, limit: int | None, counter: Counter) -> Shown | None:
    """The result's text, None where the published code fails on it.

    A recorded session has results as texts: where such a text is a JSON object or array, the agent had that
    value at hand. A keyword form says itself what is a text.
    """
    try:
        value = recorded_value(item)
        if not form and isinstance(value, str):
            value = _decoded(value)
        listed = LISTS.get(str(recorded_field(item, "tool", tool_name(item))))
        if listed is not None:
            return _listed(value, listed, counter)
        return _whole(value, item, limit, counter)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def _decoded(text: str) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _listed(value: Any, listed: FieldList, counter: Counter) -> Shown:
    filled = 0
    rows: list[dict[str, Any]] = []
    given = value.get(listed.key, [])
    for row in given[: listed.rows]:
        shown_row: dict[str, Any] = {}
        for name in listed.fields:
            field = row.get(name, "")
            filled += name not in row
            shown_row[name] = field[:_DESCRIPTION_CHARACTERS] if name == _DESCRIPTION and field else field
        rows.append(shown_row)
    text = json.dumps({listed.key: rows}, ensure_ascii=False)
    return Shown(
        text,
        Reason.FIELDS_PROJECTED,
        counter.count(text),
        filled,
        rows=len(rows),
        of=len(given),
        token=special_token(text),
    )


def _whole(value: Any, item: Item, limit: int | None, counter: Counter) -> Shown:
    text = json.dumps(value, ensure_ascii=False)
    same = text == item.text
    need, token = counter.count(text), special_token(text)
    if limit is None or need <= limit:
        return Shown(text, None if same else Reason.TEXT_ALTERED, need, same=same, token=token)
    head = first_tokens(counter, text, limit)
    return Shown(head + JSON_MARK, Reason.CUT_TO_ITEM_LIMIT, need, kept=len(head), same=same, token=token)
