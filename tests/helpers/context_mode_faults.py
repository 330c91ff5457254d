"""What the published context modes lose without a word: each fault as an input that shows it.

Each row makes a session, tells from the built context whether the fault is there, and from the trace whether
the published run says so. The same rows serve to show that the recommended profiles do not have it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxlab.model.session import Session
from ctxlab.model.trace import Trace
from helpers.context_mode_runs import RECOMMENDED, noticed, session_of, told

#: 10 tokens under o200k.
SENTENCE = "The tide crane stands on the old pier. "
LONG = SENTENCE * 120
GIANT = SENTENCE * 800


@dataclass(frozen=True)
class Fault:
    """One fault: `lost` looks at what the model would see, `said` at what the published trace tells of it.

    `mode` is switched to in every profile that is tried, empty for the profile's own. `among` are the
    recommended profiles that have what the fault is about.
    """

    name: str
    make: Callable[[], Session]
    lost: Callable[[Trace], bool]
    said: Callable[[Trace], bool]
    mode: str = ""
    among: tuple[str, ...] = RECOMMENDED


def text_of(trace: Trace) -> str:
    """All text of the messages."""
    return "\n".join(str(message["content"]) for message in trace.messages)


def has(trace: Trace, *words: str) -> bool:
    """Whether all these words are in the context."""
    return all(word in text_of(trace) for word in words)


def message(content: str, source: str = "chat", role: str = "user", **more: Any) -> Mapping[str, Any]:
    """One message of a mode."""
    return {"role": role, "content": content, "source": source, **more}


def modes(*messages: Mapping[str, Any], **more: Any) -> Callable[[], Session]:
    """A session of these messages behind an instruction, with an input unless another is given."""
    prompt = message("Answer as the port's clerk.", "instruction", "system")
    given = {"messages": [prompt, *messages], "user_input": "Is berth 4 free?", **more}
    return lambda: session_of(given)


def bare(*messages: Mapping[str, Any]) -> Callable[[], Session]:
    """The same with nothing before the messages."""
    return lambda: session_of({"messages": list(messages), "user_input": "Is berth 4 free?"})


def _first_before_second(trace: Trace) -> bool:
    text = text_of(trace)
    return text.index("FIRST") < text.index("SECOND")


_TALK = (
    message("FIRST: the gate opens at seven.", timestamp=1),
    message("SECOND: it closes at nine.", role="assistant", timestamp=2),
)
_FILLING = tuple(message(LONG, timestamp=at) for at in range(6))

FAULTS = (
    Fault(
        "the mode is not read",
        modes(*_TALK),
        lost=lambda trace: has(trace, "FIRST"),
        said=lambda trace: noticed(trace, "mode_not_read") == [{"item": "", "mode": "single"}],
        mode="single",
    ),
    Fault(
        "key facts never enter",
        modes(key_facts=["Never moor at berth 9."]),
        lost=lambda trace: not has(trace, "Never moor at berth 9."),
        said=lambda trace: told(trace, "i3") == [("gather", "dropped", "excluded_by_mode")],
    ),
    Fault(
        "the stored summary never enters",
        modes(*_TALK, summary="Earlier the captain asked for berth 4."),
        lost=lambda trace: not has(trace, "Earlier the captain asked"),
        said=lambda trace: told(trace, "i5") == [("gather", "dropped", "excluded_by_mode")],
        among=("long", "mixed"),
    ),
    Fault(
        "tool messages never enter",
        modes(message("berth 4: free", "tool", "tool")),
        lost=lambda trace: not has(trace, "berth 4: free"),
        said=lambda trace: told(trace, "i3") == [("gather", "dropped", "excluded_by_mode")],
    ),
    Fault(
        "a cut overwrites the stored message",
        modes(message(LONG, "retrieval", "system")),
        lost=lambda trace: bool(noticed(trace, "stored_overwritten")),
        said=lambda trace: (
            ("select", "truncated", "cut_to_cap") in told(trace, "i3")
            and noticed(trace, "stored_overwritten")[0]["item"] == "i3"
        ),
    ),
    Fault(
        "the history comes out newest first",
        modes(*_TALK),
        lost=lambda trace: not _first_before_second(trace),
        said=lambda trace: (
            told(trace, "i3")[-1] == told(trace, "i4")[-1] == ("construct", "kept", "reordered")
        ),
        among=("long", "mixed"),
    ),
    Fault(
        "a giant newest message is taken whole when nothing precedes it",
        bare(message(GIANT)),
        lost=lambda trace: bool(trace.totals.over),
        said=lambda trace: ("select", "kept", "kept_over_cap") in told(trace, "i2"),
    ),
    Fault(
        "the input is not counted",
        modes(*_FILLING, user_input=LONG),
        lost=lambda trace: bool(trace.totals.over),
        said=lambda trace: bool(noticed(trace, "input_not_counted")),
    ),
    Fault(
        "no row of the table is enforced",
        modes(message(SENTENCE * 70, "instruction", "system"), *_FILLING),
        lost=lambda trace: bool(noticed(trace, "cap_not_enforced")),
        said=lambda trace: (
            [one["figure"] for one in noticed(trace, "cap_not_enforced")]
            == ["instruction", "recent_conversation"]
        ),
    ),
    Fault(
        "switching to single destroys key facts",
        modes(key_facts=["Never moor at berth 9.", "The captain is called Ada."]),
        lost=lambda trace: not has(trace, "The captain is called Ada."),
        said=lambda trace: noticed(trace, "key_facts_destroyed") == [{"item": "i4", "count": 1}],
        mode="single",
    ),
)
