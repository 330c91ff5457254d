"""What counts as a plain statement, and what it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.plain_facts import PlainFact, plain_facts


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("I live in Berlin.", ["home"]),
        ("I’m living near the harbour now", ["home"]),
        ("I have moved to Hamburg.", ["home"]),
        ("My limit is 3000.", ["my limit"]),
        ("our travel budget is now 500 euros", ["my travel budget"]),
        ("My name is Ann.", ["my name"]),
        ("Please call me Ann.", ["my name"]),
        ("I'm 34 years old and I'm from Oslo.", ["origin", "age"]),
        ("My order number is A12 and my flight is on Monday.", ["my order number", "my flight"]),
        ("我住在上海。", ["home"]),
        ("我家住在上海", ["home"]),
        ("我叫小林。", ["my name"]),
        ("我的预算是3000元", ["my 预算"]),
        ("预算改了，我预算改成5000", ["my 预算"]),
        ("我今年34岁", ["age"]),
        ("我们一共4个人", ["party"]),
        ("What is my limit?", []),
        ("Is my order here", []),
        ("我的订单是周五到吗？", []),
        ("我是为了你", []),
        ("我认为不错", []),
        ("The plan is good.", []),
        ("", []),
    ],
)
def test_subjects(text: str, subjects: list[str]) -> None:
    assert [fact.subject for fact in plain_facts(text)] == subjects


def test_a_fact_is_its_sentence() -> None:
    text = "Hello there. I live in Berlin. Is that far?"
    assert plain_facts(text) == (PlainFact(13, 30, "home"),)
    assert text[13:30] == "I live in Berlin."


@given(st.text(max_size=200))
def test_any_text_is_taken(text: str) -> None:
    for fact in plain_facts(text):
        assert 0 <= fact.start < fact.end <= len(text)
        assert fact.subject
