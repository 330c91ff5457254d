"""What a model is told about texts of each source, where the profile says nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from ctxlab.model.items import Source
from ctxlab.model.profile import Language

#: Sources whose summaries are made with the task in view.
WITH_TASK = frozenset((Source.RETRIEVED_DOC,))

_OTHERS = {
    Language.ENGLISH: "Keep the main points, in at most 300 words.",
    Language.CHINESE: "保留要点，不超过 300 字。",
}

_DEFAULTS: Mapping[Source, Mapping[Language, str]] = {
    Source.TOOL_RESULT: {
        Language.ENGLISH: (
            "This is the result of a tool call. Keep every number with its unit, every name and identifier, "
            "and every conclusion. Leave out repeated headings, boilerplate and notes on format. "
            "At most 500 words."
        ),
        Language.CHINESE: (
            "这是一次工具调用的结果。保留每个数字及其单位、每个名称与编号，以及每条结论；略去重复的表头、套话与格式说明。"
            "不超过 500 字。"
        ),
    },
    Source.RETRIEVED_DOC: {
        Language.ENGLISH: (
            "This is a document that was looked up. Keep the key points that bear on the task, with their "
            "numbers and units, in at most 300 words. Leave out what the task does not need."
        ),
        Language.CHINESE: (
            "这是检索到的文档。保留与任务有关的关键内容及其数字和单位，不超过 300 字；略去任务用不到的部分。"
        ),
    },
    # What several messages of the conversation become.
    Source.SUMMARY: {
        Language.ENGLISH: (
            "These are earlier messages of one conversation, the oldest first. Say what was asked, found and "
            "decided, by whom, and what is still open. Keep everything that the user demands or forbids, in "
            "the user's words, and every number with its unit. At most 300 words."
        ),
        Language.CHINESE: (
            "这是同一段对话中较早的消息，按时间先后排列。说明问了什么、查到什么、决定了什么、是谁说的，以及还有什么未定。"
            "用户要求或禁止的一切按原话保留，每个数字连同单位保留。不超过 300 字。"
        ),
    },
}


def instruction_of(source: Source, stated: tuple[tuple[Source, str], ...], language: Language) -> str:
    """The instruction for texts of a source: what the profile states, else ours.

    Under `summary` stands that for messages which become one summary.
    """
    own = dict(stated).get(source, "").strip()
    return own or _DEFAULTS.get(source, _OTHERS)[language]
