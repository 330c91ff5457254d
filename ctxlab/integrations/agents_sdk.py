"""The OpenAI Agents SDK's own code run on a session, up to its call of the model."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ctxlab.analysis.wires import wire_view
from ctxlab.errors import PluginError
from ctxlab.integrations.conversation import Conversation, Left, aligned, joined, left_of
from ctxlab.integrations.exported import run
from ctxlab.model.settings_export import Exported
from ctxlab.model.trace import Message
from ctxlab.model.wire_view import message_value

if TYPE_CHECKING:
    from agents import Tool

_SYSTEM = ("system", "developer")


class Run:
    """A real run with the exported `RUN_CONFIG`: history in a session of the SDK, then the last turn.

    No model is asked: the SDK's own scripted model stands in for it, and takes down what it was given.
    """

    def __init__(self, exported: Exported) -> None:
        self._config = run(exported).RUN_CONFIG
        settings = self._config.model_settings
        compacts = settings is not None and settings.context_management
        self.notes: tuple[str, ...] = ("compaction_not_run",) if compacts else ()

    def left(self, given: Conversation) -> Left:
        """What the SDK gives to the model.

        Raises:
            PluginError: It fails.
        """
        items = items_of(given)
        try:
            sent = asyncio.run(self._sent(items))
        except Exception as error:
            raise PluginError(
                f"the Agents SDK fails on this session: {type(error).__name__}: {error}"
            ) from error
        head = (Left(frozenset(one.positions)) for one in items.system)
        return joined((*head, *_left(given, items.talk, sent)))

    async def _sent(self, items: Items) -> list[Mapping[str, Any]]:
        from agents import Agent, Runner, SQLiteSession
        from agents.testing import ScriptedModel, assistant_message

        talk: list[Any] = [message_value(one) for one in items.talk]
        turn = max((at for at, one in enumerate(talk) if one.get("role") == "user"), default=0)
        session = SQLiteSession("verify")
        model = ScriptedModel([[assistant_message(".")]])
        try:
            await session.add_items(talk[:turn])
            agent: Agent[Any] = Agent(
                "verify", instructions=items.instructions, model=model, tools=_tools(items.tools)
            )
            config = replace(self._config, tracing_disabled=True)
            await Runner.run(agent, talk[turn:], session=session, run_config=config, max_turns=1)
        finally:
            session.close()
        call = model.last_call
        return list(call.input) if call is not None else []


@dataclass(frozen=True, slots=True)
class Items:
    """A conversation as input of the SDK: what becomes the instructions, the items, and the tools."""

    system: tuple[Message, ...]
    talk: tuple[Message, ...]
    tools: tuple[Mapping[str, Any], ...]

    @property
    def instructions(self) -> str | None:
        """The instructions, None where there are none."""
        texts = [str(one.value["content"]) for one in self.system]
        return "\n\n".join(texts) or None


def items_of(given: Conversation) -> Items:
    """The conversation as the SDK takes it: system messages at its head become the instructions."""
    messages = wire_view(given.trace, "openai-responses").messages
    end = 0
    while end < len(messages) and _is_system(messages[end]):
        end += 1
    return Items(messages[:end], messages[end:], given.tools)


def _is_system(message: Message) -> bool:
    return message.value.get("role") in _SYSTEM and isinstance(message.value.get("content"), str)


def _tools(schemas: Sequence[Mapping[str, Any]]) -> list[Tool]:
    """The tools, of which none is ever called."""
    from agents import FunctionTool

    async def never_called(_context: object, _arguments: str) -> str:
        raise AssertionError("a tool was called")

    functions = [one.get("function") or one for one in schemas]
    return [
        FunctionTool(
            name=str(one["name"]),
            description=str(one.get("description") or ""),
            params_json_schema=dict(one.get("parameters") or {}),
            on_invoke_tool=never_called,
            strict_json_schema=False,
        )
        for one in functions
        if one.get("name")
    ]


def _left(found: Conversation, talk: Sequence[Message], sent: Sequence[Mapping[str, Any]]) -> list[Left]:
    parts: list[Left] = []
    for one, at in zip(sent, aligned(list(map(_key, sent)), [_key(one.value) for one in talk]), strict=True):
        if at is None:
            parts.append(Left(frozenset(), made=(_text(one),)))
        elif one.get("output") == talk[at].value.get("output"):
            parts.append(Left(frozenset(talk[at].positions)))
        else:
            parts.append(left_of(found, talk[at], _text(one)))
    return parts


def _key(item: Mapping[str, Any]) -> tuple[object, ...]:
    """What an item is known by again: a call or result by its id, all else by what it says."""
    if item.get("call_id"):
        return (item.get("type"), item["call_id"])
    return (item.get("role"), repr(item.get("content")), repr(item.get("summary")))


def _text(item: Mapping[str, Any]) -> str:
    content = item.get("output", item.get("content")) or ""
    blocks = [content] if isinstance(content, str) else content
    return "\n".join(one if isinstance(one, str) else str(one.get("text") or "") for one in blocks)
