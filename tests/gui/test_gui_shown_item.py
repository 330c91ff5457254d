"""Texts a part at a time, and the way between what is shown and what stands there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxlab.gui.models.shown_item import ELLIPSIS, ShownItem
from ctxlab.gui.text import MAX_LINE, utf16_length

#: What may be odd about a text: several units, line ends, signs for what cannot be seen.
PIECES = st.sampled_from(
    ["a", "字", "😀", "\n", "\r\n", "\r", "\x00", "\u202e", " ", "\u2028", "e\u0301", "x" * 30]
)
TEXTS = st.lists(PIECES, max_size=60).map("".join)


def whole(text: str, *, cut_lines: bool = False) -> tuple[ShownItem, str]:
    shown = ShownItem(text, cut_lines=cut_lines)
    return shown, shown.grow(10**9)


def test_a_short_text_is_shown_as_it_is() -> None:
    shown, text = whole("one\ntwo\n")
    assert text == "one\ntwo\n"
    assert (shown.left_out, shown.finished) == (0, True)
    assert whole("")[1] == ""


def test_a_long_line_ends_in_an_ellipsis_or_goes_on_below() -> None:
    text = "x" * 5_000 + "\nend"
    cut, said = whole(text, cut_lines=True)
    assert said.split("\n") == ["x" * MAX_LINE + ELLIPSIS, "end"]
    assert (cut.has_cut_lines, cut.left_out) == (True, 3_000)
    broken, said = whole(text)
    assert [len(line) for line in said.split("\n")] == [2_000, 2_000, 1_000, 3]
    assert (broken.has_cut_lines, broken.left_out) == (False, 0)


def test_a_text_comes_in_parts_that_join() -> None:
    text = "\n".join(f"line {n}" for n in range(100))
    shown = ShownItem(text, cut_lines=False)
    parts = [shown.grow(50)]
    assert parts[0].split("\n")[0] == "line 0"
    assert len(text) - shown.left_out >= 50
    while not shown.finished:
        parts.append(shown.grow(50))
    assert "".join(parts) == text
    assert shown.grow(50) == ""
    assert shown.left_out == 0


@given(TEXTS)
def test_places_go_over_and_back(text: str) -> None:
    shown, said = whole(text)
    assert shown.left_out == 0
    for at, letter in enumerate(text):
        offset = shown.display(at)
        assert 0 <= offset <= utf16_length(said)
        if letter not in "\r\n":
            assert shown.source(offset) == at


@given(TEXTS, st.data())
def test_what_is_marked_is_what_stands_there(text: str, data: st.DataObject) -> None:
    """A span of plain letters is shown by the same letters, however odd what stands before it is."""
    text = f"{text}needle"
    shown, said = whole(text)
    start = len(text) - 6
    units = said.encode("utf-16-le", "surrogatepass")
    marked = units[2 * shown.display(start) : 2 * shown.display(len(text))]
    assert marked.decode("utf-16-le") == "needle"


def test_a_line_end_of_two_characters_counts_once() -> None:
    shown, said = whole("a\r\nbc")
    assert said == "a\nbc"
    assert (shown.display(3), shown.source(2)) == (2, 3)
    # between the two characters of the line end there is nothing to show
    assert shown.display(2) == shown.display(1)


def test_a_sign_for_a_hidden_character_is_that_character() -> None:
    shown, said = whole("a\u202eb")
    assert said == "a⟨U+202E⟩b"
    assert [shown.source(offset) for offset in (1, 4, len(said) - 1)] == [1, 1, 2]


def test_places_in_what_is_left_out_are_the_nearest_shown() -> None:
    shown = ShownItem("x" * 5_000 + "\nend")
    shown.grow(10**6)
    assert shown.display(4_000) == MAX_LINE
    assert shown.source(MAX_LINE + 1) == MAX_LINE
    assert shown.display(5_001) == MAX_LINE + 2
