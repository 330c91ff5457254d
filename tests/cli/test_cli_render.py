"""What is printed: nothing acts on the terminal, columns stand below each other, JSON stays JSON."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.cli.render import number, say, say_json, say_wrapped, shortened, table, width, wrapped

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


def test_a_long_line_goes_on_set_in() -> None:
    assert wrapped("! one two three four", 11) == ["! one two", "    three", "    four"]
    assert wrapped("  such as a thing", 12) == ["  such as a", "      thing"]
    assert wrapped("超出上限，整条保留。", 11) == ["超出上限，", "    整条保", "    留。"]
    assert wrapped("short", 5) == ["short"]


@given(st.text(alphabet="ab 中。，", max_size=60), st.integers(4, 30))
def test_wrapping_loses_nothing_and_keeps_to_the_width(line: str, columns: int) -> None:
    pieces = wrapped(line, columns)
    assert "".join("".join(pieces).split()) == "".join(line.split())
    lead = len(line) - len(line.lstrip())
    assert all(width(piece) <= max(columns, lead + 2) for piece in pieces) or not line.strip()


class _Terminal(io.StringIO):
    """A stdout that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_lines_are_wrapped_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    line = "! one two three four five"
    say_wrapped(line)
    assert capsys.readouterr().out == f"{line}\n"
    terminal = _Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    say_wrapped(line)
    assert terminal.getvalue() == "! one two three four\n    five\n"
