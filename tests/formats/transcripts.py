"""Transcripts for the tests of the Claude Code reader: lines to put together, and what came out of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxlab.formats.decode import decode
from ctxlab.formats.readers.claude_code import ClaudeCodeReader
from ctxlab.model.items import Item
from ctxlab.model.session import Request, Session

DATA = Path(__file__).parents[1] / "data"
REAL = DATA / "formats" / "04_claude_code"
READER = ClaudeCodeReader()


def load(path: Path) -> Session:
    (session,) = READER.read(decode(path.read_bytes(), path.name))
    return session


def read(lines: list[Any]) -> Session:
    data = "\n".join(json.dumps(line) for line in lines).encode()
    (session,) = READER.read(decode(data, "x.jsonl"))
    return session


def line(kind: str, uuid: str, parent: str | None, **fields: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "sessionId": "s",
        "isSidechain": False,
        **fields,
    }


def user(uuid: str, parent: str | None, content: Any, **fields: Any) -> dict[str, Any]:
    return line("user", uuid, parent, message={"role": "user", "content": content}, **fields)


def said(uuid: str, parent: str | None, reply: str, *blocks: Any, **fields: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": one} if isinstance(one, str) else one for one in blocks]
    message = {"role": "assistant", "id": reply, "model": "m-1", "content": content}
    return line("assistant", uuid, parent, message=message, **fields)


def call(ident: str, name: str = "gate") -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": name, "input": {}}


def result(uuid: str, parent: str | None, ident: str, content: Any = "ok") -> dict[str, Any]:
    return user(uuid, parent, [{"type": "tool_result", "tool_use_id": ident, "content": content}])


def note(uuid: str, parent: str | None, text: str) -> dict[str, Any]:
    return line("attachment", uuid, parent, attachment={"type": "note", "content": text})


def boundary(uuid: str, logical: str | None, **metadata: Any) -> dict[str, Any]:
    return line(
        "system", uuid, None, subtype="compact_boundary", content="Conversation compacted",
        logicalParentUuid=logical, compactMetadata=metadata,
    )  # fmt: skip


def summary(uuid: str, parent: str | None) -> dict[str, Any]:
    return user(uuid, parent, f"summary {uuid}", isCompactSummary=True, isVisibleInTranscriptOnly=True)


def live(session: Session, request: Request) -> list[str]:
    positions = [one for first, last in request.live for one in range(first, last + 1)]
    return [session.items[one].text for one in positions]


def codes(session: Session) -> list[tuple[str, int]]:
    return [(one.code, one.line) for one in session.diagnostics]


def kinds(items: tuple[Item, ...]) -> list[str]:
    return [part.kind.value for item in items for part in item.parts]
