"""Finds the conversations in a document of OpenAI chat completions, in all shapes in which they are kept.

A *talk* is one conversation: a request object, a captured call with its answer, a line of a batch or of
fine-tuning data, a list or lines of bare messages, or a streamed answer. The answer of a batch joins the
request of the same `custom_id`; a stream joins a request that stands before it and has no answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.chat.bodies import (
    failure_of,
    is_single,
    request_of,
    response_of,
    rest_of,
    tools_of,
)
from ctxlab.formats.chat.looks import is_message
from ctxlab.formats.chat.stream import is_chunk, whole_answer
from ctxlab.formats.chat.usage import chat_usage
from ctxlab.formats.entries import Placed, each_placed, entries_of, inside
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_list, as_object, pointer_of
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.server_events import with_events
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import NOWHERE, Place
from ctxlab.model.session import Usage

#: The answers of preference data, the better one first.
_PREFERENCES = ("preferred_output", "non_preferred_output")


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation. `body` is the request object, `answers` the choices of what was captured.

    `place` is that of its first record. `single`: one request. `asked`: what the model was asked is there;
    `captured`: its answer to that, too. `rest` is what became no item, `time` that of the answer, and
    `failure` what the provider said instead of one.
    """

    messages: Sequence[Placed]
    place: Place = NOWHERE
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    tools: Sequence[Placed] = ()
    answers: Sequence[Placed] = ()
    usage: Usage | None = None
    model: str = ""
    single: bool = False
    asked: bool = True
    captured: bool = False
    title: str = ""
    time: str = ""
    failure: str = ""
    rest: Mapping[str, Any] = field(default_factory=dict[str, Any])


def talks_of(document: Document) -> tuple[list[Talk], list[Record]]:
    """The conversations of a document, in file order, and the records that are none."""
    entries = entries_of(with_events(document))
    found = _Finding(among=document.lines or len(entries) > 1)
    for record, place in entries:
        found.take(record, place)
    talks = found.talks()
    return talks or ([] if found.strange else [Talk(())]), found.strange


class _Finding:
    """One pass over the records. A conversation that grows stands at the place of its first record."""

    def __init__(self, *, among: bool) -> None:
        self._among = among
        self._talks: list[Talk] = []
        self._messages: list[Placed] = []
        self._streams: dict[str, tuple[int, list[Any], Place]] = {}
        self._streamed: set[int] = set()
        self._wholes: dict[str, Talk] = {}
        self.strange: list[Record] = []

    def take(self, record: Record, place: Place) -> None:
        """Takes the next record in."""
        value = record.value
        if is_message(value):
            if not self._messages:
                self._talks.append(Talk(self._messages))
            self._messages.append((value, place))
        elif is_chunk(value):
            self._take_chunk(value, place)
        elif is_list(value) and any(is_message(one) for one in value):
            self._talks.append(Talk(each_placed(value, place)))
        elif (talk := _talk(value, place, among=self._among)) is not None:
            self._take_talk(talk)
        else:
            self.strange.append(record)

    def talks(self) -> list[Talk]:
        """The conversations, with streams and the answers of batches where they belong."""
        for name, (index, chunks, place) in self._streams.items():
            self._talks[index] = _streamed(self._talks[index], chunks, place)
            if name in self._wholes:
                self._talks[index] = _with_answer(self._talks[index], self._wholes[name])
        return _joined(self._talks)

    def _take_talk(self, talk: Talk) -> None:
        """Takes a conversation in; an answer that also came as a stream is that one's."""
        name = text_field(talk.rest, "id")
        if name in self._streams and not talk.asked and not talk.title:
            self._wholes[name] = talk
        else:
            self._talks.append(talk)

    def _take_chunk(self, chunk: Mapping[str, Any], place: Place) -> None:
        name = text_field(chunk, "id")
        if name not in self._streams:
            last = self._talks[-1] if self._talks else None
            waits = last is not None and last.asked and bool(last.body) and not last.answers
            if not waits or len(self._talks) - 1 in self._streamed:
                self._talks.append(Talk((), single=True, asked=False))
            self._streams[name] = (len(self._talks) - 1, [], place)
            self._streamed.add(len(self._talks) - 1)
        self._streams[name][1].append(chunk)


def _talk(value: Any, place: Place, *, among: bool) -> Talk | None:
    if not is_object(value):
        return None
    body, path = request_of(value)
    response, at, streamed = response_of(value)
    messages = body.get("messages")
    answers = _answers(response, inside(place, pointer_of(at)), streamed=streamed)
    preferences = [] if answers else _preferences(value, place)
    title, failure = text_field(value, "custom_id"), "" if answers else failure_of(value)
    if not (is_list(messages) or answers or (title and failure)):
        return None
    listed: list[Any] = as_list(messages)
    rest = rest_of(value, body, answered=bool(answers) and len(answers) == len(response["choices"]))
    rest = {key: one for key, one in rest.items() if not preferences or key not in _PREFERENCES}
    return Talk(
        each_placed(listed, place, f"{pointer_of(path)}/messages"),
        place,
        body=body,
        tools=[(tool, inside(place, where)) for tool, where in tools_of(value, body, path)],
        answers=answers or preferences,
        usage=chat_usage(value, response),
        model=text_field(body, "model") or text_field(response, "model"),
        single=bool(answers or preferences or failure) or is_single(body, listed, among=among),
        asked=is_list(messages),
        captured=is_list(messages) and bool(answers),
        title=title,
        time=text_field(response, "created"),
        failure=failure,
        rest={**rest, "stream": _about(response)} if streamed else rest,
    )


def _answers(response: Mapping[str, Any], place: Place, *, streamed: bool) -> list[Placed]:
    """The message of each choice, with what else the choice says; a streamed one stands nowhere whole."""
    found: list[Placed] = []
    for i, choice in enumerate(as_list(response.get("choices"))):
        message = as_object(choice).get("message")
        if is_object(message):
            about = {key: one for key, one in choice.items() if key not in ("message", "index")}
            told = {key: one for key, one in about.items() if one not in (None, {}, [])}
            pointed = "" if streamed else f"/choices/{i}/message"
            found.append(({**told, **message}, inside(place, pointed)))
    return found


def _preferences(value: Mapping[str, Any], place: Place) -> list[Placed]:
    """The answers of preference data: the preferred one first."""
    return [
        (message, inside(place, f"/{name}/{i}"))
        for name in _PREFERENCES
        for i, message in enumerate(value[name] if is_list(value.get(name)) else ())
        if is_message(message)
    ]


def _streamed(talk: Talk, chunks: list[Any], place: Place) -> Talk:
    """The conversation with the answer that came in those chunks."""
    response = whole_answer(chunks)
    answers = _answers(response, place, streamed=True)
    return replace(
        talk,
        answers=answers,
        single=True,
        captured=talk.asked and bool(answers),
        usage=chat_usage({}, response),
        model=talk.model or text_field(response, "model"),
        time=text_field(response, "created"),
        rest={**talk.rest, "stream": {**_about(response), "chunks": len(chunks)}},
    )


def _about(response: Mapping[str, Any]) -> dict[str, Any]:
    """What a streamed response says beside its answers."""
    return {key: one for key, one in response.items() if key not in ("choices", "model", "created")}


def _joined(talks: list[Talk]) -> list[Talk]:
    """The conversations, the answer of each batch's line beside its request where both are there."""
    waiting: defaultdict[str, list[int]] = defaultdict(list)
    for index, one in enumerate(talks):
        if one.title and one.asked and not one.answers:
            waiting[one.title].append(index)
    out: list[Talk | None] = list(talks)
    for index, one in enumerate(talks):
        if one.asked or not waiting.get(one.title):
            continue
        asked = waiting[one.title].pop(0)
        out[asked], out[index] = _with_answer(talks[asked], one), None
    return [one for one in out if one is not None]


def _with_answer(asked: Talk, answer: Talk) -> Talk:
    return replace(
        asked,
        answers=answer.answers,
        usage=answer.usage or asked.usage,
        model=asked.model or answer.model,
        single=True,
        captured=asked.asked and bool(answer.answers),
        time=answer.time or asked.time,
        failure=answer.failure,
        rest={**asked.rest, "output": dict(answer.rest)} if answer.rest else asked.rest,
    )
