"""By what two profiles differ, in words with what that means, in English and Chinese.

`in_words(differences(a, b), language) -> tuple[Part, ...]` groups the differences by row and by part of the
profile; each `Part` has a `title` and `lines`, each `Line` the `key` of its setting and a `text`. `flat`
gives the same as single lines. The differences are those of `model.profile_diff`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel

from ctxlab.explain.en import EN
from ctxlab.explain.setting_words import CHOICES, field_of, value_words
from ctxlab.explain.source_rules import rule_words
from ctxlab.explain.zh import ZH
from ctxlab.model.decision import Stage
from ctxlab.model.items import Row
from ctxlab.model.profile import GatherRule, Language
from ctxlab.model.profile_diff import ORDER, Difference, row_of

#: What the values of settings mean: by the field of a row, or by the key, then by the value in the file.
_MEANINGS: dict[str, dict[str, tuple[str, str]]] = {
    "overflow": {
        "keep": ("keeps what does not fit, over its cap", "放不下的也保留，超出上限"),
        "stop": ("stops at the first that does not fit", "到第一条放不下的为止"),
        "skip": ("skips what does not fit", "跳过放不下的"),
        "truncate": ("cuts what does not fit", "截断放不下的"),
        "compress": ("summarises what does not fit", "把放不下的并入摘要"),
    },
    "order": {
        "given": ("as given", "原序"),
        "newest": ("the newest first", "最新的在前"),
        "oldest": ("the oldest first", "最早的在前"),
        "relevance": ("the most relevant first", "最相关的在前"),
        "priority": ("the highest priority first", "优先级最高的在前"),
    },
    "tier": {
        "1": ("1, never cut for the limit", "1，不因限额而删减"),
        "2": ("2, kept if possible", "2，尽量保留"),
        "3": ("3, cut first", "3，最先删减"),
    },
    "per_item_action": {"truncate": ("are cut", "截断"), "compress": ("are summarised", "摘要")},
    "elastic": {
        "true": ("may also use what other rows leave free", "还可用其他行的余量"),
        "false": ("keeps to its cap", "只用自己的上限"),
    },
    "window.enforce": {"true": ("is kept", "必须遵守"), "false": ("may be exceeded", "可以超出")},
    "gather.compaction": {
        "recorded": ("its summaries stand", "采用其摘要"),
        "originals": ("the originals are taken", "采用原文"),
    },
    "select.pairs": {
        "placeholder": ("stays, with a note in the result's place", "保留，以一条说明代替结果"),
        "drop": ("goes too", "一并去掉"),
    },
    "summarize.missing": {
        "append": ("is put under it word for word", "在其下逐字附上"),
        "refuse": ("makes the summary refused", "则拒用该摘要"),
        "show": ("is only shown", "只作显示"),
    },
    "construct.layout": {
        "sandwich": ("what matters first and last", "要紧的放在首尾"),
        "chronological": ("in time order", "按时间顺序"),
        "flat": ("as one text", "合成一段文本"),
    },
    "mode.use": {
        "": ("nothing is left out", "不排除任何内容"),
        "long": ("long talk, without retrieved documents", "长对话，不带检索文档"),
        "single": ("a single question, without history", "单次问答，不带历史"),
        "mixed": ("both mixed", "两者混合"),
    },
}

#: Settings whose values are somebody's own words.
_VERBATIM = ("name", "description", "engine", "window.model", "summarize.model", "tokens.encoding")
_OWN_WORDS = ("published.", "summarize.instructions.")

#: Settings in tokens: of these it is told by how much they differ.
_TOKENS = (
    *("size", "soft_limit", "warn_at", "output_reserve", "buffer"),
    *("per_item", "max_tokens", "max_item_tokens"),
)

_TITLES: dict[str, tuple[str, str]] = {
    "": ("profile", "配置"),
    "window": ("window", "窗口"),
    "tokens": ("counting", "计数"),
    "budget": ("budget table", "预算表"),
    "mode": ("mode", "模式"),
    "degrade": ("degradation", "降级"),
    "lint": ("problems", "问题"),
    "must_keep": ("must-keeps", "必留项"),
    "published": ("published figures", "公布的数值"),
}

_WORDS: dict[str, tuple[str, str]] = {
    "moved": ("{name}: {before} → {after}", "{name}：{before} → {after}"),
    "more": ("{name}: {before} → {after} ({by} more)", "{name}：{before} → {after}（多 {by}）"),
    "less": ("{name}: {before} → {after} ({by} less)", "{name}：{before} → {after}（少 {by}）"),
    "cap_more": ("may use {by} more ({before} → {after})", "可多用 {by}（{before} → {after}）"),
    "cap_less": ("may use {by} less ({before} → {after})", "可用的少了 {by}（{before} → {after}）"),
    "cap_new": ("may use {after}; it had no cap", "至多可用 {after}，原先没有上限"),
    "cap_gone": ("has no cap any more; it was {before}", "不再有上限，原为 {before}"),
    "token": ("{count} token", "{count} 个 token"),
    "tokens": ("{count} tokens", "{count} 个 token"),
    "with": ("{name}: with {rule}", "{name}：增加 {rule}"),
    "without": ("{name}: without {rule}", "{name}：去掉 {rule}"),
    "with_bare": ("with {rule}", "增加 {rule}"),
    "without_bare": ("without {rule}", "去掉 {rule}"),
    "turned": ("{name}: in another order", "{name}：顺序不同"),
    "turned_bare": ("in another order", "顺序不同"),
    "rows": ("the order of the rows: {after}", "各行的顺序：{after}"),
    "flat": ("{title}: {text}", "{title}：{text}"),
}

_LONGEST = 80


@dataclass(frozen=True, slots=True)
class Line:
    """What one setting differs by: its key, and a text that makes sense under its part's title."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A row, or another part of a profile, with what differs in it. `name` is the same in all languages."""

    name: str
    title: str
    lines: tuple[Line, ...]


def in_words(found: Iterable[Difference], language: Language | str) -> tuple[Part, ...]:
    """The differences by part of the profile, in the order of the profile."""
    parts: dict[str, list[Line]] = {}
    for one in found:
        lines = parts.setdefault(_part(one.key), [])
        lines += (Line(one.key, text) for text in _texts(one, language))
    return tuple(Part(name, _title(name, language), tuple(lines)) for name, lines in parts.items())


def flat(found: Iterable[Difference], language: Language | str) -> tuple[str, ...]:
    """The differences as lines that make sense by themselves: `history: may use 4,000 tokens less`."""
    template = _word("flat", language)
    return tuple(
        template.format(title=part.title, text=line.text)
        for part in in_words(found, language)
        for line in part.lines
    )


def _part(key: str) -> str:
    row = row_of(key)
    if row is not None:
        return f"budget.{row}"
    if key == ORDER:
        return "budget"
    section, dot, _ = key.partition(".")
    return section if dot or key in _TITLES else ""


def _title(name: str, language: Language | str) -> str:
    at = _column(language)
    wording = (EN, ZH)[at]
    row = row_of(f"{name}.cap")
    if row is not None:
        return wording.rows[row]
    return wording.stages[Stage(name)] if name in tuple(Stage) else _TITLES.get(name, (name, name))[at]


def _texts(one: Difference, language: Language | str) -> Iterator[str]:
    """What one difference means; of lists of rules, each rule that came or went."""
    wording = (EN, ZH)[_column(language)]
    if one.key == ORDER and not isinstance(one.after, str):
        rows = (wording.rows[row] for row in cast("tuple[Row, ...]", one.after))
        yield _word("rows", language).format(after=wording.joiner.join(rows))
    elif isinstance(one.before, tuple) or isinstance(one.after, tuple):
        yield from _rules(one, language)
    elif row_of(one.key) is not None and one.key.endswith(".cap") and _are_counts(one.before, one.after):
        yield _cap(cast("int | None", one.before), cast("int | None", one.after), language)
    else:
        yield _moved(one, language)


def _are_counts(*values: object) -> bool:
    """Whether they are what a file may state for a cap; provenance may tell of anything."""
    return all(value is None or isinstance(value, int) for value in values)


def _cap(before: int | None, after: int | None, language: Language | str) -> str:
    if after is None:
        return _word("cap_gone", language).format(before=_tokens(before or 0, language))
    if before is None:
        return _word("cap_new", language).format(after=_tokens(after, language))
    word = _word("cap_more" if after > before else "cap_less", language)
    return word.format(by=_tokens(abs(after - before), language), before=f"{before:,}", after=f"{after:,}")


def _moved(one: Difference, language: Language | str) -> str:
    field = one.key.rpartition(".")[2]
    published = one.key.startswith("published.")
    name = _short(field) if published else field_of(one.key, language)
    values = {
        "name": name,
        "before": _value(one.key, one.before, language),
        "after": _value(one.key, one.after, language),
    }
    known = type(one.before) is int and type(one.after) is int and not published
    if known and (field in _TOKENS or one.key.startswith("window.unknown.")):
        by = _tokens(abs(one.after - one.before), language)
        return _word("more" if one.after > one.before else "less", language).format(by=by, **values)
    return _word("moved", language).format(**values)


def _value(key: str, value: Any, language: Language | str) -> str:
    meanings = _MEANINGS.get(key.rpartition(".")[2] if row_of(key) is not None else key, {})
    stated = str(value).lower() if isinstance(value, bool | int) else value
    if stated in meanings:
        return meanings[stated][_column(language)]
    if value is None or value == "":
        return value_words(None, language)
    if isinstance(value, str):
        verbatim = key in _VERBATIM or key.startswith(_OWN_WORDS) or value not in CHOICES
        return _short(value) if verbatim else value_words(value, language)
    return value_words(value, language)


def _rules(one: Difference, language: Language | str) -> Iterator[str]:
    bare = "_bare" if one.key == "must_keep" else ""
    name = field_of(one.key, language)
    before, after = one.before or (), one.after or ()
    gone = [rule for rule in before if rule not in after]
    new = [rule for rule in after if rule not in before]
    for word, rules in (("without", gone), ("with", new)):
        for rule in rules:
            yield _word(f"{word}{bare}", language).format(name=name, rule=_rule(rule, language))
    if not gone and not new:
        yield _word(f"turned{bare}", language).format(name=name)


def _rule(rule: Any, language: Language | str) -> str:
    if isinstance(rule, GatherRule):
        return rule_words(rule, Language(language).value)
    stated = rule.model_dump(mode="json", exclude_defaults=True) if isinstance(rule, BaseModel) else rule
    pairs = (f"{key.replace('_', ' ')} {_short(str(value))}" for key, value in stated.items())
    return (EN, ZH)[_column(language)].joiner.join(pairs)


def _short(text: str) -> str:
    told = json.dumps(text, ensure_ascii=False)[1:-1].replace(r"\"", '"')
    return told if len(told) <= _LONGEST else told[: _LONGEST - 1] + "…"


def _tokens(count: int, language: Language | str) -> str:
    return _word("token" if count == 1 else "tokens", language).format(count=f"{count:,}")


def _word(key: str, language: Language | str) -> str:
    return _WORDS[key][_column(language)]


def _column(language: Language | str) -> int:
    return 1 if Language(language) is Language.CHINESE else 0
