"""The published split budget written down plainly, from its description, to compare the strategies with.

It works on the keyword arguments alone and shares no code with the strategies; where the published code
fails, it raises. The two model calls are handed in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from helpers.cl100k import encoding

JOIN = "\n\n---\n\n"

#: The first call: lines of user messages to the model's answer.
AskConstraints = Callable[[list[str]], str]
#: The second: (role, text) pairs and the constraints to the summary.
AskSummary = Callable[[list[tuple[str, str]], list[str]], str]


@dataclass(frozen=True)
class Figures:
    """The figures that the published code reads."""

    ceiling: int = 32000
    rounds: int = 4
    hits: int = 5
    rag: int = 1000
    results: int = 2
    generic: int = 500


@dataclass(frozen=True)
class Section:
    """A section of the prompt."""

    name: str
    content: str
    tier: int

    @property
    def tokens(self) -> int:
        return len(encoding().encode(self.content))


@dataclass(frozen=True)
class Reference:
    """What the published build gives, and how far it degraded (0 for not at all)."""

    text: str
    level: int
    total: int


class SplitBudget:
    """The published flow, with a body for the second level as it is described."""

    def __init__(self, figures: Figures, constraints: AskConstraints, summary: AskSummary) -> None:
        self.figures = figures
        self.ask_constraints = constraints
        self.ask_summary = summary

    def build_context(self, arguments: Mapping[str, Any]) -> Reference:
        """The text for these keyword arguments."""
        history = arguments.get("conversation_history") or []
        sections = [
            Section("system_prompt", arguments.get("system_prompt", ""), 1),
            Section("conversation", self._conversation(history, self.figures.rounds), 2),
            Section("rag", self._rag(arguments.get("rag_results") or []), 3),
        ]
        results = arguments.get("tool_results") or []
        sections += [
            Section("tool_result", self._result(one["tool"], one["result"]), 2)
            for one in results[-self.figures.results :]
        ]
        total = sum(one.tokens for one in sections)
        level = 0
        if total > self.figures.ceiling:
            sections, level = self._degrade(sections, history)
        return Reference(self._assemble(sections), level, total)

    def _degrade(self, sections: list[Section], history: Sequence[Any]) -> tuple[list[Section], int]:
        rag = [at for at, one in enumerate(sections) if one.name == "rag"]
        sections = [one for at, one in enumerate(sections) if at not in rag[:-2]]
        if sum(one.tokens for one in sections) <= self.figures.ceiling:
            return sections, 1
        if len(history) > 4:
            # This level is ctxlab's reading, since the published one is empty: it fails on no missing role.
            shorter = self._conversation([{"role": "user", **message} for message in history], 2)
            sections = [replace(o, content=shorter) if o.name == "conversation" else o for o in sections]
        if sum(one.tokens for one in sections) <= self.figures.ceiling:
            return sections, 2
        return [
            replace(one, content=one.content.split("\n\n")[0]) if one.name == "system_prompt" else one
            for one in sections
        ], 3

    def _conversation(self, history: Sequence[Any], rounds: int) -> str:
        contents = [message.get("content") for message in history[-2 * rounds :]]
        if len(history) > 2 * rounds:
            contents.insert(0, "[历史对话摘要] " + self._compressed(history[: -2 * rounds]))
        return "\n".join(content for content in contents if isinstance(content, str))

    def _compressed(self, old: Sequence[Any]) -> str:
        users = [str(message.get("content")) for message in old if message["role"] == "user"]
        answer = self.ask_constraints(users)
        constraints = [re.sub(r"^[-\s]+|[-\s]+$", "", line) for line in answer.split("\n") if line.strip()]
        said: list[tuple[str, str]] = []
        for message in old:
            content = message.get("content")
            if isinstance(content, str) and message["role"] in ("user", "assistant"):
                said.append((message["role"], content if message["role"] == "user" else content[:200]))
        return self.ask_summary(said, constraints)

    def _rag(self, hits: Sequence[Any]) -> str:
        entries: list[str] = []
        used = 0
        for hit in hits[: self.figures.hits]:
            text = re.sub(r"```\w*\n?", "", hit["content"])
            text = re.sub(r"!\[.*?\]\(.*?\)", "[图片]", text)
            text = re.sub(r"\n{3,}", "\n\n", text)
            lines = text.split("\n")
            text = "\n".join("" if re.fullmatch(r"[-=_]{3,}\s*", line) else line for line in lines)
            entry = f"[来源: {hit['source']} | 相关度: {hit['score']:.3f}]\n{text.strip()}"
            tokens = len(encoding().encode(entry))
            if used + tokens > self.figures.rag:
                break
            entries.append(entry)
            used += tokens
        return JOIN.join(entries)

    def _result(self, tool: Any, result: Any) -> str:
        if tool == "search_hotels":
            return self._listed(
                result, "hotels", 10, ["name", "price_per_night", "rating", "short_description"]
            )
        if tool == "search_flights":
            fields = ["flight_no", "departure_time", "arrival_time", "price", "airline"]
            return self._listed(result, "flights", 5, fields)
        text = json.dumps(result, ensure_ascii=False)
        ids = encoding().encode(text)
        if len(ids) > self.figures.generic:
            return encoding().decode(ids[: self.figures.generic]) + "…[已截断]"
        return text

    def _listed(self, result: Any, key: str, rows: int, fields: list[str]) -> str:
        shown: list[dict[str, Any]] = []
        for row in result.get(key, [])[:rows]:
            one: dict[str, Any] = {}
            for field in fields:
                value = row.get(field, "")
                if field == "short_description" and value:
                    value = value[:80]
                one[field] = value
            shown.append(one)
        return json.dumps({key: shown}, ensure_ascii=False)

    def _assemble(self, sections: Sequence[Section]) -> str:
        if sum(one.tokens for one in sections) <= self.figures.ceiling:
            return JOIN.join(one.content for one in sections)
        parts: list[str] = []
        remaining = self.figures.ceiling
        for tier in (1, 2, 3):
            for one in (section for section in sections if section.tier == tier):
                if one.tokens <= remaining:
                    parts.append(one.content)
                    remaining -= one.tokens
                else:
                    parts.append(cut(one.content, remaining))
                    return JOIN.join(parts)
            if remaining == 0:
                break
        return JOIN.join(parts)


def cut(text: str, tokens: int) -> str:
    """A text cut to its first tokens."""
    head = encoding().decode(encoding().encode(text)[:tokens])
    stop = head.rfind("。")
    return head[: stop + 1] if stop > len(head) * 0.5 else head + "…"
