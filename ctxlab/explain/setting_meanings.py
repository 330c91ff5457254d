"""What each setting of a profile means, in both languages: those that no strategy describes as its own."""

from __future__ import annotations

from ctxlab.model.profile import Language

#: The settings of a line of the table stand for every row, those by source for every source.
MEANINGS: dict[str, tuple[str, str]] = {
    "name": ("What the profile is called.", "配置的名称。"),
    "description": ("What the profile is for.", "配置的用途。"),
    "engine": ("The engine version that the profile was made with.", "制作该配置时的引擎版本。"),
    "window.model": (
        "The model that the window is of; without it the one that the session names.",
        "窗口所属的模型；不写则用会话中的模型。",
    ),
    "window.size": (
        "Tokens that the model's window holds; the limit is this less output_reserve, buffer and unknown.",
        "模型窗口的 token 数；限额为它减去 output_reserve、buffer 与 unknown。",
    ),
    "window.soft_limit": (
        "A lower bound of your own; where enforce_soft is on the smaller of it and the window counts.",
        "自定的较低限额；enforce_soft 打开时取它与窗口中较小者。",
    ),
    "window.enforce_soft": ("Whether the soft limit is held.", "是否强制软限额。"),
    "window.enforce": (
        "Whether the context is held to the limit; else it is only told that it is over.",
        "是否把上下文控制在限额内；否则只提示超出。",
    ),
    "window.warn_at": ("Tokens from which on you are warned.", "从多少 token 起提醒。"),
    "window.output_reserve": ("Tokens that are left for the answer.", "为回答预留的 token。"),
    "window.buffer": ("Tokens that are left free beside.", "另外空出的 token。"),
    "window.unknown.SOURCE": (
        "An estimate for a source that the log cannot know; it is taken off the limit.",
        "对日志无从得知的来源的估计，从限额中扣除。",
    ),
    "tokens.encoding": (
        "How tokens are counted; unstated, by the model's own encoding where that is known, else o200k_base.",
        "token 的计数方式；不写则用模型自己的编码（已知时），否则用 o200k_base。",
    ),
    "tokens.factor": (
        "Percent that each count is taken times, as ctxlab calibrate finds it for a model.",
        "每个计数再乘的百分比，由 ctxlab calibrate 为模型求得。",
    ),
    "budget.ROW.cap": ("Tokens that the row may hold.", "该行最多的 token。"),
    "budget.ROW.overflow": (
        "What becomes of items over the cap: all kept, stop at the first, skip it, cut it, summarise them.",
        "超过上限的条目如何处理：全部保留、到此为止、跳过、截断、摘要。",
    ),
    "budget.ROW.order": ("Which items are taken first.", "先取哪些条目。"),
    "budget.ROW.tier": (
        "What gives way over the limit: 3 first, then 2, 1 never.",
        "超出限额时先让谁：先 3，后 2，1 从不。",
    ),
    "budget.ROW.max_items": ("Items that the row may hold.", "该行最多的条目数。"),
    "budget.ROW.per_item": ("Tokens that one item may hold.", "单个条目最多的 token。"),
    "budget.ROW.per_item_action": (
        "What becomes of an item over per_item: it is cut or summarised.",
        "单个条目超过 per_item 时：截断或摘要。",
    ),
    "budget.ROW.rounds": (
        "Rounds before the current turn that row recent holds; read on that row only.",
        "recent 行包含当前轮次之前的轮数；只在该行起作用。",
    ),
    "budget.ROW.elastic": (
        "Whether the row may take what other rows leave free.",
        "该行能否使用其他行空出的 token。",
    ),
    "gather.strategy": ("What gathers the candidates.", "收集候选内容的策略。"),
    "gather.rule.regex": ("A pattern that the item's text matches.", "条目文本须匹配的模式。"),
    "gather.rule.role": ("The role of the item; empty for any.", "条目的角色；留空为任意。"),
    "gather.rule.tool": (
        "The tool of a call or result, by name or pattern; empty for any.",
        "调用或结果所属的工具，名称或模式；留空为任意。",
    ),
    "gather.rule.source": ("The source that such items get.", "这类条目改为的来源。"),
    "gather.rule.exclude": ("Whether such items are left out.", "是否排除这类条目。"),
    "gather.fields.tool": ("The tool, by name or pattern.", "工具，名称或模式。"),
    "gather.fields.list": (
        "The member of the result that holds the rows; empty for the result itself.",
        "结果中存放各行的成员；留空为结果本身。",
    ),
    "gather.fields.fields": (
        "The fields that stay, between commas; name:80 also cuts to 80 characters.",
        "保留的字段，以逗号分隔；name:80 表示同时截到 80 个字符。",
    ),
    "gather.fields.rows": ("Rows that stay at most.", "最多保留的行数。"),
    "gather.fields.expression": (
        "A JMESPath expression in place of list and fields.",
        "代替 list 与 fields 的 JMESPath 表达式。",
    ),
    "select.strategy": ("What selects what goes in.", "选取内容的策略。"),
    "summarize.strategy": ("What makes summaries.", "生成摘要的策略。"),
    "summarize.instructions.SOURCE": (
        "What a model is told about texts of that source; that of summary is for messages merged into one.",
        "关于该来源的文本给模型的指示；summary 一项用于合并多条消息。",
    ),
    "construct.strategy": ("What lays out the messages.", "拼装消息的策略。"),
    "mode.rule.mode": ("The mode that the rule chooses.", "规则选择的模式。"),
    "mode.rule.tools": (
        "Holds where the request offers tools (true) or none (false).",
        "请求带工具（true）或不带（false）时成立。",
    ),
    "mode.rule.retrieval": (
        "Holds where documents were retrieved (true) or none (false).",
        "有检索文档（true）或没有（false）时成立。",
    ),
    "mode.rule.turns_from": ("Holds from this turn on.", "从该轮次起成立。"),
    "mode.rule.text": ("A pattern that the user's message matches.", "用户消息须匹配的模式。"),
    "lint.ignore": (
        "Codes of problems that are not told, between commas.",
        "不提示的问题代码，以逗号分隔。",
    ),
    "must_keep.text": ("Words that have to be in the context.", "上下文中必须有的文字。"),
    "must_keep.regex": ("A pattern that has to match in the context.", "上下文中必须匹配到的模式。"),
    "must_keep.number": ("A number that has to be in the context.", "上下文中必须有的数字。"),
    "must_keep.source": (
        "A source whose items all have to be in the context.",
        "其条目须全部在上下文中的来源。",
    ),
    "published.NAME": (
        "A published figure that no code reads; lint names it.",
        "没有代码读取的公布数值；lint 会列出。",
    ),
}


def meaning(key: str, language: Language | str) -> str:
    """What a setting means, in one sentence; empty for those that a strategy describes."""
    found = MEANINGS.get(key)
    return "" if found is None else found[Language(language) is Language.CHINESE]
