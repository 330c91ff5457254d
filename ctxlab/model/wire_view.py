"""A built context as it goes out in one wire format: messages, what stands beside them, what is wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ctxlab.model.diagnostics import Number
from ctxlab.model.trace_base import TraceBase
from ctxlab.model.trace_json import finite
from ctxlab.model.trace_parts import Message, Outside

#: The field of a request that holds its messages, by the wire format.
MESSAGES = {
    "openai-chat": "messages",
    "openai-responses": "input",
    "anthropic": "messages",
    "gemini": "contents",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that an API would refuse, or (`severity` warning) that only some servers take.

    `code` is worded by explain. `message` is the 1-based number of the message, 0 where it is about the
    request as a whole or about what stands beside the messages. `numbers` are (name, value) pairs.
    """

    code: str
    message: int = 0
    numbers: tuple[tuple[str, Number], ...] = ()
    severity: str = "error"


@dataclass(frozen=True, slots=True, eq=False)
class WireView:
    """The context of a run in the wire format `wire`.

    `built` is the wire that the run was built in. Where the two differ the messages are the same items as
    that wire would hold them, and their token counts are estimates. `findings` is None where nobody has
    looked for mistakes yet.
    """

    wire: str
    built: str
    messages: tuple[Message, ...]
    outside: tuple[Outside, ...]
    findings: tuple[Finding, ...] | None = None

    @property
    def as_built(self) -> bool:
        """Whether these are the messages of the run itself."""
        return self.wire == self.built

    @property
    def valid(self) -> bool | None:
        """Whether an API of this wire takes the request; None where nobody has looked yet."""
        if self.findings is None:
            return None
        return not any(finding.severity == "error" for finding in self.findings)


def built_view(trace: TraceBase) -> WireView:
    """The messages of a run as they were built, not yet looked at for mistakes. Costs nothing."""
    return WireView(trace.wire, trace.wire, trace.context, trace.outside)


def request_body(view: WireView) -> dict[str, Any]:
    """What the API gets of the context: the fields beside the messages, then the messages."""
    body: dict[str, Any] = {one.field: finite(one.value) for one in view.outside}
    body[MESSAGES[view.wire]] = [message_value(message) for message in view.messages]
    return body


def message_value(message: Message) -> dict[str, Any]:
    """A message as strict JSON takes it."""
    value: dict[str, Any] = finite(message.value)
    return value


def json_text(value: object, *, indent: int | None = 2) -> str:
    """A value as JSON text that any reader takes: lone surrogates become U+FFFD."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    try:
        # most texts have none, which this tells in a tenth of the time
        text.encode()
    except UnicodeEncodeError:
        return _whole(text)
    return text


def _whole(text: str) -> str:
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
