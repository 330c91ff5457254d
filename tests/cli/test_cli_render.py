"""What is printed: nothing acts on the terminal, columns stand below each other, JSON stays JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.cli.render import number, say, say_json, shortened, table, width

ACTIVE = "\x1b\x07\x08\r\x00\x7f\x9b\u202e\u2066\u200f\u061c"


def test_a_line_holds_nothing_that_acts(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"a{ACTIVE}b\nc")
    printed = capsys.readouterr().out
    assert printed.endswith("\n")
    assert printed.count("\n") == 1
    assert set(printed) & set(ACTIVE) == set()


def test_json_escapes_what_acts_and_means_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"text": ACTIVE + "预算"})
    printed = capsys.readouterr().out
    assert set(printed) & set(ACTIVE) == set()
    assert "预算" in printed
    assert json.loads(printed) == {"text": ACTIVE + "预算"}


def test_numbers_are_marked_where_they_are_not_exact() -> None:
    assert number(12345) == "12,345"
    assert number(12345, exact=False) == "≈12,345"


def test_wide_characters_take_two_columns() -> None:
    assert width("预算 ab") == 7
    assert width("e\u0301") == 1
    assert table([("预算", "1"), ("abcdef", "22")], right=(1,)) == ["预算     1", "abcdef  22"]


@given(st.text(), st.integers(min_value=2, max_value=40))
def test_a_shortened_text_is_one_line_within_its_limit(text: str, limit: int) -> None:
    line = shortened(text, limit)
    assert len(line) <= limit
    assert "\n" not in line


def test_a_short_text_is_left_alone() -> None:
    assert shortened("a  b\nc") == "a b c"


@given(st.text(alphabet="ab 预算三千（）🙂e\u0301", max_size=300), st.integers(min_value=4, max_value=80))
def test_a_shortened_text_fits_its_columns(text: str, limit: int) -> None:
    short = shortened(text, limit)
    assert width(short) <= limit
    assert short == " ".join(text.split()) or short.endswith("…")


def test_of_wide_characters_half_as_many_are_shown() -> None:
    # Nine wide characters and the mark take 19 of 20 columns; a tenth would take 21.
    assert shortened("预" * 40, 20) == "预" * 9 + "…"
    assert shortened("预" * 10, 20) == "预" * 10
