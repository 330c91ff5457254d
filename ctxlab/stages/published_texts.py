"""The fixed texts of the published GSSC system in its two editions."""

from __future__ import annotations

from dataclasses import dataclass

from ctxlab.model.profile import Language

#: What stands between retrieved documents.
DOC_SEPARATOR = "\n\n---\n\n"

#: What stands between a system prompt, the state and the note.
BLANK_LINE = "\n\n"


@dataclass(frozen=True, slots=True)
class PublishedTexts:
    """The marker texts of one edition. Headings hold the line ends that belong to them."""

    tool: str
    state_heading: str
    note_heading: str
    docs_heading: str
    compressed: str

    def tool_prefix(self, name: str) -> str:
        """What stands before a tool's result."""
        return f"[{self.tool}: {name}]\n"


_CHINESE = PublishedTexts(
    tool="工具",
    state_heading="## 当前任务状态\n",
    note_heading="## 执行笔记\n",
    docs_heading="## 相关知识\n\n",
    compressed="[压缩] ",
)

_ENGLISH = PublishedTexts(
    tool="Tool",
    state_heading="## Current Task State\n",
    note_heading="## Execution Notes\n",
    docs_heading="## Relevant Knowledge\n\n",
    compressed="[Compressed] ",
)


def published_texts(language: Language) -> PublishedTexts:
    """The texts of the Chinese or the English edition."""
    return _CHINESE if language is Language.CHINESE else _ENGLISH


def role_prefix(role: str) -> str:
    """What stands before a history message, the same in both editions."""
    return f"[{role}]: "
