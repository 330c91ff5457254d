"""The published build() written down plainly, from its description, to compare the strategies with.

It works on the keyword arguments alone, shares no code with the strategies, and fails (KeyError, TypeError)
where the published code does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

WORDS = {
    "zh": ("工具", "## 当前任务状态", "## 执行笔记", "## 相关知识", "[压缩] "),
    "en": ("Tool", "## Current Task State", "## Execution Notes", "## Relevant Knowledge", "[Compressed] "),
}


@dataclass(frozen=True)
class Figures:
    """The published figures that the code reads."""

    task_state: int = 3000
    agent_note: int = 2000
    tool_result: int = 40000
    retrieved_doc: int = 20000
    history: int = 30000
    max_item: int = 2000
    summary: int = 600

    def scaled(self, by: int) -> Figures:
        """The same divided, so that small inputs overflow too."""
        return Figures(**{name: value // by for name, value in vars(self).items()})


@dataclass
class Entry:
    """One item of the published system."""

    source: str
    content: Any
    priority: int
    relevance: Any = 1.0
    role: Any = None
    tokens: int = 0
    compressed: bool = False


def reference_build(
    arguments: Mapping[str, Any],
    edition: str,
    figures: Figures,
    condense: Callable[[Any, int], str],
) -> list[dict[str, Any]]:
    """The messages that the published build() makes of these keywords."""
    divisor = 3 if edition == "zh" else 4
    entries = _gather(arguments, edition)
    for entry in entries:
        entry.tokens = len(entry.content) // divisor
    chosen = _select(entries, figures)
    for entry in chosen:
        if entry.tokens > figures.max_item:
            entry.content = WORDS[edition][4] + condense(entry.content, figures.summary)
            entry.tokens = len(entry.content) // divisor
            entry.compressed = True
    return _construct(chosen, edition)


def _gather(arguments: Mapping[str, Any], edition: str) -> list[Entry]:
    entries: list[Entry] = []
    if "system_prompt" in arguments:
        entries.append(Entry("system", arguments["system_prompt"], 1))
    if "user_message" in arguments:
        entries.append(Entry("user", arguments["user_message"], 1))
    history = arguments.get("conversation_history") or []
    for i, message in enumerate(history):
        priority = int(8 - (i / len(history)) * 5)
        text = f"[{message['role']}]: {message['content']}"
        entries.append(Entry("history", text, priority, role=message["role"]))
    for result in arguments.get("tool_results") or []:
        text = f"[{WORDS[edition][0]}: {result['tool']}]\n{result['result']}"
        entries.append(Entry("tool", text, 2 if result.get("recent") else 6))
    for doc in arguments.get("retrieved_docs") or []:
        entries.append(Entry("doc", doc["content"], 4, relevance=doc["score"]))
    if arguments.get("task_state"):
        state = json.dumps(arguments["task_state"], ensure_ascii=False, indent=2)
        entries.append(Entry("state", state, 2))
    if arguments.get("agent_notes"):
        entries.append(Entry("note", arguments["agent_notes"], 2))
    return entries


def _select(entries: list[Entry], figures: Figures) -> list[Entry]:
    def of(source: str) -> list[Entry]:
        return [entry for entry in entries if entry.source == source]

    def layer(candidates: list[Entry], cap: int) -> list[Entry]:
        taken: list[Entry] = []
        used = 0
        for entry in candidates:
            if used + entry.tokens > cap:
                break
            taken.append(entry)
            used += entry.tokens
        return taken

    return [
        *of("system"),
        *of("user"),
        *layer(of("state"), figures.task_state),
        *layer(of("note"), figures.agent_note),
        *layer(sorted(of("tool"), key=lambda entry: entry.priority), figures.tool_result),
        *layer(sorted(of("doc"), key=lambda entry: entry.relevance, reverse=True), figures.retrieved_doc),
        *layer(list(reversed(of("history"))), figures.history),
    ]


def _construct(chosen: list[Entry], edition: str) -> list[dict[str, Any]]:
    _, state_head, note_head, docs_head, _ = WORDS[edition]
    by_source: dict[str, list[Entry]] = {}
    for entry in chosen:
        by_source.setdefault(entry.source, []).append(entry)
    messages: list[dict[str, Any]] = []
    if "system" in by_source:
        text = by_source["system"][0].content
        if "state" in by_source:
            text += f"\n\n{state_head}\n{by_source['state'][0].content}"
        if "note" in by_source:
            text += f"\n\n{note_head}\n{by_source['note'][0].content}"
        messages.append({"role": "system", "content": text})
    if "doc" in by_source:
        docs = "\n\n---\n\n".join(entry.content for entry in by_source["doc"])
        messages.append({"role": "system", "content": f"{docs_head}\n\n{docs}"})
    for entry in reversed(by_source.get("history", [])):
        text = entry.content
        if not entry.compressed:
            text = text[len(f"[{entry.role}]: ") :]
        messages.append({"role": entry.role, "content": text})
    messages.extend({"role": "assistant", "content": entry.content} for entry in by_source.get("tool", []))
    if "user" in by_source:
        messages.append({"role": "user", "content": by_source["user"][0].content})
    return messages
