"""The session of one sample of an Inspect log: its messages, and its calls of the model as requests.

Decided here: calls that share no message with the sample's conversation (scorers, sub-agents) are side
chains, named after the span that they were made in. Items stand in the order in which they first were sent or
given; what only the final state holds comes last. A message of the user that did not come with the sample,
where others did, was put there by a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.inspect import inspect_message
from ctxlab.formats.fields import compact, count_field, masked, text_field
from ctxlab.formats.inspect.sample import Key, ModelCall, Placed, Sample
from ctxlab.formats.lookups import as_list, as_object
from ctxlab.formats.noticing import has_call, note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.requests import LiveRule, Ranges, to_ranges
from ctxlab.formats.traces.sent import sent_text
from ctxlab.formats.usages import stated
from ctxlab.formats.values import is_object
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session, Usage

_ERROR_LENGTH = 300


@dataclass(slots=True)
class _Chain:
    """One conversation: where its messages and schemas stand, and what was live at its last call."""

    name: str
    known: dict[Key, tuple[int, ...]] = field(default_factory=dict[Key, tuple[int, ...]])
    schemas: dict[str, int] = field(default_factory=dict[str, int])
    written: dict[Key, str] = field(default_factory=dict[Key, str])
    keys: list[Key] = field(default_factory=list[Key])
    placed: list[int] = field(default_factory=list[int])
    pairing: Pairing = field(default_factory=Pairing)
    last: tuple[int, ...] = ()
    tools: tuple[int, ...] = ()
    waiting: bool = False


class SampleTalk:
    """Makes the session of one sample; `path` stands before JSON pointers into it.

    Of what was sent at most `room` characters are kept, those of the last calls: each repeats the history.
    """

    def __init__(self, document: Document, format_name: str, sample: Sample, path: str, room: int) -> None:
        self._builder = SessionBuilder(document, format_name)
        self._sample = sample
        self._path = path
        self._room = room
        self._chains = [_Chain("")]
        self._live: dict[tuple[str, int], Ranges] = {}
        self._sent: dict[tuple[str, int], str] = {}
        self._final = sample.messages("messages")
        self._asked = sample.messages("input")
        self._has_input = any(_is_input(one) for one, _ in self._final)
        self._left_out = 0
        self._calls = 0

    def session(self, *, title: str, model: str, extra: str) -> Session:
        """All calls in file order, then what the final state has besides."""
        builder, main = self._builder, self._chains[0]
        wanted = set(self._sample.keys_of(self._final or self._asked))
        for call in self._sample.calls():
            self._calls += 1
            self._add_call(call, wanted)
        rest: list[int] = []
        left = self._final or (() if self._calls else self._asked)
        for key, (message, path) in zip(self._sample.keys_of(left), left, strict=True):
            if key not in main.known:
                answer = None if not self._calls else _is_generated(message)
                self._add(main, key, message, path, answer=answer)
            rest += main.known[key]
        if not main.waiting:
            main.last = (*main.tools, *rest)
        self._tell()
        session = builder.finish(
            live=self._rule(), title=title, model=model, unknown=self._unknown(), extra=extra
        )
        sent = (self._sent.get((one.chain, one.end), "") for one in session.requests)
        requests = (replace(one, sent=text) for one, text in zip(session.requests, sent, strict=True))
        return replace(session, requests=tuple(requests))

    def _add_call(self, call: ModelCall, wanted: set[Key]) -> None:
        keys = self._sample.keys_of(call.input)
        answers = [self._sample.answer_key(keys, one) for one in call.answers]
        chain = self._chain_of(call, keys, answers, wanted)
        chain.tools = self._schemas(chain, call)
        before, fresh = chain.last, len(self._builder)
        # nearly every call repeats the one before and goes on
        same = len(chain.keys) if keys[: len(chain.keys)] == chain.keys else 0
        positions = chain.placed[:] if same else []
        for key, (message, path) in zip(keys[same:], call.input[same:], strict=True):
            if key not in chain.known:
                summary = call.after_compaction and _is_summary(message)
                self._add(chain, key, message, path, answer=False, summary=summary)
            positions += chain.known[key]
        chain.keys, chain.placed = keys, positions
        chain.last = tuple(sorted({*chain.tools, *positions}))
        if call.after_compaction:
            self._supersede(before, chain.last, fresh)
        chain.waiting = not answers
        if not answers:
            self._failed(call.event)
            return
        self._live[chain.name, len(self._builder)] = to_ranges(chain.last)
        self._keep_sent(chain, keys, call)
        for at, (key, answer) in enumerate(zip(answers, call.answers, strict=True)):
            self._add_answer(chain, key, answer, call.event, beside=at > 0)

    def _chain_of(self, call: ModelCall, keys: list[Key], answers: list[Key], wanted: set[Key]) -> _Chain:
        """The conversation that a call belongs to: by the messages that it shares, systems' aside."""
        for chain in reversed(self._chains):
            mine = wanted if not chain.name else ()
            if any(key in chain.known or key in mine for key in _told(call, keys, answers)):
                return chain
        if not self._final and not self._chains[0].known:
            return self._chains[0]
        taken = {chain.name for chain in self._chains}
        name = wished = call.span or "call"
        number = 2
        while name in taken:
            name, number = f"{wished} {number}", number + 1
        self._chains.append(_Chain(name))
        return self._chains[-1]

    def _schemas(self, chain: _Chain, call: ModelCall) -> tuple[int, ...]:
        """The positions of the schemas of a call; new ones are added."""
        positions: list[int] = []
        for at, tool in enumerate(as_list(call.event.get("tools"))):
            text = compact(self._sample.resolved(tool))
            if text not in chain.schemas:
                name = text_field(as_object(tool), "name")
                place = Place(pointer=f"{self._path}{call.path}/tools/{at}")
                chain.schemas[text] = self._builder.add_tool_schema(
                    text, name=name, place=place, chain=chain.name
                )
            positions.append(chain.schemas[text])
        return tuple(positions)

    def _add(
        self, chain: _Chain, key: Key, message: Any, path: str, *, answer: bool | None, summary: bool = False
    ) -> None:
        first = len(self._builder)
        one = _recorded(message, chain.pairing)
        injected = self._has_input and not chain.name and one.role == "user" and not _is_input(message)
        self._builder.add_message(
            one.role,
            one.groups,
            extra=one.extra,
            place=Place(pointer=f"{self._path}{path}"),
            injected=injected and not summary,
            source=Source.SUMMARY if summary else None,
            chain=chain.name,
            answer=one.answer if answer is None else answer,
        )
        chain.known[key] = tuple(range(first, len(self._builder)))

    def _add_answer(
        self, chain: _Chain, key: Key, answer: Placed, event: Mapping[str, Any], *, beside: bool
    ) -> None:
        """Adds an answer; one `beside` another belongs to the same request."""
        message, path = answer
        first = len(self._builder)
        one = _recorded(message, chain.pairing)
        result = event.get("output")
        ordinal = self._builder.add_message(
            one.role,
            one.groups,
            time=text_field(event, "completed", "timestamp"),
            extra=one.extra,
            place=Place(pointer=f"{self._path}{path}"),
            chain=chain.name,
            answer=True,
            usage=_usage(result.get("usage")) if is_object(result) else None,
        )
        if beside:
            self._builder.stand_beside(ordinal)
        chain.known[key] = tuple(range(first, len(self._builder)))

    def _keep_sent(self, chain: _Chain, keys: list[Key], call: ModelCall) -> None:
        """Keeps what was sent: the provider's request where recorded, else the input as chat completions."""
        request = self._sample.request(call.event)
        if request is not None:
            text = compact(masked(request))
        else:
            given = zip(keys, call.input, strict=True)
            written = (chain.written.get(key) or _written(chain, key, one) for key, (one, _) in given)
            text = f"[{','.join(one for one in written if one)}]" if keys else ""
        self._sent[chain.name, len(self._builder)] = text
        self._room -= len(text)
        while self._room < 0:
            self._room += len(self._sent.pop(next(iter(self._sent))))
            self._left_out += 1

    def _supersede(self, before: tuple[int, ...], after: tuple[int, ...], fresh: int) -> None:
        """Items that a compaction replaced name its summary, where there is one."""
        kept = set(after)
        by = next(
            (at for at in after if at >= fresh and self._builder.items[at].source is Source.SUMMARY), None
        )
        if by is not None:
            self._builder.supersede((at for at in before if at not in kept), by)

    def _failed(self, event: Mapping[str, Any]) -> None:
        error = event.get("error")
        if isinstance(error, str) and error:
            self._builder.note("call_failed", text=error[:_ERROR_LENGTH])

    def _rule(self) -> LiveRule | None:
        if not self._calls:
            return None
        last = {chain.name: sorted(set(chain.last)) for chain in self._chains}

        def rule(chain: str, end: int, _before: Ranges) -> Ranges:
            known = self._live.get((chain, end))
            return to_ranges(at for at in last.get(chain, ()) if at < end) if known is None else known

        return rule

    def _unknown(self) -> tuple[Source, ...]:
        if self._calls:
            return ()
        return (Source.TOOL_SCHEMAS,) if has_call(self._builder) else ()

    def _tell(self) -> None:
        """Says what is odd about the sample."""
        builder, error = self._builder, self._sample.value.get("error")
        note_items(builder)
        if is_object(error):
            builder.note("sample_failed", severity="info", text=text_field(error, "message")[:_ERROR_LENGTH])
        if self._sample.missing:
            builder.note("attachment_missing", count=self._sample.missing)
        if self._left_out:
            builder.note("sent_left_out", severity="info", count=self._left_out)
        for chain in self._chains:
            note_pairing(builder, chain.pairing)


def _told(call: ModelCall, keys: list[Key], answers: list[Key]) -> Iterator[Key]:
    """The keys of a call's messages from the last to the first, systems' aside."""
    yield from answers
    for key, (one, _) in zip(reversed(keys), reversed(call.input), strict=True):
        if not (is_object(one) and one.get("role") == "system"):
            yield key


def _recorded(message: Any, pairing: Pairing) -> Recorded:
    if is_object(message):
        return inspect_message(message, pairing)
    return unknown_message(message)


def _written(chain: _Chain, key: Key, message: Any) -> str:
    """A message as one of chat completions; it is written once, however often it was sent."""
    text = sent_text([inspect_message(message, Pairing())])[1:-1] if is_object(message) else ""
    chain.written[key] = text
    return text


def _usage(value: Any) -> Usage | None:
    """What a call's `usage` says. Some providers count what was read from the cache in the input, too."""
    if not is_object(value):
        return None
    fresh, output = count_field(value, "input_tokens"), count_field(value, "output_tokens")
    read = count_field(value, "input_tokens_cache_read")
    total = count_field(value, "total_tokens")
    if fresh is not None and read and total == fresh + (output or 0):
        fresh = max(0, fresh - read)
    return stated(Usage(fresh, read, count_field(value, "input_tokens_cache_write"), output))


def _is_summary(message: Any) -> bool:
    """Whether what is new after a compaction is its summary: of the user's role, and not from the sample."""
    return is_object(message) and message.get("role") == "user" and not _is_input(message)


def _is_input(message: Any) -> bool:
    return is_object(message) and message.get("source") == "input"


def _is_generated(message: Any) -> bool:
    return is_object(message) and message.get("source") == "generate"
