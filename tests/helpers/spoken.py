"""Sessions of spoken lines, and constraints in them, for what is told from words."""

from __future__ import annotations

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.decode import decode
from ctxlab.model.constraint import Constraint, Kind, Stated, Tier
from ctxlab.model.items import Part, PartKind, Source
from ctxlab.model.session import Session
from ctxlab.text.values import find_values

_FRAGMENTS = {"note": Source.AGENT_NOTE, "state": Source.TASK_STATE, "doc": Source.RETRIEVED_DOC}


def spoken(*lines: str, chain: str = "") -> Session:
    """A session of lines `ROLE: TEXT`; items are i1, i2 and so on.

    Roles are those of messages; `injected` is a message of a user that nobody typed; `call TOOL` and `result`
    go together; `note`, `state` and `doc` are fragments; `side` is a user's message on the side chain `sub`.
    """
    builder = SessionBuilder(decode(b"", "talk"), "talk")
    tool = ""
    for at, line in enumerate(lines, 1):
        head, text = line.split(": ", 1)
        role, *named = head.split()
        if role == "call":
            tool = named[0]
            builder.add_message("assistant", [Part(PartKind.CALL, text, name=tool, call_id=f"c{at}")])
        elif role == "result":
            result = Part(PartKind.RESULT, text, name=tool, call_id=f"c{at - 1}")
            builder.add_message("tool", [result])
        elif role in _FRAGMENTS:
            builder.add_fragment("system", [Part(PartKind.TEXT, text)], _FRAGMENTS[role])
        elif role in ("injected", "side"):
            branch = "sub" if role == "side" else chain
            builder.add_message(
                "user", [Part(PartKind.TEXT, text)], injected=role == "injected", chain=branch
            )
        else:
            builder.add_message(role, [Part(PartKind.TEXT, text)], chain=chain)
    return builder.finish()


def demand(
    session: Session,
    item: str,
    words: str,
    kind: Kind,
    *,
    tier: Tier = Tier.HARD,
    positive: bool | None = None,
) -> Stated:
    """The constraint that stands in these words in an item, its sentence the whole text."""
    text = next(one.text for one in session.items if one.id == item)
    start = text.index(words)
    says = kind is not Kind.PROHIBITION if positive is None else positive
    found = Constraint(
        start,
        start + len(words),
        words,
        kind,
        tier,
        says,
        tuple(find_values(words)),
        sentence=(0, len(text)),
    )
    return Stated(f"found:{item}:{start}", item, found)
