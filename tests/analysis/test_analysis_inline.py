"""What differs inside two texts: at words and clusters, bounded, and true for any two texts."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.inline import MOST_CHARACTERS, common_prefix, common_suffix, inline_change
from ctxlab.model.diff import InlineChange


def pieces(before: str, after: str) -> tuple[list[str], list[str]]:
    change = inline_change(before, after)
    return [before[a:b] for a, b in change.removed], [after[a:b] for a, b in change.added]


@pytest.mark.parametrize(
    ("before", "after", "removed", "added"),
    [
        ("a small table", "a large table", ["small"], ["large"]),
        ("unchanged", "unchanged", [], []),
        ("the end", "the very end", [], ["very "]),
        ("one, two and three", "one and three", [", two"], []),
        ("预算三千以内，不吃辣", "预算两千八以内，不吃辣", ["三"], ["两", "八"]),
        ("at 3,000 yuan today", "at 2,800 yuan today", ["3,000"], ["2,800"]),
        ("flag 🇨🇳 here", "flag 🇨🇭 here", ["🇨🇳"], ["🇨🇭"]),
        ("cafe\u0301 is open", "cafe is open", ["cafe\u0301"], ["cafe"]),
        ("", "all new", [], ["all new"]),
        ("gone", "", ["gone"], []),
        ("foo", "foobar", ["foo"], ["foobar"]),
    ],
)
def test_what_is_told(before: str, after: str, removed: list[str], added: list[str]) -> None:
    assert pieces(before, after) == (removed, added)


def test_texts_with_little_in_common_differ_as_a_whole() -> None:
    before, after = "the train leaves at nine from here", "a museum of silk is at the north gate"
    assert inline_change(before, after).is_whole(before, after)


def test_of_long_texts_the_middle_is_told() -> None:
    lead, tail = "word " * MOST_CHARACTERS, " end" * 9
    before, after = f"{lead}one same two{tail}", f"{lead}1 same 2{tail}"
    assert pieces(before, after) == (["one same two"], ["1 same 2"])


def test_many_changes_in_many_lines_are_told_line_by_line() -> None:
    # one token a character, so that all at once would be too much
    lines = [f"第{n}行：甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉" for n in range(600)]
    changed = [line.replace("丙", "天") if n % 100 == 50 else line for n, line in enumerate(lines)]
    removed, added = pieces("\n".join(lines), "\n".join(changed))
    assert (removed, added) == (["丙"] * 6, ["天"] * 6)


TEXTS = st.text(st.sampled_from("ab ,.\n三千e\u0301\u200d👩🇨🇳"), max_size=30)


def without(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The text between the spans."""
    out, at = "", 0
    for start, end in spans:
        assert at <= start < end <= len(text)
        out, at = out + text[at:start], end
    return out + text[at:]


@settings(max_examples=400)
@given(TEXTS, TEXTS)
def test_what_is_equal_is_equal_and_no_cluster_is_split(before: str, after: str) -> None:
    change = inline_change(before, after)
    assert without(before, change.removed) == without(after, change.added)
    at = other = 0
    for a, b, c, d in change.hunks():
        assert before[at:a] == after[other:c]
        at, other = b, d
    assert before[at:] == after[other:]
    for text, spans in ((before, change.removed), (after, change.added)):
        borders = {found.start() for found in regex.finditer(r"\X", text)} | {len(text)}
        assert {place for span in spans for place in span} <= borders


@given(st.text("ab", max_size=40), st.text("ab", max_size=9), st.text("ab", max_size=9), st.integers(0, 300))
def test_common_ends_are_as_long_as_can_be(lead: str, one: str, other: str, times: int) -> None:
    before, after = lead * times + one, lead * times + other
    size = common_prefix(before, after)
    assert before[:size] == after[:size]
    assert size == min(len(before), len(after)) or before[size] != after[size]
    tail = common_suffix(before[::-1], after[::-1], 0)
    assert tail == size


def test_hunks_pair_what_stands_at_the_same_place() -> None:
    change = InlineChange(removed=((2, 4), (9, 10)), added=((2, 3), (5, 6), (9, 11)))
    assert list(change.hunks()) == [(2, 4, 2, 3), (6, 6, 5, 6), (9, 10, 9, 11)]
