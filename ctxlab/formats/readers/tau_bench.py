"""Reads tau-bench: the trajectories of a run, and the dialogues that it gives as examples.

A trajectory is a task's whole conversation; the task, its reward and what the simulated user was told are
kept beside it, as no model saw them. An example dialogue is one text, in which calls are lost.
"""

from __future__ import annotations

from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chat.looks import is_message
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.displayed import displayed_messages
from ctxlab.formats.entries import entries_of, inside
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.noticing import note_items, note_pairing, with_strange
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document, Record
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, PartKind, Place, Source
from ctxlab.model.session import Session

_SAMPLE = 20
_SURE = 0.95


#: What is displayed of a message without text: it was a call.
_NO_TEXT = "None"


class TauBenchReader:
    """tau-bench: a list of tasks with their trajectories, or lines of displayed dialogues."""

    name = "tau-bench"
    title = "tau-bench trajectories, example dialogues"
    experimental = False

    def sniff(self, document: Document) -> float:
        """The share of records that are a task's trajectory or a displayed dialogue."""
        values = [record.value for record, _ in entries_of(document, _SAMPLE)]
        like = sum(_is_task(value) or _is_displayed(value) for value in values)
        return _SURE * like / len(values) if like else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """A session for each task or dialogue; raises FormatError where there is none."""
        sessions: list[Session] = []
        strange: list[Record] = []
        for record, place in entries_of(document):
            value = record.value
            if _is_task(value):
                sessions.append(_trajectory(SessionBuilder(document, self.name), value, place))
            elif _is_displayed(value):
                sessions.append(_dialogue(SessionBuilder(document, self.name), value, place))
            else:
                strange.append(record)
        if not sessions:
            raise FormatError("there is no trajectory of tau-bench in it", where=Where(document.file))
        return with_strange(sessions, strange)


def _is_task(value: Any) -> bool:
    if not is_object(value) or not is_list(value.get("traj")) or "task_id" not in value:
        return False
    return not value["traj"] or any(is_message(one) for one in value["traj"])


def _is_displayed(value: Any) -> bool:
    return is_object(value) and isinstance(value.get("messages_display"), str)


def _trajectory(builder: SessionBuilder, value: dict[str, Any], place: Place) -> Session:
    pairing = Pairing()
    for i, message in enumerate(value["traj"]):
        at = inside(place, f"/traj/{i}")
        if is_object(message):
            builder.add(chat_message(message, pairing), place=at)
        else:
            builder.add(unknown_message(message), place=at)
    note_items(builder)
    note_pairing(builder, pairing)
    trial = text_field(value, "trial")
    return builder.finish(
        title=f"task {text_field(value, 'task_id')}" + (f", trial {trial}" if trial else ""),
        unknown=(Source.TOOL_SCHEMAS,),
        extra=extra_of(value, ("traj",)),
    )


def _dialogue(builder: SessionBuilder, value: dict[str, Any], place: Place) -> Session:
    at = inside(place, "/messages_display")
    results = 0
    for role, text in displayed_messages(value["messages_display"]):
        is_result = role == "tool"
        results += is_result
        part = Part(PartKind.RESULT if is_result else PartKind.TEXT, text)
        lost = role == "assistant" and text == _NO_TEXT
        builder.add(Recorded(role or "unknown", () if lost else (part,)), place=at)
    if results:
        builder.note("calls_lost", severity="info", count=results)
    return builder.finish(
        unknown=(Source.SYSTEM_PROMPT, Source.TOOL_SCHEMAS), extra=extra_of(value, ("messages_display",))
    )
