"""What became of a constraint in a later text: all six verdicts, in English, Chinese and across the two."""

from __future__ import annotations

import pytest

import ctxlab
from ctxlab.model.constraint import Survived
from ctxlab.text.survival import codes, survival

V, R, U, W, C, L = (
    Survived.VERBATIM,
    Survived.REWORDED,
    Survived.UNSURE,
    Survived.WEAKENED,
    Survived.CHANGED,
    Survived.LOST,
)

VALUES = [
    ("Spend at most 3,000 dollars.", "The budget must not exceed $3000.", R, codes.OTHER_WORDS),
    ("Spend at most 3,000 dollars.", "The budget must not exceed $5,000.", C, codes.NUMBER),
    ("Spend at most 3,000 dollars.", "The budget must not exceed 3,000 euros.", C, codes.CURRENCY),
    ("Spend at most 3,000 dollars.", "The budget is 3,000 dollars.", W, codes.BOUND_LOST),
    ("Spend at most 3,000 dollars.", "The budget is about 3,000 dollars.", W, codes.BOUND_LOST),
    ("Spend at most 3,000 dollars.", "Spend at least 3,000 dollars.", C, codes.BOUND_TURNED),
    ("The hall must be empty by 5 pm.", "The hall has to be empty before 17:00.", R, codes.OTHER_WORDS),
    ("The hall must be empty by 5 pm.", "The hall has to be empty before 19:00.", C, codes.NUMBER),
    ("Downtime under half an hour.", "Downtime may last up to 30 minutes.", R, codes.OTHER_WORDS),
    ("The talk is on Friday.", "The talk is on Thursday.", C, codes.NUMBER),
    ("文章不超过800字。", "文章最多八百字。", R, codes.OTHER_WORDS),
    ("文章不超过800字。", "文章不超过８００字。", V, codes.SAME_WORDS),
    ("文章不超过800字。", "文章800字左右。", W, codes.BOUND_LOST),
    ("文章不超过800字。", "文章不超过1000字。", C, codes.NUMBER),
    ("预算3000元以内。", "预算不超过3000美元。", C, codes.CURRENCY),
    ("Keep the rent under 5,000 yuan.", "房租不超过五千元。", R, codes.OTHER_WORDS),
    ("Keep the rent under 5,000 yuan.", "房租不超过六千元。", C, codes.NUMBER),
    ("每天最多学习两小时。", "Study at most 120 minutes a day.", R, codes.OTHER_WORDS),
    ("Take the tablets before meals.", "He takes the tablets after meals.", C, codes.BOUND_TURNED),
    ("饭前吃药。", "药要在饭后吃。", C, codes.BOUND_TURNED),
    ("The job may take up to an hour.", "The job may take ten minutes at the longest.", C, codes.NUMBER),
    ("试用期两个月。", "试用期三个月。", C, codes.NUMBER),
    ("Leave before half past seven.", "Leave by 7:30.", R, codes.OTHER_WORDS),
    ("只用2020年以后的数据。", "Only data from before 2020 is used.", C, codes.BOUND_TURNED),
]

POLARITY = [
    ("Do not use pandas.", "The script uses pandas.", C, codes.POLARITY),
    ("Do not use pandas.", "Pandas must not be used.", R, codes.OTHER_WORDS),
    ("Do not touch the migrations.", "The migrations stay as they are.", R, codes.OTHER_WORDS),
    ("No ground-floor flats.", "Ground-floor flats are fine.", C, codes.POLARITY),
    ("Dogs are allowed.", "Dogs are not allowed.", C, codes.POLARITY),
    ("Keep the old logs.", "The old logs are deleted.", C, codes.POLARITY),
    ("The menu must be nut-free.", "There are no nuts on the menu.", R, codes.OTHER_WORDS),
    ("不要放音乐。", "背景音乐随意。", C, codes.POLARITY),
    ("周末不许施工。", "只能在工作日施工。", R, codes.OTHER_WORDS),
    ("不能联网。", "程序必须离线运行。", R, codes.OTHER_WORDS),
    ("Never reveal the password.", "密码不得泄露。", R, codes.OTHER_WORDS),
    ("Never reveal the password.", "密码可以公开。", C, codes.POLARITY),
    ("Leave the migrations alone.", "The migrations must not be changed.", R, codes.OTHER_WORDS),
    (
        "Offer a discount of 10% at most.",
        "Discounts above ten percent are not offered.",
        R,
        codes.OTHER_WORDS,
    ),
    ("早上八点前不能放音乐。", "Music is not allowed before 8 am.", R, codes.OTHER_WORDS),
    ("没有处方不能买药。", "买药必须有处方。", R, codes.OTHER_WORDS),
    ("没有处方不能买药。", "没有处方可以买药。", C, codes.POLARITY),
]

FORCE = [
    ("Dinner must start by 7 pm.", "Dinner should preferably start by 7 pm.", W, codes.FORCE),
    ("A window seat is a must.", "He would like a window seat.", W, codes.FORCE),
    ("Only peat-free soil.", "She should use peat-free soil where she can.", W, codes.FORCE),
    ("必须有早餐。", "最好有早餐。", W, codes.FORCE),
    ("音乐必须安静。", "Music should be quiet if possible.", W, codes.FORCE),
    ("All meals must be vegan.", "Meals are mostly vegan.", W, codes.LIMITED),
    ("界面全部用绿色。", "界面以绿色为主。", W, codes.LIMITED),
    ("Only direct flights.", "The flight is direct.", W, codes.ONLY_LOST),
    ("The photo must be in the CV.", "A photo may be in the CV.", W, codes.PERMITTED),
]

PARTS = [
    ("No globals except for the logger.", "Globals are forbidden.", W, codes.EXCEPTION_LOST),
    ("No globals.", "Globals are forbidden except for the logger.", W, codes.EXCEPTION_ADDED),
    ("No cash.", "No cash unless the amount is small.", W, codes.EXCEPTION_ADDED),
    ("除了日志对象，禁止使用全局变量。", "Global variables are forbidden except for the logger.", R, None),
    ("全程英语，语法除外。", "全程用英语讲解，语法除外。", R, None),
    ("Clean the kitchen and the bathroom.", "The kitchen must be cleaned.", W, codes.PART_LOST),
    ("要浅灰色，不要白色。", "颜色要浅灰色。", W, codes.PART_LOST),
    ("不要抽血，我晕针。", "抽血项目不要做。", R, None),
]

NAMES = [
    ("Serve beef on Sunday.", "Chicken is served on Sunday.", C, codes.NAMED_VALUE),
    ("Comments must be in Chinese.", "Comments are written in English.", C, codes.NAMED_VALUE),
    ("Export as PNG.", "Figures are exported as SVG.", C, codes.NAMED_VALUE),
    ("Upgrade to version 15.", "They upgrade to version 16.", C, codes.NAMED_VALUE),
    ("字段用驼峰命名。", "Field names use snake_case.", C, codes.NAMED_VALUE),
]

REPLACED = [
    ("A balcony is a must.", "She first asked for a balcony and later swapped it for a garden.", C),
    ("Meet on 1 July.", "The meeting was moved from 1 July to 15 July.", C),
    ("初稿5月10号交。", "导师要求五月十号交初稿，后来宽限到五月十五号。", C),
    ("主角是一只小熊。", "主角从小熊换成了小刺猬。", C),
    ("主角是一只小刺猬。", "主角从小熊换成了小刺猬。", R),
    ("Spend at most 3000 euros.", "Spend at most 3000 euros. Later the limit was raised to 5000 euros.", C),
]

OPEN = [
    ("Set up a hotline.", "A hotline was put forward by sales.", U, codes.UNSETTLED),
    ("必须有深色主题。", "深色主题以后再做。", U, codes.UNSETTLED),
    ("I need a parking space.", "Parking was discussed as well.", U, codes.UNSETTLED),
    ("违约金不超过十万元。", "违约金的数额双方还在谈。", U, codes.UNSETTLED),
    ("Cats must be allowed.", "She has a cat called Biscuit.", U, codes.UNSETTLED),
    ("预算3000元以内。", "预算不超过3000。", U, codes.CURRENCY_MISSING),
    ("Use TypeScript.", "The weather was fine. Nobody came.", L, codes.NOT_STATED),
    ("Invite 80 guests.", "The room costs 80 dollars.", L, codes.NOT_STATED),
]


@pytest.mark.parametrize(
    ("constraint", "text", "verdict", "reason"), [*VALUES, *POLARITY, *FORCE, *NAMES, *OPEN]
)
def test_verdicts(constraint: str, text: str, verdict: Survived, reason: str) -> None:
    found = survival(constraint, text, semantic=False)
    assert (found.verdict, found.reason) == (verdict, reason)


@pytest.mark.parametrize(("constraint", "text", "verdict", "reason"), PARTS)
def test_parts(constraint: str, text: str, verdict: Survived, reason: str | None) -> None:
    found = survival(constraint, text, semantic=False)
    assert found.verdict is verdict
    assert reason in (None, found.reason)


@pytest.mark.parametrize(("constraint", "text", "verdict"), REPLACED)
def test_what_was_replaced_later_is_changed(constraint: str, text: str, verdict: Survived) -> None:
    found = survival(constraint, text, semantic=False)
    assert found.verdict is verdict
    assert (found.reason == codes.SUPERSEDED) is (verdict is C)


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("Balloons are not allowed.", "Notes: balloons are not allowed because of a latex allergy."),
        ("不能修改数据库表结构。", "本次任务是加缓存。要求不能修改数据库表结构，缓存五分钟。"),
        ("3000 yuan", "The budget is at most 3,000 yuan."),
        ("it is", "so it is"),
    ],
)
def test_the_same_words_are_verbatim(constraint: str, text: str) -> None:
    found = survival(constraint, text, semantic=False)
    assert (found.verdict, found.reason) == (V, codes.SAME_WORDS)
    assert text[found.start : found.end].lower().rstrip(".。").replace(",", "") == constraint.lower().rstrip(
        ".。"
    )


def test_the_same_words_denied_are_not_verbatim() -> None:
    assert survival("use pandas", "Do not use pandas.", semantic=False).verdict is C
    assert survival("3000 yuan", "The budget is about 3000 yuan.", semantic=False).verdict is W


def test_the_evidence_is_the_clause_that_states_it() -> None:
    text = "The room is small. Rent is 900 euros, pets are not allowed, and the street is quiet."
    found = survival("No pets.", text, semantic=False)
    assert text[found.start : found.end] == "pets are not allowed"
    nothing = survival("No smoking.", text, semantic=False)
    assert (nothing.start, nothing.end) == (0, 0)


def test_what_differs_is_named_as_it_stands() -> None:
    found = survival("预算最多3000元。", "住在海边。预算不超过五千元。", semantic=False)
    assert (found.was, found.now) == ("3000元", "五千元")


def test_a_constraint_object_is_judged_by_its_words() -> None:
    (constraint,) = ctxlab.find_constraints("Please do not touch the migrations.")
    found = ctxlab.survival(constraint, "The migrations must not be changed.", semantic=False)
    assert found.verdict is R


@pytest.mark.parametrize("constraint", ["", "   ", "。", "的"])
def test_a_constraint_without_words_is_lost(constraint: str) -> None:
    assert survival(constraint, "Anything at all.", semantic=False).verdict is L
    assert survival("No pets.", "", semantic=False).verdict is L


def test_a_long_line_is_read_to_its_end() -> None:
    line = "{" + ", ".join(f'"key{number}": "nothing"' for number in range(200)) + "} pets are not allowed"
    found = survival("No pets.", line, semantic=False)
    assert found.verdict is R
    assert line[found.start : found.end].endswith("pets are not allowed")
