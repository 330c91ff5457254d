from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from ctxlab.model.constraint import Kind, Tier
from ctxlab.paths import resource
from ctxlab.text.constraints.load import language
from ctxlab.text.constraints.rules import LANGUAGES, Asked, Extent

_KEYS = {
    "id",
    "kind",
    "tier",
    "negative",
    "words",
    "near",
    "then",
    "pattern",
    "whole",
    "listed",
    "follows",
    "head",
    "within",
    "sentence",
    "outside",
    "unless",
    "extent",
    "asked",
}


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(resource("rules", f"constraints-{name}.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_rule_file_says_nothing_but_what_its_form_knows(name: str) -> None:
    data = _data(name)
    assert set(data) <= {"schema", "language", "parts", "contexts", "marks", "stop", "rule"}
    assert data["schema"] == "ctxlab.constraints/1"
    assert data["language"] == name
    assert set(data["marks"]) <= {"soft", "firm", "question", "request", "silent", "begin", "lead"}
    assert all(set(stop) == {"pattern"} for stop in data["stop"])
    ids = [rule["id"] for rule in data["rule"]]
    assert len(ids) == len(set(ids))
    for rule in data["rule"]:
        assert set(rule) <= _KEYS
        assert rule["id"].startswith(f"{name}-")
        assert Kind(rule["kind"])
        assert Tier(rule.get("tier", "hard"))
        assert Extent(rule.get("extent", "clause"))
        assert Asked(rule.get("asked", "nothing"))


@pytest.mark.parametrize("name", LANGUAGES)
def test_words_are_in_lower_case_as_the_text_is(name: str) -> None:
    for rule in language(name).rules:
        assert rule.words or rule.head
        assert all(word == word.lower() and word.strip("*") == word.removesuffix("*") for word in rule.words)


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_expression_of_a_language_compiles(name: str) -> None:
    spoken = language(name)
    every = [*spoken.stops, spoken.scan, spoken.marks.soft, spoken.marks.firm, spoken.marks.question]
    every += [spoken.marks.request, spoken.marks.silent, spoken.marks.begin, spoken.marks.lead]
    for rule in spoken.rules:
        every += [
            rule.pattern,
            *rule.within,
            *rule.outside,
            *([rule.then] if rule.then else []),
            *([rule.head] if rule.head else []),
        ]
    for expression in every:
        assert expression.compiled.pattern == expression.source
        assert not re.search("@[a-z_]+@", expression.source)


def test_a_rule_without_a_pattern_looks_for_its_words() -> None:
    (rule,) = [one for one in language("en").rules if one.id == "en-asap"]
    assert rule.pattern.search("send it asap")
    assert not rule.pattern.search("asapx")


def test_forbidding_is_what_prohibitions_do_unless_a_rule_says_otherwise() -> None:
    for name in LANGUAGES:
        for entry, rule in zip(_data(name)["rule"], language(name).rules, strict=True):
            assert rule.negative == entry.get("negative", rule.kind is Kind.PROHIBITION)


def test_a_language_is_read_once() -> None:
    assert language("en") is language("en")
