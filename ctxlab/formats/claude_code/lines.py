"""The lines of a Claude Code transcript: context, mere links of the tree, and bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.protocol import Document
from ctxlab.formats.values import is_list, is_object
from ctxlab.model.diagnostics import Diagnostic

#: Line types that may put something into the context.
CONTEXT = frozenset({"user", "assistant", "attachment", "system"})

#: Line types that are known to put nothing there.
BOOKKEEPING = frozenset(
    {
        "summary",
        "file-history-snapshot",
        "queue-operation",
        "permission-mode",
        "last-prompt",
        "ai-title",
        "custom-title",
        "pr-link",
        "progress",
    }
)

#: What holds a line's content: two lines of one uuid that agree in these are the same line written twice.
_CONTENT = ("type", "subtype", "message", "attachment", "content")


@dataclass(slots=True, eq=False)
class Line:
    """One line that has a place in the tree.

    `number` is 1-based. `uuid` and `parent` may be empty. `agent` is the sub-agent's id where the line states
    one. `message` is the message of a user or assistant line, or an empty object; `reply` the id of the
    model's reply that an assistant line is a piece of, or empty; `calls` are the ids of the calls in the
    message and `results` those of the calls that it brings results of. `is_boundary` says that the recorder
    compacted the conversation here, `is_summary` that this is the summary that a compaction left.
    """

    number: int
    kind: str
    uuid: str
    parent: str
    sidechain: bool
    agent: str
    record: Mapping[str, Any]
    message: Mapping[str, Any]
    reply: str = ""
    calls: Sequence[str] = ()
    results: Sequence[str] = ()
    is_boundary: bool = False
    is_summary: bool = False


def line_of(value: Mapping[str, Any], kind: str, number: int) -> Line:
    """The line that a JSON object is, as one of that kind."""
    message = value.get("message")
    if not is_object(message):
        message = {}
    calls, results = _pairs(message.get("content"))
    return Line(
        number,
        kind,
        text_field(value, "uuid"),
        text_field(value, "parentUuid"),
        value.get("isSidechain") is True,
        text_field(value, "agentId"),
        value,
        message,
        text_field(message, "id") if kind == "assistant" else "",
        calls,
        results,
        is_boundary=kind == "system" and value.get("subtype") == "compact_boundary",
        is_summary=kind == "user" and value.get("isCompactSummary") is True,
    )


def _pairs(content: Any) -> tuple[Sequence[str], Sequence[str]]:
    """The ids of the calls among a message's blocks, and those that its results answer."""
    if not is_list(content):
        return (), ()
    calls: list[str] = []
    results: list[str] = []
    for block in content:
        kind = block.get("type") if is_object(block) else None
        if kind == "tool_use" and (stated := text_field(block, "id")):
            calls.append(stated)
        elif kind == "tool_result" and (stated := text_field(block, "tool_use_id")):
            results.append(stated)
    return calls, results


def _has_content(value: Mapping[str, Any], kind: str) -> bool:
    """Whether what a line of that kind brings is there."""
    if kind in ("user", "assistant"):
        return is_object(value.get("message"))
    return kind == "system" or "attachment" in value


@dataclass(slots=True)
class Transcript:
    """The tree's lines in file order, a title where one is stated, and what there is to say of the rest."""

    lines: list[Line] = field(default_factory=list[Line])
    title: str = ""
    notes: list[Diagnostic] = field(default_factory=list[Diagnostic])


def looks_like_line(value: Any) -> bool:
    """Whether a JSON value looks like a line of a transcript."""
    if not is_object(value):
        return False
    kind = text_field(value, "type")
    if kind in BOOKKEEPING:
        return any(key in value for key in ("sessionId", "leafUuid", "messageId", "uuid"))
    return kind in CONTEXT and "sessionId" in value and ("uuid" in value or "parentUuid" in value)


def transcript(document: Document) -> Transcript:
    """Sorts a document's records; the first of lines written twice stays."""
    return _Sorter().run(document)


class _Sorter:
    def __init__(self) -> None:
        self.out = Transcript()
        self.titles: dict[str, str] = {}
        self.summaries: list[tuple[str, str]] = []
        self.unknown: dict[str, list[int]] = {}
        self.repeated: list[int] = []
        self.known: dict[str, Line] = {}

    def run(self, document: Document) -> Transcript:
        for record in document.records:
            value = record.value
            if not is_object(value):
                self._note("not_an_object", record.line)
                continue
            kind = text_field(value, "type")
            if kind in CONTEXT:
                self._context(value, kind, record.line)
            else:
                self._other(value, kind, record.line)
        self._finish()
        return self.out

    def _note(self, code: str, line: int, severity: str = "warning", **numbers: int | str) -> None:
        self.out.notes.append(Diagnostic(code, "", tuple(numbers.items()), severity, line))

    def _context(self, value: Mapping[str, Any], kind: str, number: int) -> None:
        line = line_of(value, kind, number)
        first = self.known.setdefault(line.uuid, line) if line.uuid else line
        if first is not line:
            if all(first.record.get(key) == value.get(key) for key in _CONTENT):
                self.repeated.append(number)
                return
            self._note("uuid_reused", number, first=first.number)
        if not line.message and not _has_content(value, kind):
            self._note("message_broken", number)
            line = line_of(value, "other", number)
        self.out.lines.append(line)

    def _other(self, value: Mapping[str, Any], kind: str, number: int) -> None:
        if kind == "summary":
            self.summaries.append((text_field(value, "leafUuid"), text_field(value, "summary")))
        elif kind in ("custom-title", "ai-title"):
            self.titles[kind] = text_field(value, "customTitle", "aiTitle", "title")
        elif kind not in BOOKKEEPING:
            self.unknown.setdefault(kind, []).append(number)
        if text_field(value, "uuid") and text_field(value, "uuid") not in self.known:
            line = line_of(value, "other", number)
            self.known[line.uuid] = line
            self.out.lines.append(line)

    def _finish(self) -> None:
        for kind, numbers in self.unknown.items():
            self._note("unknown_line_type", numbers[0], type=kind, count=len(numbers))
        if self.repeated:
            self._note("lines_repeated", self.repeated[0], "info", count=len(self.repeated))
        own = [text for leaf, text in self.summaries if leaf in self.known]
        self.out.title = self.titles.get("custom-title") or self.titles.get("ai-title") or "".join(own[-1:])
