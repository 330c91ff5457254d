"""Where an agent of Letta stands in its files, and which of its messages are in its context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxlab.formats.fields import text_field
from ctxlab.formats.values import is_list, is_object

Placed = tuple[Any, str]

#: What became items or fields of the session.
_TAKEN = (
    "messages",
    "tools",
    "functions",
    "in_context_message_indices",
    "in_context_message_ids",
    "tool_ids",
)
_BLOCKS = ("core_memory", "memory_blocks", "block_ids", "memory")
_IN_CONTEXT = "in_context"


@dataclass(frozen=True, slots=True)
class LettaAgent:
    """One agent: messages, schemas and blocks of memory, each with its pointer.

    `context` are the indices of the messages that are in its context, in the order in which they stand
    there; None where that is not said.
    """

    name: str
    model: str
    system: str
    pointer: str
    messages: list[Placed]
    schemas: list[Placed]
    blocks: list[Placed]
    context: list[int] | None
    rest: Mapping[str, Any] = field(default_factory=dict[str, Any])


def agents_in(value: Any) -> list[LettaAgent]:
    """The agents in a file's value: several in the newer form, one in the older and in MemGPT's."""
    if not is_object(value):
        return []
    agents = value.get("agents")
    if is_list(agents):
        return [
            _agent(one, f"/agents/{i}", _tools(one, value), _named_blocks(one, value), value)
            for i, one in enumerate(agents)
            if is_object(one) and _is_agent(one)
        ]
    if _is_agent(value) or _is_memgpt(value):
        return [_agent(value, "", _own_tools(value), _own_blocks(value), {})]
    return []


def _is_agent(value: Mapping[str, Any]) -> bool:
    if not is_list(value.get("messages")):
        return False
    says_context = "in_context_message_indices" in value or "in_context_message_ids" in value
    return says_context or ("agent_type" in value and any(key in value for key in _BLOCKS))


def _is_memgpt(value: Mapping[str, Any]) -> bool:
    """Whether it is the state of an agent of MemGPT: it counts all messages that there ever were."""
    is_kept = is_list(value.get("messages")) and is_object(value.get("memory"))
    return is_kept and "messages_total" in value and isinstance(value.get("system"), str)


def _agent(
    agent: Mapping[str, Any],
    pointer: str,
    schemas: list[Placed],
    blocks: list[Placed],
    file: Mapping[str, Any],
) -> LettaAgent:
    messages = [(one, f"{pointer}/messages/{i}") for i, one in enumerate(agent["messages"])]
    config = agent.get("llm_config")
    beside = {key: one for key, one in file.items() if key not in ("agents", "blocks", "tools")}
    return LettaAgent(
        text_field(agent, "name"),
        text_field(config, "model") if is_object(config) else text_field(agent, "model"),
        text_field(agent, "system"),
        pointer,
        _in_order(messages),
        schemas,
        blocks,
        _context(agent, _in_order(messages)),
        {**{key: one for key, one in agent.items() if key not in _TAKEN}, **beside},
    )


def _in_order(messages: list[Placed]) -> list[Placed]:
    """The messages in file order, or by time where each only says whether it is in the context."""
    flagged = all(is_object(one) and _IN_CONTEXT in one and one.get("created_at") for one, _ in messages)
    return sorted(messages, key=lambda one: text_field(one[0], "created_at")) if flagged else messages


def _context(agent: Mapping[str, Any], messages: list[Placed]) -> list[int] | None:
    indices, ids = agent.get("in_context_message_indices"), agent.get("in_context_message_ids")
    if is_list(indices) and indices:
        return [one for one in dict.fromkeys(_whole(indices)) if 0 <= one < len(messages)]
    if is_list(ids) and ids:
        known = {text_field(one, "id"): i for i, (one, _) in enumerate(messages) if is_object(one)}
        return [known[one] for one in dict.fromkeys(map(str, ids)) if one in known]
    flags = [one.get(_IN_CONTEXT) for one, _ in messages if is_object(one)]
    if len(flags) == len(messages) and any(flag is True for flag in flags):
        return [i for i, flag in enumerate(flags) if flag is True]
    return None


def _whole(values: list[Any]) -> Iterator[int]:
    return (one for one in values if type(one) is int)


def _tools(agent: Mapping[str, Any], file: Mapping[str, Any]) -> list[Placed]:
    """The schemas of the agent's tools, by their ids."""
    ids, tools = agent.get("tool_ids"), file.get("tools")
    named = tuple(map(str, ids)) if is_list(ids) else ()
    return [
        (_schema(one), f"/tools/{i}/json_schema")
        for i, one in enumerate(tools if is_list(tools) else [])
        if is_object(one) and text_field(one, "id") in named
    ]


def _own_tools(agent: Mapping[str, Any]) -> list[Placed]:
    tools, functions = agent.get("tools"), agent.get("functions")
    if is_list(functions):
        return [(one, f"/functions/{i}") for i, one in enumerate(functions)]
    listed: list[Any] = tools if is_list(tools) else []
    return [(_schema(one), f"/tools/{i}/json_schema") for i, one in enumerate(listed) if is_object(one)]


def _schema(tool: Mapping[str, Any]) -> Any:
    schema = tool.get("json_schema")
    return tool if schema is None else schema


def _named_blocks(agent: Mapping[str, Any], file: Mapping[str, Any]) -> list[Placed]:
    """The blocks of the agent's memory, by their ids."""
    ids, blocks = agent.get("block_ids"), file.get("blocks")
    named = tuple(map(str, ids)) if is_list(ids) else ()
    listed: list[Any] = blocks if is_list(blocks) else []
    return [
        (one, f"/blocks/{i}")
        for i, one in enumerate(listed)
        if _is_block(one) and text_field(one, "id") in named
    ]


def _own_blocks(agent: Mapping[str, Any]) -> list[Placed]:
    listed, named = agent.get("core_memory"), agent.get("memory")
    if is_object(named):
        return [({"label": key, "value": one}, f"/memory/{key}") for key, one in named.items()]
    return [
        (one, f"/core_memory/{i}")
        for i, one in enumerate(listed if is_list(listed) else [])
        if _is_block(one)
    ]


def _is_block(value: Any) -> bool:
    return is_object(value) and "value" in value
