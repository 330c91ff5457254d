"""What lint finds, in English and in Chinese: one entry a code; what readers notice is worded apart.

A problem that is one of the five faults of a context begins with the fault's name.
"""

from __future__ import annotations

from ctxlab.explain.wording import Sentences

#: Code → sentences in English and in Chinese, each from the richest to the barest.
PROBLEMS: dict[str, tuple[Sentences, Sentences]] = {
    # What the model saw.
    "must_keep_lost": (
        (
            "“{label}” is lost in {stage}: {row} ends {short} {short:token|tokens} short of it",
            "“{label}” is lost in {stage}: {row} stops before it",
            "“{label}” is lost in {stage}",
            "a must-keep is lost",
        ),
        (
            "“{label}”丢失于“{stage}”：{row}差 {short} 个 token 放不下它",
            "“{label}”丢失于“{stage}”：{row}在它之前已停止",
            "“{label}”丢失于“{stage}”",
            "有必留项丢失",
        ),
    ),
    "must_keep_nowhere": (
        (
            "“{label}” has to be kept, and nothing in this session says it",
            "nothing in this session says a must-keep",
        ),
        ("“{label}”是必留项，但此会话中没有任何内容提到它", "会话中没有任何内容提到某个必留项"),
    ),
    "must_keep_never": (
        (
            "“{label}” is in no context: lost at all {requests} requests at which it is judged",
            "a must-keep is in no context",
        ),
        ("“{label}”不在任何上下文中：判定过的 {requests} 次请求全部丢失", "有必留项不在任何上下文中"),
    ),
    "demands_missing": (
        (
            "Broken meaning: {count} hard {count:demand|demands} of turns {first} to {last} {count:is|are} "
            "not in the context, such as “{label}”",
            "Broken meaning: {count} hard {count:demand|demands} of turn {turn} {count:is|are} not in the "
            "context, such as “{label}”",
            "Broken meaning: hard demands of earlier turns are not in the context",
        ),
        (
            "断义：第 {first} 至 {last} 轮有 {count} 条硬性要求不在上下文中，例如“{label}”",
            "断义：第 {turn} 轮有 {count} 条硬性要求不在上下文中，例如“{label}”",
            "断义：先前轮次的硬性要求不在上下文中",
        ),
    ),
    "not_rendered": (
        (
            "{count} {count:item was|items were} selected and {count:has|have} no place in the context: "
            "{source}, {tokens} tokens",
            "items were selected and have no place in the context",
        ),
        (
            "{count} 条已选中，但上下文中没有位置：{source}，{tokens} 个 token",
            "有条目已选中，但上下文中没有位置",
        ),
    ),
    "speaker_changed": (
        (
            "Misattribution: {count} {count:item stands|items stand} under another speaker, apart from what "
            "called for {count:it|them}: {source}, {tokens} tokens",
            "Misattribution: items stand under another speaker",
        ),
        (
            "错误归属：{count} 条以另一说话者的身份出现，与其调用分离：{source}，{tokens} 个 token",
            "错误归属：有条目以另一说话者的身份出现",
        ),
    ),
    "source_wrong": (
        (
            "Misattribution: {count} {count:message|messages} of role {role} {count:looks|look} like another "
            "source, {source}, and {count:counts|count} as conversation ({tokens} tokens)",
            "Misattribution: messages look like another source and count as conversation",
        ),
        (
            "错误归属：{count} 条 {role} 消息看似另一来源（{source}），却计为对话（{tokens} 个 token）",
            "错误归属：有消息看似另一来源，却计为对话",
        ),
    ),
    "source_mixed": (
        (
            "Misattribution: {count} {count:message holds|messages hold} the question and retrieved text in "
            "one ({tokens} tokens): no rule can part them",
            "Misattribution: messages hold the question and retrieved text in one",
        ),
        (
            "错误归属：{count} 条消息把问题与检索文本混在一起（{tokens} 个 token），任何规则都无法分开",
            "错误归属：有消息把问题与检索文本混在一起",
        ),
    ),
    "source_missing": (
        (
            "Misattribution: {count} {count:result names|results name} no tool and {count:has|have} no "
            "recorded call",
            "Misattribution: results name no tool",
        ),
        ("错误归属：{count} 个结果未注明工具，也没有记录的调用", "错误归属：有结果未注明工具"),
    ),
    "retrieval_after_input": (
        (
            "Contamination: {count} retrieved {count:doc stands|docs stand} after the user message "
            "({tokens} tokens)",
            "Contamination: retrieved docs stand after the user message",
        ),
        (
            "上下文污染：{count} 篇检索文档排在用户消息之后（{tokens} 个 token）",
            "上下文污染：检索文档排在用户消息之后",
        ),
    ),
    "json_cut": (
        (
            "{row}: {count} cut inside JSON data, {before} → {after} tokens; the largest cut {own_before} → "
            "{own_after}",
            "{row}: cut inside JSON data, {before} → {after} tokens",
            "cut inside JSON data",
        ),
        (
            "{row}：{count} 条在 JSON 数据内部被截断，{before} → {after} 个 token；最大的一处 {own_before} → "
            "{own_after}",
            "{row}：在 JSON 数据内部被截断，{before} → {after} 个 token",
            "在 JSON 数据内部被截断",
        ),
    ),
    "pairs_dropped": (
        (
            "{count} {count:item|items} left because the other half of the pair did ({tokens} tokens)",
            "items left because the other half of the pair did",
        ),
        ("{count} 条因成对的另一半被去掉而离开（{tokens} 个 token）", "有条目因成对的另一半被去掉而离开"),
    ),
    "results_left_out": (
        (
            "{count} of {of} calls stand with a note in place of their result ({tokens} tokens left out)",
            "calls stand with a note in place of their result",
        ),
        (
            "{of} 个调用中有 {count} 个只有占位，没有结果（省去 {tokens} 个 token）",
            "有调用只有占位，没有结果",
        ),
    ),
    "refused": (
        (
            "the API would refuse message {message}: {what}",
            "the API would refuse the request: {what}",
            "the API would refuse the request",
        ),
        ("API 会拒绝第 {message} 条消息：{what}", "API 会拒绝该请求：{what}", "API 会拒绝该请求"),
    ),
    "summary_of_summary": (
        (
            "Summary distortion: a summary stands for an earlier summary, and {missing} hard "
            "{missing:demand|demands} from before {missing:is|are} in the context no more",
            "Summary distortion: a summary stands for an earlier summary",
        ),
        (
            "摘要失真：摘要代替了更早的摘要，先前的 {missing} 条硬性要求已不在上下文中",
            "摘要失真：摘要代替了更早的摘要",
        ),
    ),
    "duplicates": (
        (
            "{count} {count:text stands|texts stand} in the context more than once: {tokens} tokens of "
            "copies, {share} %; the most costly {times} times, first here and again as {by}",
            "texts stand in the context more than once",
        ),
        (
            "{count} 段文本在上下文中重复出现：副本共 {tokens} 个 token，占 {share} %；"
            "最费的一段出现 {times} 次，首次在此，再次为 {by}",
            "有文本在上下文中重复出现",
        ),
    ),
    # How the budget is split.
    "retrieval_outweighs": (
        (
            "Contamination: retrieved docs hold {tokens} tokens, {share} % of the context, and the input "
            "{asked}",
            "Contamination: retrieved docs far outweigh the input",
        ),
        (
            "上下文污染：检索文档共 {tokens} 个 token，占上下文的 {share} %，而输入只有 {asked} 个",
            "上下文污染：检索文档远远超过输入",
        ),
    ),
    "caps_over_limit": (
        (
            "the caps add up to {total}, {over} over the limit of {limit}: full rows lose by tier",
            "the caps add up to more than the limit",
        ),
        (
            "各行上限合计 {total}，超出限额 {limit} 达 {over}：各行用满时按层级而非上限削减",
            "各行上限合计超出限额",
        ),
    ),
    "summary_not_made": (
        (
            "{row} hands what does not fit to a summary, and this profile makes none: {lost} "
            "{lost:item|items} dropped",
            "{row} hands what does not fit to a summary, and this profile makes none",
            "a row hands what does not fit to a summary, and this profile makes none",
        ),
        (
            "{row}把放不下的交给摘要，而此配置不做摘要：丢弃 {lost} 条",
            "{row}把放不下的交给摘要，而此配置不做摘要",
            "有行把放不下的交给摘要，而此配置不做摘要",
        ),
    ),
    "setting_unread": (
        (
            "{key} {value} is read by no stage of this profile",
            "a setting is read by no stage of this profile",
        ),
        ("{key} {value}：此配置的任何阶段都不读取", "有设置不被此配置的任何阶段读取"),
    ),
    "soft_limit_not_enforced": (
        (
            "window.soft_limit {value} is shown and never enforced: window.enforce_soft is off",
            "window.soft_limit is shown and never enforced",
        ),
        (
            "window.soft_limit {value} 只显示、不执行：window.enforce_soft 未开",
            "window.soft_limit 只显示、不执行",
        ),
    ),
    "soft_limit_missing": (
        ("window.enforce_soft is on, and no window.soft_limit is stated",),
        ("window.enforce_soft 已开，但未设 window.soft_limit",),
    ),
    "soft_limit_too_high": (
        (
            "window.soft_limit {value} is more than the window leaves: it never rules",
            "window.soft_limit is more than the window leaves",
        ),
        ("window.soft_limit {value} 高于窗口所余：永远不起作用", "window.soft_limit 高于窗口所余"),
    ),
    "reserve_without_size": (
        (
            "window.output_reserve {value} does nothing without window.size",
            "window.output_reserve does nothing without window.size",
        ),
        (
            "未设 window.size，window.output_reserve {value} 不起作用",
            "未设 window.size，window.output_reserve 不起作用",
        ),
    ),
    "buffer_without_limit": (
        ("window.buffer {value} does nothing without a limit", "window.buffer does nothing without a limit"),
        ("没有限额，window.buffer {value} 不起作用", "没有限额，window.buffer 不起作用"),
    ),
    "warning_too_late": (
        (
            "window.warn_at {value} is not below the limit of {limit}: it never warns in time",
            "window.warn_at is not below the limit",
        ),
        ("window.warn_at {value} 不低于限额 {limit}：总是来不及警告", "window.warn_at 不低于限额"),
    ),
    "relevance_without_order": (
        (
            "select.relevance {value} does nothing: no row is ordered by relevance",
            "select.relevance does nothing: no row is ordered by relevance",
        ),
        ("select.relevance“{value}”不起作用：没有按相关度排序的行", "select.relevance 不起作用"),
    ),
    "least_without_order": (
        (
            "select.min_relevance {value} does nothing: no row is ordered by relevance",
            "select.min_relevance does nothing: no row is ordered by relevance",
        ),
        ("select.min_relevance {value} 不起作用：没有按相关度排序的行", "select.min_relevance 不起作用"),
    ),
    "overflow_without_cap": (
        ("{row}: overflow {value} does nothing without a cap", "an overflow rule does nothing without a cap"),
        ("{row}：没有上限，超限时“{value}”不起作用", "没有上限，超限规则不起作用"),
    ),
    "elastic_without_cap": (
        ("{row}: elastic does nothing without a cap", "elastic does nothing without a cap"),
        ("{row}：没有上限，弹性不起作用", "没有上限，弹性不起作用"),
    ),
    "item_action_without_limit": (
        (
            "{row}: per_item_action {value} does nothing without per_item",
            "per_item_action does nothing without per_item",
        ),
        ("{row}：没有单条上限，单条超限时“{value}”不起作用", "没有单条上限，单条超限规则不起作用"),
    ),
    "ignored_unknown": (
        (
            "lint.ignore: there is no problem {code}; the nearest is {near}",
            "lint.ignore: there is no problem {code}",
            "lint.ignore names a problem that there is not",
        ),
        (
            "lint.ignore：没有问题 {code}，最接近的是 {near}",
            "lint.ignore：没有问题 {code}",
            "lint.ignore 中有不存在的问题",
        ),
    ),
    "cap_never_binds": (
        (
            "{row}: at most {most} of its cap of {cap} are asked for, over {looked} requests",
            "a cap never binds",
        ),
        ("{row}：{looked} 次请求中最多用到上限 {cap} 中的 {most}", "有上限从不起作用"),
    ),
    "no_cap_binds": (
        (
            "no cap binds in {looked} {looked:request|requests}: the largest context holds {largest} of "
            "{limit}",
            "no cap binds in {looked} {looked:request|requests}: the largest context holds {largest}",
            "no cap binds",
        ),
        (
            "{looked} 次请求中没有任何上限起作用：最大的上下文为 {largest}，限额 {limit}",
            "{looked} 次请求中没有任何上限起作用：最大的上下文为 {largest}",
            "没有任何上限起作用",
        ),
    ),
    # The rest.
    "rule_matches_nothing": (
        (
            "rule {number} of gather.rule matches nothing in the session: {pattern}",
            "a rule of gather.rule matches nothing in the session",
        ),
        ("gather.rule 的第 {number} 条规则在会话中没有匹配：{pattern}", "gather.rule 有规则在会话中没有匹配"),
    ),
    "figures_unread": (
        ("published figures that no code reads: {names}", "published figures that no code reads"),
        ("没有任何代码读取的发布数值：{names}", "没有任何代码读取的发布数值"),
    ),
    "counted_anew": (
        (
            "Repeated counting: an agent that counts its history anew at each request counts {naive} tokens "
            "at {looked} of the {of} requests alone, a sample; with a count cache it counts {once}",
            "Repeated counting: an agent that counts its history anew at each of {looked} requests counts "
            "{naive} tokens; with a count cache it counts {once}",
            "Repeated counting: the history is counted anew at each request",
        ),
        (
            "重复计数：若每次请求都重数历史，仅抽样的 {looked} 次（共 {of} 次）就共数 {naive} 个 token；"
            "有计数缓存则只数 {once} 个",
            "重复计数：若 {looked} 次请求每次都重数历史，共数 {naive} 个 token；有计数缓存则只数 {once} 个",
            "重复计数：每次请求都重数历史",
        ),
    ),
    "head_unstable": (
        (
            "{share} % of the tokens stay at the head from one request to the next (typically {typical}): a "
            "provider's cache reads the rest anew; broken mostly by {source}",
            "little stays at the head from one request to the next",
        ),
        (
            "相邻请求之间仅 {share} % 的 token 保持为相同开头（通常 {typical} 个），其余无法命中服务商缓存；"
            "多因{source}而中断",
            "相邻请求之间相同的开头很少",
        ),
    ),
}
