"""Messages as Letta (once MemGPT) keeps them: chat completions in which the user's messages are JSON.

A message in the user's role says what it is: what the user wrote, a heartbeat, a login, an alert. Only the
first was typed by somebody. The text beside calls is what the agent thought; what it says to the user is the
argument of its tool `send_message`. Both are kept as they were sent to the model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ctxlab.formats.dialects.openai_chat import chat_message
from ctxlab.formats.fields import compact, extra_set, text_field
from ctxlab.formats.pairing import Pairing, paired
from ctxlab.formats.parts.anthropic import block_group
from ctxlab.formats.recorded import Groups, Recorded
from ctxlab.formats.values import ParseError, is_list, is_object, parse
from ctxlab.model.items import Part, PartKind, Source

#: What is no text in a content, and is written as Anthropic writes it.
_BLOCKS = {"tool_call": "tool_use", "tool_return": "tool_result", "image": "image"}
_TYPED = "user_message"
_ALERT = "system_alert"

#: How the answer begins that the framework puts at the beginning of each agent.
_SEED = "Bootup sequence complete. Persona activated."

#: How an alert begins its summary of the messages that it says are hidden.
_SUMMARY = "The following is a summary"

#: What became something; a decision on a call is told by its own fields.
_KNOWN = (
    "role",
    "content",
    "name",
    "created_at",
    "tool_calls",
    "tool_call_id",
    "function_call",
    "type",
)
_DECISION = ("approve", "denial_reason", "approval_request_id", "approvals")


def letta_message(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """One message; `pairing` gives its calls and results their ids."""
    role = text_field(message, "role")
    if role == "approval":
        return _approval(message, pairing)
    returns = message.get("tool_returns")
    if role == "tool" and is_list(returns) and sum(map(_is_told, returns)) > 1:
        return _returned(message, returns, pairing)
    said = chat_message(_plain(message), pairing)
    one = replace(
        said,
        groups=(*_thinking(message), *said.groups, *_blocks(message, pairing)),
        name=text_field(message, "name"),
        answer=False if _is_seed(said) else None,
        extra=extra_set(message, _KNOWN if "content" in message else (*_KNOWN, "text")),
    )
    if role == "summary":
        return replace(one, role="user", source=Source.SUMMARY, injected=True)
    return _told(one) if role == "user" else one


def is_decision(message: object) -> bool:
    """Whether it only says whether a call may be made: no model is sent that."""
    return is_object(message) and message.get("role") == "approval" and not message.get("tool_calls")


def _plain(message: Mapping[str, Any]) -> dict[str, Any]:
    """The message with what chat completions know."""
    names = ("role", "name", "created_at", "tool_calls", "tool_call_id", "function_call")
    plain = {name: message[name] for name in names if message.get(name) not in (None, [])}
    if message.get("role") == "tool":
        plain.pop("name", None)  # it is the agent's
    content = message.get("content", message.get("text"))  # older ones have a text
    if is_list(content):
        content = [one for one in content if not (is_object(one) and _is_block(one))]
        content = [
            {key: one for key, one in piece.items() if one is not None} if is_object(piece) else piece
            for piece in content
        ]
    return {**plain, "content": content}


def _is_seed(one: Recorded) -> bool:
    """Whether it is the answer that each agent begins with: no model gave it."""
    return one.role == "assistant" and any(
        isinstance(group, Part) and group.text.startswith(_SEED) for group in one.groups
    )


def _is_block(value: Mapping[str, Any]) -> bool:
    kind = value.get("type")
    return kind in tuple(_BLOCKS) or (isinstance(kind, str) and kind.endswith("reasoning"))


def _thinking(message: Mapping[str, Any]) -> list[Part]:
    return [
        Part(
            PartKind.THINKING,
            text_field(one, "reasoning"),
            signature=text_field(one, "signature"),
            data=text_field(one, "data"),
            extra=extra_set(one, ("reasoning", "signature", "data")),
        )
        for one in _listed(message)
        if is_object(one) and _is_block(one) and one["type"] not in _BLOCKS
    ]


def _blocks(message: Mapping[str, Any], pairing: Pairing) -> Groups:
    """The content that is neither text nor thinking."""
    found: list[tuple[Part, ...]] = []
    for one in _listed(message):
        if is_object(one) and one.get("type") in tuple(_BLOCKS):
            known = {("tool_use_id" if key == "tool_call_id" else key): value for key, value in one.items()}
            block = {key: value for key, value in known.items() if value is not None}
            found.append(paired(block_group({**block, "type": _BLOCKS[one["type"]]}), pairing))
    return tuple(found)


def _listed(message: Mapping[str, Any]) -> list[Any]:
    content = message.get("content")
    return content if is_list(content) else []


def _told(one: Recorded) -> Recorded:
    """A message in the user's role by what its JSON says; plain text was typed."""
    first = next((group for group in one.groups if isinstance(group, Part)), None)
    if first is None or first.kind is not PartKind.TEXT or not first.text.lstrip().startswith("{"):
        return one
    try:
        said = parse(first.text)
    except ParseError:
        return one
    kind = text_field(said, "type") if is_object(said) else ""
    if not kind or kind == _TYPED:
        return one
    is_summary = kind == _ALERT and _SUMMARY in text_field(said, "message")
    return replace(one, injected=True, source=Source.SUMMARY if is_summary else None)


def _approval(message: Mapping[str, Any], pairing: Pairing) -> Recorded:
    """A call that waits for the user's word, which is the model's answer; or that word."""
    if message.get("tool_calls"):
        asked = letta_message({**message, "role": "assistant"}, pairing)
        return replace(asked, extra=extra_set(message, tuple(key for key in _KNOWN if key != "role")))
    decided = {key: message[key] for key in _DECISION if message.get(key) not in (None, [])}
    return Recorded(
        "user",
        (Part(PartKind.TEXT, compact(decided), json=True),),
        time=text_field(message, "created_at"),
        injected=True,
        extra=extra_set(message, (*_DECISION, "created_at")),
    )


def _is_told(value: Any) -> bool:
    return is_object(value) and isinstance(value.get("func_response"), (str, dict, list))


def _returned(message: Mapping[str, Any], returns: list[Any], pairing: Pairing) -> Recorded:
    """The results of several calls in one message."""
    groups: list[Part] = []
    for one in returns:
        if not is_object(one):
            continue
        response = one.get("func_response")
        call_id, name = pairing.result(text_field(one, "tool_call_id"), "")
        text = response if isinstance(response, str) else "" if response is None else compact(response)
        extra = extra_set(one, ("tool_call_id", "func_response"))
        groups.append(Part(PartKind.RESULT, text, name=name, call_id=call_id, extra=extra))
    known = ("role", "content", "created_at", "name", "tool_returns", "tool_call_id", "type")
    time = text_field(message, "created_at")
    return Recorded(
        "tool", tuple(groups), name=text_field(message, "name"), time=time, extra=extra_set(message, known)
    )
