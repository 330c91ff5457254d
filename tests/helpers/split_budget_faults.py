"""What the published split budget does without a word: each fault as a session that shows it.

`FAULTS` serves the published profile, whose runs have to show and tell each of them, and any profile that
mends them, whose runs must not show one. A further fault is one more row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from ctxlab.model.items import Item, Part, PartKind, Source
from ctxlab.model.session import Request, Session
from helpers.seen import Fault, Seen

JOIN = "\n\n---\n\n"


def keywords(**arguments: Any) -> Callable[[], Session]:
    """A session of the published build_context()'s keywords; a prompt (i1) and an input (i2) unless given."""
    given = {"system_prompt": "Plan trips.", "user_input": "Where shall I stay?", **arguments}
    return lambda: Session.from_keywords(
        {name: value for name, value in given.items() if value is not ...}, "build_context"
    )


def words(count: int, word: str = "hello") -> str:
    """A text of so many tokens."""
    return word + f" {word}" * (count - 1)


def user(content: Any) -> dict[str, Any]:
    """A message of the user."""
    return {"role": "user", "content": content}


def assistant(content: Any) -> dict[str, Any]:
    """A message of the assistant."""
    return {"role": "assistant", "content": content}


def _hit(content: Any, score: float = 0.5) -> dict[str, Any]:
    return {"content": content, "source": "wiki", "score": score}


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _failing(name: str, item: str, word: str, **arguments: Any) -> Fault:
    """A record on which the published build raises: its content is not there."""
    return Fault(
        f"{name} fails the build",
        keywords(**arguments),
        shows=lambda out: not out.has(word),
        said=lambda out: out.noticed("published_fails", item),
    )


def _with_call() -> Session:
    """A recorded session: a call and its result in the current turn."""
    call = Part(PartKind.CALL, '{"city": "Oslo"}', name="weather", call_id="c1")
    result = Part(PartKind.RESULT, "SUNNY IN OSLO", name="weather", call_id="c1")
    items = (
        Item("i1", "user", (Part(PartKind.TEXT, "How is the weather?"),), message=0),
        Item("i2", "assistant", (call,), source=Source.CONVERSATION, message=1),
        Item("i3", "tool", (result,), source=Source.TOOL_RESULT, message=2),
    )
    return Session("s", items, (Request(1, 1, 3, ((0, 2),)),))


def _is_alone(out: Seen) -> bool:
    """Whether the result is there and its call is not."""
    return out.has("SUNNY IN OSLO") and '"tool_calls"' not in out.text


SMALL_TALK = [user("Hello there."), assistant("Good morning."), user("Thanks."), assistant("Not at all.")]
_DEMAND = "You must never book a red-eye flight."
_LARGE = [user("Hi."), *(assistant(words(11_000)) for _ in range(3)), user("NEWEST: no peanuts.")]
_SIX = [_hit(f"Page {n} of the guide.", 0.1) for n in range(5)] + [_hit("THE BEST PAGE", 0.99)]
_HOTEL = {
    "name": "Hotel " + words(40, "grand"),
    "price_per_night": 120,
    "rating": 4.5,
    "short_description": words(60, "quiet"),
}
_HOTELS = [{"tool": "search_hotels", "result": {"hotels": [_HOTEL] * 10}}]
_PARTIAL = [{"tool": "search_hotels", "result": {"hotels": [{"name": "Blue House"}]}}]
_ROWS = [{"tool": "report", "result": {"rows": [{"night": n, "price": 100 + n} for n in range(200)]}}]
_RARE = [{"tool": "report", "result": "龘" * 700}]
_ROUND = [user("Take the blue house, please."), *(assistant(f"Step {n} is done.") for n in range(9))]
_COLD = [user("-5度以下不要安排户外活动。"), *SMALL_TALK, *SMALL_TALK]
_SCHEMA = {"type": "function", "function": {"name": "find_rooms", "parameters": {"type": "object"}}}

FAULTS = (
    Fault(
        "the user's input is never added",
        keywords(user_input="WHERE SHALL I STAY"),
        shows=lambda out: not out.has("WHERE SHALL I STAY"),
        said=lambda out: (
            out.says("i2", "gather", "dropped", "not_gathered") and out.noticed("input_not_added", "i2")
        ),
    ),
    Fault(
        "tool schemas are never added",
        keywords(tool_schemas=[_SCHEMA]),
        shows=lambda out: not out.has("find_rooms"),
        said=lambda out: out.says("i3", "gather", "dropped", "excluded_by_mode"),
    ),
    Fault(
        "the figure for the conversation binds nothing",
        keywords(conversation_history=[assistant(words(1_500, f"word{n}")) for n in range(8)]),
        shows=lambda out: all(out.has(f"word{n}") for n in range(8)) and len(out.text) > 8 * 1_500 * 5,
        said=lambda out: out.noticed("cap_not_enforced"),
    ),
    Fault(
        "roles are lost",
        keywords(conversation_history=[user("Is it far?"), assistant("IT IS NEAR")]),
        shows=lambda out: (
            not any(
                one["role"] == "assistant" and "IT IS NEAR" in str(one["content"]) for one in out.messages
            )
        ),
        said=lambda out: out.says("i4", "construct", "kept", "role_changed"),
    ),
    Fault(
        "a message that is no text is left out",
        keywords(conversation_history=[user([{"type": "text", "text": "NEVER BY PLANE"}])]),
        shows=lambda out: not out.has("NEVER BY PLANE"),
        said=lambda out: (
            out.says("i3", "construct", "dropped", "not_rendered") and out.noticed("media_left_out", "i3")
        ),
    ),
    Fault(
        "a section is cut at its end, so that the newest turn goes first",
        keywords(conversation_history=_LARGE),
        shows=lambda out: not out.has("NEWEST: no peanuts."),
        said=lambda out: out.says("i7", "construct", "dropped", "over_window"),
    ),
    Fault(
        "everything after the cut is gone",
        keywords(conversation_history=_LARGE, tool_results=[{"tool": "search", "result": "TWO HOTELS"}]),
        shows=lambda out: not out.has("TWO HOTELS"),
        said=lambda out: out.says("i8", "construct", "dropped", "over_window"),
    ),
    Fault(
        "level 1 never acts",
        keywords(conversation_history=_LARGE, rag_results=_SIX),
        shows=lambda out: out.noticed("degraded") and "degraded_1" not in out.reasons(),
        said=lambda out: out.noticed("first_level_idle"),
    ),
    Fault(
        "level 2 has no body in the published code",
        keywords(conversation_history=_LARGE),
        shows=lambda out: out.noticed("second_level_unpublished"),
        said=lambda out: out.says("i3", "summarize", "merged", "degraded_2"),
    ),
    Fault(
        "level 3 strips the prompt even where that cannot help",
        keywords(system_prompt="You plan trips.\n\nNEVER BOOK A RED-EYE", conversation_history=_LARGE),
        shows=lambda out: not out.has("NEVER BOOK A RED-EYE"),
        said=lambda out: (
            out.says("i1", "summarize", "truncated", "degraded_3") and out.noticed("prompt_shortened")
        ),
    ),
    Fault(
        "the answer that there is no constraint is taken for one",
        keywords(conversation_history=[*SMALL_TALK, *SMALL_TALK, *SMALL_TALK]),
        shows=lambda out: re.search("^无$|摘要\\] 无$", out.text, re.MULTILINE) is not None,
        said=lambda out: out.noticed("none_as_constraint", "i3~summary"),
    ),
    Fault(
        "a constraint loses its sign",
        keywords(conversation_history=_COLD),
        shows=lambda out: re.search("(?<!-)5度以下", out.text) is not None,
        said=lambda out: out.noticed("sign_stripped", "i3~summary"),
    ),
    Fault(
        "messages are counted, not rounds",
        keywords(conversation_history=_ROUND),
        shows=lambda out: "Take the blue house, please." not in out.texts.values(),
        said=lambda out: out.says("i3", "summarize", "merged", "summarised"),
    ),
    Fault(
        "a result stands without its call",
        _with_call,
        shows=_is_alone,
        said=lambda out: out.says("i2", "gather", "dropped", "excluded_by_mode"),
    ),
    Fault(
        "the first five hits are taken, not the best",
        keywords(rag_results=_SIX),
        shows=lambda out: not out.has("THE BEST PAGE"),
        said=lambda out: out.says("i8", "select", "dropped", "over_count"),
    ),
    Fault(
        "a tool with a field list is not held to its limit",
        keywords(tool_results=_HOTELS),
        shows=lambda out: out.after["i3"] > 500,
        said=lambda out: (
            out.says("i3", "select", "truncated", "fields_projected")
            and out.noticed("item_limit_not_read", "i3")
        ),
    ),
    Fault(
        "missing fields become empty texts",
        keywords(tool_results=_PARTIAL),
        shows=lambda out: out.has('"rating": ""'),
        said=lambda out: out.noticed("fields_filled", "i3"),
    ),
    Fault(
        "JSON that is cut is no JSON any more",
        keywords(tool_results=_ROWS),
        shows=lambda out: not _is_json(out.texts["i3"]),
        said=lambda out: out.says("i3", "select", "truncated", "cut_to_item_limit"),
    ),
    Fault(
        "JSON that is cut is over its limit, by the mark",
        keywords(tool_results=_ROWS),
        shows=lambda out: out.after["i3"] > 500,
        said=lambda out: out.says("i3", "select", "truncated", "cut_to_item_limit"),
    ),
    Fault(
        "a cut splits a character",
        keywords(tool_results=_RARE),
        shows=lambda out: out.has("\ufffd"),
        said=lambda out: out.noticed("character_split", "i3"),
    ),
    Fault(
        "separators and the mark of a cut go over the limit",
        keywords(conversation_history=[user(words(40_000))]),
        shows=lambda out: out.over > 0,
        said=lambda out: out.says("i3", "construct", "truncated", "cut_to_window") and out.over > 0,
    ),
    Fault(
        "a budget that is used up exactly adds a lone mark",
        keywords(
            system_prompt="",
            conversation_history=[user(words(32_000))],
            tool_results=[{"tool": "search", "result": "TWO HOTELS"}],
        ),
        shows=lambda out: out.has(f"{JOIN}…"),
        said=lambda out: out.noticed("lone_mark") and out.says("i4", "construct", "dropped", "over_window"),
    ),
    Fault(
        "two sections of one name overwrite each other in the monitor",
        keywords(tool_results=[{"tool": "a", "result": "one"}, {"tool": "b", "result": "two"}]),
        shows=lambda out: out.noticed("monitor_overwritten"),
        said=lambda out: out.noticed("monitor_overwritten"),
    ),
    Fault(
        "an empty build divides by zero in the monitor",
        keywords(system_prompt=""),
        shows=lambda out: out.noticed("monitor_fails"),
        said=lambda out: out.noticed("monitor_fails"),
    ),
    _failing("a special token", "i3", _DEMAND, conversation_history=[user(f"<|endoftext|> {_DEMAND}")]),
    _failing(
        "a hit without a source", "i3", "HOTEL LIST", rag_results=[{"content": "HOTEL LIST", "score": 0.5}]
    ),
    _failing(
        "a hit without a score", "i3", "HOTEL LIST", rag_results=[{"content": "HOTEL LIST", "source": "wiki"}]
    ),
    _failing("a result without a tool", "i3", "TWO HOTELS", tool_results=[{"result": "TWO HOTELS"}]),
    _failing(
        "an old message without a role",
        "i3",
        "NO ROLE HERE",
        conversation_history=[{"content": "I must say: NO ROLE HERE"}, *SMALL_TALK, *SMALL_TALK],
    ),
    Fault(
        "a tool's record without a result fails the build",
        keywords(tool_results=[{"tool": "search"}]),
        shows=lambda out: out.noticed("published_fails"),
        said=lambda out: out.noticed("published_fails", "i3"),
    ),
)
