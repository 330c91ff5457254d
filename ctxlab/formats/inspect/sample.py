"""What a sample of an Inspect log holds: messages and calls of the model, with references resolved.

Long texts stand in the sample's attachments, and are referred to. Newer logs hold each message of the calls
once, in a pool, and refer to ranges of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ctxlab.formats.fields import compact, text_field
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.values import is_list, is_object

#: How a reference to an attachment begins; the shorter in logs of 2024.
_REFERENCES = ("attachment://", "tc://")

#: An attachment may be a reference itself, so often.
_MOST_STEPS = 4

#: So many references to messages of a pool are followed in one sample.
_MOST_REFERRED = 5_000_000

Placed = tuple[Any, str]

#: A message's id or nothing, what it says, and without an id which message of that text it is in its list.
Key = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of the model: its record and where that stands, its input and its answers with JSON pointers.

    There are several answers where several were asked for, and none where it failed or goes on.
    `span` names what it was made in (a solver, a scorer, an agent); `after_compaction`: the first since one.
    """

    event: Mapping[str, Any]
    path: str
    input: tuple[Placed, ...]
    answers: tuple[Placed, ...]
    span: str = ""
    after_compaction: bool = False


@dataclass(slots=True)
class Sample:
    """A sample as recorded. `missing` counts references to attachments that are not there."""

    value: Mapping[str, Any]
    missing: int = 0
    _attachments: Mapping[str, Any] = field(default_factory=dict[str, Any])
    _pool: list[Any] = field(default_factory=list[Any])
    _keys: dict[int, Key] = field(default_factory=dict[int, Key])
    _left: int = _MOST_REFERRED

    def __post_init__(self) -> None:
        for held in (self.value.get("attachments"), as_object(self.value.get("transcript")).get("content")):
            if is_object(held):
                self._attachments = {**self._attachments, **held}
        self._pool = [self.resolved(one) for one in _pool(self.value, "message_pool", "messages")]
        self._keys = {id(one): _key(one) for one in self._pool}

    def resolved(self, value: Any) -> Any:
        """The value with each text that is a reference to an attachment replaced by that."""
        if isinstance(value, str):
            return self._text(value)
        if is_list(value):
            return [self.resolved(one) for one in value]
        if is_object(value):
            return {key: self.resolved(one) for key, one in value.items()}
        return value

    def messages(self, name: str) -> tuple[Placed, ...]:
        """Those of the final state (`messages`) or of the question (`input`, which may be a text)."""
        value = self.value.get(name)
        if isinstance(value, str) and value:
            return (({"role": "user", "content": self.resolved(value), "source": "input"}, f"/{name}"),)
        listed = as_list(value)
        return tuple((self.resolved(one), f"/{name}/{at}") for at, one in enumerate(listed))

    def calls(self) -> Iterator[ModelCall]:
        """The calls of the model, in file order."""
        path, events = self._events()
        spans = _Spans()
        compacted = False
        for at, event in enumerate(events):
            if not is_object(event):
                continue
            spans.pass_by(event)
            kind = event.get("event")
            if kind == "compaction":
                compacted = True
            elif kind == "model":
                place = f"{path}/{at}"
                given, answers = tuple(self._input(event, place)), tuple(self._answers(event, place))
                yield ModelCall(event, place, given, answers, spans.name(event), compacted)
                compacted = False

    def keys_of(self, messages: Iterable[Placed]) -> list[Key]:
        """By what each message of one list is known again in another: id and text, or text and its count."""
        counts: Counter[str] = Counter()
        keys: list[Key] = []
        for message, _ in messages:
            key = self._keys.get(id(message)) or _key(message)
            if not key[0]:
                counts[key[1]] += 1
                key = ("", key[1], counts[key[1]])
            keys.append(key)
        return keys

    def answer_key(self, keys: list[Key], answer: Placed) -> Key:
        """The key of an answer that follows a list of messages with those keys."""
        identity, text, _ = _key(answer[0])
        if identity:
            return identity, text, 0
        return "", text, 1 + sum(1 for key in keys if key[:2] == ("", text))

    def request(self, event: Mapping[str, Any]) -> Any:
        """The request as the provider got it, or None where that is not recorded."""
        call = event.get("call")
        request = as_object(call).get("request")
        if not is_object(call) or not is_object(request):
            return None
        pool = _pool(self.value, "call_pool", "calls")
        if "call_refs" in call and call["call_refs"] is not None:
            name = text_field(call, "call_key") or "messages"
            listed = [pool[at] for at in self._places(call["call_refs"], len(pool))]
            request = {**request, name: listed}
        return self.resolved(request)

    def _events(self) -> tuple[str, list[Any]]:
        events = self.value.get("events")
        if is_list(events) and events:
            return "/events", events
        events = as_object(self.value.get("transcript")).get("events")
        return "/transcript/events", as_list(events)

    def _input(self, event: Mapping[str, Any], path: str) -> Iterator[Placed]:
        given = event.get("input")
        if isinstance(given, str) and given:
            yield {"role": "user", "content": self.resolved(given)}, f"{path}/input"
        elif is_list(given) and given:
            for at, one in enumerate(given):
                yield self.resolved(one), f"{path}/input/{at}"
        else:
            for at in self._places(event.get("input_refs"), len(self._pool)):
                yield self._pool[at], f"/message_pool/{at}"

    def _places(self, refs: Any, count: int) -> list[int]:
        """The places in a pool that ranges name, each with its end left out; places beyond it are skipped."""
        places = list(islice(_places(refs, count), self._left))
        self._left -= len(places)
        return places

    def _answers(self, event: Mapping[str, Any], path: str) -> Iterator[Placed]:
        for at, choice in enumerate(as_list(as_object(event.get("output")).get("choices"))):
            message = as_object(choice).get("message")
            if is_object(choice) and is_object(message):
                rest = {key: one for key, one in choice.items() if key != "message"}
                yield {**rest, **self.resolved(message)}, f"{path}/output/choices/{at}/message"

    def _text(self, text: str) -> str:
        for _ in range(_MOST_STEPS):
            prefix = next((one for one in _REFERENCES if text.startswith(one)), None)
            if prefix is None:
                return text
            held = self._attachments.get(text[len(prefix) :])
            if not isinstance(held, str):
                self.missing += 1
                return text
            text = held
        return text


class _Spans:
    """The names of what is going on: spans by their id, or the open steps of older logs."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._steps: list[str] = []

    def pass_by(self, event: Mapping[str, Any]) -> None:
        """Takes the event's beginning or end in."""
        kind = event.get("event")
        if kind == "span_begin":
            self._names[text_field(event, "id")] = text_field(event, "name")
        elif kind == "step" and event.get("action") == "begin":
            self._steps.append(text_field(event, "name"))
        elif kind == "step" and self._steps:
            self._steps.pop()

    def name(self, event: Mapping[str, Any]) -> str:
        """That of the span or step which the event is in."""
        last = self._steps[-1] if self._steps else ""
        return self._names.get(text_field(event, "span_id"), last)


def _key(message: Any) -> Key:
    return (text_field(as_object(message), "id"), _digest(message), 0)


def _digest(message: Any) -> str:
    """The message without what is recorded in one place and not in another: ids, blobs, views of calls."""
    if not is_object(message):
        return compact(message)
    content = message.get("content")
    parts = [_part(one) for one in content] if is_list(content) else content
    if is_list(parts) and len(parts) == 1 and isinstance(parts[0], str):
        parts = parts[0]
    calls = message.get("tool_calls")
    listed = [_call(one) for one in calls] if is_list(calls) else None
    return compact([message.get("role"), parts, listed or None, message.get("tool_call_id")])


def _part(value: Any) -> Any:
    if not is_object(value):
        return value
    kind = value.get("type")
    if kind == "text":
        return value.get("text")
    return [kind, value.get("reasoning")] if kind == "reasoning" else [kind]


def _call(value: Any) -> Any:
    return [value.get(name) for name in ("id", "function", "arguments")] if is_object(value) else value


def _pool(sample: Mapping[str, Any], name: str, inner: str) -> list[Any]:
    pool = sample.get(name)
    if is_list(pool) and pool:
        return pool
    pool = as_object(sample.get("events_data")).get(inner)
    return as_list(pool)


def _places(refs: Any, count: int) -> Iterator[int]:
    for one in as_list(refs):
        if is_list(one) and len(one) == 2 and all(type(bound) is int for bound in one):
            yield from range(max(0, one[0]), min(count, one[1]))
