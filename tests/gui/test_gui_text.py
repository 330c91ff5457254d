"""Positions between Python and Qt, what is shown of session text, cutting to a width."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from ctxlab.gui.text import MAX_LINE, Elider, one_line, shown_text, tooltip, utf16_length
from ctxlab.gui.theme.style import Look, ui_font

TEXTS = st.text(alphabet=st.sampled_from("ab 预算😀𝒳\u202e\n"), max_size=40)


def test_qt_counts_as_the_converter_does(look: Look) -> None:
    text = "预算😀三千"
    document = QTextDocument(text)
    # Qt counts the end of the paragraph as a character
    assert document.characterCount() - 1 == utf16_length(text) == 6


def test_lone_surrogates_do_not_raise() -> None:
    assert utf16_length("a\ud800b") == 3
    assert shown_text("a\ud800b").text == "a\ufffdb"
    assert one_line("a\udfffb") == "a\ufffdb"


@pytest.mark.parametrize("odd", ["\u202e", "\u200b", "\x1b", "\x00", "\u2028", "\x85"])
def test_odd_characters_are_made_visible(odd: str) -> None:
    for shown in (one_line(f"a{odd}b"), shown_text(f"a{odd}b").text, tooltip(f"a{odd}b")):
        assert odd not in shown


def test_one_line_joins_blanks_and_is_cut() -> None:
    assert one_line("  a\n\n b\t c ") == "a b c"
    assert len(one_line("x" * 10_000_000, 50)) == 50


def test_a_tooltip_is_never_markup() -> None:
    assert tooltip("<b>bold</b> & more\nline") == "<qt>&lt;b&gt;bold&lt;/b&gt; &amp; more<br>line</qt>"
    assert tooltip("") == ""
    document = QTextDocument()
    document.setHtml(tooltip("<img src=x> <script>"))
    assert document.toPlainText() == "<img src=x> <script>"


def test_long_lines_are_broken_for_display() -> None:
    shown = shown_text("x" * 4_500 + "\nend")
    assert [len(line) for line in shown.text.split("\n")] == [2_000, 2_000, 500, 3]


def test_a_line_is_broken_at_the_same_place_whatever_is_marked_in_it() -> None:
    text = "x" * 4_500
    assert shown_text(text, ((10, 30), (1_990, 2_010))).text == shown_text(text).text


def test_what_is_left_out_is_counted() -> None:
    shown = shown_text("abcdef", ((1, 2), (4, 6)), limit=3)
    assert (shown.text, shown.spans, shown.left_out) == ("abc", ((1, 2),), 3)


def test_spans_move_with_what_is_made_visible() -> None:
    # the mark before the span becomes longer and the emoji takes two units
    shown = shown_text("\u202e😀cut!", ((2, 5),))
    start, end = shown.spans[0]
    units = shown.text.encode("utf-16-le")
    assert units[2 * start : 2 * end].decode("utf-16-le") == "cut"


@given(TEXTS, st.lists(st.tuples(st.integers(0, 45), st.integers(0, 45)), max_size=4))
def test_marked_units_are_those_of_the_spans(text: str, ends: list[tuple[int, int]]) -> None:
    spans = tuple((min(pair), max(pair)) for pair in ends)
    inside = {i for start, end in spans for i in range(start, min(end, len(text)))}
    shown = shown_text(text, spans)
    units = shown.text.encode("utf-16-le")
    marked = "".join(units[2 * start : 2 * end].decode("utf-16-le") for start, end in shown.spans)
    assert marked == shown_text("".join(text[i] for i in sorted(inside))).text


def test_no_shown_line_is_longer_than_the_limit(look: Look) -> None:
    shown = shown_text("字" * 400_000)
    assert max(map(len, shown.text.split("\n"))) == MAX_LINE


def test_texts_are_cut_to_the_width(look: Look) -> None:
    elider = Elider(ui_font())
    whole = "a rather long text 周末想去杭州"
    assert elider.cut(whole, 10_000) == whole
    short = elider.cut(whole, 80)
    assert short.endswith("…")
    assert elider.width(short) <= 80


def test_cuts_are_remembered_by_text_width_and_ratio_and_forgotten_oldest_first(look: Look) -> None:
    elider = Elider(ui_font(), size=3)
    for width in (50, 60, 50):
        elider.cut("some longer text", width)
    assert len(elider) == 2
    elider.cut("some longer text", 50, 2.0)
    elider.cut("other", 50)
    assert len(elider) == 3
