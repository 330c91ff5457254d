"""The messages of a ChatGPT conversation one by one: calls and results, injected ones, those no model saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.chatgpt.content import Content, attachments_of, content_of, joined
from ctxlab.formats.chatgpt.nodes import Nodes
from ctxlab.formats.fields import extra_of, text_field
from ctxlab.formats.message_tree import ROOT
from ctxlab.formats.pairing import Pairing
from ctxlab.formats.recorded import Groups, Recorded, unknown_message
from ctxlab.formats.values import is_object
from ctxlab.model.items import Part, PartKind, Source

#: What the model writes to nobody in particular.
_TO_ALL = ("", "all")
#: Says how long was thought, to the user.
_RECAP = "reasoning_recap"
#: What the user or the model wants to be known in every conversation.
_CONTEXTS = ("user_editable_context", "model_editable_context")
#: So many calls of a turn are looked at for that of a result.
_MOST_CALLS = 200


class Messages:
    """Reads the messages of the nodes, parents first; `lost` counts results that follow no call."""

    def __init__(self, nodes: Nodes, pairing: Pairing) -> None:
        self._nodes = nodes
        self._pairing = pairing
        self._calls: dict[int, int] = {}
        self.lost = 0

    def pass_by(self, index: int) -> None:
        """Takes a node in, with or without a message: notes the nearest call of the turn up to it."""
        message = self._nodes.messages[index]
        if _called(message):
            self._calls[index] = index
        elif _role(message) != "user":
            self._calls[index] = self._calls.get(self._nodes.parents[index], ROOT)

    def read(self, index: int) -> tuple[Recorded, bool]:
        """The message of that node, and whether a model saw it."""
        message = self._nodes.messages[index]
        if not is_object(message):
            return unknown_message(message), True
        content = content_of(message)
        role = _role(message) or "unknown"
        is_event = role == "system" and content.kind == "system_error"
        is_context = content.kind in _CONTEXTS
        one = Recorded(
            role,
            self._groups(index, message, content),
            name=_author(message, "name") if role != "tool" else "",
            time=text_field(message, "create_time"),
            injected=is_event or is_context or (role == "user" and _is_hidden(message)),
            source=Source.CONVERSATION if is_event else None,
            extra=_extra(message, content),
            answer=None if role == "assistant" and not is_context else False,
        )
        return one, _is_seen(message, one, content)

    def is_ended(self, index: int) -> bool:
        """Whether the model gave the word back after that node's message."""
        message = self._nodes.messages[index]
        return is_object(message) and message.get("end_turn") is True

    def model(self, index: int) -> str:
        """The model that wrote the message of that node, where it says so."""
        message = self._nodes.messages[index]
        about = message.get("metadata") if is_object(message) else None
        return text_field(about, "model_slug") if is_object(about) else ""

    def _groups(self, index: int, message: Mapping[str, Any], content: Content) -> Groups:
        if _role(message) == "tool":
            return (self._result(index, message, content),)
        tool = _called(message)
        if tool:
            text, others = joined(content.parts)
            call_id = self._pairing.call(self._nodes.keys[index], tool)
            return (*others, Part(PartKind.CALL, text, name=tool, call_id=call_id))
        return (*attachments_of(message), *content.parts)

    def _result(self, index: int, message: Mapping[str, Any], content: Content) -> tuple[Part, ...]:
        tool = _author(message, "name")
        call = self._call_before(index, tool)
        self.lost += not call
        call_id, name = self._pairing.result(call, tool) if call else ("", "")
        text, others = joined(content.parts)
        return (Part(PartKind.RESULT, text, name=tool or name, call_id=call_id), *others)

    def _call_before(self, index: int, tool: str) -> str:
        """The call that a result follows: the nearest to that tool, or else the nearest of the turn."""
        keys, nearest = self._nodes.keys, self._calls.get(self._nodes.parents[index], ROOT)
        call = nearest
        for _ in range(_MOST_CALLS):
            if call == ROOT:
                break
            called = _called(self._nodes.messages[call])
            if not tool or called.partition(".")[0] == tool.partition(".")[0]:
                return keys[call]
            call = self._calls.get(self._nodes.parents[call], ROOT)
        return "" if nearest == ROOT else keys[nearest]


def _author(message: Any, field: str) -> str:
    author = message.get("author") if is_object(message) else None
    return text_field(author, field) if is_object(author) else ""


def _role(message: Any) -> str:
    return _author(message, "role")


def _called(message: Any) -> str:
    """The tool that a message of the model goes to, or empty."""
    to = text_field(message, "recipient") if _role(message) == "assistant" else ""
    return "" if to in _TO_ALL else to


def _is_seen(message: Mapping[str, Any], one: Recorded, content: Content) -> bool:
    """Whether it has a weight, anything in it, and is not for the user's eyes only."""
    weight = message.get("weight")
    weightless = isinstance(weight, (int, float)) and not isinstance(weight, bool) and weight == 0
    is_empty = not one.groups and one.role in ("system", "assistant")
    return not (weightless or is_empty or content.kind == _RECAP)


def _is_hidden(message: Mapping[str, Any]) -> bool:
    about = message.get("metadata")
    return is_object(about) and about.get("is_visually_hidden_from_conversation") is True


def _extra(message: Mapping[str, Any], content: Content) -> str:
    author = message.get("author")
    named = author if is_object(author) else {"author": author}
    about = {key: one for key, one in named.items() if key not in ("role", "name") and one not in (None, {})}
    told = {**message, "author": about, "content": dict(content.rest or {})}
    known = [
        "create_time",
        *(["weight"] if message.get("weight") == 1 else []),
        *(["recipient"] if _called(message) or message.get("recipient") == "all" else []),
    ]
    return extra_of({key: one for key, one in told.items() if one not in (None, [], {}, "")}, known)
