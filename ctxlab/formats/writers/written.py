"""A request as it was written for an API, and what could not be carried over into it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ctxlab.model.session import Session
from ctxlab.model.wire_view import Finding

#: The wire formats that sessions are recorded in and requests are written in.
OPENAI_CHAT = "openai-chat"
OPENAI_RESPONSES = "openai-responses"
ANTHROPIC = "anthropic"
GEMINI = "gemini"
WIRES = (OPENAI_CHAT, OPENAI_RESPONSES, ANTHROPIC, GEMINI)

#: The readers of requests as such, whose sessions are written back as they were.
_OWN = {
    OPENAI_CHAT: "openai-chat",
    OPENAI_RESPONSES: "openai-responses",
    ANTHROPIC: "anthropic-messages",
    GEMINI: "gemini",
}

Value = dict[str, Any]


#: Readers of logs whose parts have the fields of the API and no others.
_API_LOGS = frozenset({"claude-code", "claude-stream-json", "openai-agents", "codex-rollout", "codex-exec"})


def has_api_fields(session: Session) -> bool:
    """Whether unknown fields of its parts are those of the API, and may go back to it."""
    return is_request(session) or session.origin.format in _API_LOGS


def is_request(session: Session) -> bool:
    """Whether the session was read from requests of its wire format, and from nothing else."""
    return session.wire in _OWN and session.origin.format == _OWN[session.wire]


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """The body of a request in a wire format; `findings` are what is not in it as it was recorded."""

    wire: str
    body: dict[str, Any]
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class Losses:
    """Collects what cannot be carried over: how often, or which names."""

    _counts: Counter[str] = field(default_factory=Counter[str])
    _names: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])

    def count(self, code: str, times: int = 1) -> None:
        """So many times more."""
        if times:
            self._counts[code] += times

    def name(self, code: str, *names: str) -> None:
        """These names, each once."""
        if names:
            self._names.setdefault(code, {}).update(dict.fromkeys(names))

    def findings(self) -> tuple[Finding, ...]:
        """One a code, in the order in which they came up."""
        counted = [
            Finding(code, numbers=(("count", count),), severity="warning")
            for code, count in self._counts.items()
        ]
        named = [
            Finding(code, numbers=(("names", ", ".join(names)),), severity="warning")
            for code, names in self._names.items()
        ]
        return (*counted, *named)
