"""From observations to the calls of a model in them, and to what tools and searches gave.

Decided here, where traces say nothing: a session without any call of a model that has content is read by what
its outermost observations took and gave. A search within a tool's run is what that tool gave, and no event of
its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.formats.recorded import Recorded, placed
from ctxlab.formats.retrieved import found_documents, state_documents
from ctxlab.formats.texts import as_text
from ctxlab.formats.traces.atoms import atoms_of
from ctxlab.formats.traces.calls import Call, Event, Retrieval, ToolRun
from ctxlab.formats.traces.inputs import completed
from ctxlab.formats.traces.literals import opened_value
from ctxlab.formats.traces.observations import Kind, Observation
from ctxlab.formats.traces.prompts import Prompt, prompt_of
from ctxlab.formats.traces.replies import result_of
from ctxlab.formats.traces.tree import SpanTree, logical_calls
from ctxlab.formats.values import is_object
from ctxlab.model.items import Part, PartKind


@dataclass(frozen=True, slots=True)
class Found:
    """What was found. `failed` are errors of calls, by session; `empty` counts sessions without anything."""

    calls: tuple[Call, ...]
    events: tuple[Event, ...]
    failed: tuple[tuple[str, str], ...] = ()
    empty: int = 0


def conversations(observations: Sequence[Observation]) -> Found:
    """The calls of a model in the observations of a file, and what tools and searches gave."""
    return _Reading(observations).found()


class _Reading:
    """One pass over the observations of a file."""

    def __init__(self, observations: Sequence[Observation]) -> None:
        self._all = observations
        self._tree = SpanTree([one.id for one in observations], [one.parent for one in observations])

    def found(self) -> Found:
        """Calls in the order of the file."""
        events = [event for index in range(len(self._all)) if (event := self._event(index)) is not None]
        runs = [event for event in events if isinstance(event, ToolRun)]
        layers = self._layers()
        asked = [self._asked(one[-1]) for one in layers]
        calls = completed([self._call(one) for one in layers], asked, runs)
        events += self._kept_documents({call.session for call in calls if call.has_content})
        calls = self._with_outermost(calls)
        known = {one.session for one in (*calls, *events)}
        return Found(
            tuple(calls),
            tuple(events),
            tuple((one.session, one.error) for one in self._all if one.kind is Kind.MODEL and one.error),
            len({one.session for one in self._all} - known),
        )

    def _layers(self) -> list[tuple[int, ...]]:
        is_call = [one.kind is Kind.MODEL for one in self._all]
        has_content = [
            called and bool(one.prompt.messages or one.answer)
            for called, one in zip(is_call, self._all, strict=True)
        ]
        return logical_calls(self._tree, is_call, [one.is_border for one in self._all], has_content)

    def _call(self, layers: tuple[int, ...]) -> Call:
        """One call out of the layers that recorded it, of which the innermost says best what was sent."""
        ones = [self._all[index] for index in layers]
        first, last = ones[0], ones[-1]
        asked = next((one for one in ones if one.prompt.messages), first)
        answered = next((one for one in ones if one.answer), first)
        return Call(
            input=asked.prompt.messages if asked is first else placed(asked.prompt.messages, asked.place),
            output=answered.answer if answered is first else placed(answered.answer, answered.place),
            schemas=next((one.prompt.schemas for one in ones if one.prompt.schemas), ()),
            session=first.session,
            agent=self._agent(layers),
            run=self._run(layers[-1]),
            depth=sum(1 for one in self._tree.ancestors(layers[-1]) if self._all[one].is_border),
            start=first.start or last.start,
            end=first.end or last.end,
            times=first.times if first.times[0] else last.times,
            model=next((one.model for one in ones if one.model), ""),
            usage=next((one.usage for one in ones if one.usage), None),
            without_tools=any(one.beside.without_tools for one in ones),
            place=first.place,
            extra=next((one.extra for one in ones if one.extra), ""),
        )

    def _agent(self, layers: tuple[int, ...]) -> str:
        """The agent that a call says it works for, or else the agent or tool around it."""
        own = next((self._all[index].agent for index in layers if self._all[index].agent), "")
        border = self._border(layers[-1])
        return own or (border.agent or border.name if border else "")

    def _run(self, index: int) -> str:
        """The id of the agent's or tool's run around it."""
        border = self._border(index)
        return border.id if border else ""

    def _border(self, index: int) -> Observation | None:
        """The nearest agent or tool around it."""
        around = (self._all[one] for one in self._tree.ancestors(index))
        return next((one for one in around if one.is_border), None)

    def _asked(self, index: int) -> list[Prompt]:
        """What was asked of what is around a call, the nearest first: up to its agent, not beyond a tool."""
        found: list[Prompt] = []
        for outer in self._tree.ancestors(index):
            one = self._all[outer]
            if one.kind is Kind.TOOL:
                break
            if one.prompt.messages:
                found.append(Prompt(placed(one.prompt.messages, one.place), one.prompt.schemas))
            if one.kind is Kind.AGENT:
                break
        return found

    def _event(self, index: int) -> Event | None:
        one = self._all[index]
        if one.kind is Kind.TOOL:
            return self._tool_run(index)
        in_tool = any(self._all[outer].kind is Kind.TOOL for outer in self._tree.ancestors(index))
        if one.kind is not Kind.RETRIEVER or in_tool:
            return None
        found = tuple(found_documents(opened_value(one.output)))
        if not found:
            return None
        return Retrieval(found, one.session, self._run(index), one.start, one.times[0], one.given_at)

    def _tool_run(self, index: int) -> ToolRun | None:
        one = self._all[index]
        result = result_of(one.output)
        if result is None and not one.error:
            return None
        failed = (Part(PartKind.RESULT, one.error, extra='{"is_error":true}'),)
        return ToolRun(
            name=(result.name if result else "") or one.name,
            parts=result.parts if result else failed,
            call_id=one.call_id or (result.call_id if result else ""),
            arguments=_arguments(one.input),
            session=one.session,
            run=self._run(index),
            start=one.start,
            time=one.times[1] or one.times[0],
            place=one.given_at,
        )

    def _with_outermost(self, calls: Sequence[Call]) -> list[Call]:
        """The calls; of sessions that record none with content, what their outermost observations tell."""
        told = {call.session for call in calls if call.has_content}
        found = [call for call in calls if call.session in told]
        outer: dict[str, list[Call]] = {}
        for index, one in enumerate(self._all):
            if self._tree.parent[index] < 0 and one.session not in told:
                known = outer.setdefault(one.session, [])
                known.extend(call for call in _calls_of_history(one) if call.has_content)
        silent = [call for call in calls if call.session not in told and not outer.get(call.session)]
        return [*found, *(call for known in outer.values() for call in known), *silent]

    def _kept_documents(self, told: Collection[str]) -> list[Event]:
        """The documents in what the outermost observations gave, of sessions that are read by these."""
        searched = {one.session for one in self._all if one.kind is Kind.RETRIEVER}
        found: list[Event] = []
        for index, one in enumerate(self._all):
            if self._tree.parent[index] >= 0 or one.session in told or one.session in searched:
                continue
            output = opened_value(one.output)
            documents = tuple(doc for _, _, doc in state_documents(output)) if is_object(output) else ()
            if documents:
                found.append(
                    Retrieval(documents, one.session, "", max(0, one.start - 1), one.times[0], one.given_at)
                )
        return found


def _calls_of_history(one: Observation) -> Iterable[Call]:
    """A call for each answer in what an observation took and gave, which may be a whole conversation."""
    asked = one.prompt.messages
    told = placed(_history(one.output), one.output_place)
    keys, known = [atom.key for atom in atoms_of(told)], [atom.key for atom in atoms_of(asked)]
    history = told if known and keys[: len(known)] == known else (*asked, *(told or one.answer))
    call = Call(
        schemas=one.prompt.schemas,
        session=one.session,
        agent=one.agent,
        start=one.start,
        end=one.end,
        times=one.times,
        model=one.model,
        usage=one.usage,
        inferred=True,
        without_tools=one.beside.without_tools,
        place=one.place,
        extra=one.extra,
    )
    answers = [index for index, message in enumerate(history) if message.role == "assistant"]
    for index in answers:
        usage = one.usage if index == answers[-1] else None
        yield replace(call, input=history[:index], output=history[index : index + 1], usage=usage)
    if history and (not answers or answers[-1] < len(history) - 1):
        yield replace(call, input=history)


def _history(output: Any) -> tuple[Recorded, ...]:
    """The messages of a state that was given back."""
    opened = opened_value(output)
    if is_object(opened) and "messages" in opened:
        return prompt_of({"messages": opened["messages"]}).messages
    return ()


def _arguments(value: Any) -> str:
    """The arguments of a tool, out of the wrapping that some tracers put around them."""
    opened = opened_value(value)
    if is_object(opened) and len(opened) == 1 and "input" in opened:
        inner = opened_value(opened["input"])
        opened = inner if is_object(inner) else opened
    return as_text(opened)
