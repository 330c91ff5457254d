from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.formats.traces.literals import opened_value, spoken_messages


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('"{\\"a\\": 1}"', {"a": 1}),
        ("{'a': None, 'b': (1, 2)}", {"a": None, "b": [1, 2]}),
        ("[{'role': 'user', 'content': \"it's\"}]", [{"role": "user", "content": "it's"}]),
        ('"said in quotes"', "said in quotes"),
        ('"not closed', '"not closed'),
        ("{'a': object()}", "{'a': object()}"),
        ("{'a': 'C:\\dir'}", {"a": "C:\\dir"}),
        ("(plain words)", "(plain words)"),
        ("{1, 2}", [1, 2]),
        ("12", "12"),
        ("", ""),
        (None, None),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_texts_that_hold_a_value_are_opened(text: Any, value: Any) -> None:
    assert opened_value(text) == value


def test_nesting_without_end_stays_text() -> None:
    deep = "(" * 5000
    assert opened_value(deep) == deep


@given(st.lists(st.tuples(st.sampled_from(["system", "user", "assistant"]), st.text("ab \n")), min_size=1))
def test_a_prompt_that_is_flattened_comes_back(messages: list[tuple[str, str]]) -> None:
    flat = "\n".join(f"{role}: {text}" for role, text in messages)
    assert [(one["role"], one["content"]) for one in spoken_messages(flat)] == messages


@given(st.text(alphabet="{[('\"\\}])ab1, :"))
def test_no_text_is_too_odd(text: str) -> None:
    opened_value(text)


def test_a_flattened_prompt_has_a_message_for_each_speaker() -> None:
    assert spoken_messages("System: be brief\nand kind\nHuman: a: b\n\nAI: c") == [
        {"role": "system", "content": "be brief\nand kind"},
        {"role": "user", "content": "a: b\n"},
        {"role": "assistant", "content": "c"},
    ]


@pytest.mark.parametrize("text", ["", "words", "words\nuser: a", "users: a"])
def test_other_texts_are_no_flattened_prompt(text: str) -> None:
    assert spoken_messages(text) == []
