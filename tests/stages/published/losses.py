"""What the published GSSC loses without a word: each loss as an input that shows it, and what to look for.

Each row makes a session, tells from the built context whether the loss is there, and from the trace whether
the published run says so. The same rows serve to show that another profile does not lose it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.profile import Language
from ctxlab.model.session import Session
from ctxlab.model.trace import Trace

#: What a trace tells of an item: (stage, fate, reason) of each decision.
Told = tuple[tuple[str, str, str], ...]

#: 20 characters: about 14 tokens under o200k, 6 and 5 by the estimates.
PROSE = "这次旅行的预算不要超过三千，住宿要安静。"


@dataclass(frozen=True)
class Outcome:
    """What a run came to, as far as the losses are judged by it.

    `told` is by item id, `notices` are (code, item id). `counted` is the context under o200k_base, `over` by
    how much that is over the limit.
    """

    messages: list[Mapping[str, Any]]
    told: Mapping[str, Told]
    notices: frozenset[tuple[str, str]]
    constructed: int
    counted: int
    over: int | None

    def text(self) -> str:
        """All text of the messages."""
        return "\n".join(str(message["content"]) for message in self.messages)

    def has(self, *words: str) -> bool:
        """Whether all these words are in the context."""
        return all(word in self.text() for word in words)

    def noticed(self, code: str) -> bool:
        """Whether a notice with that code was given, on whatever item."""
        return any(found == code for found, _ in self.notices)

    def says(self, item: str, stage: str, fate: str, reason: str) -> bool:
        """Whether the trace holds that decision."""
        return (stage, fate, reason) in self.told[item]


def outcome_of(trace: Trace) -> Outcome:
    """The outcome of a whole run."""
    told: dict[str, Told] = {}
    for position in range(len(trace)):
        decisions = trace.history(position)
        told[trace.id(position)] = tuple((d.stage.value, d.fate.word, d.reason.code) for d in decisions)
    return Outcome(
        messages=trace.messages,
        told=told,
        notices=frozenset((one.code, one.item) for one in trace.diagnostics),
        constructed=trace.totals.constructed,
        counted=trace.totals.counted,
        over=trace.totals.over,
    )


@dataclass(frozen=True)
class Loss:
    """One loss: `lost` looks at what the model would see, `said` at what the published trace tells of it."""

    name: str
    make: Callable[[], Session]
    lost: Callable[[Outcome], bool]
    said: Callable[[Outcome], bool]


def keywords(**arguments: Any) -> Callable[[], Session]:
    """A session of the published build()'s keywords; a system prompt and a user message unless given."""
    given = {"system_prompt": "Plan trips.", "user_message": "Where shall I stay?", **arguments}
    return lambda: Session.from_keywords(
        {name: value for name, value in given.items() if value is not ...}, "build"
    )


def _with_second(source: Source, role: str) -> Callable[[], Session]:
    """One item of each single source, and a second one: what calling the stages directly can give them."""

    def make() -> Session:
        session = keywords(task_state={"step": 1}, agent_notes="first note")()
        second = Item("i5", role, (Part(PartKind.TEXT, "SECOND ONE"),), source=source, message=7)
        items = (*session.items, second)
        request = replace(session.requests[0], end=len(items), live=((0, len(items) - 1),))
        return replace(session, items=items, requests=(request,), form="")

    return make


def _second(name: str, source: Source, role: str = "system") -> Loss:
    return Loss(
        f"second {name} is selected and never rendered",
        _with_second(source, role),
        lost=lambda out: not out.has("SECOND ONE"),
        said=lambda out: out.says("i5", "construct", "dropped", "not_rendered"),
    )


def _doc(content: Any, score: Any = 0.5) -> dict[str, Any]:
    return {"content": content, "score": score}


def _state_is_json(out: Outcome) -> bool:
    """Whether what stands under the state's heading is JSON."""
    for heading in ("## Current Task State", "## 当前任务状态"):
        for message in out.messages:
            _, found, state = str(message["content"]).partition(heading)
            if found:
                try:
                    json.loads(state)
                except ValueError:
                    return False
                return True
    return False


def _role_of(out: Outcome, words: str) -> str:
    return next(str(m["role"]) for m in out.messages if words in str(m["content"]))


_LONG_PROMPT = "".join(f"Rule {n}: answer in the guest's own language. " for n in range(220)) + "END OF RULES"
_LONG_QUESTION = "".join(f"Line {n} of my letter to the hotel. " for n in range(260)) + "END OF LETTER"
_STATE = {f"step {n}": "visited, paid, and noted in the log" for n in range(170)}
_TOO_LARGE = {f"step {n}": "visited, paid, and noted in the log" for n in range(400)}
_DOCS = [_doc("A long report. " * 6000, 0.9), _doc("SMALL DOCUMENT", 0.1)]
_TALK = [
    {"role": "user", "content": "You must never book a red-eye flight. SMALL MESSAGE"},
    {"role": "assistant", "content": "A long answer. " * 9000},
    {"role": "user", "content": "Thanks."},
]
_LONG_TALK = [{"role": "user", "content": f"Message {n}. " + "We talked on. " * 500} for n in range(15)]
_CHINESE = [_doc(f"第{n}篇：" + PROSE * 140, 0.5) for n in range(18)]
_CHINESE_RESULTS = [{"tool": "查询", "result": f"第{n}条：" + PROSE * 140} for n in range(37)]
_CHINESE_TALK = [{"role": "user", "content": f"第{n}句：" + PROSE * 140} for n in range(28)]

LOSSES = (
    Loss(
        "a small document behind a large one goes though it would fit",
        keywords(retrieved_docs=_DOCS),
        lost=lambda out: not out.has("SMALL DOCUMENT"),
        said=lambda out: (
            out.says("i3", "select", "dropped", "over_cap")
            and out.says("i4", "select", "dropped", "behind_overflow")
        ),
    ),
    Loss(
        "a small message behind a large one goes though it would fit",
        keywords(conversation_history=_TALK),
        lost=lambda out: not out.has("never book a red-eye"),
        said=lambda out: (
            out.says("i4", "select", "dropped", "over_cap")
            and out.says("i3", "select", "dropped", "behind_overflow")
        ),
    ),
    _second("system prompt", Source.SYSTEM_PROMPT),
    _second("task state", Source.TASK_STATE),
    _second("note", Source.AGENT_NOTE),
    _second("user message", Source.USER_MESSAGE, "user"),
    Loss(
        "without a system prompt, state and notes are never rendered",
        keywords(system_prompt=..., task_state={"step": "STATE"}, agent_notes="NOTE"),
        lost=lambda out: not out.has("STATE", "NOTE"),
        said=lambda out: (
            out.says("i2", "construct", "dropped", "not_rendered")
            and out.says("i3", "construct", "dropped", "not_rendered")
        ),
    ),
    Loss(
        "the system prompt's and the recent conversation's figures bind nothing",
        keywords(system_prompt=_LONG_PROMPT, conversation_history=_LONG_TALK),
        lost=lambda out: out.noticed("cap_not_enforced"),
        said=lambda out: out.noticed("cap_not_enforced"),
    ),
    Loss(
        "the result can exceed the window",
        keywords(retrieved_docs=_CHINESE, tool_results=_CHINESE_RESULTS, conversation_history=_CHINESE_TALK),
        lost=lambda out: bool(out.over),
        said=lambda out: bool(out.over),
    ),
    Loss(
        "an item over its cap goes whole, before it could be shrunk",
        keywords(task_state=_TOO_LARGE),
        lost=lambda out: not out.has("step 0"),
        said=lambda out: out.says("i3", "select", "dropped", "over_cap"),
    ),
    Loss(
        "an over-long system prompt is rewritten",
        keywords(system_prompt=_LONG_PROMPT),
        lost=lambda out: not out.has(_LONG_PROMPT),
        said=lambda out: out.says("i1", "summarize", "compressed", "summarised"),
    ),
    Loss(
        "an over-long user message is rewritten",
        keywords(user_message=_LONG_QUESTION),
        lost=lambda out: not out.has(_LONG_QUESTION),
        said=lambda out: out.says("i2", "summarize", "compressed", "summarised"),
    ),
    Loss(
        "an over-long task state becomes prose",
        keywords(task_state=_STATE),
        lost=lambda out: not _state_is_json(out),
        said=lambda out: out.says("i3", "summarize", "compressed", "summarised"),
    ),
    Loss(
        "a document is summarised for a task that the model is not told",
        keywords(retrieved_docs=[_doc("A long report on hotels. " * 400)]),
        lost=lambda out: out.noticed("task_not_given"),
        said=lambda out: ("task_not_given", "i3") in out.notices,
    ),
    Loss(
        "tool results become the assistant's text",
        keywords(tool_results=[{"tool": "search", "result": "two hotels", "recent": True}]),
        lost=lambda out: _role_of(out, "two hotels") == "assistant",
        said=lambda out: out.says("i3", "construct", "kept", "role_changed"),
    ),
    Loss(
        "the priorities of the history are read by no stage",
        keywords(conversation_history=_TALK),
        lost=lambda out: out.noticed("priorities_not_read"),
        said=lambda out: out.noticed("priorities_not_read"),
    ),
    Loss(
        "the estimate undercounts Chinese",
        keywords(conversation_history=[{"role": "user", "content": PROSE * 60}]),
        lost=lambda out: out.counted > 1.5 * out.constructed,
        said=lambda out: out.counted > 1.5 * out.constructed,
    ),
    Loss(
        "null in the history is rendered as None",
        keywords(conversation_history=[{"role": "user", "content": None}]),
        lost=lambda out: any(message["content"] == "None" for message in out.messages),
        said=lambda out: ("python_form", "i3") in out.notices,
    ),
    Loss(
        "a result that is no text is rendered in its Python form",
        keywords(tool_results=[{"tool": "search", "result": {"open": True, "price": None}}]),
        lost=lambda out: out.has("{'open': True, 'price': None}"),
        said=lambda out: ("python_form", "i3") in out.notices,
    ),
    Loss(
        "a list of notes is one note in its Python form",
        keywords(agent_notes=["first", "second"]),
        lost=lambda out: out.has("['first', 'second']"),
        said=lambda out: (
            ("python_form", "i3") in out.notices and out.says("i4", "gather", "merged", "duplicate")
        ),
    ),
    Loss(
        "a document without a score fails the build",
        keywords(retrieved_docs=[{"content": "HOTEL LIST"}]),
        lost=lambda out: not out.has("HOTEL LIST"),
        said=lambda out: ("published_fails", "i3") in out.notices,
    ),
    Loss(
        "a document whose content is a list fails the build",
        keywords(retrieved_docs=[_doc(["HOTEL LIST"])]),
        lost=lambda out: not out.has("HOTEL LIST"),
        said=lambda out: ("published_fails", "i3") in out.notices,
    ),
    Loss(
        "scores that do not compare fail the build",
        keywords(retrieved_docs=[_doc("FIRST DOC", 0.5), _doc("SECOND DOC", "0.9")]),
        lost=lambda out: not out.has("FIRST DOC", "SECOND DOC"),
        said=lambda out: out.noticed("published_fails"),
    ),
    Loss(
        "a history message without a role fails the build",
        keywords(conversation_history=[{"content": "NO ROLE"}]),
        lost=lambda out: not out.has("NO ROLE"),
        said=lambda out: ("published_fails", "i3") in out.notices,
    ),
    Loss(
        "a tool result without a tool fails the build",
        keywords(tool_results=[{"result": "NO TOOL"}]),
        lost=lambda out: not out.has("NO TOOL"),
        said=lambda out: ("published_fails", "i3") in out.notices,
    ),
)

#: Further inputs on which the published build fails as a whole: (name, session, item).
FAILURES = (
    ("null system prompt", keywords(system_prompt=None), "i1"),
    ("null user message", keywords(user_message=None), "i2"),
    ("null document", keywords(retrieved_docs=[_doc(None)]), "i3"),
    ("missing history content", keywords(conversation_history=[{"role": "user"}]), "i3"),
    ("missing result", keywords(tool_results=[{"tool": "search"}]), "i3"),
    ("missing document content", keywords(retrieved_docs=[{"score": 1}]), "i3"),
)

LANGUAGES = (Language.CHINESE, Language.ENGLISH)
