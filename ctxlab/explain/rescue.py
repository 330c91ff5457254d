"""Rescues in words: what is changed, what that costs, and what it does besides."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ctxlab.explain.en import EN
from ctxlab.explain.wording import Wording
from ctxlab.explain.zh import ZH
from ctxlab.model.items import Row
from ctxlab.model.profile import Language
from ctxlab.model.rescue import Change, Lever, Rescue, Rescues

Label = Callable[[str], str]
_Value = str | int | float | bool | None

#: More names than this are not told one by one.
_NAMED = 4

#: What settings are called, in English and Chinese: those of a row by their field, all others by their key.
_NAMES: dict[str, tuple[str, str]] = {
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
    "gather.clean_docs": ("noise of documents removed", "去掉文档的杂质"),
    "tokens.factor": ("percent that counts are taken times", "计数折算百分比"),
    "degrade.levels": ("levels of degradation", "降级级数"),
    "degrade.docs": ("documents kept when degraded", "降级时保留的文档数"),
    "degrade.rounds": ("rounds kept when degraded", "降级时保留的轮数"),
}

#: The values of choices, by the word that a profile's file has for them.
_CHOICES: dict[str, tuple[str, str]] = {
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

_WORDS: dict[str, tuple[str, str]] = {
    "none": ("none", "无"),
    "on": ("on", "开"),
    "off": ("off", "关"),
    "moved": ("{name} {before} → {after}", "{name} {before} → {after}"),
    "pin": ("pin {item}", "钉住 {item}"),
    "key_fact": ("key fact from {item}", "将 {item} 中的该句列为关键事实"),
    "rule": ("without the rule that excludes {before}", "去掉排除 {before} 的规则"),
    "and": (" and ", "，并且 "),
    "token": ("{cost} token", "{cost} 个 token"),
    "tokens": ("{cost} tokens", "{cost} 个 token"),
    "least": ("no smaller value does", "更小的值都不行"),
    "pushes_one": ("pushes out {items}", "挤出 {items}"),
    "pushes_out": ("pushes out {count} items: {items}", "挤出 {count} 条：{items}"),
    "suffers": ("loses {items}", "丢失 {items}"),
    "saves": ("brings back {items}", "找回 {items}"),
    "saves_stated": (
        "also brings back {items} (found, not marked)",
        "另找回 {items}（自动识别，未标为必留）",
    ),
    "heading": (
        "what keeps it, the best first, each shown by a run ({builds} made)",
        "能留住它的改动，最好的在前，每项都经一次运行证实（共 {builds} 次）",
    ),
    "nothing": ("no change of one setting or of two keeps it", "改动一项或两项设置都留不住"),
    "conflict": ("what cannot go holds its room: {items}", "占去空间又不能去掉的有：{items}"),
}


def change(one: Change, language: Language | str, *, label_of: Label = str) -> str:
    """One change, such as `history cap 8,000 → 8,002` or `pin assistant 6`; `label_of` names items."""
    at = _column(language)
    if one.lever is Lever.PIN or one.key == Lever.KEY_FACT.value:
        word = "pin" if one.lever is Lever.PIN else "key_fact"
        return _WORDS[word][at].format(item=label_of(str(one.after)))
    if one.key == "gather.rule":
        return _WORDS["rule"][at].format(before=one.before)
    before, after = (_value(value, at) for value in (one.before, one.after))
    return _WORDS["moved"][at].format(name=_name(one.key, at), before=before, after=after)


def setting(key: str, value: str, language: Language | str) -> str:
    """A setting and its value, both as a profile's file has them, in words such as `cap 1,200`."""
    at = _column(language)
    if value.isascii() and value.isdigit():
        return f"{_name(key, at)} {int(value):,}"
    told = choice(value, language)
    return f"{_name(key, at)}{told}" if at and not told.isascii() else f"{_name(key, at)} {told}"


def choice(word: str, language: Language | str) -> str:
    """The value of a choice, by the word that a profile's file has for it."""
    return str(_value(word, _column(language)))


def changes(found: Rescue, language: Language | str, *, label_of: Label = str) -> str:
    """All changes of a rescue in one phrase."""
    told = [change(one, language, label_of=label_of) for one in found.changes]
    return _WORDS["and"][_column(language)].join(told)


def rescue(
    found: Rescue,
    language: Language | str,
    *,
    label_of: Label = str,
    must_keep_of: Label = str,
    is_must_keep: Callable[[str], bool] = lambda _: True,
) -> tuple[str, ...]:
    """A rescue as phrases: its changes, its cost in tokens, and what it does besides.

    Args:
        found: The rescue.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
        must_keep_of: What to call a must-keep of which the id is given; by default, its id.
        is_must_keep: Whether that id is a must-keep's; demands that were found are told apart.
    """
    at, wording = _column(language), _wording(language)
    cost = _WORDS["token" if abs(found.tokens) == 1 else "tokens"][at].format(cost=f"{found.tokens:+,}")
    phrases = [changes(found, language, label_of=label_of), cost]
    if found.pushes_out:
        count = len(found.pushes_out)
        word = _WORDS["pushes_one" if count == 1 else "pushes_out"][at]
        phrases.append(word.format(count=f"{count:,}", items=_list(found.pushes_out, label_of, wording)))
    saved = [one for one in found.saves if is_must_keep(one)]
    besides = [one for one in found.saves if not is_must_keep(one)]
    for word, ids in (("suffers", found.suffers), ("saves", saved), ("saves_stated", besides)):
        if ids:
            phrases.append(_WORDS[word][at].format(items=_list(ids, must_keep_of, wording)))
    if found.least:
        phrases.append(_WORDS["least"][at])
    return tuple(phrases)


def heading(found: Rescues, language: Language | str) -> str:
    """What stands above the rescues."""
    return _WORDS["heading"][_column(language)].format(builds=f"{found.builds:,}")


def no_rescue(found: Rescues, language: Language | str, *, label_of: Label = str) -> tuple[str, ...]:
    """That nothing keeps a must-keep, and what stands against it, as phrases."""
    at = _column(language)
    phrases = [_WORDS["nothing"][at]]
    if found.conflict:
        items = _list(found.conflict, label_of, _wording(language))
        phrases.append(_WORDS["conflict"][at].format(items=items))
    return tuple(phrases)


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0


def _wording(language: Language | str) -> Wording:
    return ZH if Language(language) is Language.CHINESE else EN


def _name(key: str, at: int) -> str:
    """What a setting is called; one that is not known goes by its key."""
    section, *names = key.split(".")
    if section == "budget" and len(names) == 2 and names[0] in tuple(Row):
        row = (EN, ZH)[at].rows[Row(names[0])]
        field = _NAMES[names[1]][at] if names[1] in _NAMES else names[1].replace("_", " ")
        return f"{row}{field}" if at else f"{row} {field}"
    return _NAMES[key][at] if key in _NAMES else key


def _value(value: _Value, at: int) -> str:
    if value is None:
        return _WORDS["none"][at]
    if isinstance(value, bool):
        return _WORDS["on" if value else "off"][at]
    if isinstance(value, int | float):
        return f"{value:,}"
    return _CHOICES[value][at] if value in _CHOICES else value


def _list(ids: Sequence[str], label_of: Label, wording: Wording) -> str:
    """The first few names, and a sign where there are more."""
    shown = [label_of(one) for one in ids[:_NAMED]]
    return wording.joiner.join(shown if len(ids) <= _NAMED else [*shown, "…"])
