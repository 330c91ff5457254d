"""What the profiles that come with ctxlab say of themselves, in Chinese; files are in English."""

from __future__ import annotations

from ctxlab.model.profile import Language

#: English → Chinese.
_CHINESE: dict[str, str] = {
    "What the recorder itself had in its context: nothing is capped, summarised or added": (
        "记录者自己的上下文：不设上限，不做摘要，不添加内容"
    ),
    "Context modes (long, single, mixed) exactly as published, with their losses": (
        "上下文模式（long、single、mixed），与发表的完全一致，包括其丢失"
    ),
    "Gather, select, summarize, construct exactly as published, English edition, with its losses": (
        "收集、选择、摘要、构建，与发表的英文版完全一致，包括其丢失"
    ),
    "Gather, select, summarize, construct exactly as published, Chinese edition, with its losses": (
        "收集、选择、摘要、构建，与发表的中文版完全一致，包括其丢失"
    ),
    "Gather, select, summarize, construct with every cap enforced, exact counts and key facts kept": (
        "收集、选择、摘要、构建：每个上限都执行，计数精确，保留关键事实"
    ),
    "HelloAgents: gather, select, structure, compress; renders a template, then cuts its text": (
        "HelloAgents：收集、选择、结构化、压缩；先套用模板，再截断文本"
    ),
    "Long talk: recent rounds, summaries and key facts, no retrieval": (
        "长对话：近期轮次、摘要与关键事实，不检索"
    ),
    "Support and agents: key facts, summaries, recent rounds, retrieval and tools": (
        "客服与智能体：关键事实、摘要、近期轮次、检索与工具"
    ),
    "A single question: instructions, retrieval and the input, no history": (
        "单个问题：指示、检索与输入，不含历史对话"
    ),
    "Hard caps, three tiers, three levels of degradation exactly as published, with their losses": (
        "硬上限、三个层级、三级降级，与发表的完全一致，包括其丢失"
    ),
    (
        "A hard cap for every kind, a working ceiling far below the window, "
        "three levels of degradation that act"
    ): ("每类都有硬上限，工作上限远低于窗口，三级降级都起作用"),
}


def description(text: str, language: Language | str) -> str:
    """A description of a built-in profile in a language; any other as it is."""
    return _CHINESE.get(text, text) if Language(language) is Language.CHINESE else text
