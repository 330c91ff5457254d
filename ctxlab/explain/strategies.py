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
    (Stage.SELECT, "layered"): (
        "Serves every row of the budget table, keeps calls and results together, holds all to the limit.",
        "逐行按预算表选取，保持调用与结果成对，并把总量控制在限额内。",
    ),
    (Stage.SELECT, "gssc-published"): (
        "Selects as the published system does: the caps alone, in a fixed order.",
        "按已发布系统选取：只看上限，顺序固定。",
    ),
    (Stage.SUMMARIZE, "extractive"): (
        "Summarises by quoting the sentences that matter most; offline, the same each time.",
        "摘录最要紧的句子作为摘要；离线，结果每次相同。",
    ),
    (Stage.SUMMARIZE, "none"): (
        "Makes no summaries: what was bound for one is dropped or cut, and says so.",
        "不做摘要：原本要摘要的内容会被丢弃或截断，并注明。",
    ),
    (Stage.SUMMARIZE, "gssc-published"): (
        "Summarises long items as the published system does.",
        "按已发布系统压缩过长的条目。",
    ),
    (Stage.CONSTRUCT, "layout"): (
        "Lays the context out as messages and counts the result exactly.",
        "把上下文排成消息并精确计数。",
    ),
    (Stage.CONSTRUCT, "gssc-published"): (
        "Builds the messages of the published system.",
        "按已发布系统拼装消息。",
    ),
}

#: What settings mean in Chinese, by key.
_SETTINGS: dict[str, str] = {
    "gather.compaction": "采用记录方自己的摘要，还是采用被它替换的原文。",
    "gather.key_facts": "是否把早先轮次中的硬性要求另列为关键事实。",
    "gather.rule": "按模式给条目指定其他来源，或将其排除的规则。",
    "select.pairs": "结果被丢弃时如何处理其调用：以一条说明代替结果，或连调用一起去掉。",
    "select.max_messages": "近期、历史与工具结果合计最多保留的消息数。",
    "summarize.max_tokens": "一份摘要最多的 tokens。",
    "summarize.max_item_tokens": "单个条目最多的 tokens，用于未自行设限的行。",
    "construct.layout": "消息如何排列：要紧的放在首尾、按时间顺序，或合成一段文本。",
    "construct.wire": "所建消息的线上格式；recorded 采用会话自己的格式。",
    "construct.language": "标题与标记文字的语言。",
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
