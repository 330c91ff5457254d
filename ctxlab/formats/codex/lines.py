"""Lines of a Codex rollout: what each is, of the forms that its versions wrote, and which are unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxlab.formats.dialects.responses import item_kind
from ctxlab.formats.fields import text_field
from ctxlab.formats.lookups import as_object
from ctxlab.formats.noticing import strange_record
from ctxlab.formats.protocol import Document
from ctxlab.formats.values import is_object
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Place
from ctxlab.model.making import maker

META, TURN, ITEM, EVENT, COMPACTED = "session_meta", "turn_context", "response_item", "event_msg", "compacted"
_TYPES = (META, TURN, ITEM, EVENT, COMPACTED)

#: Items and records that only serve the program.
_SILENT_ITEMS = ("ghost_snapshot", "other")
_SILENT = ("state",)

_place = maker(Place)


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its 1-based number, its kind, its payload and when it was written.

    `type` is the kind of item or of event. `bare` says that the line is the payload itself, as the oldest
    versions wrote it.
    """

    number: int
    kind: str
    payload: Mapping[str, Any]
    time: str
    type: str
    bare: bool = False

    def place(self, pointer: str = "") -> Place:
        """Where in the file that part of the payload stands."""
        return _place(self.number, pointer if self.bare else f"/payload{pointer}")


_made = maker(Line)


def rollout_kind(value: Any) -> str:
    """The kind of a rollout's line; empty where the value is none."""
    kind = as_object(value).get("type")
    return kind if kind in _TYPES and is_object(value.get("payload")) else ""


def is_bare_head(value: Any) -> bool:
    """Whether the value is the first line of the oldest form: a session without an envelope."""
    return is_object(value) and "type" not in value and {"id", "timestamp", "instructions"} <= value.keys()


def lines_of(document: Document) -> tuple[list[Line], list[Diagnostic]]:
    """The lines in file order, and what is said of those that are of no known kind."""
    lines: list[Line] = []
    notes: list[Diagnostic] = []
    unknown: Counter[str] = Counter()
    first: dict[str, int] = {}
    for record in document.records:
        line = _line(record.value, record.line)
        if line is not None:
            lines.append(line)
        elif is_object(record.value) and isinstance(record.value.get("type"), str):
            unknown[record.value["type"]] += 1
            first.setdefault(record.value["type"], record.line)
        elif not (is_object(record.value) and record.value.get("record_type") in _SILENT):
            notes.append(strange_record(record))
    for kind, count in unknown.items():
        numbers = (("count", count), ("type", kind[:100]))
        notes.append(Diagnostic("unknown_line_type", numbers=numbers, line=first[kind]))
    return [one for one in lines if not (one.kind == ITEM and one.type in _SILENT_ITEMS)], notes


def counts_of(line: Line) -> Mapping[str, Any] | None:
    """What a line says of the tokens that the last call of the model used; None where it says nothing."""
    if line.type != "token_count":
        return None
    last = as_object(line.payload.get("info")).get("last_token_usage")
    return last if is_object(last) else line.payload


def head_of(lines: Sequence[Line]) -> Mapping[str, Any]:
    """What the first line says of the session."""
    found: Mapping[str, Any] = next((line.payload for line in lines if line.kind == META), dict[str, Any]())
    inner = found.get("meta")
    return {**inner, **found} if is_object(inner) else found


def model_of(lines: Sequence[Line]) -> str:
    """The model of the last turn that names one."""
    for line in reversed(lines):
        if line.kind == TURN:
            inner = line.payload.get("turn_context")
            model = text_field(line.payload, "model") or text_field(as_object(inner), "model")
            if model:
                return model
    return ""


def _line(value: Any, number: int) -> Line | None:
    if not is_object(value):
        return None
    kind = rollout_kind(value)
    if kind:
        payload = value["payload"]
        time = text_field(value, "timestamp") or text_field(payload, "timestamp")
        return _made(number, kind, payload, time, _type(payload))
    if is_bare_head(value):
        return _made(number, META, value, text_field(value, "timestamp"), "", bare=True)
    if "payload" not in value and item_kind(value) in _BARE_ITEMS:
        return _made(number, ITEM, value, text_field(value, "timestamp"), _type(value), bare=True)
    return None


_BARE_ITEMS = (
    *("message", "reasoning", "function_call", "function_call_output", "local_shell_call"),
    *("local_shell_call_output", "custom_tool_call", "custom_tool_call_output", "web_search_call"),
)


def _type(payload: Mapping[str, Any]) -> str:
    """The payload's type; some versions write events in camel case."""
    kind = text_field(payload, "type")
    if kind.islower():
        return kind
    return "".join(f"_{one.lower()}" if one.isupper() else one for one in kind).lstrip("_")
