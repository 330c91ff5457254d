"""Captured calls that are steps of one conversation: each repeats what was asked and answered before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ctxlab.formats.chat.bodies import tool_name
from ctxlab.formats.chat.talks import Talk
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import compact, extra_with, masked, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.traces.calls import Call, IdsAsRecorded, Schema
from ctxlab.formats.values import is_list, is_object

#: What a user said last, and what a model said then: by this an exchange is found again in a later call.
_Exchange = tuple[str, str]


def conversations(talks: Sequence[Talk]) -> Iterator[tuple[Talk, tuple[Call, ...]]]:
    """The talks in order of their first record; calls that go on with each other come together.

    A call goes on with an earlier one where its messages hold that one's last user message with the answer
    behind it; calls and results between them may be gone. A talk that stands alone comes without calls.
    """
    groups: list[list[int]] = []
    after: dict[_Exchange, int] = {}
    for index, talk in enumerate(talks):
        if not _is_captured(talk):
            groups.append([index])
            continue
        asked = _exchanges(message for message, _ in talk.messages)
        group = next((after[one] for one in reversed(asked) if one in after), len(groups))
        if group == len(groups):
            groups.append([])
        groups[group].append(index)
        answered = _exchanges(message for message, _ in (*talk.messages, talk.answers[0]))
        after.update((one, group) for one in answered[len(asked) :])
    for indexes in groups:
        several = len(indexes) > 1
        yield talks[indexes[0]], tuple(_call(talks[i], i) for i in indexes) if several else ()


def _exchanges(messages: Iterable[Any]) -> list[_Exchange]:
    found: list[_Exchange] = []
    user = ""
    for message in messages:
        role = as_object(message).get("role")
        if role == "user":
            user = _said(message)
        elif role == "assistant" and user and (answer := _said(message)):
            found.append((user, answer))
    return found


def _said(message: Mapping[str, Any]) -> str:
    """What a message says, in whatever form its content has, with the calls that it makes."""
    content, calls = message.get("content"), message.get("tool_calls")
    parts: list[Any] = content if is_list(content) else [content]
    texts = [text_field(one, "text") if is_object(one) else str(one or "") for one in parts]
    functions = [one.get("function") for one in calls if is_object(one)] if is_list(calls) else []
    return "".join(texts).strip() + (compact(functions) if functions else "")


def sent_of(talk: Talk) -> str:
    """The messages of a captured call as they were sent; empty where no call was captured."""
    return compact(masked([message for message, _ in talk.messages])) if talk.captured else ""


def _is_captured(talk: Talk) -> bool:
    return talk.captured and bool(talk.messages) and not talk.title


def _call(talk: Talk, index: int) -> Call:
    """The call. Answers beside the first, and what else its record says, are kept with the answer."""
    (answer, _), *others = talk.answers
    output = chat_message(answer, IdsAsRecorded())
    beside = {"choices": [message for message, _ in others]} if others else {}
    return Call(
        input=tuple(_recorded(message) for message, _ in talk.messages),
        output=(output,),
        schemas=tuple(_schema(tool) for tool, _ in talk.tools),
        start=index,
        times=("", talk.time),
        model=talk.model,
        usage=talk.usage,
        sent=sent_of(talk),
        place=talk.place,
        extra=extra_with(output.extra, {**talk.rest, **beside}),
    )


def _recorded(message: Any) -> Recorded:
    if is_object(message):
        return chat_message(message, IdsAsRecorded())
    return unknown_message(message)


def _schema(tool: Any) -> Schema:
    return Schema(tool_name(tool), compact(tool))
