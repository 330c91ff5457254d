"""What the published split budget and HelloAgents do without a word, in English and Chinese."""

from __future__ import annotations

from ctxlab.explain.wording import Sentences

PUBLISHED_EN: dict[str, Sentences] = {
    # The split budget.
    "input_not_added": ("the published code never adds the user's input to what it builds",),
    "fields_filled": (
        "{count} {count:field that is|fields that are} not in the result {count:becomes an empty text|become "
        "empty texts}",
        "fields that are not in the result become empty texts",
    ),
    "item_limit_not_read": (
        "the limit of {limit} for one result does not hold for tools with a field list: {need}",
        "the limit for one result does not hold for tools with a field list",
    ),
    "character_split": (
        "the published cut of {section} went through a character and leaves U+FFFD",
        "the published cut went through a character and leaves U+FFFD",
    ),
    "lone_mark": (
        "nothing was left for {section}: its mark alone stands in the context, over the limit",
        "the mark of a cut stands alone in the context",
    ),
    "constraints_stand_in": (
        "{count} {count:constraint|constraints} found by ctxlab's own rules in place of the published model",
        "constraints found by ctxlab's own rules in place of the published model",
    ),
    "none_as_constraint": ("the answer 无, which says that there is no constraint, was taken for one",),
    "sign_stripped": (
        "a constraint lost its sign: {stated} became {constraint}",
        "a constraint lost its sign",
    ),
    "first_level_idle": ("degradation level 1 did nothing: retrieved text is one section, however long",),
    "second_level_unpublished": (
        "degradation level 2 was run as it is described; in the published code it has no body, and level 3 "
        "follows always",
    ),
    "monitor_line": ("the published monitor would log: {logged}", "what the published monitor would log"),
    "monitor_warns": (
        "the published monitor would warn: {total} tokens, above {warn_at}",
        "the published monitor would warn",
    ),
    "monitor_overwritten": (
        "of {count} sections named {section} the published monitor shows the last alone",
        "of several sections of one name the published monitor shows the last alone",
    ),
    "monitor_fails": ("the published monitor divides by zero: no section has a token",),
    # HelloAgents.
    "instructions_skipped": (
        "the instructions hold {need}, more than the {limit} allowed, and are skipped without a word",
        "the instructions are skipped without a word",
    ),
    "history_as_one": (
        "the last {count} {count:message is|messages are} one packet of {need}: all or nothing, and all went",
        "the history is one packet: all or nothing, and all went",
    ),
    "relevance_by_blanks": (
        "words are told by blanks, which Chinese does not have: {count} {count:packet shares|packets share} "
        "too few with the question",
        "words are told by blanks, which Chinese does not have",
    ),
    "output_lost": ("the cut took the demands on the answer, [Output], which stand last",),
}

PUBLISHED_ZH: dict[str, Sentences] = {
    "input_not_added": ("已发布的代码从不把用户输入放进所建的内容",),
    "fields_filled": ("结果中没有的 {count} 个字段成为空文本", "结果中没有的字段成为空文本"),
    "item_limit_not_read": (
        "单个结果 {limit} 的上限对有字段表的工具不起作用：{need}",
        "单个结果的上限对有字段表的工具不起作用",
    ),
    "character_split": (
        "已发布的截断切开了 {section} 中的一个字符，留下 U+FFFD",
        "已发布的截断切开了一个字符，留下 U+FFFD",
    ),
    "lone_mark": (
        "{section} 没有余量：上下文中只有它的截断标记，并超出限额",
        "上下文中只有一个截断标记",
    ),
    "constraints_stand_in": (
        "{count} 条约束由 ctxlab 自己的规则找出，代替已发布的模型",
        "约束由 ctxlab 自己的规则找出，代替已发布的模型",
    ),
    "none_as_constraint": ("回答“无”表示没有约束，却被当作一条约束",),
    "sign_stripped": ("约束丢了负号：{stated} 变成 {constraint}", "约束丢了负号"),
    "first_level_idle": ("一级降级没有作用：检索内容再长也只是一段",),
    "second_level_unpublished": ("二级降级按其描述执行；已发布的代码中它没有内容，总会进入三级",),
    "monitor_line": ("已发布的监控会记录：{logged}", "已发布的监控会记录的内容"),
    "monitor_warns": (
        "已发布的监控会警告：{total} 个 token，超过 {warn_at}",
        "已发布的监控会警告",
    ),
    "monitor_overwritten": (
        "名为 {section} 的 {count} 段中，已发布的监控只显示最后一段",
        "同名的几段中，已发布的监控只显示最后一段",
    ),
    "monitor_fails": ("已发布的监控除以零：所有段都没有 token",),
    "instructions_skipped": (
        "指令有 {need}，超过允许的 {limit}，被默默跳过",
        "指令被默默跳过",
    ),
    "history_as_one": (
        "最近 {count} 条消息是一个 {need} 的整包：要么全有要么全无，这次全无",
        "历史是一个整包：要么全有要么全无，这次全无",
    ),
    "relevance_by_blanks": (
        "按空白分词，而中文没有空白：有 {count} 个包与问题共有的词太少",
        "按空白分词，而中文没有空白",
    ),
    "output_lost": ("截断去掉了排在最后的回答要求 [Output]",),
}
