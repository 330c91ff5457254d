from __future__ import annotations

import json
import unicodedata

import pytest
from helpers.borders import is_border
from helpers.bug_cases import BUGS, contents
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.visible import one_line, visible


def test_control_sequences_become_signs() -> None:
    first, second = contents("B173_control_chars.json")
    assert visible(first) == "probe ␛[2J␛[H␛[31mRED␛[0m ␛]0;title␇ text␍FAKE LINE"
    assert visible(second) == "word␈␈␈␈SPOOF safe ⟨U+202E⟩gnp.exe⟨U+202C⟩ end"


def test_lone_halves_show_as_replacement_and_can_be_written() -> None:
    first, second = (BUGS / "B80_lone_high.jsonl").read_text(encoding="utf-8").splitlines()
    assert visible(json.loads(first)["message"]["content"]) == "status \ufffd… failed"
    content = json.loads(second)["message"]["content"]
    assert visible(content[0]["text"]) == "retry 🚢 ok"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x00b", "a␀b"),
        ("a\x7fb\x85c", "a␡b⟨U+0085⟩c"),
        ("tab\tline\r\nnext\n", "tab\tline\r\nnext\n"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("pass\u200dword", "pass⟨U+200D⟩word"),
        ("\u2066x\u2069\u061c\xad", "⟨U+2066⟩x⟨U+2069⟩⟨U+061C⟩⟨U+00AD⟩"),
        ("👨‍👩‍👧‍👦 ❤️ क्\u200dष", "👨‍👩‍👧‍👦 ❤️ क्\u200dष"),
        ("plain 中文，ok", "plain 中文，ok"),
    ],
)
def test_what_acts_unseen_is_shown_and_writing_stays(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text(st.characters(), max_size=60))
def test_no_control_or_bidi_character_is_left(text: str) -> None:
    shown = visible(text)
    shown.encode("utf-8")
    for char in shown.replace("\r\n", "\n"):
        assert char in "\n\t" or unicodedata.category(char) != "Cc"
        assert unicodedata.bidirectional(char) not in {
            "LRE",
            "RLE",
            "PDF",
            "LRO",
            "RLO",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        }


@pytest.mark.parametrize("limit", range(1, 41))
def test_previews_are_cut_on_grapheme_borders(limit: int) -> None:
    (text,) = contents("B78_graphemes.json", "tool")
    line = one_line(text, limit)
    assert len(line) <= limit
    assert line.endswith("…")
    assert text.startswith(line[:-1])
    assert is_border(text, len(line) - 1)


def test_a_preview_is_one_line_with_single_blanks() -> None:
    assert one_line("  two\n\n lines\there \r\n", 40) == "two lines here"
    assert one_line("a\rb", 10) == "a␍b"
    assert one_line("abcdef", 4) == "abc…"
    assert one_line("abcd", 4) == "abcd"
    assert one_line("ab cdef", 4) == "ab…"
    assert one_line("text", 0) == ""


@given(st.text(max_size=200), st.integers(1, 50))
def test_previews_never_exceed_their_length_nor_break_the_line(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit
    assert not set(line) & set("\n\r\u2028\u2029\x0b\x0c\x85\x1c")
