from __future__ import annotations

from decimal import Decimal

import pytest
from helpers.bug_cases import contents
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.constraint import Comparator, Kind, Tier
from ctxlab.text.constraints import find_constraints
from ctxlab.text.constraints.find import lower_case
from ctxlab.text.sentences import sentences


def said(text: str) -> list[str]:
    return [one.text for one in find_constraints(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("预算三千以内", "budget"),
        ("不吃辣", "health"),
        ("不要2号吊车", "prohibition"),
        ("禁止A区停车", "prohibition"),
        ("必须3人在场", "requirement"),
        ("最多5吨", "limit"),
        ("方案必须在周五下午五点之前交给我", "deadline"),
        ("Never add a co-author line", "prohibition"),
        ("do not touch the migrations", "prohibition"),
        ("Stop suggesting sushi places", "prohibition"),
        ("Output must be Markdown", "format"),
        ("Always cite the source with a link", "requirement"),
        ("At least two reviewers are required", "limit"),
        ("at most 3000", "limit"),
        ("7 kg max", "limit"),
        ("my budget is $900 all in", "budget"),
        ("I'm allergic to peanuts", "health"),
        ("Reply in Spanish", "format"),
    ],
)
def test_a_constraint_is_found_whole_with_its_kind_whatever_ends_it(text: str, kind: str) -> None:
    for ending in ("", "。" if text > "\u2e80" else "."):
        (found,) = [one for one in find_constraints(text + ending) if one.hard]
        assert found.kind == kind
        assert found.end == len(text)
        assert found.text == text[found.start :]
        assert found.sentence == (0, len(text + ending))


def test_each_clause_is_a_constraint_of_its_own() -> None:
    (text,) = contents("B119_zh_constraints.json")
    assert said(text) == ["不要2号吊车", "禁止A区停车", "必须3人在场", "最多5吨"]


def test_spans_are_code_points_also_after_emoji() -> None:
    (text,) = contents("B163_emoji_offsets.json")
    assert said(text) == ["must not exceed 5 t"]


def test_a_constraint_takes_its_condition_and_exception_along() -> None:
    assert said("If you deploy on Friday, never touch the database.") == [
        "If you deploy on Friday, never touch the database"
    ]
    assert said("Never deploy on Friday, unless I say so.") == ["Never deploy on Friday, unless I say so"]
    assert said("如果下雨，不要去海边。") == ["如果下雨，不要去海边"]


def test_bullets_and_numbers_of_lists_are_no_part_of_a_constraint() -> None:
    text = "Rules:\n- Never push to main\n2. Do not use tabs\n* 禁止停车"
    assert said(text) == ["Never push to main", "Do not use tabs", "禁止停车"]


def test_a_question_states_a_constraint_where_it_asks_for_a_deed_or_searches() -> None:
    assert said("Can you find a flight for at most 3000 euros?") == ["for at most 3000 euros"]
    assert said("Are there any hotels for less than $80?") == ["for less than $80"]
    assert said("Should it never stop?") == []
    assert said("Why must it be Markdown?") == []
    assert said("有人均最多四十块的餐馆吗？") == ["有人均最多四十块的餐馆吗"]


def test_code_logs_and_output_state_nothing() -> None:
    fenced = "Never push.\n```\n# never commit\nassert x, 'must not be empty'\n```\nDo not use tabs."
    assert said(fenced) == ["Never push", "Do not use tabs"]
    output = "<local-command-stdout>You must not retry\nNever retry\n</local-command-stdout>\nDo not wait."
    assert said(output) == ["Do not wait"]
    assert said("2026-01-02 10:11:12 WARN workers must not exceed 5") == []
    assert said("> Never do that again.\nOk.") == []


def test_words_that_are_only_spoken_about_state_nothing() -> None:
    assert said('Translate "do not enter the room" to French.') == []
    assert said('I get the error "value must not be empty" here.') == []
    assert said("Act as a guide. My first request is “I need a trip for at most 300 euros.”") == [
        "for at most 300 euros"
    ]


def test_a_line_of_data_is_no_sentence_that_somebody_said() -> None:
    data = "0123456789abcdef" * 200
    assert said(data) == []
    assert said(f"Do not touch the key {data}") == ["Do not touch the key"]


def test_a_constraint_in_a_run_of_text_without_a_stop_is_found() -> None:
    assert said("请不要修改数据库，" + "啊哈哦嗯" * 700) == ["不要修改数据库"]
    assert said("说明，" * 900 + "请不要修改数据库，" + "说明，" * 900) == ["不要修改数据库"]
    (one,) = find_constraints("so we went on " * 200 + ", do not open the gate, " + "and on and on " * 200)
    assert one.text == "do not open the gate"
    assert one.sentence[1] - one.sentence[0] <= 500


def test_a_run_of_constraints_without_end_is_cut_off() -> None:
    assert 0 < len(find_constraints("do not open the gate, " * 5_000)) < 5_000


def test_values_in_the_span_come_with_the_constraint() -> None:
    text = "Thanks! Find a hotel for less than $120 a night, in May 2026. Do not book it."
    budget, prohibition = [one for one in find_constraints(text) if one.kind is not Kind.DEADLINE]
    (value,) = budget.values
    assert text[value.start : value.end].endswith("$120")
    assert (value.comparator, value.number, value.unit) == (Comparator.BELOW, Decimal(120), "USD")
    assert prohibition.values == ()


def test_what_is_forbidden_or_excluded_is_not_positive() -> None:
    assert [one.positive for one in find_constraints("Do not use tabs. Always use spaces.")] == [False, True]
    (excluded,) = find_constraints("Fix it without changing the tests.")
    assert not excluded.positive


def test_a_wish_is_soft_and_only_beats_a_wish() -> None:
    tiers = {
        "I'd prefer not to cancel the order.": Tier.SOFT,
        "Ideally it should have a pool.": Tier.SOFT,
        "It should have a pool.": Tier.HARD,
        "It should have a pool, if possible.": Tier.SOFT,
        "Try to include at least one example.": Tier.SOFT,
        "Include at least one example.": Tier.HARD,
        "It would be nice if you could only use stdlib.": Tier.HARD,
        "我希望您只回答最终金额。": Tier.HARD,
        "最好便宜一点。": Tier.SOFT,
    }
    for text, tier in tiers.items():
        assert {one.tier for one in find_constraints(text)} == {tier}, text


def test_the_rule_that_decides_the_kind_is_named_first() -> None:
    (found,) = find_constraints("Make sure it arrives by Friday.")
    assert (found.kind, found.rules[0]) == (Kind.DEADLINE, "en-by")
    assert "en-make-sure" in found.rules


def test_text_without_any_is_nothing() -> None:
    assert find_constraints("") == ()
    assert find_constraints("Thank you, that is a lovely photo of the bridge.") == ()


def test_lower_case_keeps_every_character_at_its_place() -> None:
    assert lower_case("Don’t SHOUT") == "don't shout"
    # a capital I with a dot above has two characters in lower case
    text = "İ MUST NOT"
    assert len(lower_case(text)) == len(text)
    assert said("İİİ: you MUST NOT go.") == ["you MUST NOT go"]


@given(
    st.lists(
        st.sampled_from(
            [
                "never ",
                "must ",
                "不要",
                "，",
                "。",
                "\n",
                "最多5",
                "if it ",
                ", ",
                "İ",
                "’",
                "🚢",
                "x ",
                "```",
                "without a ",
                "at least 3 ",
                '"',
                "“",
                "<pre>",
                "use it ",
                "? ",
            ]
        ),
        max_size=40,
    )
)
def test_constraints_lie_apart_inside_their_sentences(pieces: list[str]) -> None:
    text = "".join(pieces)
    spans = set(sentences(text))
    last = 0
    for one in find_constraints(text):
        assert last <= one.start < one.end
        assert one.text == text[one.start : one.end]
        assert one.sentence in spans
        assert one.sentence[0] <= one.start
        assert one.end <= one.sentence[1]
        assert one.rules
        last = one.end
