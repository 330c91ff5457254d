"""Items: the fragments that a context is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Source(StrEnum):
    """Where an item comes from."""

    SYSTEM_PROMPT = "system_prompt"
    TOOL_SCHEMAS = "tool_schemas"
    USER_MESSAGE = "user_message"
    CONVERSATION = "conversation"
    TOOL_RESULT = "tool_result"
    RETRIEVED_DOC = "retrieved_doc"
    TASK_STATE = "task_state"
    AGENT_NOTE = "agent_note"
    KEY_FACT = "key_fact"
    SUMMARY = "summary"


class Row(StrEnum):
    """A line of the budget table, in the table's default order. Conversation is two rows."""

    SYSTEM_PROMPT = "system_prompt"
    TOOL_SCHEMAS = "tool_schemas"
    USER_MESSAGE = "user_message"
    KEY_FACT = "key_fact"
    TASK_STATE = "task_state"
    AGENT_NOTE = "agent_note"
    SUMMARY = "summary"
    RECENT = "recent"
    HISTORY = "history"
    TOOL_RESULT = "tool_result"
    RETRIEVED_DOC = "retrieved_doc"


class PartKind(StrEnum):
    """What a part is made of. `unknown` keeps what no reader understands, as it came."""

    TEXT = "text"
    IMAGE = "image"
    AUDIO = "audio"
    FILE = "file"
    THINKING = "thinking"
    CALL = "call"
    RESULT = "result"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of an item.

    `text` is the text of a text or thinking part, a call's arguments exactly as recorded, a result's text, or
    the JSON of an unknown part. `json` says that the recorded value was no text: `text` is then its JSON.
    `data` is a URL or base64 blob as it came and is never tokenised. `extra` is a JSON object of fields that
    the reader did not understand, or empty.
    """

    kind: PartKind
    text: str = ""
    name: str = ""
    call_id: str = ""
    signature: str = ""
    media_type: str = ""
    data: str = ""
    json: bool = False
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in its file an item stands: a 1-based line for line formats, else 0, and a JSON pointer."""

    line: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        if self.line and self.pointer:
            return f"line {self.line} {self.pointer}"
        return f"line {self.line}" if self.line else self.pointer


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Item:
    """One fragment of a session.

    `source` is None where it depends on the request (a user message is `user_message` in its own turn and
    `conversation` later). `message` is the ordinal of the recorded message, -1 for items that are no message.
    `part` is the index within that message. `stated_tokens` is a count that the file itself claims.
    `injected` marks messages that no user typed (reminders, heartbeats, environment blocks); they open no
    turn. `recent` is the flag of keyword forms. `chain` is empty for the main conversation and names a side
    chain otherwise. `superseded_by` is the id of the recorded summary that replaced this item, where there is
    one. `extra` is a JSON object of unknown fields, or empty.
    """

    id: str
    role: str
    parts: tuple[Part, ...] = ()
    source: Source | None = None
    message: int = -1
    part: int = 0
    place: Place = NOWHERE
    priority: int = 5
    relevance: float = 1.0
    stated_tokens: int = 0
    time: str = ""
    name: str = ""
    injected: bool = False
    recent: bool | None = None
    chain: str = ""
    superseded_by: str = ""
    extra: str = ""

    @property
    def text(self) -> str:
        """The readable text of all parts, joined by a newline; media parts give nothing."""
        if len(self.parts) == 1:
            return self.parts[0].text
        return "\n".join(part.text for part in self.parts if part.text)

    @property
    def call_id(self) -> str:
        """The id that pairs this call or result with its other half, or empty."""
        for part in self.parts:
            if part.call_id:
                return part.call_id
        return ""

    @property
    def opens_turn(self) -> bool:
        """Whether it is (part of) a message that a user typed, with which a turn begins.

        A message in the user's role is none where it is injected, brings a tool's result, or is a recorded
        summary.
        """
        return (
            self.role == "user"
            and not self.injected
            and self.source in (None, Source.USER_MESSAGE, Source.CONVERSATION)
            and not self.has(PartKind.RESULT)
        )

    def has(self, kind: PartKind) -> bool:
        """Whether any part is of this kind."""
        if len(self.parts) == 1:
            return self.parts[0].kind is kind
        return any(part.kind is kind for part in self.parts)
