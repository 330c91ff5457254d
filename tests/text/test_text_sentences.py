from __future__ import annotations

import pytest
from helpers.bug_cases import contents

from ctxlab.text.sentences import ends, sentences


def said(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("一号泊位开放；二号维修。好！真的？是", ["一号泊位开放；", "二号维修。", "好！", "真的？", "是"]),
        ("然后走了……再见。", ["然后走了……", "再见。"]),
        ("第一行\n第二行\r\n\r\n第三行", ["第一行", "第二行", "第三行"]),
        ("他说：“好。”然后走了。", ["他说：“好。”", "然后走了。"]),
        ('He said "Go." Then he left.', ['He said "Go."', "Then he left."]),
        ("价格是3.5元.然后走", ["价格是3.5元.", "然后走"]),
        ("Really?! Yes... no", ["Really?!", "Yes...", "no"]),
        ("  \n \n", []),
        ("", []),
    ],
)
def test_sentences_end_at_marks_and_line_ends_in_both_languages(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Use v12.4.1 with /srv/dock.d/berth.toml and https://dock.example/a.b?c=1.5 today",
        "Mail ops@dock.example or call 3.14 times for 1,024.50",
        "Dr. Smith and J. Doe met e.g. at St. Paul in Jan. 2020",
        "It is sold by Acme Inc. in parts",
        "1. First of all",
    ],
)
def test_stops_inside_numbers_paths_addresses_and_abbreviations_end_nothing(text: str) -> None:
    assert said(text) == [text]


def test_an_abbreviation_before_a_capital_may_end_a_sentence() -> None:
    assert said("It was Acme Inc. Then it rained.") == ["It was Acme Inc.", "Then it rained."]


def test_semicolons_of_a_chinese_list_end_sentences() -> None:
    (text,) = contents("B89_zh_semicolons.json", "tool")
    assert len(sentences(text)) == text.count("；") == 40


def test_ends_sees_what_stands_around_the_part_that_is_asked_for() -> None:
    text = "Ratio 3.14 holds. Done."
    assert list(ends(text, 0, text.index("14"))) == []
    assert list(ends(text, 6, 17)) == [17]


def test_spans_are_code_points_also_after_emoji() -> None:
    text = "🚢🚢👩‍🔧 loads 𠮷. End."
    assert said(text) == ["🚢🚢👩‍🔧 loads 𠮷.", "End."]


def test_long_runs_of_marks_are_read_in_one_pass() -> None:
    assert said("!" * 500_000 + "a") == ["!" * 500_000 + "a"]
    assert said("?" * 500_000) == ["?" * 500_000]
