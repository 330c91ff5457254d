"""What is believed of a model's list of constraints: quotations that stand in the text, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.errors import ModelError
from ctxlab.llm.constraint_list import Doubt, Text, question, read_answer
from ctxlab.model.constraint import Kind, Tier
from ctxlab.model.marks import ConstraintMark

TEXTS = (
    Text("i1", "Find a hotel.\nPay at most\n3,000 yuan a night, please."),
    Text("i4", "不要红眼航班，最好靠窗。"),
)


def entry(text: object = 1, quote: object = "at most 3,000 yuan", kind: str = "budget", **more: Any) -> Any:
    return {"text": text, "quote": quote, "kind": kind, **more}


def test_a_quotation_is_found_whatever_blanks_part_its_words() -> None:
    found, doubted = read_answer(json.dumps([entry(), entry(2, "不要红眼航班", "prohibition")]), TEXTS)
    assert found == [
        ConstraintMark("i1", 18, 36, Kind.BUDGET),
        ConstraintMark("i4", 0, 6, Kind.PROHIBITION),
    ]
    assert doubted == []


def test_a_wish_is_soft() -> None:
    found, _ = read_answer(json.dumps([entry(2, "最好靠窗", "preference", tier="soft")]), TEXTS)
    assert [one.tier for one in found] == [Tier.SOFT]


@pytest.mark.parametrize(
    ("said", "doubt"),
    [
        (entry(quote="at most 5,000 yuan"), Doubt.NOT_SAID),
        (entry(quote="AT MOST 3,000 yuan"), Doubt.NOT_SAID),
        (entry(quote="  "), Doubt.NOT_SAID),
        (entry(2), Doubt.NOT_SAID),
        (entry(3), Doubt.NO_TEXT),
        (entry(0), Doubt.NO_TEXT),
        (entry(True), Doubt.NO_TEXT),
        (entry("1"), Doubt.NO_TEXT),
        (entry(kind="wish"), Doubt.NO_KIND),
        (entry(quote=None), Doubt.NO_ENTRY),
        ("at most 3,000 yuan", Doubt.NO_ENTRY),
    ],
)
def test_what_the_user_did_not_say_is_not_believed(said: object, doubt: Doubt) -> None:
    found, doubted = read_answer(json.dumps([said]), TEXTS)
    assert found == []
    assert [one.doubt for one in doubted] == [doubt]


def test_the_same_words_count_once() -> None:
    found, doubted = read_answer(json.dumps([entry(), entry(quote="3,000 yuan")]), TEXTS)
    assert len(found) == 1
    assert doubted == []


@pytest.mark.parametrize("answer", ["[]", " ```json\n[]\n``` ", "```\n[]```"])
def test_an_empty_list_is_an_answer(answer: str) -> None:
    assert read_answer(answer, TEXTS) == ([], [])


@pytest.mark.parametrize("answer", ["", "none", "{}", '"a"', "[", "Here they are: []", "[" * 100_000])
def test_anything_but_a_list_is_no_answer(answer: str) -> None:
    with pytest.raises(ModelError) as caught:
        read_answer(answer, TEXTS)
    assert caught.value.fault == "not_what_was_asked"


_KEYS = ["text", "quote", "kind"]
_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "quote", "kind"]), inner)
    ),
    max_leaves=8,
)


@given(st.lists(_DATA, max_size=5))
def test_whatever_a_model_answers_only_words_of_the_text_are_taken(data: list[Any]) -> None:
    found, doubted = read_answer(json.dumps(data), TEXTS)
    assert len(found) + len(doubted) <= len(data)
    for one in found:
        text = next(text.text for text in TEXTS if text.item == one.item)
        assert text[one.start : one.end].strip()


def test_the_question_holds_every_text_with_its_number() -> None:
    (_, system), (_, said) = question(TEXTS)
    assert all(kind in system for kind in Kind)
    assert said.index("[text 1]") < said.index("a hotel") < said.index("[text 2]") < said.index("红眼航班")
