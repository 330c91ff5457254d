from __future__ import annotations

import pytest
from helpers.borders import is_border
from helpers.bug_cases import contents
from helpers.counters import Dividing, exact

from ctxlab.text.cut import Cut, cut_text

END_MARKS = "。！？；….!?\n"


def parts(text: str, cut: Cut) -> tuple[str, str, str]:
    """Head, marker and tail of a cut."""
    ((start, end),) = cut.cuts
    tail = text[end:]
    return text[:start], cut.text[start : len(cut.text) - len(tail)], tail


def test_a_text_that_fits_comes_back_as_it_is() -> None:
    assert cut_text("short", 5, Dividing()) == Cut("short", 5)


def test_the_marker_counts_and_cutting_twice_changes_nothing() -> None:
    (text,) = contents("B40_marker_cap.json", "tool")
    cut = cut_text(text, 50, exact())
    assert cut is not None
    assert cut.tokens == exact().count(cut.text) <= 50
    assert cut_text(cut.text, 50, exact()) == Cut(cut.text, cut.tokens)


def test_head_and_tail_share_seven_to_three_and_stand_where_they_stood() -> None:
    words = " ".join(f"word{'abcdefghij'[n % 10]}" for n in range(400))
    cut = cut_text(words, 525, Dividing())
    assert cut is not None
    head, marker, tail = parts(words, cut)
    # 525 less the marker of 25 leave 500: 350 for the head, 150 for the tail, each backed off to a word of 6.
    assert 344 <= len(head) <= 350
    assert 144 <= len(tail) <= 150
    assert cut.text == head + marker + tail
    assert marker == f"…[{len(words) - len(head) - len(tail)} tokens omitted]…"


def test_a_paragraph_without_blanks_is_cut_at_a_sentence_end() -> None:
    (text,) = contents("B60_ja_paragraph.json", "tool")
    cut = cut_text(text, 50, exact())
    assert cut is not None
    assert cut.tokens <= 50
    head, _, tail = parts(text, cut)
    assert head.endswith("。")
    assert tail.startswith(("岸壁", "重い"))


@pytest.mark.parametrize("limit", range(1, 21))
def test_rare_characters_of_two_tokens_stay_whole(limit: int) -> None:
    (text,) = contents("B76_rare_chars.json", "tool")
    cut = cut_text(text, limit, exact())
    if limit < 9:
        # The marker alone takes seven or eight tokens.
        assert cut is None
        return
    assert cut is not None
    assert "\ufffd" not in cut.text
    head, marker, tail = parts(text, cut)
    assert text.startswith(head)
    assert text.endswith(tail)
    assert marker.startswith("…[")


@pytest.mark.parametrize("limit", range(9, 41))
def test_cuts_fall_on_grapheme_borders(limit: int) -> None:
    (text,) = contents("B78_graphemes.json", "tool")
    cut = cut_text(text, limit, exact())
    if cut is None:
        assert limit < 12
        return
    ((start, end),) = cut.cuts
    assert is_border(text, start)
    assert is_border(text, end)


def test_the_end_of_long_lines_is_kept() -> None:
    (text,) = contents("B84_tail_error.json", "tool")
    cut = cut_text(text, 200, exact())
    assert cut is not None
    assert cut.tokens <= 200
    assert cut.text.endswith("\nBUILD FAILED: hatch 9")


@pytest.mark.parametrize("limit", range(5, 61))
def test_no_cut_inside_versions_paths_addresses_and_numbers(limit: int) -> None:
    (text,) = contents("B88_dots.json", "tool")
    cut = cut_text(text, limit, exact())
    if cut is None:
        assert limit < 12
        return
    ((start, end),) = cut.cuts
    for whole in (
        "v12.4.1",
        "/srv/dock.d/berth.toml",
        "https://dock.example/a.b?c=1.5",
        "ops@dock.example",
        "3.14",
        "1,024.50",
    ):
        at = text.find(whole)
        while at >= 0:
            assert not at < start < at + len(whole)
            assert not at < end < at + len(whole)
            at = text.find(whole, at + 1)


@pytest.mark.parametrize("limit", range(20, 81))
def test_a_chinese_list_is_cut_behind_a_semicolon_where_one_is_near(limit: int) -> None:
    (text,) = contents("B89_zh_semicolons.json", "tool")
    counter = Dividing()
    cut = cut_text(text, limit + 30, counter)
    assert cut is not None
    head, _, _ = parts(text, cut)
    marker = len("…[300 tokens omitted]…")
    allowed = -(-(limit + 30 - marker) * 7 // 10)
    near = text[int(allowed * 0.8) - 1 : allowed]
    assert head.endswith("；") == ("；" in near)


def test_full_width_and_chinese_numbers_stay_whole() -> None:
    text = "前面的话" * 10 + "总价是４５，０００円" + "后面的话" * 40
    for limit in range(60, 120):
        cut = cut_text(text, limit, Dividing())
        assert cut is not None
        head, _, _ = parts(text, cut)
        assert head.count("４") == head.count("０００")


def test_cutting_a_cut_text_further_keeps_one_marker_that_adds_up() -> None:
    text = "a b c d e f g h i j " * 100
    first = cut_text(text, 1000, Dividing())
    assert first is not None
    second = cut_text(first.text, 200, Dividing())
    assert second is not None
    assert second.text.count("tokens omitted") == 1
    assert second.tokens <= 200
    head, rest = second.text.split("…[")
    figure, tail = rest.split(" tokens omitted]…")
    assert int(figure) == len(text) - len(head) - len(tail)
    assert text.startswith(head)
    assert text.endswith(tail)


@pytest.mark.parametrize("limit", [0, 1, 7])
def test_nothing_is_cut_to_less_than_a_marker_and_a_token(limit: int) -> None:
    assert cut_text("word " * 100, limit, exact()) is None


def test_one_unbreakable_address_is_not_cut() -> None:
    assert cut_text("https://dock.example/" + "a/b" * 200, 50, exact()) is None


def test_data_without_breaks_is_cut_anywhere() -> None:
    cut = cut_text("a1" * 100_000, 100, Dividing(4))
    assert cut is not None
    assert 80 <= cut.tokens <= 100


def test_a_long_text_is_counted_about_once() -> None:
    asked: list[int] = []

    class Noting(Dividing):
        def count(self, text: str) -> int:
            asked.append(len(text))
            return super().count(text)

    text = "Anchor winch marble ledger. Rivet 3.14 beacon.\n" * 40_000
    cut = cut_text(text, 2000, Noting(4))
    assert cut is not None
    assert sum(asked) < 1.1 * len(text)
    asked.clear()
    again = cut_text(text, 2000, Noting(4), tokens=Dividing(4).count(text))
    assert again == cut
    assert sum(asked) < 0.1 * len(text)


@pytest.mark.parametrize("unit", ["a", "1", "🇰🇷", "a\u0301", "泊", "/a", "!", '."', "\n"])
def test_long_runs_without_a_place_to_cut_neither_hang_nor_exceed(unit: str) -> None:
    text = unit * 300_000
    cut = cut_text(text, 100, Dividing(4))
    assert cut is not None
    assert cut.tokens <= 100
    ((start, end),) = cut.cuts
    assert start % len(unit) == 0
    assert end % len(unit) == 0
