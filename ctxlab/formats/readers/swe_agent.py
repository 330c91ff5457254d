"""Reader of SWE-agent trajectories: the agent's history, with what each step really sent where recorded.

The steps of a trajectory repeat the history; what they alone know (the state, the times, the whole prompt)
goes to the answers that they gave. Observations in the user's role are results: nobody typed them. In early
versions sub-routines stand in the same list under their agent's name; they are side chains, as each agent was
sent its own messages only. A run of several attempts has a session for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.dialects.swe_agent import is_demonstration, is_swe_agent, swe_message
from ctxlab.formats.entries import whole_value
from ctxlab.formats.fields import compact, extra_of, extra_with, text_field
from ctxlab.formats.lookups import as_object, objects_in
from ctxlab.formats.noticing import has_call, note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object, unwrap
from ctxlab.model.items import Place, Source
from ctxlab.model.session import Session

_SURE = 0.97

#: The whole prompt of a step, under the names of different versions.
_PROMPTS = ("query", "messages")

#: History processors that leave the text as it is.
_HARMLESS = ("default", "cache_control", "tag_tool_call_observations", "image_parsing")


class SweAgentReader:
    """`.traj` files of SWE-agent, of all versions so far."""

    name = "swe-agent"
    title = "SWE-agent trajectory"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the history and the trajectory side by side."""
        return _SURE if _looks(whole_value(document)) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The session of the history; of several attempts one each, in file order."""
        value = document.records[0].value if document.records else None
        if not is_object(value) or not _looks(value):
            raise FormatError("there is no history of SWE-agent in it", where=Where(document.file))
        attempts: list[Any] = value["attempts"] if is_list(value.get("attempts")) else []
        sessions = [
            _Reading(document, one, f"/attempts/{i}").session(f"attempt {i + 1}")
            for i, one in enumerate(attempts)
            if _has_history(one)
        ]
        if not sessions:
            return (_Reading(document, value, "").session(),)
        # The whole repeats the attempt that was chosen; what else it says stands with the first.
        rest = {key: one for key, one in value.items() if key not in ("attempts", "trajectory", "history")}
        first = replace(sessions[0], extra=extra_with(sessions[0].extra, {"run": rest} if rest else {}))
        return (first, *sessions[1:])


class _Reading:
    """One history, and the steps that made it."""

    def __init__(self, document: Document, run: Mapping[str, Any], pointer: str) -> None:
        self.run = run
        self.pointer = pointer
        self.history: list[Any] = run["history"] if is_list(run.get("history")) else []
        self.steps = _steps_of(run.get("trajectory"), self.history)
        self.builder = SessionBuilder(document, SweAgentReader.name)
        self.pairing = Pairing()
        self.main = next((text_field(one, "agent") for one in self.history if is_object(one)), "")
        self.acted: set[str] = set()

    def session(self, title: str = "") -> Session:
        """All messages in the order of the history."""
        for index, message in enumerate(self.history):
            self._add(index, message)
        note_items(self.builder)
        shortened = _shortening(self.run)
        if shortened and not any(_sent(step) for step in self.steps.values()):
            self.builder.note("sent_unknown", by=", ".join(shortened)[:120])
        note_pairing(self.builder, self.pairing)
        return self.builder.finish(
            title=title,
            model=_model(self.run),
            unknown=(Source.TOOL_SCHEMAS,) if has_call(self.builder) else (),
            extra=extra_of(self.run, ("trajectory", "history")),
        )

    def _add(self, index: int, message: Any) -> None:
        place = Place(0, f"{self.pointer}/history/{index}")
        if not is_object(message):
            self.builder.add(unknown_message(message), place=place)
            return
        agent = text_field(message, "agent")
        chain = agent if agent != self.main else ""
        one = self._observed(swe_message(message, self.pairing), message, chain)
        step = self.steps.get(index)
        if step is not None:
            one = replace(one, extra=_with_step(one.extra, step, message, self._next_text(index)))
        self.builder.add(one, place=place, chain=chain, sent=_sent(step))

    def _observed(self, one: Recorded, message: Mapping[str, Any], chain: str) -> Recorded:
        """What follows an action in the user's role is its result, as text."""
        if one.role == "assistant" and not is_demonstration(message):
            self.acted.add(chain)
        elif one.role == "user" and chain in self.acted and not one.injected:
            return replace(one, injected=True, source=Source.TOOL_RESULT)
        return one

    def _next_text(self, index: int) -> str:
        following = self.history[index + 1] if index + 1 < len(self.history) else None
        return text_field(as_object(following), "content")


def _looks(value: Any) -> bool:
    return _has_history(value) and ("trajectory" in value or is_swe_agent(value["history"]))


def _has_history(value: Any) -> bool:
    """Whether it is one run: a list of messages under `history`."""
    if not is_object(value) or not is_list(value.get("history")):
        return False
    history = value["history"]
    if not history:
        return is_list(value.get("trajectory"))
    return any(is_object(one) and isinstance(one.get("role"), str) for one in history)


def _steps_of(steps: Any, history: list[Any]) -> dict[int, dict[str, Any]]:
    """Which step gave which answer of the history, by the answers' positions.

    Step and answer go together by what the model said, in order: steps that were tried again are not in the
    history, and not every message that the agent wrote itself has a step.
    """
    listed = objects_in(steps)
    answers = [
        (index, one)
        for index, one in enumerate(history)
        if is_object(one) and one.get("role") == "assistant" and not is_demonstration(one)
    ]
    if len(listed) == len(answers):
        return {index: step for (index, _), step in zip(answers, listed, strict=True)}
    found: dict[int, dict[str, Any]] = {}
    waiting: dict[str, list[dict[str, Any]]] = {}
    for step in reversed(listed):
        waiting.setdefault(text_field(step, "response", "thought"), []).append(step)
    for index, one in answers:
        same = waiting.get(text_field(one, "content"))
        if same:
            found[index] = same.pop()
    return found


def _with_step(extra: str, step: Mapping[str, Any], message: Mapping[str, Any], result: str) -> str:
    """The answer's unknown fields with those of its step that the history does not say, too."""
    content = message.get("content")
    said = f"{content}\n{result}" if isinstance(content, str) else result
    rest = {
        key: value
        for key, value in step.items()
        if key not in _PROMPTS
        and value not in ("", None, {})
        and value != message.get(key)
        and not (isinstance(value, str) and value.strip() in said)
    }
    return extra_with(extra, {"step": rest} if rest else {})


def _sent(step: Mapping[str, Any] | None) -> str:
    """The whole prompt of a step, where it was recorded."""
    for name in _PROMPTS:
        prompt = step.get(name) if step is not None else None
        if is_list(prompt) and any(is_object(one) and "role" in one for one in prompt):
            return compact(prompt)
    return ""


def _agent(run: Mapping[str, Any]) -> dict[str, Any]:
    """How the agent was set up, from the configuration that a replay would use."""
    return as_object(as_object(unwrap(run.get("replay_config"))).get("agent"))


def _model(run: Mapping[str, Any]) -> str:
    model = _agent(run).get("model")
    return text_field(as_object(model), "name")


def _shortening(run: Mapping[str, Any]) -> list[str]:
    """What left something out of the history before it was sent, by name."""
    agent = _agent(run)
    listed = agent.get("history_processors", agent.get("history_processor"))
    names = [text_field(one, "type") for one in (listed if is_list(listed) else [listed]) if is_object(one)]
    return [name for name in names if name and name not in _HARMLESS]
