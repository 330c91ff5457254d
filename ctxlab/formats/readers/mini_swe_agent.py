"""Reader of mini-swe-agent trajectories: a bare list of messages at first, later one under `messages`.

The messages are those that were sent: chat completions, or items of the Responses API. What the program wrote
in the user's role, the output of commands above all, was typed by nobody. A message of role `exit` says how
the run ended and was never sent: it is kept with the session's fields.

A bare list looks like any chat; it is taken for one of mini-swe-agent where its commands' output is written
as mini-swe-agent does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.errors import FormatError, Where
from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.chat.usage import chat_usage
from ctxlab.formats.dialects.any import messages_of
from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.entries import whole_value
from ctxlab.formats.fields import extra_of, extra_with, text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.noticing import has_call, note_items, note_pairing
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.protocol import Document
from ctxlab.formats.recorded import Recorded, unknown_message
from ctxlab.formats.responses.usage import responses_usage
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.items import Part, Place, Source
from ctxlab.model.session import Session, Usage

_FORMAT = "mini-swe-agent"
_SAMPLE = 200

#: What a run's `info` has where it does not name the program.
_ENDED = frozenset({"exit_status", "submission"})

#: What the output of a command begins with, by the templates that mini-swe-agent brings.
_OUTPUT_STARTS = ("<returncode>", "<exception>", "<observation>\n", "<output>\n", "Observation: ")

#: Other messages that it writes in the user's role, in place of an output.
_OTHER_STARTS = ("Please always provide EXACTLY ONE action", "Tool call error:", "Format error")


class MiniSweAgentReader:
    """`.traj.json` files of mini-swe-agent, of all versions so far."""

    name = "mini-swe-agent"
    title = "mini-swe-agent trajectory"
    experimental = False

    def sniff(self, document: Document) -> float:
        """By the format's name in the file, or else by how the output of commands is written."""
        value = whole_value(document)
        if is_object(value) and is_list(value.get("messages")):
            if text_field(value, "trajectory_format").startswith(_FORMAT):
                return 0.97
            info = value.get("info")
            ours = is_object(info) and ("mini_version" in info or info.keys() >= _ENDED)
            return 0.93 if ours else 0.0
        return 0.9 if is_list(value) and _is_bare(value) else 0.0

    def read(self, document: Document) -> tuple[Session, ...]:
        """The one session of the file."""
        value = document.records[0].value if document.records else None
        run = value if is_object(value) else {"messages": value}
        if not is_list(run.get("messages")):
            raise FormatError("there are no messages of mini-swe-agent in it", where=Where(document.file))
        return (_Reading(document, run, "/messages" if is_object(value) else "").session(),)


class _Reading:
    """One run; `pointer` leads to its messages."""

    def __init__(self, document: Document, run: Mapping[str, Any], pointer: str) -> None:
        self.run = run
        self.pointer = pointer
        self.info: Mapping[str, Any] = run["info"] if is_object(run.get("info")) else {}
        self.builder = SessionBuilder(document, MiniSweAgentReader.name)
        self.pairing = Pairing()
        self.model = _configured_model(self.info)
        self.ends: list[Any] = []
        self.answered = False

    def session(self) -> Session:
        """All messages but the last word of the program, in file order."""
        for index, message in enumerate(self.run["messages"]):
            self._add(message, Place(0, f"{self.pointer}/{index}"))
        note_items(self.builder)
        note_pairing(self.builder, self.pairing)
        rest = {key: value for key, value in self.run.items() if key != "messages"}
        if self.ends:
            rest["exit"] = self.ends
        return self.builder.finish(
            title=text_field(self.run, "instance_id"),
            model=self.model,
            unknown=(Source.TOOL_SCHEMAS,) if has_call(self.builder) else (),
            extra=extra_of(rest, ()),
        )

    def _add(self, message: Any, place: Place) -> None:
        if not is_object(message):
            self.builder.add(unknown_message(message), place=place)
            return
        if message.get("role") == "exit":
            self.ends.append(_without_submission(message, self.info))
            return
        extra: dict[str, Any] = message["extra"] if is_object(message.get("extra")) else {}
        response = message if message.get("object") == "response" else extra.get("response")
        usage: Usage | None = None
        if is_object(response):
            usage = chat_usage({}, response) or responses_usage(response.get("usage"))
            self.model = self.model or text_field(response, "model")
        for one in self._read(message, extra):
            is_answer = one.role == "assistant"
            self.answered = self.answered or is_answer
            self.builder.add(one, place=place, usage=usage if is_answer else None)

    def _read(self, message: Mapping[str, Any], extra: Mapping[str, Any]) -> tuple[Recorded, ...]:
        """The message in whatever dialect it was sent, with what the program noted beside it."""
        plain = {key: value for key, value in message.items() if key != "extra" and value is not None}
        outputs = plain.get("output")
        if "role" not in plain and is_list(outputs):
            read = messages_of(outputs, self.pairing)
        elif "role" not in plain:
            read = messages_of([plain], self.pairing)
        else:
            read = (self._written(chat_message(plain, self.pairing), extra),)
        if not read:
            return ()
        noted = _noted(message, extra)
        if noted:
            read = (replace(read[0], extra=extra_with(read[0].extra, {"extra": noted})), *read[1:])
        time = text_field(extra, "timestamp")
        return tuple(replace(one, time=one.time or time) for one in read)

    def _written(self, one: Recorded, extra: Mapping[str, Any]) -> Recorded:
        """Marks what the program wrote in the user's role, behind the model's answers."""
        if one.role != "user" or not self.answered:
            return one
        text = _text(one)
        if text.startswith(_OUTPUT_STARTS) or "returncode" in extra or "raw_output" in extra:
            return replace(one, injected=True, source=Source.TOOL_RESULT)
        is_end = text.strip() == text_field(self.info, "submission").strip()
        if not text or is_end or "interrupt_type" in extra or text.startswith(_OTHER_STARTS):
            return replace(one, injected=True)
        return one


def _is_bare(messages: list[Any]) -> bool:
    """Whether a list of chat messages has output of commands as mini-swe-agent writes it."""
    return any(
        is_object(one)
        and one.get("role") in ("user", "tool")
        and isinstance(one.get("content"), str)
        and one["content"].startswith("<returncode>")
        for one in messages[:_SAMPLE]
    )


def _text(one: Recorded) -> str:
    return "".join(group.text for group in one.groups if isinstance(group, Part))


def _noted(message: Mapping[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in `extra` and nowhere else: the answer and the output stand in the message, too."""
    rest = {key: value for key, value in extra.items() if key != "timestamp" and value not in ("", None)}
    content = message.get("content")
    output = rest.get("raw_output")
    if isinstance(output, str) and isinstance(content, str) and output.strip() in content:
        del rest["raw_output"]
    response = rest.get("response")
    if is_object(response):
        rest["response"] = _without_answer(response, content)
    return rest


def _without_answer(response: Mapping[str, Any], content: Any) -> dict[str, Any]:
    """The provider's response without its usage, and without its one choice if that is the message."""
    rest = {key: value for key, value in response.items() if key != "usage"}
    choices = rest.get("choices")
    first = choices[0] if is_list(choices) and len(choices) == 1 else None
    message = as_object(first).get("message")
    if is_object(message) and message.get("content") == content:
        del rest["choices"]
    return rest


def _without_submission(end: Mapping[str, Any], info: Mapping[str, Any]) -> dict[str, Any]:
    """The program's last word without what it handed in, which stands in the run's fields."""
    handed_in = info.get("submission")
    rest = {key: value for key, value in end.items() if key != "content" or value != handed_in}
    if is_object(rest.get("extra")):
        rest["extra"] = {key: one for key, one in rest["extra"].items() if one != handed_in}
    return rest


def _configured_model(info: Mapping[str, Any]) -> str:
    value: Any = info.get("config")
    value = as_object(value).get("model")
    return text_field(as_object(value), "model_name")
