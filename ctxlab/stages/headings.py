"""The texts that a layout puts around items, and what they cost: headings, separators, markers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from ctxlab.model.items import Item, PartKind, Row
from ctxlab.model.profile import Language
from ctxlab.tokens.framing import Framing
from ctxlab.tokens.protocols import Counter

BLANK_LINE = "\n\n"
DOC_RULE = "\n\n---\n\n"

#: Headings of the shared system messages; the published ones are those of the published GSSC editions.
HEADINGS: Mapping[Language, Mapping[Row, str]] = {
    Language.ENGLISH: {
        Row.KEY_FACT: "## Key Facts",
        Row.TASK_STATE: "## Current Task State",
        Row.AGENT_NOTE: "## Execution Notes",
        Row.RETRIEVED_DOC: "## Relevant Knowledge",
        Row.SUMMARY: "## Earlier Conversation",
    },
    Language.CHINESE: {
        Row.KEY_FACT: "## 关键事实",
        Row.TASK_STATE: "## 当前任务状态",
        Row.AGENT_NOTE: "## 执行笔记",
        Row.RETRIEVED_DOC: "## 相关知识",
        Row.SUMMARY: "## 早先对话摘要",
    },
}

COMPRESSED = {Language.ENGLISH: "[Compressed] ", Language.CHINESE: "[压缩] "}

#: The rows of the first shared message, in the order in which they stand there.
SYSTEM_ROWS = (Row.SYSTEM_PROMPT, Row.KEY_FACT, Row.TASK_STATE, Row.AGENT_NOTE)


def tool_heading(name: str, language: Language) -> str:
    """The line above a result that has no recorded call."""
    word = "工具" if language is Language.CHINESE else "Tool"
    return f"[{word}: {name}]\n"


def doc_heading(item: Item, language: Language) -> str:
    """The line above a document: its source, where it names one, and its relevance."""
    chinese = language is Language.CHINESE
    words = ("来源", "相关度") if chinese else ("Source", "relevance")
    relevance = f"{words[1]}: {item.relevance:.3f}"
    source = " ".join(item.name.split())
    return f"[{words[0]}: {source} | {relevance}]\n" if source else f"[{relevance}]\n"


def tool_name(item: Item) -> str:
    """The tool that a result came from; of a result that names none, the id of its call, if it states one."""
    named = next((part.name for part in item.parts if part.kind is PartKind.RESULT and part.name), item.name)
    return named or item.call_id or _recorded_name(item.extra)


def _recorded_name(extra: str) -> str:
    """A tool's name or a call's id among the fields that a reader had no other place for."""
    if '"name"' not in extra and '"tool_call_id"' not in extra:
        return ""
    recorded = json.loads(extra)
    found = (recorded.get(key) for key in ("name", "tool_call_id"))
    return next((one for one in found if isinstance(one, str) and one), "")


def placeholder(tokens: int) -> str:
    """What stands in for a dropped result of a kept call."""
    return f"[omitted: {tokens} tokens]"


@dataclass(frozen=True, slots=True)
class Overhead:
    """What shared messages cost beyond their items, stated before the layout is made.

    It is an upper bound: texts that are joined may count less than their parts. `doc_heads` says that each
    document has a head of its own.
    """

    language: Language
    framing: Framing
    counter: Counter
    doc_heads: bool = False

    def tokens(self, kept: Mapping[Row, int], heads: int, head_tokens: int) -> int:
        """Headings, separators and framing for so many kept items a row and heads of call-less results."""
        total = self.framing.closing
        blank = self.counter.count(BLANK_LINE)
        system = sum(kept.get(row, 0) for row in SYSTEM_ROWS)
        if system:
            total += self.framing.message + blank * system
            total += sum(self._heading(row) for row in SYSTEM_ROWS if kept.get(row, 0))
        if kept.get(Row.RETRIEVED_DOC, 0):
            rule = self.counter.count(DOC_RULE)
            total += self.framing.message + self._heading(Row.RETRIEVED_DOC) + rule * kept[Row.RETRIEVED_DOC]
        if kept.get(Row.SUMMARY, 0):
            total += self.framing.message + self._heading(Row.SUMMARY) + blank * kept[Row.SUMMARY]
        if heads:
            total += self.framing.message + head_tokens + blank * heads
        return total

    def _heading(self, row: Row) -> int:
        heading = HEADINGS[self.language].get(row)
        return self.counter.count(heading + BLANK_LINE) if heading else 0
