"""Sessions, profiles and outcomes as small tables of text, one token a word, to be worked by hand.

A session is a line an item: `ID ROLE WORDS FLAGS`. Item i3 of four words has the text `i3.1 i3.2 i3.3
i3.4`; a call is the name `tool` and further words. Flags: `&` (same message as the line before), `call:X`,
`result:X`, `thinking`, `signed`, `image`, `injected`, `gone` (the recorder no longer had it), `by:ID`,
`chain:X`, `rel:N`, `prio:N`, `recent`, `name:X`, and the sources prompt, schema, user, doc, note, state,
fact, summary.

A profile is words `KEY=VALUE`; a key may begin with a row. All of it is unlimited, without key facts,
unless said.
"""

from __future__ import annotations

from typing import Any

from ctxlab.model.decision import Stage
from ctxlab.model.items import Item, Part, PartKind, Row, Source
from ctxlab.model.marks import Marks
from ctxlab.model.profile import Profile
from ctxlab.model.session import Request, Session
from ctxlab.model.trace import Trace
from ctxlab.stages.protocol import Summarizer
from helpers.engine import word_engine

_SOURCES = {
    "prompt": Source.SYSTEM_PROMPT,
    "schema": Source.TOOL_SCHEMAS,
    "user": Source.USER_MESSAGE,
    "talk": Source.CONVERSATION,
    "doc": Source.RETRIEVED_DOC,
    "note": Source.AGENT_NOTE,
    "state": Source.TASK_STATE,
    "fact": Source.KEY_FACT,
    "summary": Source.SUMMARY,
    "tool_result": Source.TOOL_RESULT,
}
_BY_ROLE = {"system": Source.SYSTEM_PROMPT, "assistant": Source.CONVERSATION, "tool": Source.TOOL_RESULT}
_FRAGMENTS = frozenset({"schema", "doc", "note", "state", "fact"})


def words(name: str, count: int) -> str:
    """So many words that name where they come from."""
    return " ".join(f"{name}.{at}" for at in range(1, count + 1))


def session(
    table: str, *, wire: str = "openai-chat", texts: dict[str, str] | None = None, end: int = 0
) -> Session:
    """The session of a table; `texts` gives items a text of their own.

    A request stands before item `end`, else last.
    """
    items: list[Item] = []
    live: list[bool] = []
    message = -1
    for line in table.strip().splitlines():
        name, role, count, *flags = line.split()
        if "&" not in flags:
            message += 1
        items.append(_item(name, role, int(count), flags, message, (texts or {}).get(name)))
        live.append("gone" not in flags)
    last = end or len(items)
    ranges = tuple((at, at) for at, alive in enumerate(live) if alive and at < last)
    chains = dict.fromkeys(item.chain for item in items) or {"": None}
    requests = tuple(Request(1, 1, last, ranges, chain) for chain in chains)
    return Session("s", tuple(items), requests, wire=wire)


def _item(name: str, role: str, count: int, flags: list[str], message: int, text: str | None) -> Item:
    values = dict(flag.split(":", 1) for flag in flags if ":" in flag)
    source = next((_SOURCES[flag] for flag in flags if flag in _SOURCES), _BY_ROLE.get(role))
    if "injected" in flags:
        source = Source.CONVERSATION
    kind, extra = PartKind.TEXT, {}
    said = words(name, count) if text is None else text
    if "call" in values:
        kind, extra = PartKind.CALL, {"name": "tool", "call_id": values["call"]}
        said = words(name, count - 1) if text is None else text
    elif role == "tool":
        kind, extra = PartKind.RESULT, {"name": "tool", "call_id": values.get("result", "")}
    elif "thinking" in flags or "signed" in flags:
        kind, extra = PartKind.THINKING, {"signature": "sig" if "signed" in flags else ""}
    parts = (Part(kind, said, **extra),)
    if "image" in flags:
        parts += (Part(PartKind.IMAGE, data="https://pictures.example/1.png"),)
    return Item(
        name,
        role,
        parts,
        source,
        message=-1 if _FRAGMENTS.intersection(flags) else message,
        priority=int(values.get("prio", 5)),
        relevance=float(values.get("rel", 1.0)),
        name=values.get("name", ""),
        injected="injected" in flags,
        recent=True if "recent" in flags else None,
        chain=values.get("chain", ""),
        superseded_by=values.get("by", ""),
    )


def profile(settings: str = "", base: Profile | None = None) -> Profile:
    """A profile of `KEY=VALUE` words."""
    found = base or Profile()
    for word in settings.split():
        key, value = word.split("=")
        if key.split(".")[0] in set(Row):
            key = f"budget.{key}"
        plain: Any = {"-": None, "yes": True, "no": False}.get(
            value, int(value) if value.isdigit() else value
        )
        found = found.set(key, plain)
    return found


def run(
    table: str | Session,
    settings: str | Profile = "",
    marks: Marks | None = None,
    *,
    summarizer: Summarizer | None = None,
    chain: str = "",
) -> Trace:
    """One cold run."""
    opened = session(table) if isinstance(table, str) else table
    chosen = profile(settings) if isinstance(settings, str) else settings
    return word_engine(summarizer).run(opened.at(chain=chain), chosen, marks)


def pins(*ids: str) -> Marks:
    """Marks that pin these items."""
    return Marks(pins=ids)


def fates(trace: Trace) -> dict[str, str]:
    """`FATE REASON` of each item, as its row in the trace has it."""
    out: dict[str, str] = {}
    for position in trace.order():
        outcome = trace.outcome(position)
        out[trace.id(position)] = f"{outcome.fate.word} {outcome.reason.code}"
    return out


def table_of(text: str) -> dict[str, str]:
    """Expected fates: a line an item, `ID FATE REASON`."""
    return {line.split()[0]: " ".join(line.split()[1:]) for line in text.strip().splitlines()}


def numbers(trace: Trace, item: str, stage: Stage = Stage.SELECT) -> dict[str, int | str]:
    """The numbers of an item's decision in a stage."""
    position = trace.position(item)
    assert position is not None
    decision = trace.stage(stage).decision(position)
    assert decision is not None
    return dict(decision.numbers)


def used(trace: Trace, row: str) -> int:
    """Charges of a row."""
    return next(use.used for use in trace.rows if use.row == row)


def contents(trace: Trace) -> list[tuple[str, Any]]:
    """(role, content) of each message."""
    return [(message["role"], message.get("content")) for message in trace.messages]
