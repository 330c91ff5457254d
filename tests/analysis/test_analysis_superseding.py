"""Which of the user's constraints a later one replaces, and which seem to and do not."""

from __future__ import annotations

import pytest
from helpers.spoken import demand, spoken

from ctxlab.analysis.superseding import superseded_by
from ctxlab.model.constraint import Kind

BUDGET, LIMIT, FORMAT = Kind.BUDGET, Kind.LIMIT, Kind.FORMAT


def replaces(first: tuple[str, str, Kind], second: tuple[str, str, Kind]) -> bool:
    """Whether the second of two demands, each a message and its words in it, replaces the first."""
    session = spoken(f"user: {first[0]}", "assistant: Well.", f"user: {second[0]}")
    said = [demand(session, "i1", *first[1:]), demand(session, "i3", *second[1:])]
    return bool(superseded_by(said, {item.id: item.text for item in session.items}))


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # the old figure is named
        (
            ("Spend at most 3000 yuan.", "at most 3000 yuan", BUDGET),
            ("Not 3000 but at most 5000 yuan.", "at most 5000 yuan", BUDGET),
        ),
        (("预算三千元以内。", "预算三千元以内", BUDGET), ("不是3000，是5000以内。", "5000以内", LIMIT)),
        (
            ("Keep it under 50 words.", "under 50 words", LIMIT),
            ("Let us change the 50 to at most 80 words.", "at most 80 words", LIMIT),
        ),
        # the same thing, another figure
        (
            ("Keep each answer under 50 words.", "under 50 words", LIMIT),
            ("Keep each answer under 80 words.", "under 80 words", LIMIT),
        ),
        (("回答不要超过50字。", "不要超过50字", LIMIT), ("回答不要超过100字。", "不要超过100字", LIMIT)),
        (("预算三千以内。", "预算三千以内", BUDGET), ("总预算五千以内。", "总预算五千以内", BUDGET)),
        (
            ("The hotel must cost at most 400 yuan a night.", "at most 400 yuan", BUDGET),
            ("Now the hotel may cost at most 500 yuan a night.", "at most 500 yuan", BUDGET),
        ),
        # a change of nothing in particular
        (
            ("Spend at most 3000 yuan.", "at most 3000 yuan", BUDGET),
            ("Make it at most 5000 yuan instead.", "at most 5000 yuan", BUDGET),
        ),
        (("预算三千元以内。", "预算三千元以内", BUDGET), ("改成五千元以内吧。", "五千元以内", BUDGET)),
        (
            ("Be back by 8 pm.", "by 8 pm", Kind.DEADLINE),
            ("Actually make it by 9 pm.", "by 9 pm", Kind.DEADLINE),
        ),
        # languages
        (
            ("Answer in English.", "Answer in English", FORMAT),
            ("Answer in Chinese, please.", "Answer in Chinese", FORMAT),
        ),
        (("请用英文回答。", "用英文回答", FORMAT), ("现在改成中文。", "改成中文", FORMAT)),
        # what was forbidden is demanded
        (
            ("Do not touch the migrations.", "Do not touch the migrations", Kind.PROHIBITION),
            ("You must touch the migrations now.", "must touch the migrations", Kind.REQUIREMENT),
        ),
    ],
)
def test_a_later_demand_replaces_the_one_that_it_changes(
    first: tuple[str, str, Kind], second: tuple[str, str, Kind]
) -> None:
    assert replaces(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        # the same said again, in other words or the same
        (
            ("Spend at most 3000 yuan.", "at most 3000 yuan", BUDGET),
            ("As I said, now really at most 3,000 yuan.", "at most 3,000 yuan", BUDGET),
        ),
        # other things in the same unit
        (
            ("The hotel may cost at most 400 yuan.", "at most 400 yuan", BUDGET),
            ("Dinner may cost at most 200 yuan.", "at most 200 yuan", BUDGET),
        ),
        (("酒店每晚不超过400元。", "不超过400元", BUDGET), ("晚饭改到200元以内。", "200元以内", BUDGET)),
        (
            ("At most 3000 yuan in all.", "At most 3000 yuan", BUDGET),
            ("The hotel at most 400 yuan.", "at most 400 yuan", BUDGET),
        ),
        (
            ("Write at least 2 tests a function.", "at least 2 tests", LIMIT),
            ("Write at least 3 tests a class.", "at least 3 tests", LIMIT),
        ),
        # other units, other bounds
        (
            ("Keep the answer under 50 words.", "under 50 words", LIMIT),
            ("Keep the answer under 3 minutes now.", "under 3 minutes", LIMIT),
        ),
        (
            ("The hotel has at least 20 rooms.", "at least 20 rooms", LIMIT),
            ("The hotel has at most 90 rooms.", "at most 90 rooms", LIMIT),
        ),
        # no figure, and nothing that was taken back
        (
            ("Do not touch the migrations.", "Do not touch the migrations", Kind.PROHIBITION),
            ("Now do not touch the tests.", "do not touch the tests", Kind.PROHIBITION),
        ),
        (
            ("Answer in English.", "Answer in English", FORMAT),
            ("Now answer in one paragraph.", "answer in one paragraph", FORMAT),
        ),
        (
            ("Write the comments in English.", "in English", FORMAT),
            ("The readme is in Chinese.", "in Chinese", FORMAT),
        ),
    ],
)
def test_a_demand_beside_it_replaces_nothing(
    first: tuple[str, str, Kind], second: tuple[str, str, Kind]
) -> None:
    assert not replaces(first, second)


def test_where_two_could_be_meant_none_is_replaced() -> None:
    session = spoken(
        "user: Hotel at most 400 yuan.", "user: Dinner at most 200 yuan.", "user: Make it at most 300 yuan."
    )
    words = ("at most 400 yuan", "at most 200 yuan", "at most 300 yuan")
    said = [demand(session, f"i{at}", one, BUDGET) for at, one in enumerate(words, 1)]
    assert superseded_by(said, {item.id: item.text for item in session.items}) == {}


def test_each_change_replaces_the_one_before_it() -> None:
    session = spoken("user: 预算三千元以内。", "user: 预算改成四千元以内。", "user: 预算还是五千元以内吧。")
    words = ("三千元以内", "四千元以内", "五千元以内")
    first, second, third = (demand(session, f"i{at}", one, BUDGET) for at, one in enumerate(words, 1))
    texts = {item.id: item.text for item in session.items}
    assert superseded_by([first, second, third], texts) == {first.id: second.id, second.id: third.id}


def test_what_was_said_twice_is_replaced_twice() -> None:
    session = spoken("user: 预算三千元以内。", "user: 记住，预算三千元以内。", "user: 预算改成五千元以内。")
    words = ("三千元以内", "三千元以内", "五千元以内")
    said = [demand(session, f"i{at}", one, BUDGET) for at, one in enumerate(words, 1)]
    texts = {item.id: item.text for item in session.items}
    assert superseded_by(said, texts) == {said[0].id: said[2].id, said[1].id: said[2].id}


def test_one_message_replaces_nothing_of_its_own() -> None:
    session = spoken("user: Answers under 50 words, summaries under 80 words, answers under 90 words.")
    said = [demand(session, "i1", words, LIMIT) for words in ("under 50 words", "under 90 words")]
    assert superseded_by(said, {item.id: item.text for item in session.items}) == {}
