"""The lines of a Claude Code transcript: context, mere links of the tree, and bookkeeping."""

from __future__ import annotations

from collections.abc import Mapping
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


@dataclass(frozen=True, slots=True)
class Line:
    """One line that has a place in the tree.

    `number` is 1-based. `uuid` and `parent` may be empty. `agent` is the sub-agent's id where the line states
    one.
    """

    number: int
    kind: str
    uuid: str
    parent: str
    sidechain: bool
    agent: str
    record: Mapping[str, Any]

    @property
    def message(self) -> Mapping[str, Any]:
        """The message of a user or assistant line, or an empty object."""
        value = self.record.get("message")
        return value if is_object(value) else {}

    @property
    def reply(self) -> str:
        """The id of the model's reply that an assistant line is a piece of, or empty."""
        return text_field(self.message, "id") if self.kind == "assistant" else ""

    @property
    def is_boundary(self) -> bool:
        """Whether the recorder compacted the conversation here."""
        return self.kind == "system" and self.record.get("subtype") == "compact_boundary"

    @property
    def is_summary(self) -> bool:
        """Whether this is the summary that a compaction left."""
        return self.kind == "user" and self.record.get("isCompactSummary") is True

    def ids(self, block_type: str, key: str) -> tuple[str, ...]:
        """The ids under `key` in the message's blocks of that type."""
        content = self.message.get("content")
        blocks = content if is_list(content) else ()
        found = (block for block in blocks if is_object(block) and block.get("type") == block_type)
        return tuple(text for block in found if (text := text_field(block, key)))


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
            elif text_field(value, "type") in CONTEXT:
                self._context(value, record.line)
            else:
                self._other(value, record.line)
        self._finish()
        return self.out

    def _note(self, code: str, line: int, severity: str = "warning", **numbers: int | str) -> None:
        self.out.notes.append(Diagnostic(code, "", tuple(numbers.items()), severity, line))

    def _context(self, value: Mapping[str, Any], number: int) -> None:
        kind = str(value["type"])
        line = self._line(value, kind, number)
        first = self.known.get(line.uuid)
        if first is not None and all(first.record.get(key) == value.get(key) for key in _CONTENT):
            self.repeated.append(number)
            return
        if first is not None:
            self._note("uuid_reused", number, first=first.number)
        elif line.uuid:
            self.known[line.uuid] = line
        holder = {"attachment": "attachment", "system": "type"}.get(kind, "message")
        if holder not in value or (holder == "message" and not is_object(value["message"])):
            self._note("message_broken", number)
            line = self._line(value, "other", number)
        self.out.lines.append(line)

    def _line(self, value: Mapping[str, Any], kind: str, number: int) -> Line:
        return Line(
            number=number,
            kind=kind,
            uuid=text_field(value, "uuid"),
            parent=text_field(value, "parentUuid"),
            sidechain=value.get("isSidechain") is True,
            agent=text_field(value, "agentId"),
            record=value,
        )

    def _other(self, value: Mapping[str, Any], number: int) -> None:
        kind = text_field(value, "type")
        if kind == "summary":
            self.summaries.append((text_field(value, "leafUuid"), text_field(value, "summary")))
        elif kind in ("custom-title", "ai-title"):
            self.titles[kind] = text_field(value, "customTitle", "aiTitle", "title")
        elif kind not in BOOKKEEPING:
            self.unknown.setdefault(kind, []).append(number)
        if text_field(value, "uuid") and text_field(value, "uuid") not in self.known:
            line = self._line(value, "other", number)
            self.known[line.uuid] = line
            self.out.lines.append(line)

    def _finish(self) -> None:
        for kind, numbers in self.unknown.items():
            self._note("unknown_line_type", numbers[0], type=kind, count=len(numbers))
        if self.repeated:
            self._note("lines_repeated", self.repeated[0], "info", count=len(self.repeated))
        own = [text for leaf, text in self.summaries if leaf in self.known]
        self.out.title = self.titles.get("custom-title") or self.titles.get("ai-title") or "".join(own[-1:])
