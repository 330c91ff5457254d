"""What strategies do and what their settings mean, in both languages.

A setting's English words are the settings model's own; strategies and settings of other packages are told in
the words that they bring.
"""

from __future__ import annotations

from ctxlab.model.decision import Stage
from ctxlab.model.profile import Language
from ctxlab.model.stage_info import SettingInfo, StrategyInfo

#: What our own strategies do, in English and in Chinese.
_STRATEGIES: dict[tuple[Stage, str], tuple[str, str]] = {
    (Stage.GATHER, "recorded"): (
        "Takes everything recorded before the request, without what the recorder itself had replaced.",
        "取请求之前记录的全部内容，去掉记录方已替换的部分。",
    ),
    (Stage.GATHER, "gssc-published"): (
        "Gathers as the published system does: its sources, in its order.",
        "按已发布系统的来源与顺序收集。",
    ),
    (Stage.GATHER, "context-mode-published"): (
        "Gathers as the published context modes do: five source tags, nothing filtered, the mode not read.",
        "按已发布的上下文模式收集：五种来源标记，不过滤，也不读取模式。",
    ),
    (Stage.GATHER, "split-budget-published"): (
        "Gathers what the published split budget takes: prompt, history, retrieved text, tool results.",
        "收集已发布的分项预算所取的内容：提示、历史、检索内容、工具结果。",
    ),
    (Stage.GATHER, "hello-agents"): (
        "Gathers as HelloAgents does: query, instructions, history, and the rest as packets.",
        "按 HelloAgents 收集：问题、指令、历史，其余作为信息包。",
    ),
    (Stage.SELECT, "layered"): (
        "Serves every row of the budget table, keeps calls and results together, holds all to the limit.",
        "逐行按预算表选取，保持调用与结果成对，并把总量控制在限额内。",
    ),
    (Stage.SELECT, "gssc-published"): (
        "Selects as the published system does: the caps alone, in a fixed order.",
        "按已发布系统选取：只看上限，顺序固定。",
    ),
    (Stage.SELECT, "context-mode-published"): (
        "Selects as the published context modes do: one running total, the newest messages first.",
        "按已发布的上下文模式选取：一个累计总数，最新的消息在前。",
    ),
    (Stage.SELECT, "split-budget-published"): (
        "Selects as the published split budget does: the last messages and results, the first documents.",
        "按已发布的分项预算选取：最后几条消息和结果，最前几份文档。",
    ),
    (Stage.SELECT, "hello-agents"): (
        "Selects as HelloAgents does: instructions first, then packets by the words shared with the query.",
        "按 HelloAgents 选取：指令在前，再按与问题共有的词选信息包。",
    ),
    (Stage.SUMMARIZE, "extractive"): (
        "Summarises by quoting the sentences that matter most; offline, the same each time.",
        "摘录最要紧的句子作为摘要；离线，结果每次相同。",
    ),
    (Stage.SUMMARIZE, "none"): (
        "Makes no summaries: what was bound for one is dropped or cut, and says so.",
        "不做摘要：原本要摘要的内容会被丢弃或截断，并注明。",
    ),
    (Stage.SUMMARIZE, "model"): (
        "Takes summaries that a model wrote when you asked it to, and checks each against its source; a run "
        "never asks.",
        "采用你先前让模型写好的摘要，并逐一对照原文检查；运行时从不调用模型。",
    ),
    (Stage.SUMMARIZE, "gssc-published"): (
        "Summarises long items as the published system does.",
        "按已发布系统压缩过长的条目。",
    ),
    (Stage.SUMMARIZE, "context-mode-published"): (
        "Makes no summaries, as the published context modes do: all passes unchanged.",
        "与已发布的上下文模式一样不做摘要：全部原样通过。",
    ),
    (Stage.SUMMARIZE, "split-budget-published"): (
        "Compresses older messages and degrades in three levels as the published split budget does.",
        "按已发布的分项预算压缩较早的消息，并分三级降级。",
    ),
    (Stage.CONSTRUCT, "layout"): (
        "Lays the context out as messages and counts the result exactly.",
        "把上下文排成消息并精确计数。",
    ),
    (Stage.CONSTRUCT, "gssc-published"): (
        "Builds the messages of the published system.",
        "按已发布系统拼装消息。",
    ),
    (Stage.CONSTRUCT, "split-budget-published"): (
        "Builds the one text of the published split budget, by tiers, cut at the end of a section.",
        "按层级拼成已发布的分项预算的一段文本，从段尾截断。",
    ),
    (Stage.CONSTRUCT, "hello-agents"): (
        "Renders HelloAgents' template, then cuts the rendered text at the end of a line.",
        "先套用 HelloAgents 的模板，再在行尾截断所得文本。",
    ),
    (Stage.CONSTRUCT, "context-mode-published"): (
        "Builds the messages of the published context modes, the history newest first.",
        "按已发布的上下文模式拼装消息，历史中最新的在前。",
    ),
}

#: What settings mean in Chinese, by key.
_SETTINGS: dict[str, str] = {
    "gather.compaction": "采用记录方自己的摘要，还是采用被它替换的原文。",
    "gather.key_facts": "是否把早先轮次中的硬性要求另列为关键事实。",
    "gather.stated_facts": "是否把用户早先直接说明的情况（住处、限额等）列为关键事实，直到另有说明。",
    "gather.rule": "按模式给条目指定其他来源，或将其排除的规则。",
    "gather.fields": "工具的 JSON 结果保留哪些字段，最多多少行。",
    "gather.clean_docs": "是否去掉检索文档中的代码围栏、图片、分隔线与多余空行。",
    "select.pairs": "结果被丢弃时如何处理其调用：以一条说明代替结果，或连调用一起去掉。",
    "select.max_messages": "近期、历史与工具结果合计最多保留的消息数。",
    "select.relevance": "按相关度排序的行如何判断与用户消息的相关度：用记录的分数、共有的词（BM25），或语义"
    "（embeddings，需安装 semantic 附加组件）。",
    "select.min_relevance": "按相关度排序的行会丢弃相关度低于此百分比的内容；"
    "用 BM25 时是相对最佳匹配的百分比。",
    "summarize.max_tokens": "一份摘要最多的 token。",
    "summarize.max_item_tokens": "单个条目最多的 token，用于未自行设限的行。",
    "summarize.levels": "把一行中较早的消息按时间分成几份摘要：最新的一份最长，最旧的一份最先去掉。",
    "summarize.share": "全部摘要合计最多占限额的百分比。",
    "mode.use": "上下文的用途：不带检索的长对话、不带历史的单次问答，或两者混合；留空则不排除任何内容。",
    "mode.rule": "为每次请求选择模式的规则；以第一条符合的为准。",
    "summarize.model": "采用哪个模型的摘要；留空表示端点所用的模型。",
    "summarize.missing": "模型的摘要丢失原文的要求或数字时如何处理：在其下逐字附上、拒用，或只作显示。",
    "summarize.instructions": "对各来源的文本给模型的指示，代替内置指示；summary 一项用于合并多条消息。",
    "construct.layout": "消息如何排列：要紧的放在首尾、按时间顺序，或合成一段文本。",
    "construct.wire": "所建消息的线上格式；recorded 采用会话自己的格式。",
    "construct.language": "标题与标记文字的语言。",
    "construct.doc_heads": "是否在每篇检索文档上方写明来源与相关度。",
    "degrade.levels": "上下文超出限额时最多启用几级降级；0 为不降级。",
    "degrade.docs": "一级降级时保留的文档数。",
    "degrade.rounds": "二级降级时逐字保留的轮数；更早的并入摘要。",
}


def strategy(info: StrategyInfo, language: Language | str) -> str:
    """What a strategy does, in one sentence."""
    known = _STRATEGIES.get((info.stage, info.name))
    if known is None:
        return info.about
    return known[1] if Language(language) is Language.CHINESE else known[0]


def setting(info: SettingInfo, language: Language | str) -> str:
    """What a setting means, in one sentence; empty where nothing is said of it."""
    if Language(language) is Language.CHINESE:
        return _SETTINGS.get(info.key, info.about)
    return info.about


def not_offered(info: StrategyInfo, language: Language | str) -> str:
    """Why a strategy cannot simply be chosen; empty where it can."""
    if not info.external:
        return ""
    if Language(language) is Language.CHINESE:
        return "会调用模型：只在明确要求时运行"
    return "calls a model: runs only when asked to"
