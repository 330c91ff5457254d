"""All differences of two profiles in words, a line each."""

from __future__ import annotations

from ctxlab.gui.edit_words import difference_lines
from ctxlab.model.profile import Profile

BASE = Profile().set("budget.history.cap", 8000).set("window.size", 128_000)


def test_the_same_profile_has_no_lines() -> None:
    assert difference_lines(BASE, BASE.set("window.size", 128_000), "en") == []


def test_names_and_descriptions_are_no_settings() -> None:
    assert difference_lines(BASE, BASE.set("name", "other").set("description", "words"), "en") == []


def test_every_setting_has_a_line_with_both_values() -> None:
    after = (
        BASE.set("budget.history.cap", 9000)
        .set("budget.history.overflow", "skip")
        .set("budget.history.max_items", 5)
        .set("window.enforce_soft", True)
        .set("window.model", "gpt-4o")
        .set("construct.layout", "flat")
        .set("mode.use", "single")
    )
    assert difference_lines(BASE, after, "en") == [
        "history cap 8,000 → 9,000",
        "history overflow keep → skip",
        "history max items — → 5",
        "window.model — → gpt-4o",
        "window.enforce_soft off → on",
        "construct.layout sandwich → flat",
        "mode.use — → single",
    ]


def test_rules_that_come_and_go_are_told_apart() -> None:
    before = BASE.set("must_keep", [{"text": "a"}, {"text": "b"}])
    after = BASE.set("must_keep", [{"text": "b"}, {"regex": "c+"}])
    assert difference_lines(before, after, "en") == ["must keep: without text a", "must keep: with regex c+"]
    turned = BASE.set("must_keep", [{"text": "b"}, {"text": "a"}])
    assert difference_lines(before, turned, "en") == ["must keep: another order"]


def test_unknown_sources_and_published_figures() -> None:
    after = BASE.set("window.unknown.system_prompt", 900).set("published.level", 3)
    assert difference_lines(BASE, after, "en") == [
        "window.unknown.system_prompt — → 900",
        "published.level — → 3",
    ]


def test_chinese_names_the_rows_so() -> None:
    (line,) = difference_lines(BASE, BASE.set("budget.history.cap", 9000), "zh")
    assert line.endswith("8,000 → 9,000")
    assert not line.startswith("history")
