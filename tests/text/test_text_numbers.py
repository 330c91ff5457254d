from __future__ import annotations

import json
from decimal import Decimal

import pytest
from helpers.bug_cases import contents
from hypothesis import example, given
from hypothesis import strategies as st

from ctxlab.text.numbers import canonical, find_numbers, parse, plain


def values(text: str) -> list[tuple[str, str]]:
    return [(text[number.start : number.end], plain(number.value)) for number in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3000", "3000"),
        ("3,000", "3000"),
        ("３０００", "3000"),
        ("４５，０００", "45000"),
        ("1,024.50", "1024.5"),
        ("3k", "3000"),
        ("三千", "3000"),
        ("三千五", "3500"),
        ("三千零五", "3005"),
        ("两万五千", "25000"),
        ("一亿两千万", "120000000"),
        ("2万亿", "2000000000000"),
        ("十五", "15"),
        ("二十", "20"),
        ("一百零五", "105"),
        ("一百二", "120"),
        ("一万零五百", "10500"),
        ("二〇二六", "2026"),
        ("1.2万", "12000"),
        ("20万", "200000"),
        ("3千5", "3500"),
        ("3万5千", "35000"),
        ("叁仟", "3000"),
        ("三点五", "3.5"),
        ("50%", "0.5"),
        ("５０％", "0.5"),
        ("百分之五", "0.05"),
        ("-5", "-5"),
        ("-1,024.50", "-1024.5"),
    ],
)
def test_numbers_of_every_form_have_their_value(text: str, value: str) -> None:
    assert values(text) == [(text, value)]
    assert parse(f" {text} ") == Decimal(value)
    assert canonical(f"x {text} y") == f"x {value} y"


@pytest.mark.parametrize(
    "text",
    [
        "一定一样一些一起统一，万一呢，十分重要，千万别",
        "星期三 周五 礼拜二",
        "v12.4.1 sha256 x3000 0x1F",
        "三四",
        "no numbers at all",
        "",
    ],
)
def test_words_names_and_versions_are_no_numbers(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("第3，5，7条", ["3", "5", "7"]),
        ("clauses 3, 5, 7", ["3", "5", "7"]),
        ("1,2,3", ["1", "2", "3"]),
        ("3 000", ["3", "0"]),
        ("3-5", ["3", "5"]),
        ("2026-08-30", ["2026", "8", "30"]),
        ("十分钟 三个人 第三条", ["10", "3", "3"]),
        ("300g 3kg 5pm", ["300", "3", "5"]),
        ("USD3000 ￥3000 $3.5", ["3000", "3000", "3.5"]),
        ("13000 and 3000.5", ["13000", "3000.5"]),
    ],
)
def test_several_numbers_stay_several(text: str, expected: list[str]) -> None:
    assert [value for _, value in values(text)] == expected


def test_full_width_numbers_keep_their_separator() -> None:
    (text,) = contents("B121_fullwidth.json")
    found = values(text)
    assert ("４５，０００", "45000") in found
    assert [value for _, value in found] == ["45000", "300", "3", "5", "7", "2026", "8", "30", "300"]


def test_spans_are_code_points_after_emoji() -> None:
    text = "🚢👩‍🔧 𠮷 三千元"
    ((start, end),) = [(number.start, number.end) for number in find_numbers(text)]
    assert text[start:end] == "三千"


@given(st.integers(0, 10**12))
def test_grouped_and_full_width_forms_have_the_same_value(number: int) -> None:
    grouped = f"{number:,}"
    full_width = grouped.translate(str.maketrans("0123456789,", "０１２３４５６７８９，"))
    assert [span.value for span in find_numbers(grouped)] == [number]
    assert [span.value for span in find_numbers(full_width)] == [number]


_FIGURES = "零一二三四五六七八九"


def spelled(number: int) -> str:
    """A number below a hundred million in Chinese, by the textbook."""
    if number >= 10_000:
        high, low = divmod(number, 10_000)
        zero = "零" if 0 < low < 1000 else ""
        return f"{spelled(high)}万{zero}{spelled(low) if low else ''}"
    out, pending = "", False
    for unit, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        figure = number // unit % 10
        if figure:
            out += ("零" if pending and out else "") + _FIGURES[figure] + name
            pending = False
        else:
            pending = True
    return out


@given(st.integers(10, 99_999_999))
def test_spelled_out_chinese_numerals_have_their_value(number: int) -> None:
    assert [span.value for span in find_numbers(f"{spelled(number)}元")] == [number]


def test_canonical_text_folds_width_case_blanks_and_numbers() -> None:
    assert canonical("  Ｂudget:\n  3,000  USD ") == "budget: 3000 usd"
    assert canonical("预算 三千 以内") == canonical("预算３０００以内") == "预算3000以内"


@example("0\r¯")
@given(st.text(st.characters(categories=("L", "N", "P", "Z")), max_size=80))
def test_canonical_never_fails_and_has_no_doubled_blanks(text: str) -> None:
    folded = canonical(text)
    assert "  " not in folded
    json.dumps(folded)
