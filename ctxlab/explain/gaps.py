"""What happens in a library that cannot express a setting of a profile, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.profile import Language
from ctxlab.model.settings_export import Gap

#: The reason of a gap → the words in English and in Chinese.
WHYS: dict[str, tuple[str, str]] = {
    "told_by_lint": ("only lint and check read it", "只有 lint 和 check 读取它"),
    "label": ("a name only: nothing changes", "只是名称，不影响结果"),
    "no_limit": ("nothing holds the context to this figure", "没有任何机制把上下文限制在此数以内"),
    "limit_not_enforced": (
        "the profile only measures against this limit, so no limit is set",
        "配置只对照此限额而不强制，因此不设限额",
    ),
    "trigger_only": (
        "it is when the library begins to act, not a limit that the context stays under",
        "它只是开始处理的界线，不保证上下文不超过",
    ),
    "needs_ceiling": (
        "with no figure to trim to, nothing is trimmed",
        "没有可依据的数值，因此不做裁剪",
    ),
    "no_warning": ("nothing warns at this figure", "到达此数时不会提示"),
    "own_counter": ("the library counts in its own way", "该库按自己的方式计数"),
    "nothing_counted": ("there is no figure to count against", "没有可对照的数值，因此不计数"),
    "chars_not_tokens": (
        "the library measures characters; four are taken for a token",
        "该库按字符计量，以四个字符折合一个 token",
    ),
    "rows_share": (
        "the rows share one figure: each may take what the others leave",
        "各行共用一个数值：一行可以占用其他行剩下的部分",
    ),
    "no_row_cap": ("nothing bounds this row by itself", "没有单独限制这一行"),
    "not_kept_whole": (
        "what is over the figure goes, where the profile keeps this row whole",
        "超出的内容会被去掉，而配置会整行保留",
    ),
    "stops_elsewhere": (
        "where the row stops is decided by all messages together",
        "在哪里停止由全部消息共同决定",
    ),
    "nothing_dropped": (
        "no message is dropped; what is too large is summarised or refused by the server",
        "不会去掉任何消息；过大时由服务器摘要或拒绝",
    ),
    "no_skip": (
        "the library stops at the first message that does not fit instead of passing it over",
        "遇到第一条放不下的消息就停止，而不是跳过它",
    ),
    "not_cut": (
        "a message that does not fit goes whole instead of being cut",
        "放不下的消息整条去掉，而不是截断",
    ),
    "cut_at_start": (
        "the library keeps the end of a cut message, the profile its beginning",
        "该库保留被截消息的结尾，配置保留开头",
    ),
    "cut_to_figure": (
        "every long result of older turns is cut to one figure, whatever room there is",
        "较早轮次的长结果一律截到同一长度，不看还剩多少空间",
    ),
    "cleared_whole": (
        "an old result is cleared whole, behind a placeholder",
        "旧结果整条清除，只留占位",
    ),
    "not_summarised": ("what does not fit is dropped without a summary", "放不下的内容直接去掉，不做摘要"),
    "summary_by_model": (
        "a model of yours writes the summary, whose length and content it decides",
        "摘要由你的模型撰写，长度和内容由它决定",
    ),
    "summary_by_server": (
        "the provider's server writes the summary, whose length and content it decides",
        "摘要由服务商的服务器撰写，长度和内容由它决定",
    ),
    "own_order": (
        "the newest messages stay, whatever order the profile serves this row in",
        "总是保留最新的消息，不按配置为此行定的顺序",
    ),
    "oldest_first": (
        "the oldest results go first, whatever order the profile serves this row in",
        "总是先去掉最早的结果，不按配置为此行定的顺序",
    ),
    "no_tiers": (
        "all messages are equal: nothing is given up before or after this row",
        "所有消息同等对待：没有先后放弃之分",
    ),
    "no_item_count": ("the number of items in this row is not bounded", "不限制此行的条数"),
    "no_item_limit": ("one long item may take all the room", "单个很长的条目可以占满空间"),
    "no_rounds": (
        "what counts as recent is decided by tokens, not by rounds",
        "哪些算近期由 token 数决定，而不是轮数",
    ),
    "no_elastic": ("no row lends its free room", "各行不会出借空余空间"),
    "gathered_by_agent": (
        "what goes into the messages is up to the agent",
        "哪些内容进入消息由代理程序决定",
    ),
    "no_facts": (
        "demands of earlier turns go with their messages",
        "早先轮次的要求会随其消息一起被去掉",
    ),
    "no_source_rules": ("no rule sorts messages or leaves them out", "没有规则归类或排除消息"),
    "results_as_they_are": ("results go in as the tools gave them", "工具结果原样进入"),
    "docs_as_they_are": ("documents go in as they were retrieved", "文档按检索所得原样进入"),
    "own_strategy": ("the library selects in its own way", "该库按自己的方式选取"),
    "pair_dropped": (
        "a call and its result go together, without a placeholder",
        "调用与结果一起去掉，不留占位",
    ),
    "call_stays": ("the call of a cleared result stays", "结果被清除后，其调用仍在"),
    "no_message_count": ("the number of messages is not bounded", "不限制消息条数"),
    "items_not_messages": (
        "the library counts all items of its session, calls and results too",
        "该库计入会话的全部条目，包括调用和结果",
    ),
    "no_relevance": ("nothing is chosen by relevance", "不按相关度选取"),
    "summary_instructions": (
        "only the instruction for whole conversations is used",
        "只采用针对整段对话的指示",
    ),
    "one_summary": ("one summary stands for all that is older", "较早的内容合为一份摘要"),
    "summary_unchecked": (
        "no summary is checked against what it replaces",
        "摘要不与其所替代的内容核对",
    ),
    "time_order": ("messages stay in the order in which they came", "消息保持原有的先后顺序"),
    "own_wire": ("the library writes its own requests", "请求由该库自行生成"),
    "own_words": ("the library's own words are English", "该库自带的文字是英文"),
    "no_words": ("nothing is written into the context", "不会向上下文写入任何文字"),
    "figures_alone": (
        "code that reads only the figures does not keep it",
        "只读取数值的代码不会遵守它",
    ),
    "no_doc_heads": ("documents get no heading", "文档没有题头"),
    "no_modes": ("every request is built in the same way", "每次请求都用同一种方式构建"),
    "no_degrading": (
        "nothing further is given up step by step when it is still too large",
        "仍然过大时，不会再逐级放弃内容",
    ),
    "nothing_watched": ("nothing checks that it reaches the context", "没有机制检查它是否进入上下文"),
    "read_by_no_code": ("no code reads it, here or there", "两边都没有代码读取它"),
}

#: What did not run as it would in production → the words in English and in Chinese.
NOTES: dict[str, tuple[str, str]] = {
    "summary_stand_in": (
        "no model was asked: ctxlab's extractive summarizer wrote the summaries; a model of yours may keep "
        "more or less in them",
        "没有调用模型：摘要由 ctxlab 的摘录式摘要器撰写；你的模型写的摘要可能保留得更多或更少",
    ),
    "compaction_not_run": (
        "compaction runs on OpenAI's servers and was not run; all else was",
        "压缩在 OpenAI 的服务器上进行，这里没有运行；其余部分均已运行",
    ),
}


def note(code: str, language: Language | str) -> str:
    """What did not run as it would in production, in words; an unknown code is told as it is."""
    words = NOTES.get(code)
    return code.replace("_", " ") if words is None else words[Language(language) is Language.CHINESE]


def why(gap: Gap, language: Language | str) -> str:
    """What happens without the setting, as one clause; an unknown reason is told as it is."""
    words = WHYS.get(gap.why)
    if words is None:
        return note(gap.why, language)
    return words[Language(language) is Language.CHINESE]
