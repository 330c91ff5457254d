"""Where in a graph of LangGraph something ran, as its metadata tell in every kind of trace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ctxlab.formats.fields import text_field


def graph_agent(metadata: Mapping[str, Any]) -> str:
    """The agent that a call of a model worked for: its name, or the path of nodes to it; or nothing."""
    named = text_field(metadata, "lc_agent_name")
    if named:
        return named
    space = text_field(metadata, "langgraph_checkpoint_ns", "checkpoint_ns")
    path = "/".join(one.split(":", 1)[0] for one in space.split("|") if one)
    return path or text_field(metadata, "langgraph_node")


def conversation_id(metadata: Mapping[str, Any]) -> str:
    """The conversation over several traces that one of them is part of, or nothing."""
    return text_field(metadata, "session_id", "thread_id", "conversation_id")
