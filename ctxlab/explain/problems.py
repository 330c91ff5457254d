"""Problems, their cures and the steps of an investigation in words, in English and Chinese."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from typing import Any

from ctxlab import explain
from ctxlab.explain.findings import finding
from ctxlab.explain.hints import hint
from ctxlab.explain.problem_words import PROBLEMS
from ctxlab.explain.rescue import rescue
from ctxlab.explain.wording import Wording, sentence_of
from ctxlab.model.decision import Stage
from ctxlab.model.diagnostics import Diagnostic
from ctxlab.model.items import Row, Source
from ctxlab.model.lint import REST, SNAPSHOT, SPLIT, Problem, Severity
from ctxlab.model.profile import Language
from ctxlab.model.rescue import Change, Rescue
from ctxlab.model.wire_view import Finding

Label = Callable[[str], str]

#: The order of investigation, in English and in Chinese.
STEPS: dict[int, tuple[str, str]] = {
    SNAPSHOT: ("1 What the model saw", "1 模型看到了什么"),
    SPLIT: ("2 How the budget is split", "2 预算如何分配"),
    REST: ("3 The rest", "3 其余"),
}
SEVERITIES: dict[Severity, tuple[str, str]] = {
    Severity.ERROR: ("error", "错误"),
    Severity.WARNING: ("warning", "警告"),
    Severity.NOTE: ("note", "提示"),
}
#: The sign that stands beside the colour.
SIGNS = {Severity.ERROR: "!", Severity.WARNING: "~", Severity.NOTE: "i"}

#: What settings of a row are called, in English and in Chinese.
_FIELDS: dict[str, tuple[str, str]] = {
    "cap": ("cap", "上限"),
    "overflow": ("overflow", "超限时"),
    "order": ("order", "顺序"),
    "tier": ("tier", "层级"),
    "max_items": ("max items", "最多条数"),
    "per_item": ("per item", "单条上限"),
    "per_item_action": ("per item action", "单条超限时"),
    "rounds": ("rounds", "轮数"),
    "elastic": ("elastic", "弹性"),
}
_CHOICES: dict[str, str] = {
    "keep": "保留",
    "stop": "停止",
    "skip": "跳过",
    "truncate": "截断",
    "compress": "压缩",
    "given": "原序",
    "newest": "最新优先",
    "oldest": "最早优先",
    "relevance": "相关度",
    "priority": "优先级",
}
_WORDS: dict[str, tuple[str, str]] = {
    "none": ("none", "无"),
    "on": ("on", "开"),
    "off": ("off", "关"),
    "change": ("{name} {before} → {after}", "{name} {before} → {after}"),
    "add": ("{name} {after}", "{name} {after}"),
    "field": ("{row} {field}", "{row}{field}"),
    "rule": ("a rule by which such text is {source}", "增加规则：此类文本归为{source}"),
    "recommended": ("the recommended strategies: {names}", "采用推荐策略：{names}"),
    "times": ("{text} ({count} times)", "{text}（{count} 次）"),
    "seen": ("{text} (at {count} requests)", "{text}（见于 {count} 次请求）"),
    "more": ("{text}; {count} more", "{text}；另有 {count} 处"),
}

#: The key of a change that adds a rule.
_RULE = "gather.rule"
#: So many strategies changed at once are named together.
_SEVERAL = 3


def problem(one: Problem, language: Language | str, *, label_of: Label | None = None) -> str:
    """What is wrong, as one plain sentence with its numbers; the item and the line are not in it.

    Args:
        one: The problem.
        language: `en` or `zh`.
        label_of: What to call an item of which the id is given; by default, its id.
    """
    numbers = dict(one.numbers)
    sentences = PROBLEMS.get(one.code)
    if sentences is None:
        text = explain.diagnostic(Diagnostic(one.code, one.item, _noticed(one)), language)
    else:
        wording = explain.wording_of(language)
        chinese = _is_chinese(language)
        values = {**_named(numbers, wording, chinese), "key": one.key}
        if one.code == "refused":
            values["what"] = finding(Finding(str(numbers.get("finding", "")), numbers=one.numbers), language)
        found = sentence_of(sentences[chinese], values.items(), wording, label_of=label_of)
        text = sentences[chinese][-1] if found is None else found
    for name in ("more", "times", "seen"):
        count = numbers.get(name)
        if isinstance(count, int) and count and (name != "times" or sentences is None):
            text = _say(name, language, text=text, count=f"{count:,}")
    return text


def known_codes() -> frozenset[str]:
    """The codes of all problems that there are words for."""
    return frozenset({*PROBLEMS, *explain.wording_of(Language.ENGLISH).diagnostics})


def advice(one: Problem, language: Language | str) -> str:
    """What can be done about a problem besides its cures; empty where there is nothing to say."""
    return "" if one.code in PROBLEMS else hint(Diagnostic(one.code, one.item), language)


def cure(changes: Iterable[Change], language: Language | str) -> str:
    """A cure in words: `history cap 1,200 → 2,024`."""
    told = list(changes)
    strategies = [one for one in told if one.key.endswith(".strategy")]
    parts: list[str] = []
    if len(strategies) >= _SEVERAL:
        names = _list((str(one.after) for one in strategies), language)
        parts.append(_say("recommended", language, names=names))
        told = [one for one in told if one not in strategies]
    parts = [_change(one, language) for one in told] + parts
    return _list(parts, language)


def cheapest(found: Rescue, language: Language | str, *, label_of: Label = str) -> str:
    """The best rescue of a lost must-keep, with what it costs: `key fact from i2 · +15 tokens`."""
    told, cost, *_ = rescue(found, language, label_of=label_of)
    return f"{told} · {cost}"


def setting(change: Change) -> str:
    """A change as one would type it: `set budget.history.cap = 2024`; the same in all languages."""
    if change.key == _RULE:
        return f"add {change.key} {change.after}"
    value = change.after
    text = "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"set {change.key} = {text}"


def step(number: int, language: Language | str) -> str:
    """The head of one step of an investigation."""
    return STEPS[number][_is_chinese(language)]


def severity(one: Severity, language: Language | str) -> str:
    """How much a problem matters, in one word."""
    return SEVERITIES[one][_is_chinese(language)]


def _is_chinese(language: Language | str) -> bool:
    return Language(language) is Language.CHINESE


def _say(key: str, language: Language | str, **values: str) -> str:
    return _WORDS[key][_is_chinese(language)].format_map(values)


def _list(parts: Iterable[str], language: Language | str) -> str:
    return explain.wording_of(language).joiner.join(parts)


def _noticed(one: Problem) -> tuple[tuple[str, int | float | str], ...]:
    """The numbers of the notice that a problem stands for."""
    return tuple(pair for pair in one.numbers if pair[0] not in ("line", "times", "seen"))


def _named(numbers: dict[str, Any], wording: Wording, chinese: bool) -> dict[str, Any]:
    """Rows, stages, sources and choices under their names in that language; all else as it is."""
    out = dict(numbers)
    row, stage, source = numbers.get("row"), numbers.get("stage"), numbers.get("source")
    if row in tuple(Row):
        out["row"] = wording.rows[Row(row)]
    if stage in tuple(Stage):
        out["stage"] = wording.stages[Stage(stage)]
    if source in tuple(Source):
        out["source"] = wording.sources[Source(source)]
    if chinese and numbers.get("value") in _CHOICES:
        out["value"] = _CHOICES[numbers["value"]]
    if "message" in out and not out["message"]:
        del out["message"]
    return out


def _change(one: Change, language: Language | str) -> str:
    if one.key == _RULE:
        rule: dict[str, Any] = tomllib.loads(f"rule = {one.after}")["rule"]
        source = explain.source(Source(rule["source"]), language)
        return _say("rule", language, source=source)
    values = {"name": _name(one.key, language), "after": _value(one.after, language)}
    return _say("change", language, before=_value(one.before, language), **values)


def _name(key: str, language: Language | str) -> str:
    section, _, rest = key.partition(".")
    row, _, field = rest.partition(".")
    if section != "budget" or field not in _FIELDS:
        return key
    words = _FIELDS[field][_is_chinese(language)]
    return _say("field", language, row=explain.row(Row(row), language), field=words)


def _value(value: str | int | float | bool | None, language: Language | str) -> str:
    match value:
        case None:
            return _say("none", language)
        case bool():
            return _say("on" if value else "off", language)
        case int():
            return f"{value:,}"
        case _:
            text = str(value)
            return _CHOICES.get(text, text) if _is_chinese(language) else text
