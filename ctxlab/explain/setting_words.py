"""What the settings of a profile and their values are called, in English and in Chinese."""

from __future__ import annotations

from ctxlab.explain.en import EN
from ctxlab.explain.zh import ZH
from ctxlab.model.items import Row, Source
from ctxlab.model.profile import Language

#: What settings are called, in English and Chinese: those of a row by their field, all others by their key.
NAMES: dict[str, tuple[str, str]] = {
    "cap": ("cap", "上限"),
    "overflow": ("overflow", "超限时"),
    "order": ("order", "顺序"),
    "tier": ("tier", "层级"),
    "max_items": ("max items", "最多条数"),
    "per_item": ("limit of one item", "单条上限"),
    "per_item_action": ("items over their limit", "单条超限时"),
    "rounds": ("rounds", "轮数"),
    "elastic": ("elastic", "弹性"),
    "window.size": ("size", "窗口大小"),
    "window.soft_limit": ("soft limit", "软限额"),
    "window.enforce_soft": ("soft limit enforced", "强制软限额"),
    "window.buffer": ("buffer", "缓冲"),
    "window.output_reserve": ("output reserve", "输出预留"),
    "gather.compaction": ("what the recorder summarised", "记录方已摘要的内容"),
    "gather.key_facts": ("hard demands as key facts", "硬性要求列为关键事实"),
    "select.pairs": ("call of a dropped result", "结果被丢弃的调用"),
    "select.max_messages": ("max messages", "最多消息数"),
    "select.relevance": ("relevance told by", "相关度依据"),
    "select.min_relevance": ("least relevance", "最低相关度"),
    "summarize.strategy": ("summaries", "摘要方式"),
    "summarize.max_tokens": ("tokens of a summary", "单份摘要的 token 数"),
    "summarize.max_item_tokens": ("limit of one item", "单条上限"),
    "construct.layout": ("layout", "布局"),
    "gather.stated_facts": ("plain statements as key facts", "用户说明的情况列为关键事实"),
    "summarize.levels": ("levels of summaries", "摘要分级数"),
    "summarize.share": ("share of summaries", "摘要占比"),
    "mode.use": ("mode", "模式"),
    "mode.rule": ("mode", "模式"),
    "lint.ignore": ("problems not told", "不提示的问题"),
    "gather.clean_docs": ("noise of documents removed", "去掉文档的杂质"),
    "tokens.factor": ("percent that counts are taken times", "计数折算百分比"),
    "degrade.levels": ("levels of degradation", "降级级数"),
    "degrade.docs": ("documents kept when degraded", "降级时保留的文档数"),
    "degrade.rounds": ("rounds kept when degraded", "降级时保留的轮数"),
    "name": ("name", "名称"),
    "description": ("description", "说明"),
    "engine": ("engine version", "引擎版本"),
    "window.model": ("model", "模型"),
    "window.enforce": ("limit", "限额"),
    "window.warn_at": ("warning at", "提醒线"),
    "tokens.encoding": ("counted by", "计数方式"),
    "gather.strategy": ("strategy", "策略"),
    "gather.rule": ("source rules", "来源规则"),
    "gather.fields": ("fields of results", "结果保留的字段"),
    "select.strategy": ("strategy", "策略"),
    "summarize.model": ("model of summaries", "摘要所用模型"),
    "summarize.missing": ("what a summary lost", "摘要丢失的内容"),
    "construct.strategy": ("strategy", "策略"),
    "construct.wire": ("wire format", "线上格式"),
    "construct.language": ("language of headings", "标题语言"),
    "construct.doc_heads": ("line over each document", "文档上方的说明行"),
    "must_keep": ("must-keeps", "必留项"),
}

#: The values of choices, by the word that a profile's file has for them.
CHOICES: dict[str, tuple[str, str]] = {
    "keep": ("keep", "保留"),
    "stop": ("stop", "停止"),
    "skip": ("skip", "跳过"),
    "truncate": ("truncate", "截断"),
    "compress": ("compress", "压缩"),
    "given": ("given", "原序"),
    "newest": ("newest", "最新优先"),
    "oldest": ("oldest", "最早优先"),
    "relevance": ("relevance", "相关度"),
    "priority": ("priority", "优先级"),
    "recorded": ("as recorded", "按记录"),
    "originals": ("originals", "原文"),
    "bm25": ("shared words (BM25)", "共有的词（BM25）"),
    "embeddings": ("meaning (embeddings)", "语义（embeddings）"),
    "placeholder": ("placeholder", "占位"),
    "drop": ("drop", "丢弃"),
    "extractive": ("extractive", "摘录"),
    "none": ("none", "无"),
    "sandwich": ("sandwich", "首尾优先"),
    "chronological": ("chronological", "时间顺序"),
    "flat": ("flat", "单段文本"),
    "true": ("on", "开"),
    "false": ("off", "关"),
    "long": ("long", "长对话"),
    "single": ("single", "单次问答"),
    "mixed": ("mixed", "混合"),
}

#: Settings that hold a value for each source.
_BY_SOURCE: dict[str, tuple[str, str]] = {
    "window.unknown": ("estimate for {source}", "{source}的估计"),
    "summarize.instructions": ("instruction for {source}", "对{source}的指示"),
}

_WORDS: dict[str, tuple[str, str]] = {
    "none": ("none", "无"),
    "on": ("on", "开"),
    "off": ("off", "关"),
}


def name_of(key: str, language: Language | str) -> str:
    """What a setting is called, that of a row with the row; one that is not known goes by its key."""
    at = _column(language)
    section, *names = key.split(".")
    if section == "budget" and len(names) == 2 and names[0] in tuple(Row):
        row = (EN, ZH)[at].rows[Row(names[0])]
        return f"{row}{field_of(key, language)}" if at else f"{row} {field_of(key, language)}"
    return field_of(key, language)


def field_of(key: str, language: Language | str) -> str:
    """What a setting is called, that of a row without the row."""
    at = _column(language)
    table, _, last = key.rpartition(".")
    if table.startswith("budget."):
        return NAMES[last][at] if last in NAMES else last.replace("_", " ")
    if table in _BY_SOURCE and last in tuple(Source):
        return _BY_SOURCE[table][at].format(source=(EN, ZH)[at].sources[Source(last)])
    return NAMES[key][at] if key in NAMES else key


def value_words(value: str | int | float | bool | None, language: Language | str) -> str:
    """A value in words: numbers grouped, choices by their name."""
    at = _column(language)
    if value is None:
        return _WORDS["none"][at]
    if isinstance(value, bool):
        return _WORDS["on" if value else "off"][at]
    if isinstance(value, int | float):
        return f"{value:,}"
    return CHOICES[value][at] if value in CHOICES else str(value)


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0
