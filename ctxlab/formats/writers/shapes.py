"""What a recorded request looked like where it could as well have been written in another way.

A session keeps what was said, not each way of writing it: a text may have been a string or a list of one
part. Where writing the items anew gives anything but what was recorded, the recorded form is kept with the
session, with its longer texts taken from the items, so that the request can be written as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.fields import compact, extra_with, masked
from ctxlab.formats.values import MAX_DEPTH, is_list, is_object, nests_deeper
from ctxlab.formats.writers.turns import Turn, fields_of
from ctxlab.model.items import Item
from ctxlab.model.session import Session
from ctxlab.model.strict_json import strict

#: The name of the forms among the unknown fields of a session.
KEY = "ctxlab.form"

#: Shorter texts stand in the form itself.
_LONG = 24
_TEXTS = ("text", "data", "signature")

#: How deep a form stands in a native file, at most.
_NESTING = 8


@dataclass(frozen=True, slots=True)
class Shapes:
    """The forms that a session keeps.

    `elements` are those of messages by the id of their first item, with how many items they cover. `fields`
    are those of whole fields, `absent` the fields that were not there. The field of all messages has a form
    only as a whole, for a request of exactly `whole` items.
    """

    elements: Mapping[str, Any] = field(default_factory=dict[str, Any])
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    absent: Sequence[str] = ()
    whole: int = -1

    def element(self, turn: Turn) -> Any | None:
        """A message as it was recorded; None where it is written as its items say, or not all are there."""
        form = self.elements.get(turn.items[0].id) if turn.items else None
        if not is_object(form) or form.get("items") != len(turn.items):
            return None
        return _filled(form, turn.items)

    def finished(self, body: Mapping[str, Any], items: Sequence[Item], messages: str) -> dict[str, Any]:
        """The body with the fields whose form is known, and without those that were not there."""
        out = dict(body)
        for name, form in self.fields.items():
            if name != messages or len(items) == self.whole:
                out[name] = _filled(form, items)
        return {name: value for name, value in out.items() if name not in self.absent}


def shapes_of(session: Session) -> Shapes:
    """The forms that the session keeps; none where they cannot be read."""
    kept = fields_of(session.extra).get(KEY) if KEY in session.extra else None
    if not is_object(kept):
        return Shapes()
    elements, fields, absent, whole = (kept.get(key) for key in ("elements", "fields", "absent", "whole"))
    return Shapes(
        elements if is_object(elements) else {},
        fields if is_object(fields) else {},
        absent if is_list(absent) else (),
        whole if isinstance(whole, int) else -1,
    )


def with_shapes(
    session: Session,
    items: Sequence[Item],
    body: Mapping[str, Any],
    written: Callable[[Shapes], dict[str, Any]],
    messages: str,
    elements: Sequence[tuple[Turn, Any, Sequence[Any]]],
) -> Session:
    """The session with the forms of what its items alone do not tell of a recorded request.

    `body` is the request as recorded, `items` are those that it became, `written` gives the request as it
    would be written under given forms. `elements` are the turns with what was recorded of each and what
    writing it gives.
    """
    forms = {
        turn.items[0].id: {"items": len(turn.items), **_form(recorded, turn.items)}
        for turn, recorded, values in elements
        if list(values) != [recorded]
    }
    now = written(Shapes(forms))
    fields = {
        name: _form(value, items)
        for name, value in body.items()
        if name not in now or not _is_same(name, now[name], value)
    }
    kept: dict[str, Any] = {"elements": forms, "fields": fields, "absent": [n for n in now if n not in body]}
    if messages in fields:
        kept |= {"whole": len(items), "elements": {}}
    kept = {name: one for name, one in kept.items() if one}
    if not kept or nests_deeper(compact(kept), kept, MAX_DEPTH - _NESTING):
        # what nests too deep to be read again would take the other unknown fields with it
        return session
    return replace(session, extra=extra_with(session.extra, {KEY: kept}))


def _is_same(name: str, now: Any, recorded: Any) -> bool:
    return bool(now == recorded) or bool(now == strict(masked({name: recorded})[name]))


def _form(value: Any, items: Sequence[Item]) -> dict[str, Any]:
    """The value with credentials masked; texts that stand in items are left to them."""
    known: dict[str, list[Any]] = {}
    for item in items:
        for at, part in enumerate(item.parts):
            for name in _TEXTS:
                known.setdefault(getattr(part, name), [item.id, at, name])
    texts: list[list[Any]] = []
    form = {"value": _cut(masked({"value": value})["value"], value, known, [], texts)}
    return form | ({"texts": texts} if texts else {})


def _cut(
    hidden: Any, value: Any, known: Mapping[str, list[Any]], path: list[Any], texts: list[list[Any]]
) -> Any:
    """The masked value, with null in the place of each text that an item has."""
    if isinstance(value, str):
        if value in known and (len(value) >= _LONG or hidden != value):
            texts.append([path, *known[value]])
            return None
        return hidden
    if is_object(value):
        return {key: _cut(hidden[key], one, known, [*path, key], texts) for key, one in value.items()}
    if is_list(value):
        return [_cut(hidden[i], one, known, [*path, i], texts) for i, one in enumerate(value)]
    return hidden


def _filled(form: Mapping[str, Any], items: Sequence[Item]) -> Any:
    """The value of a form, its texts taken from the items; those of items that are not there are empty."""
    texts = {(item.id, at): part for item in items for at, part in enumerate(item.parts)}
    holder = {"value": _copied(form.get("value"))}
    for path, item, at, name in _references(form.get("texts")):
        part = texts.get((item, at))
        place: Any = holder
        *steps, last = ["value", *path]
        for step in steps:
            place = place[step]
        place[last] = "" if part is None or name not in _TEXTS else getattr(part, name)
    return holder["value"]


def _references(texts: Any) -> Iterator[tuple[list[Any], str, int, str]]:
    for one in texts if is_list(texts) else []:
        if is_list(one) and len(one) == 4 and is_list(one[0]):
            yield one[0], str(one[1]), one[2], str(one[3])


def _copied(value: Any) -> Any:
    if is_object(value):
        return {key: _copied(one) for key, one in value.items()}
    if is_list(value):
        return [_copied(one) for one in value]
    return value
