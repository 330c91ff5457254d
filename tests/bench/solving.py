"""Sessions to solve on: talks with calls, documents, notes and a state, and must-keeps in all of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

from ctxlab.formats.assemble import SessionBuilder
from ctxlab.formats.decode import decode
from ctxlab.formats.writers.native import dumps_session
from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.marks import Marks, MustKeep
from ctxlab.model.profile import Profile
from ctxlab.model.session import Session
from ctxlab.profiles import builtin

#: Rows whose caps are solved, and their overflow rules where they depend on nothing else.
INDEPENDENT = {
    "task_state": "truncate",
    "agent_note": "skip",
    "history": "stop",
    "tool_result": "truncate",
    "retrieved_doc": "skip",
    "key_fact": "stop",
}

_WORDS = (
    "the",
    "plan",
    "for",
    "trip",
    "says",
    "we",
    "go",
    "by",
    "rail",
    "stay",
    "two",
    "nights",
    "near",
    "river",
)


def independent() -> Profile:
    """Six rows that do not depend on each other."""
    found = builtin("gssc").set("budget.recent.cap", None).set("gather.key_facts", False)
    for row, overflow in INDEPENDENT.items():
        found = found.set(f"budget.{row}.overflow", overflow)
    return found


def corpus(folder: Path, sessions: int, *, items: int = 160, keeps: int = 20, seed: int = 1) -> None:
    """Writes so many sessions of some items, each with so many must-keeps."""
    for at in range(sessions):
        one = _session(Random(seed * 1000 + at), at, items, keeps)
        (folder / f"s{at:03}.ctx.json").write_text(dumps_session(one), "utf-8")


def _text(random: Random, name: str) -> str:
    words = [random.choice(_WORDS) for _ in range(random.randint(20, 120))]
    words.insert(random.randrange(len(words)), name)
    return " ".join(words) + "."


def _session(random: Random, at: int, items: int, keeps: int) -> Session:
    builder = SessionBuilder(decode(b"", "talk"), f"s{at}")
    names: list[str] = []

    def name() -> str:
        names.append(f"token{at}x{len(names)}")
        return names[-1]

    made = 0
    while made < items * 3 // 4:
        builder.add_message("user", [Part(PartKind.TEXT, _text(random, name()))])
        call = f"c{made}"
        builder.add_message("assistant", [Part(PartKind.CALL, '{"q": 1}', name="look", call_id=call)])
        result = Part(PartKind.RESULT, _text(random, name()), name="look", call_id=call)
        builder.add_message("tool", [result])
        builder.add_message("assistant", [Part(PartKind.TEXT, _text(random, name()))])
        made += 4
    builder.add_message("user", [Part(PartKind.TEXT, "What is next?")])
    found = builder.finish()
    extra: list[Item] = []
    sources = [Source.RETRIEVED_DOC] * 3 + [Source.AGENT_NOTE] * 2 + [Source.TASK_STATE, Source.KEY_FACT]
    for number in range(items - made):
        source = sources[number % len(sources)]
        part = (Part(PartKind.TEXT, _text(random, name())),)
        extra.append(Item(f"x{number}", "system", part, source, relevance=round(random.random(), 2)))
    last = found.requests[-1]
    count = len(found.items)
    request = replace(last, end=count + len(extra), live=(*last.live, (count, count + len(extra) - 1)))
    marks = tuple(MustKeep(f"k{n}", text=text) for n, text in enumerate(random.sample(names, keeps)))
    return replace(
        found,
        items=(*found.items, *extra),
        requests=(*found.requests[:-1], request),
        marks=Marks(must_keeps=marks),
    )
