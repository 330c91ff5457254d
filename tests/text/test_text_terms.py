from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.terms import terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("The budget, the BUDGET!", ["the", "budget", "the", "budget"]),
        ("Ärger über STRASSE", ["ärger", "über", "strasse"]),
        ("ＦＵＬＬ width", ["full", "width"]),
        ("привет, мир", ["привет", "мир"]),
        ("don't", ["don", "t"]),
    ],
)
def test_words_are_folded_and_not_stemmed(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at most 3,000 or 3000", ["at", "most", "3000", "or", "3000"]),
        ("1,234,567.50", ["1234567.50"]),
        ("2024-05-01 12:30", ["2024-05-01", "12:30"]),
        ("pi is 3.14.", ["pi", "is", "3.14"]),
    ],
)
def test_a_number_is_one_term_without_its_thousands_separators(text: str, found: list[str]) -> None:
    assert terms(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("maxRetries", ["maxretries", "max", "retries"]),
        ("max_retries", ["max_retries", "max", "retries"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("src/app_main.py", ["src/app_main.py", "src", "app", "main", "py"]),
        ("gpt-4o", ["gpt-4o", "gpt", "4", "o"]),
        ("v1.2.3", ["v1.2.3", "v", "1", "2", "3"]),
        ("größe_max", ["größe_max".casefold(), "grösse", "max"]),
    ],
)
def test_a_name_of_code_is_found_whole_and_by_its_parts(text: str, found: list[str]) -> None:
    assert terms(text) == found


def test_a_long_run_without_blanks_is_one_term() -> None:
    assert terms("a1" * 300) == ["a1" * 300]


def test_chinese_is_parted_into_words_and_long_words_into_those_inside() -> None:
    assert terms("我对花生严重过敏。") == ["我", "对", "花生", "严重", "过敏"]
    assert {"人民", "共和国", "中华人民共和国"} <= set(terms("中华人民共和国"))


def test_chinese_and_latin_part_where_they_meet() -> None:
    assert terms("用Python写3个API") == ["用", "python", "写", "3", "个", "api"]


@given(st.text())
def test_no_text_fails_and_each_term_is_folded(text: str) -> None:
    found = terms(text)
    assert all(term and term == term.strip() and not set("ABCXYZ") & set(term) for term in found)
