"""What became of a constraint in a later text, in words: its verdict and why, in English and in Chinese."""

from __future__ import annotations

from ctxlab.model.constraint import Survival, Survived
from ctxlab.model.profile import Language

#: The verdicts, in English and in Chinese.
VERDICTS: dict[Survived, tuple[str, str]] = {
    Survived.VERBATIM: ("verbatim", "原文保留"),
    Survived.REWORDED: ("reworded", "换了说法"),
    Survived.UNSURE: ("unsure", "不确定"),
    Survived.WEAKENED: ("weakened", "被弱化"),
    Survived.CHANGED: ("changed", "被改变"),
    Survived.LOST: ("lost", "丢失"),
}

#: Reason code → the words in English and in Chinese, the richest first: the first whose values are known.
REASONS: dict[str, tuple[tuple[str, str], ...]] = {
    "same_words": (("it stands there word for word", "逐字保留"),),
    "other_words": (
        (
            "it is said in other words, with the same values and polarity",
            "用其他说法表达，数值与肯定否定不变",
        ),
    ),
    "not_the_words": (
        (
            "it is said in other words only, and the must-keep asks for these very words",
            "只有换了说法的表述，而必留项要求的是原话",
        ),
    ),
    "number": (("the number changed: {was} became {now}", "数字变了：{was} 变成 {now}"),),
    "unit": (("the unit changed: {was} became {now}", "单位变了：{was} 变成 {now}"),),
    "currency": (("the currency changed: {was} became {now}", "币种变了：{was} 变成 {now}"),),
    "bound_turned": (
        ("the bound is turned round: {was} and {now}", "界限的方向反了：{was} 与 {now}"),
        ("the bound is turned round", "界限的方向反了"),
    ),
    "polarity": (
        (
            "what was asked for is denied, or what was ruled out is not: {was} and {now}",
            "肯定与否定反了：{was} 与 {now}",
        ),
        ("what was asked for is denied, or what was ruled out is not", "肯定与否定反了"),
    ),
    "named_value": (("{was} became {now}", "{was} 变成 {now}"),),
    "superseded": (
        ("it was replaced later: {was} became {now}", "后来被取代：{was} 变成 {now}"),
        ("it was replaced later: {was} holds no longer", "后来被取代：{was} 不再有效"),
        ("it was replaced later", "后来被取代"),
    ),
    "bound_lost": (
        ("the bound is gone: {was} is only said as {now}", "界限没有了：{was} 只说成 {now}"),
        ("the bound is gone", "界限没有了"),
    ),
    "bound_added": (
        ("a plain value became a bound: {was} and {now}", "原为确定的值，现成了界限：{was} 与 {now}"),
        ("a plain value became a bound", "原为确定的值，现成了界限"),
    ),
    "force": (("it is only a wish now", "只剩下愿望的语气"),),
    "limited": (("it holds only mostly or partly now", "只在大体上或部分成立"),),
    "only_lost": (("others are no longer shut out", "不再排除其他"),),
    "exception_lost": (
        ("its exception is gone: {was}", "例外没有了：{was}"),
        ("its exception is gone", "例外没有了"),
    ),
    "exception_added": (
        ("an exception was added: {now}", "多了例外：{now}"),
        ("an exception was added", "多了例外"),
    ),
    "condition_lost": (
        ("its condition is gone: {was}", "条件没有了：{was}"),
        ("its condition is gone", "条件没有了"),
    ),
    "condition_added": (
        ("a condition was added: {now}", "多了条件：{now}"),
        ("a condition was added", "多了条件"),
    ),
    "narrower": (
        ("it covers less than before: {was} became {now}", "范围变窄了：{was} 变成 {now}"),
        ("it covers less than before: {was}", "范围变窄了：{was}"),
        ("it covers less than before, for {now} is added", "范围变窄了，多了 {now}"),
        ("it covers less than before", "范围变窄了"),
    ),
    "part_lost": (
        ("a part of it is gone: {was}", "其中一部分没有了：{was}"),
        ("a part of it is gone", "其中一部分没有了"),
    ),
    "value_lost": (
        ("its value is gone: {was}", "数值没有了：{was}"),
        ("its value is gone", "数值没有了"),
    ),
    "unsettled": (("it is spoken of, but not settled", "提到了，但没有定下来"),),
    "currency_missing": (
        ("the currency is missing: {was} is said as {now}", "没有币种：{was} 只说成 {now}"),
        ("the currency is missing", "没有币种"),
    ),
    "permitted": (("it is only permitted now", "只是允许，不再要求"),),
    "topic_only": (
        ("only its topic is there; {was} is not stated", "只提到了话题，没有说明 {was}"),
        ("only its topic is there", "只提到了话题"),
    ),
    "not_stated": (("nothing states it", "没有任何地方说到"),),
}


def survival(found: Survival, language: Language | str) -> str:
    """Why a constraint got its verdict, as one clause such as "the number changed: 3000 became 5000".

    An unknown code is told as it is.
    """
    place = Language(language) is Language.CHINESE
    for words in REASONS.get(found.reason, ()):
        text = words[place]
        if ("{was}" in text) <= bool(found.was) and ("{now}" in text) <= bool(found.now):
            # Both come from texts and may hold braces: they are filled in once, by name.
            return text.format_map({"was": found.was, "now": found.now})
    return found.reason.replace("_", " ")


def survived(verdict: Survived, language: Language | str) -> str:
    """A verdict in a word or two."""
    return VERDICTS[verdict][Language(language) is Language.CHINESE]
