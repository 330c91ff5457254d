"""One session out of calls of a model that each repeat the history.

Items stand in order of first appearance. Each call is one request; live at it are exactly the items that were
in its input. An answer stands once, behind its request; a call without a recorded answer has an empty one.
What a tool gave and no message has stands behind the call that asked for it; what a search found, behind the
call before it. These are not live at later calls, whose input does not have them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.fields import compact
from ctxlab.formats.lookups import as_object
from ctxlab.formats.noticing import note_items, note_pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Group, Recorded
from ctxlab.formats.requests import Ranges, to_ranges
from ctxlab.formats.retrieved import add_documents
from ctxlab.formats.traces.calls import Call, Event, Retrieval, ToolRun
from ctxlab.formats.traces.ids import PairedIds
from ctxlab.formats.traces.runs import Answers, Placed
from ctxlab.formats.traces.sent import sent_text
from ctxlab.formats.traces.thread import Step
from ctxlab.formats.traces.threads import Threads
from ctxlab.formats.values import unwrap
from ctxlab.model.items import NOWHERE, Source
from ctxlab.model.session import Session


@dataclass(slots=True)
class _Chain:
    """A conversation on its way into the session: its name, and where the groups of its thread went.

    `last` are the positions live at its last request, `after` the position of the answer to that.
    """

    name: str
    ids: PairedIds = field(default_factory=PairedIds)
    positions: dict[int, int] = field(default_factory=dict[int, int])
    live: dict[int, Ranges] = field(default_factory=dict[int, Ranges])
    last: tuple[int, ...] = ()
    after: int = 0
    runs: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True)
class _Paired:
    """A step with its chain, and its groups under the ids by which calls and results pair."""

    chain: _Chain
    step: Step
    fresh: tuple[list[Group], ...]
    answer: list[Group]


class Talk:
    """Puts one session together. Its `builder` may be given notes before `finish`."""

    def __init__(self, document: Document, format_name: str, *, wire: str = "openai-chat") -> None:
        self.builder = SessionBuilder(document, format_name, wire=wire)
        self._chains: dict[str, _Chain] = {}
        self._calls: Sequence[Call] = ()

    def add(self, calls: Iterable[Call], events: Iterable[Event] = ()) -> None:
        """Adds all calls of the session, and what tools and searches gave. To be called once."""
        self._calls = sorted(calls, key=lambda call: call.start)
        threads = Threads(self._calls)
        for call in self._calls:
            threads.add(call)
        names = threads.names()
        chains = {key: _Chain(name) for key, name in names.items()}
        self._chains = {chain.name: chain for chain in chains.values()}
        answers = Answers()
        steps = [
            self._paired(index, chains[id(thread)], step, answers)
            for index, (thread, step) in enumerate(threads.steps)
        ]
        placed = self._placed(steps, answers, sorted(events, key=lambda event: event.start))
        for one in placed.pop(-1, ()):
            self._add_event(self._chains.setdefault("", _Chain("")), one)
        for index, step in enumerate(steps):
            self._add(step)
            for one in placed.get(index, ()):
                self._add_event(step.chain, one)
        self._tell()

    def finish(self, *, title: str = "", extra: str = "") -> Session:
        """The session."""
        unknown: list[Source] = []
        asked = any(call.input for call in self._calls)
        if not asked:
            unknown.append(Source.SYSTEM_PROMPT)
        if not any(call.schemas or call.without_tools for call in self._calls):
            unknown.append(Source.TOOL_SCHEMAS)
        if not asked:
            unknown.append(Source.USER_MESSAGE)
        model = next((call.model for call in reversed(self._calls) if call.model), "")
        return self.builder.finish(live=self._live, title=title, model=model, unknown=unknown, extra=extra)

    def _paired(self, index: int, chain: _Chain, step: Step, answers: Answers) -> _Paired:
        fresh: list[list[Group]] = []
        for one in (*step.fresh, step.answer):
            fresh.append(chain.ids.of(one.groups))
            answers.note(index, chain.name, one.groups, fresh[-1])
        chain.runs.add(step.call.run)
        return _Paired(chain, step, tuple(fresh[:-1]), fresh[-1])

    def _placed(
        self, steps: Sequence[_Paired], answers: Answers, events: Sequence[Event]
    ) -> dict[int, list[Placed]]:
        """By the step that they stand behind (-1: before the first), what tools and searches gave."""
        found, others = answers.placed(one for one in events if isinstance(one, ToolRun))
        loose: list[Event] = [*others, *(one for one in events if isinstance(one, Retrieval))]
        placed: defaultdict[int, list[Placed]] = defaultdict(list, found)
        starts = [step.step.call.start for step in steps]
        of_run = {run: chain for chain in self._chains.values() for run in chain.runs if run}
        for one in sorted(loose, key=lambda event: event.start):
            chain = of_run.get(one.run, self._chains.get(""))
            index = bisect_right(starts, one.start) - 1
            while index >= 0 and steps[index].chain is not chain:
                index -= 1
            placed[index].append(Placed(one))
        return placed

    def _add(self, paired: _Paired) -> None:
        chain, step, builder = paired.chain, paired.step, self.builder
        call = step.call
        for number, schema in step.schemas:
            chain.positions[number] = builder.add_tool_schema(
                schema.text, name=schema.name, place=call.place, chain=chain.name
            )
        for fresh, groups in zip(step.fresh, paired.fresh, strict=True):
            first = len(builder)
            message = call.input[fresh.message]
            one = replace(message, groups=tuple(groups), time=message.time or call.times[0])
            place = call.place if one.place == NOWHERE else one.place
            builder.add(one, place=place, chain=chain.name, answer=False)
            chain.positions.update(zip(fresh.numbers, range(first, len(builder)), strict=True))
        chain.last = tuple(sorted(chain.positions[number] for number in step.live))
        chain.after = first = len(builder)
        chain.live[first] = to_ranges(chain.last)
        answer = _answer(call, paired.answer)
        builder.add(
            answer,
            place=call.place if answer.place == NOWHERE else answer.place,
            chain=chain.name,
            answer=True,
            usage=call.usage,
            sent="" if call.inferred else call.sent or sent_text(call.input),
        )
        chain.positions.update(zip(step.answer.numbers, range(first, len(builder)), strict=True))

    def _add_event(self, chain: _Chain, placed: Placed) -> None:
        event = placed.event
        if isinstance(event, Retrieval):
            found = [(one, event.place) for one in event.documents]
            add_documents(self.builder, found, time=event.time, chain=chain.name)
            return
        first, *rest = event.parts
        first = replace(first, call_id=placed.call_id or event.call_id, name=event.name)
        extra = "" if placed.call_id or not event.arguments else compact({"arguments": event.arguments})
        self.builder.add_message(
            "tool", [(first, *rest)], time=event.time, place=event.place, chain=chain.name, extra=extra
        )

    def _live(self, chain: str, end: int, before: Ranges) -> Ranges:
        """What was in the call's input; after the last call that, its answer and what followed."""
        known = self._chains.get(chain)
        if known is None:
            return before
        if end in known.live:
            return known.live[end]
        later = (i for first, last in before for i in range(max(first, known.after), last + 1))
        return to_ranges((*known.last, *later))

    def _tell(self) -> None:
        """Says what is odd about the items, and which calls have no content."""
        note_items(self.builder)
        for chain in self._chains.values():
            note_pairing(self.builder, chain.ids.pairing)
        silent = sum(1 for call in self._calls if not call.input)
        if silent:
            self.builder.note("calls_without_input", count=silent)
        unanswered = sum(1 for call in self._calls if not call.output)
        if unanswered:
            self.builder.note("calls_without_answer", count=unanswered)


def _answer(call: Call, groups: Sequence[Group]) -> Recorded:
    """The answer as one message."""
    first = call.output[0] if call.output else Recorded("assistant")
    return replace(
        first,
        groups=tuple(groups),
        time=first.time or call.times[1],
        extra=_merged(*(one.extra for one in call.output), call.extra),
        source=None,
        piece=False,
    )


def _merged(*extras: str) -> str:
    """JSON objects as one, of which the later wins."""
    told = [one for one in extras if one]
    if len(told) < 2:
        return "".join(told)
    merged: dict[str, Any] = {}
    for one in told:
        value = unwrap(one)
        merged |= as_object(value)
    return compact(merged)
