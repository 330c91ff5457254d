"""Values in texts: what is none, bounds, ranges, spans."""

from __future__ import annotations

from decimal import Decimal

import pytest
from helpers.values import bare, between, one, units
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.model.constraint import Comparator
from ctxlab.text.values import find_values

PIECES = (
    *(
        "5",
        "12",
        "0",
        "3.5",
        "1,000",
        "三",
        "两万",
        "half an ",
        "one ",
        "twenty-",
        "five ",
        "a ",
        "twice ",
        "第",
        "半",
        "%",
    ),
    *(
        " files",
        "元",
        "分",
        "点",
        "月",
        "日",
        "号",
        "个半小时",
        " hours",
        "kg",
        " pm",
        ":30",
        "$",
        "€",
        " May ",
        " Friday",
        "周五",
    ),
    *(
        " to ",
        "-",
        "到",
        " and ",
        "between ",
        "at most ",
        "not over ",
        "不超过",
        "以上",
        "左右",
        "+",
        " ",
        ",",
        "。",
        "\n",
        "/",
        "İ",
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "you may book it",
        "I want to march on",
        "the sun sat down, we wed, mon ami",
        "Step 2: see chapter 3, line 40",
        "python 3.11, Python 3, v2.1, 12.4.1, sha256, iPhone 15, GPT 4",
        "3D, 2nd, 4x",
        "1. first\n2. second\n(3) third\n- 4) fourth",
        "第3条，第三个",
        "call 555-123-4567 or 555-1234",
        "order 20240115001",
        "see http://host/42/x and a/3/b",
        "#42, issue 7, room 12",
        "007",
        "一定 一样 一起 万一 十分重要 千万别",
        "one of them, no one, this one, someone, once upon a time, half of it",
        "an hour",
        "a couple in love",
        "2026年5月，五月份",
        "",
    ],
)
def test_names_labels_and_words_are_no_values(text: str) -> None:
    assert [
        value for value in find_values(text) if value.comparator is not Comparator.EQUAL or value.unit
    ] == []
    assert all(value.number in (2026,) for value in find_values(text))


AT_MOST = [
    "at most 5 files",
    "at the most 5 files",
    "up to 5 files",
    "within 5 files",
    "no more than 5 files",
    "not more than 5 files",
    "don't give me more than 5 files",
    "never over 5 files",
    "not exceed 5 files",
    "must not exceed 5 files",
    "without exceeding 5 files",
    "max 5 files",
    "max. 5 files",
    "maximum of 5 files",
    "a maximum of 5 files",
    "maximum: 5 files",
    "limit it to 5 files",
    "limit the answer to 5 files",
    "capped at 5 files",
    "cap it at 5 files",
    "<= 5 files",
    "≤5 files",
    "5 files max",
    "5 files or less",
    "5 files or fewer",
    "5 files at most",
    "不超过5个文件",
    "不要超过5个文件",
    "不能超过5个文件",
    "别超过5个文件",
    "不得多于5个文件",
    "最多5个文件",
    "至多5个文件",
    "最多给我5个文件",
    "控制在5个文件以内",
    "5个文件以内",
    "5个文件以下",
    "5个文件之内",
    "5个文件封顶",
    "限5个文件",
]
AT_LEAST = [
    "at least 5 files",
    "no less than 5 files",
    "not less than 5 files",
    "no fewer than 5 files",
    "minimum 5 files",
    "a minimum of 5 files",
    "never below 5 files",
    ">= 5 files",
    "5 files or more",
    "5 files or above",
    "5+ files",
    "5 files minimum",
    "至少5个文件",
    "至少包含5个文件",
    "不少于5个文件",
    "不能少于5个文件",
    "最少5个文件",
    "不低于5个文件",
    "5个文件以上",
    "5个文件起",
    "5个文件及以上",
    "起码5个文件",
]
BELOW = [
    "under 5 files",
    "below 5 files",
    "less than 5 files",
    "fewer than 5 files",
    "< 5 files",
    "少于5个文件",
    "不到5个文件",
    "低于5个文件",
]
ABOVE = [
    "over 5 files",
    "above 5 files",
    "more than 5 files",
    "> 5 files",
    "超过5个文件",
    "多于5个文件",
    "大于5个文件",
]
ABOUT = [
    "about 5 files",
    "around 5 files",
    "roughly 5 files",
    "approximately 5 files",
    "5 files or so",
    "~5 files",
    "大约5个文件",
    "约5个文件",
    "5个文件左右",
    "5个文件上下",
]
EQUAL = [
    "5 files",
    "exactly 5 files",
    "5个文件",
    "only 5 files",
    "add 5 files, at most 3",
    "over it, 5 files",
]


@pytest.mark.parametrize(
    ("text", "kind"),
    [(text, Comparator.AT_MOST) for text in AT_MOST]
    + [(text, Comparator.AT_LEAST) for text in AT_LEAST]
    + [(text, Comparator.BELOW) for text in BELOW]
    + [(text, Comparator.ABOVE) for text in ABOVE]
    + [(text, Comparator.ABOUT) for text in ABOUT]
    + [(text, Comparator.EQUAL) for text in EQUAL],
)
def test_comparators(text: str, kind: Comparator) -> None:
    value = find_values(text)[0]
    assert (value.comparator, value.number, value.unit) == (kind, Decimal(5), "file")


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("by Friday", Comparator.AT_MOST, 5),
        ("before Friday", Comparator.AT_MOST, 5),
        ("Friday at the latest", Comparator.AT_MOST, 5),
        ("周五之前", Comparator.AT_MOST, 5),
        ("周五前", Comparator.AT_MOST, 5),
        ("最晚周五", Comparator.AT_MOST, 5),
        ("after Friday", Comparator.AT_LEAST, 5),
        ("not before Friday", Comparator.AT_LEAST, 5),
        ("from Friday", Comparator.AT_LEAST, 5),
        ("周五之后", Comparator.AT_LEAST, 5),
        ("on Friday", Comparator.EQUAL, 5),
        ("no later than 5pm", Comparator.AT_MOST, 1020),
        ("not after 5pm", Comparator.AT_MOST, 1020),
        ("下午五点之前", Comparator.AT_MOST, 1020),
        ("不晚于下午五点", Comparator.AT_MOST, 1020),
        ("before May 3", Comparator.AT_MOST, 503),
        ("5月3日以后", Comparator.AT_LEAST, 503),
        ("not before 2020", Comparator.AT_LEAST, 2020),
        ("2020年以前", Comparator.AT_MOST, 2020),
    ],
)
def test_before_and_after_bind_places_in_time(text: str, kind: Comparator, number: int) -> None:
    (value,) = find_values(text)
    assert (value.comparator, value.number) == (kind, Decimal(number))


@pytest.mark.parametrize(
    "text", ["by Friday 5pm", "before 5pm on Friday", "周五下午五点之前", "Friday, 5pm at the latest"]
)
def test_the_parts_of_a_moment_share_their_bound(text: str) -> None:
    values = find_values(text)
    assert {(value.comparator, value.number) for value in values} == {
        (Comparator.AT_MOST, Decimal(5)),
        (Comparator.AT_MOST, Decimal(1020)),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("400-500元", between(400, 500, "CNY")),
        ("400元到500元", between(400, 500, "CNY")),
        ("400到500块之间", between(400, 500, "CNY")),
        ("400~500元", between(400, 500, "CNY")),
        ("$400-500", between(400, 500, "USD")),
        ("$400 to $500", between(400, 500, "USD")),
        ("between $400 and $500", between(400, 500, "USD")),
        ("between 3 and 5 days", between(259200, 432000, "second")),
        ("3 to 5 days", between(259200, 432000, "second")),
        ("3–5 files", between(3, 5, "file")),
        ("3到5个文件", between(3, 5, "file")),
        ("介于3和5之间", between(3, 5, "")),
        ("5-7pm", between(1020, 1140, "time")),
        ("from 5 to 7 pm", between(1020, 1140, "time")),
        ("9am-5pm", between(540, 1020, "time")),
        ("10:00-12:00", between(600, 720, "time")),
        ("下午5点到7点", between(1020, 1140, "time")),
        ("5点到7点", between(300, 420, "time")),
        ("Monday to Friday", between(1, 5, "weekday")),
        ("周一到周五", between(1, 5, "weekday")),
        ("May 3-5", between(503, 505, "date")),
        ("3-5 May", between(503, 505, "date")),
        ("5月3日到5日", between(503, 505, "date")),
        ("5月3日至6月2日", between(503, 602, "date")),
        ("预算3000-4000", between(3000, 4000, "money")),
    ],
)
def test_ranges(text: str, expected: tuple[Comparator, Decimal, Decimal | None, str]) -> None:
    assert [bare(value) for value in find_values(text)] == [expected]


def test_what_is_no_range_stays_apart() -> None:
    assert units("3 files and 5 lines") == [(Decimal(3), "file"), (Decimal(5), "line")]
    assert units("2 adults and 1 child") == [(Decimal(2), "person"), (Decimal(1), "child")]
    assert units("from 5 files to 3") == [(Decimal(5), "file"), (Decimal(3), "")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("It costs $1,200, more or less.", "$1,200"),
        ("预算 3000 元以内", "3000 元"),
        ("İ need 5 files", "5 files"),
        ("😀 at most 5 files", "5 files"),
        ("from 5 to 7 pm today", "5 to 7 pm"),
    ],
)
def test_spans_cover_number_and_unit_in_code_points(text: str, said: str) -> None:
    (value,) = find_values(text)
    assert text[value.start : value.end] == said


def test_values_come_in_order() -> None:
    text = "周五下午五点之前，3个人，预算不超过3000元，离地铁500米以内，评分4.5分以上"
    assert [(value.comparator.value, value.number, value.unit) for value in find_values(text)] == [
        ("<=", Decimal(5), "weekday"),
        ("<=", Decimal(1020), "time"),
        ("=", Decimal(3), "person"),
        ("<=", Decimal(3000), "CNY"),
        ("<=", Decimal(500), "metre"),
        (">=", Decimal("4.5"), "point"),
    ]


def test_a_sum_that_more_is_added_to() -> None:
    assert one("3000多元") == ("3000多元", ">", Decimal(3000), "CNY")
    assert one("$500+") == ("$500", ">=", Decimal(500), "USD")
    assert units("5+3 files") == [(Decimal(5), ""), (Decimal(3), "file")]


def test_a_bound_beats_about() -> None:
    assert one("about 3000 yuan at most") == ("3000 yuan", "<=", Decimal(3000), "CNY")
    assert one("约3000元以内") == ("3000元", "<=", Decimal(3000), "CNY")


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_values_lie_in_the_text_in_order_and_apart(text: str) -> None:
    end = 0
    for value in find_values(text):
        assert end <= value.start < value.end <= len(text)
        assert (value.high is not None) == (value.comparator is Comparator.BETWEEN)
        assert value.high is None or value.number <= value.high
        end = value.end
