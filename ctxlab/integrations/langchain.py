"""LangChain's own code run on a session: `trim_messages`, and an agent with its middleware."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ctxlab.errors import PluginError
from ctxlab.integrations.conversation import Conversation, Left, joined, left_of
from ctxlab.integrations.exported import run
from ctxlab.model.profile import Profile
from ctxlab.model.settings_export import Exported
from ctxlab.stages.summarize.summarizers import ExtractiveSummarizer
from ctxlab.tokens.protocols import Counter

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage


class Trimming:
    """The exported `trim`, run on messages of LangChain's own types."""

    notes: tuple[str, ...] = ()

    def __init__(self, exported: Exported) -> None:
        self._trim = run(exported).trim

    def left(self, given: Conversation) -> Left:
        """What `trim` leaves.

        Raises:
            PluginError: It fails.
        """
        messages = messages_of(given)
        try:
            kept = self._trim(messages, given.tool_tokens)
        except Exception as error:
            raise _failed(error) from error
        return _left(given, messages, kept)


class Agent:
    """A real agent with the exported middleware, up to its call of the model.

    No model is asked: one that answers nothing stands in for it, and takes down what it was given. Where the
    middleware wants a summary, ctxlab's extractive summarizer writes it, within the profile's `max_tokens`.
    """

    def __init__(self, exported: Exported, profile: Profile, counter: Counter) -> None:
        module = run(exported)
        self._middleware = module.middleware
        self._settings = profile.summarize
        self._language = profile.construct.language
        self._counter = counter
        self._summarizer = ExtractiveSummarizer()
        self.notes: tuple[str, ...] = ("summary_stand_in",) if hasattr(module, "SUMMARIZE_KEEP") else ()

    def left(self, given: Conversation) -> Left:
        """What the agent gives to its model.

        Raises:
            PluginError: It fails.
        """
        from langchain_core.messages import SystemMessage

        from ctxlab.integrations.langchain_stand_in import Recorder, Summarizer

        agents: Any = import_module("langchain.agents")
        tracing: Any = import_module("langsmith.run_helpers")
        messages = messages_of(given)
        system = messages[0] if messages and isinstance(messages[0], SystemMessage) else None
        talk = messages[1:] if system is not None else messages
        beside = given.tool_tokens + (given.messages[0].tokens if system is not None else 0)
        model = Recorder()
        try:
            agent = agents.create_agent(
                model,
                tools=[dict(one) for one in given.tools],
                system_prompt=system,
                middleware=self._middleware(Summarizer(summarize=self._summary), beside),
            )
            # whatever the environment asks for: nothing of a session leaves the machine
            with tracing.tracing_context(enabled=False):
                agent.invoke({"messages": talk})
        except Exception as error:
            raise _failed(error) from error
        return _left(given, messages, model.given[-1])

    def _summary(self, texts: Sequence[tuple[str, str]]) -> str:
        limit, language = self._settings.max_tokens, self._language
        found = self._summarizer.merge(texts, limit, self._counter, language)
        return "" if found is None else found.text


def messages_of(given: Conversation) -> list[BaseMessage]:
    """The conversation in LangChain's own types; each message's id is its number, from 0."""
    return [_message(message.value, str(at)) for at, message in enumerate(given.messages)]


def _message(value: Mapping[str, Any], number: str) -> BaseMessage:
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    content = value.get("content") or ""
    common: dict[str, Any] = {"content": content, "id": number}
    if isinstance(value.get("name"), str):
        common["name"] = value["name"]
    match value.get("role"):
        case "assistant":
            calls, broken = _calls(value.get("tool_calls") or ())
            return AIMessage(**common, tool_calls=calls, invalid_tool_calls=broken)
        case "tool":
            return ToolMessage(**common, tool_call_id=str(value.get("tool_call_id", "")))
        case "system" | "developer":
            return SystemMessage(**common)
        case _:
            return HumanMessage(**common)


def _calls(calls: Iterable[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The calls of a message, and those whose arguments are no JSON object, which LangChain keeps apart."""
    good: list[dict[str, Any]] = []
    broken: list[dict[str, Any]] = []
    for call in calls:
        function: Mapping[str, Any] = call.get("function") or {}
        name, text = str(function.get("name", "")), str(function.get("arguments", ""))
        arguments: Any = {}
        try:
            arguments = json.loads(text) if text.strip() else {}
        except (ValueError, RecursionError):
            arguments = None
        if isinstance(arguments, dict):
            good.append({"name": name, "args": arguments, "id": call.get("id"), "type": "tool_call"})
        else:
            broken.append({"name": name, "args": text, "id": call.get("id"), "error": None})
    return good, broken


def _left(found: Conversation, given: Sequence[BaseMessage], kept: Iterable[BaseMessage]) -> Left:
    """What is left, by the ids that `messages_of` gave."""
    numbers = {message.id: at for at, message in enumerate(given)}
    parts: list[Left] = []
    for message in kept:
        at = numbers.get(message.id)
        if at is None:
            parts.append(Left(frozenset(), made=(_text(message),)))
        elif message.content == given[at].content:
            parts.append(Left(frozenset(found.messages[at].positions)))
        elif message.response_metadata.get("context_editing", {}).get("cleared"):
            parts.append(Left(frozenset(), made=(_text(message),)))
        else:
            parts.append(left_of(found, found.messages[at], _text(message)))
    return joined(parts)


def _text(message: BaseMessage) -> str:
    blocks = [message.content] if isinstance(message.content, str) else message.content
    return "\n".join(one if isinstance(one, str) else str(one.get("text") or "") for one in blocks)


def _failed(error: Exception) -> PluginError:
    return PluginError(f"LangChain fails on this session: {type(error).__name__}: {error}")
