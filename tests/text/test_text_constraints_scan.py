from __future__ import annotations

from dataclasses import replace

import pytest

from ctxlab.text.constraints.load import language
from ctxlab.text.constraints.rules import Language, Rule
from ctxlab.text.constraints.scan import places, scan_source, words_of
from ctxlab.text.expression import Expression

_ANY = language("en").rules[0]


def rule(name: str, *words: str, then: str = "") -> Rule:
    return replace(_ANY, id=name, words=words, then=Expression(then) if then else None)


def spoken(*rules: Rule, name: str = "en") -> Language:
    scan = Expression(scan_source(name, rules))
    return replace(language(name), rules=rules, scan=scan, words=words_of(rules), looks={})


def found(text: str, *rules: Rule, name: str = "en") -> list[tuple[int, list[str]]]:
    return [(one.start, [of.id for of in one.rules]) for one in places(text, spoken(*rules, name=name))]


def test_a_word_leads_to_its_rules_where_it_stands_as_a_whole() -> None:
    rules = (rule("a", "must"), rule("b", "must", "never"))
    assert found("you must never, mustard", *rules) == [(4, ["a", "b"]), (9, ["b"])]
    assert found("amust nevermore", *rules) == []


def test_a_star_leaves_the_end_of_a_word_open() -> None:
    assert found("allergic, allergy", rule("a", "allerg*")) == [(0, ["a"]), (10, ["a"])]


def test_a_longer_word_leads_to_the_rules_of_those_that_it_begins_with() -> None:
    rules = (rule("short", "do not"), rule("long", "do not want"), rule("open", "do*"))
    assert found("do not want", *rules) == [(0, ["open", "short", "long"])]
    assert found("do nothing", *rules) == [(0, ["open"])]
    assert found("do not", *rules) == [(0, ["open", "short"])]


def test_words_that_share_letters_are_all_found() -> None:
    rules = (rule("a", "no more"), rule("b", "more than"))
    assert found("no more than", *rules) == [(0, ["a"]), (3, ["b"])]


def test_what_must_follow_is_looked_for_behind_the_word() -> None:
    rules = (rule("n", "under", then=r"\s\d"), rule("c", "under", then=r"\s\$"), rule("w", "in"))
    assert found("under 5", *rules) == [(0, ["n"])]
    assert found("under $5", *rules) == [(0, ["c"])]
    assert found("under it in", *rules) == [(9, ["w"])]


def test_chinese_words_need_no_borders() -> None:
    assert found("请不要去", rule("a", "不要"), rule("b", "不要去", "去"), name="zh") == [
        (1, ["a", "b"]),
        (3, ["b"]),
    ]


@pytest.mark.parametrize("name", ["en", "zh"])
def test_every_word_of_the_shipped_rules_is_found_where_nothing_need_follow(name: str) -> None:
    shipped = language(name)
    for one in shipped.rules:
        for word in one.words:
            if one.then is None and not one.near:
                text = word.removesuffix("*")
                assert one in places(text, shipped)[0].rules, (one.id, word)
