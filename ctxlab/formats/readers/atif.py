"""Reads trajectories in the Agent Trajectory Interchange Format (ATIF), which Harbor and others write.

A trajectory is one session, with a request before each step of the agent. Trajectories of its sub-agents that
stand in it are side chains. What a step observed is the result of its calls; where it made none, it is what
the environment said next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import count_field, extra_set, text_field
from ctxlab.formats.lookups import as_list, as_object, objects_in
from ctxlab.formats.noticing import has_call, note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.parts.chat import content_parts
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Group, Recorded, make_part
from ctxlab.formats.schemas import add_schemas
from ctxlab.formats.texts import joined_text, text_or_json
from ctxlab.formats.usages import without_cached
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session, Usage

_SCHEMA = "ATIF-"
_SAMPLE = 10
_SURE = 0.98

_ROLES = {"agent": "assistant"}
_STEP = ("step_id", "timestamp", "source", "message", "reasoning_content", "tool_calls", "observation")
_CALL = ("tool_call_id", "function_name", "arguments")
_RESULT = ("source_call_id", "content")
_SESSION = ("schema_version", "steps", "subagent_trajectories")


class AtifReader:
    """Trajectories of any agent in the interchange format, of all its versions."""

    name = "atif"
    title = "ATIF trajectories"
    experimental = True

    def sniff(self, document: Document) -> float:
        """The share of trajectories among the first values."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        like = sum(1 for value in values if _is_trajectory(value))
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session of each trajectory, in file order; raises FormatError where there is none."""
        entries = entries_of(document)
        sessions = [
            _Trajectory(document, record.value).session(place)
            for record, place in entries
            if _is_trajectory(record.value)
        ]
        if not sessions:
            raise FormatError("there is no ATIF trajectory in it", where=Where(document.file))
        return with_strange(sessions, [one for one, _ in entries if not _is_trajectory(one.value)])


def _is_trajectory(value: Any) -> bool:
    if not is_object(value) or not is_list(value.get("steps")):
        return False
    return text_field(value, "schema_version").startswith(_SCHEMA)


class _Trajectory:
    """Makes the session of one trajectory."""

    def __init__(self, document: Document, value: Mapping[str, Any]) -> None:
        self._value = value
        self._agent = as_object(value.get("agent"))
        self._builder = SessionBuilder(document, AtifReader.name)

    def session(self, place: Place) -> Session:
        """The session: the tools, the steps, then those of sub-agents."""
        builder = self._builder
        tools = self._agent.get("tool_definitions")
        has_tools = add_schemas(builder, tools, inside(place, "/agent/tool_definitions"))
        self._add(self._value, place, "")
        has_system = any(item.source is Source.SYSTEM_PROMPT for item in builder.items)
        note_items(builder)
        unknown = [] if has_system else [Source.SYSTEM_PROMPT]
        if has_call(builder) and not has_tools:
            unknown.append(Source.TOOL_SCHEMAS)
        return builder.finish(
            title=text_field(self._value, "session_id", "trajectory_id"),
            model=text_field(self._agent, "model_name"),
            unknown=unknown,
            extra=extra_set(self._value, _SESSION),
        )

    def _add(self, value: Mapping[str, Any], place: Place, chain: str) -> None:
        """Adds the steps of a trajectory, and those of the sub-agents in it as chains of their own."""
        pairing = Pairing()
        for i, step in enumerate(as_list(value.get("steps"))):
            self._step(as_object(step), inside(place, f"/steps/{i}"), chain, pairing)
        note_pairing(self._builder, pairing)
        for i, inner in enumerate(objects_in(value.get("subagent_trajectories"))):
            agent = as_object(inner.get("agent"))
            name = text_field(inner, "trajectory_id", "session_id") or text_field(agent, "name")
            self._add(
                inner,
                inside(place, f"/subagent_trajectories/{i}"),
                "/".join(filter(None, (chain, name or f"sub-agent {i + 1}"))),
            )

    def _step(self, step: Mapping[str, Any], place: Place, chain: str, pairing: Pairing) -> None:
        source = text_field(step, "source") or "unknown"
        thinking, message = step.get("reasoning_content"), step.get("message")
        groups: list[Part | Sequence[Part]] = []
        if isinstance(thinking, str) and thinking:
            groups.append(make_part(PartKind.THINKING, thinking))
        groups += content_parts(None if message == "" else message)
        calls = [_call(one, pairing) for one in objects_in(step.get("tool_calls"))]
        results = objects_in(as_object(step.get("observation")).get("results"))
        time = text_field(step, "timestamp")
        if groups or calls or not results:
            said = Recorded(_ROLES.get(source, source), (*groups, *calls), extra=extra_set(step, _STEP))
            usage = _usage(as_object(step.get("metrics")))
            self._builder.add(said, place=place, time=time, chain=chain, usage=usage)
        for i, result in enumerate(results):
            at = inside(place, f"/observation/results/{i}")
            seen = (
                _result(result, pairing) if calls or text_field(result, "source_call_id") else _told(result)
            )
            self._builder.add(seen, place=at, time=time, chain=chain)


def _call(value: Mapping[str, Any], pairing: Pairing) -> Part:
    name = text_field(value, "function_name")
    text, is_json = text_or_json(value.get("arguments"))
    call_id = pairing.call(text_field(value, "tool_call_id"), name)
    extra = extra_set(value, _CALL)
    return make_part(PartKind.CALL, text, name=name, call_id=call_id, json=is_json, extra=extra)


def _result(value: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """What came of a call; media stand behind the text."""
    call_id, name = pairing.result(text_field(value, "source_call_id"), "")
    text, is_json, media = joined_text(content_parts(value.get("content")))
    extra = extra_set(value, _RESULT)
    first = make_part(PartKind.RESULT, text, name=name, call_id=call_id, json=is_json, extra=extra)
    group: Group = (first, *media)
    return Recorded("tool", (group,))


def _told(value: Mapping[str, Any]) -> Recorded:
    """What the environment said, where no call was made."""
    parts = content_parts(value.get("content"))
    return Recorded(
        "user", tuple(parts), injected=True, source=Source.TOOL_RESULT, extra=extra_set(value, _RESULT)
    )


def _usage(metrics: Mapping[str, Any]) -> Usage | None:
    """What one call of the model used; the prompt counts what was read from a cache, too."""
    prompt, cached = count_field(metrics, "prompt_tokens"), count_field(metrics, "cached_tokens")
    output = count_field(metrics, "completion_tokens")
    if prompt is None and output is None:
        return None
    return Usage(without_cached(prompt, cached, None), cached, None, output)
