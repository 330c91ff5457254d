"""Problems, cures and steps in words, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from helpers.tree import PACKAGE

from ctxlab.explain import problems
from ctxlab.explain.problem_words import PROBLEMS
from ctxlab.explain.wording import fields_of
from ctxlab.model.lint import STEPS, Problem, Severity
from ctxlab.model.rescue import Change, Lever

#: A code where a problem is made: as the first thing in its parentheses, or chosen there.
CODE = re.compile(r"(?:Problem|Idle|IdleField)\(\s*\"([a-z_]+)\"(?: if \w+ else \"([a-z_]+)\")?")


def _codes() -> set[str]:
    text = "".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "analysis" / "lint").rglob("*.py"))
    return {code for pair in CODE.findall(text) for code in pair if code}


def test_each_code_in_the_source_is_worded_and_none_else() -> None:
    assert _codes() == set(PROBLEMS)
    assert {"must_keep_lost", "source_mixed", "soft_limit_missing"} <= _codes()


def test_both_languages_use_the_same_numbers_and_have_a_bare_sentence() -> None:
    for code, (english, chinese) in PROBLEMS.items():
        assert [fields_of(one) for one in english] == [fields_of(one) for one in chinese], code
        assert not fields_of(english[-1]) - {"looked"}, code


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_problem_without_numbers_still_reads(language: str) -> None:
    for code in PROBLEMS:
        words = problems.problem(Problem(code, Severity.NOTE), language)
        assert words
        assert "{" not in words


def test_numbers_rows_and_stages_are_in_the_words() -> None:
    numbers = (("label", "under 300"), ("stage", "select"), ("row", "history"), ("short", 1))
    lost = Problem("must_keep_lost", Severity.ERROR, numbers=numbers)
    assert problems.problem(lost, "en") == "“under 300” is lost in Select: history ends 1 token short of it"
    assert problems.problem(lost, "zh") == "“under 300”丢失于“选择”：历史对话差 1 个 token 放不下它"
    often = replace(lost, numbers=(*numbers, ("seen", 4)))
    assert problems.problem(often, "en").endswith("short of it (at 4 requests)")


@pytest.mark.parametrize(
    ("code", "english", "chinese"),
    [
        ("retrieval_outweighs", "Contamination", "上下文污染"),
        ("retrieval_after_input", "Contamination", "上下文污染"),
        ("demands_missing", "Broken meaning", "断义"),
        ("counted_anew", "Repeated counting", "重复计数"),
        ("summary_of_summary", "Summary distortion", "摘要失真"),
        ("speaker_changed", "Misattribution", "错误归属"),
        ("source_wrong", "Misattribution", "错误归属"),
    ],
)
def test_each_of_the_five_faults_is_named(code: str, english: str, chinese: str) -> None:
    one = Problem(code, Severity.WARNING)
    assert problems.problem(one, "en").startswith(f"{english}: ")
    assert problems.problem(one, "zh").startswith(f"{chinese}：")


def test_another_item_is_called_by_its_label() -> None:
    told = (("count", 1), ("tokens", 40), ("share", 9), ("by", "i7"), ("times", 2))
    one = Problem("duplicates", Severity.NOTE, item="i3", numbers=told)
    assert problems.problem(one, "en", label_of=lambda item: f"user ({item})").endswith("again as user (i7)")


def test_what_an_api_refuses_is_told_in_its_own_words() -> None:
    numbers = (("finding", "role_unknown"), ("message", 3), ("more", 2), ("role", "critic"))
    one = Problem("refused", Severity.ERROR, numbers=numbers)
    assert problems.problem(one, "en") == "the API would refuse message 3: there is no role critic; 2 more"
    whole = Problem(
        "refused", Severity.ERROR, numbers=(("finding", "no_messages"), ("message", 0), ("more", 0))
    )
    assert problems.problem(whole, "zh") == "API 会拒绝该请求：没有任何消息"


def test_a_notice_keeps_its_words_and_its_advice() -> None:
    numbers = (("limit", 8000), ("counted", 8500), ("over", 500), ("times", 2))
    one = Problem("over_limit", Severity.ERROR, numbers=numbers)
    assert problems.problem(one, "en") == "the context holds 8,500, 500 over its limit of 8,000 (2 times)"
    assert problems.advice(one, "en") == "lower the cap of a row, or let Summarize condense it"
    assert problems.advice(Problem("duplicates", Severity.NOTE), "en") == ""


def test_text_from_a_session_is_not_taken_for_a_template() -> None:
    one = Problem("must_keep_nowhere", Severity.ERROR, numbers=(("label", "{count} {0} {"),))
    assert "“{count} {0} {”" in problems.problem(one, "en")


def test_a_cure_is_told_as_what_changes() -> None:
    cap = Change(Lever.CAP, "budget.history.cap", 1200, 2024)
    facts = Change(Lever.KEY_FACT, "gather.key_facts", False, True)
    overflow = Change(Lever.OVERFLOW, "budget.tool_result.overflow", "stop", "compress")
    none = Change(Lever.CAP, "budget.history.cap", 1200, None)
    assert problems.cure([cap, facts], "en") == "history cap 1,200 → 2,024, gather.key_facts off → on"
    assert problems.cure([cap, facts], "zh") == "历史对话上限 1,200 → 2,024，gather.key_facts 关 → 开"
    assert problems.cure([overflow], "zh") == "工具结果超限时 停止 → 压缩"
    assert problems.cure([none], "en") == "history cap 1,200 → none"


def test_many_strategies_at_once_are_told_together() -> None:
    names = ("recorded", "layered", "extractive", "layout")
    keys = ("gather", "select", "summarize", "construct")
    cure = [
        Change(Lever.SETTING, f"{key}.strategy", "x", name) for key, name in zip(keys, names, strict=True)
    ]
    assert problems.cure(cure, "en") == "the recommended strategies: recorded, layered, extractive, layout"
    assert problems.cure(cure[:1], "en") == "gather.strategy x → recorded"


def test_a_cure_can_be_typed() -> None:
    assert (
        problems.setting(Change(Lever.CAP, "budget.history.cap", 1, 2500)) == "set budget.history.cap = 2500"
    )
    assert (
        problems.setting(Change(Lever.SETTING, "gather.key_facts", False, True))
        == "set gather.key_facts = true"
    )
    assert (
        problems.setting(Change(Lever.CAP, "budget.history.cap", 1, None)) == "set budget.history.cap = none"
    )
    rule = '{regex = "^Retrieved", source = "retrieved_doc"}'
    added = Change(Lever.SETTING, "gather.rule", None, rule)
    assert problems.setting(added) == f"add gather.rule {rule}"
    assert problems.cure([added], "en") == "a rule by which such text is retrieved doc"


def test_the_steps_stand_in_the_order_of_an_investigation() -> None:
    assert [problems.step(step, "en") for step in STEPS] == [
        "1 What the model saw",
        "2 How the budget is split",
        "3 The rest",
    ]
    assert problems.step(STEPS[0], "zh") == "1 模型看到了什么"
    assert problems.severity(Severity.ERROR, "zh") == "错误"
