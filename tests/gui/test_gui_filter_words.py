"""What the filter field offers, and terms that menus put into it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from ctxlab.gui.models.filter import KEYS, parse
from ctxlab.gui.models.filter_words import KnownWords, completions, help_lines, key_words, with_term

WORDS = KnownWords(("get_weather", "search trains"), ("assistant", "user"))


def offered(text: str, cursor: int | None = None, language: str = "en") -> list[str]:
    found = completions(text, len(text) if cursor is None else cursor, WORDS, language)
    return [one.text for one in found.found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("fa", ["fate:"]),
        ("t", ["turn:", "tool:", "tokens>"]),
        ("x -st", ["stage:"]),
        ("fate:d", ["dropped"]),
        ("fate:dropped,m", ["merged"]),
        ("fate:dropped", []),
        ("row:rec", ["recent"]),
        ("must:", ["lost", "kept", "any"]),
        ("is:p", ["pinned"]),
        ("stage:s", ["select", "summarize"]),
        ("tool:", ["get_weather", '"search trains"']),
        ("tool:get", ["get_weather"]),
        ("role:u", ["user"]),
        ("turn:", []),
        ("hangzhou", []),
    ],
)
def test_what_is_offered(text: str, expected: list[str]) -> None:
    assert offered(text) == expected


def test_an_empty_field_offers_all_keys_and_only_what_stands_before_the_cursor_counts() -> None:
    assert [one.rstrip(":>") for one in offered("")] == list(KEYS)
    assert offered("fa turn:3", 2) == ["fate:"]


def test_values_are_found_by_their_words_too() -> None:
    assert offered("fate:丢", language="zh") == ["dropped"]
    assert offered("row:retrieved d") == []
    assert offered('row:"retrieved d') == ["retrieved_doc"]


@given(st.text(max_size=40), st.integers(0, 40))
def test_any_text_and_cursor_is_answered(text: str, cursor: int) -> None:
    found = completions(text, min(cursor, len(text)), WORDS, "en")
    assert 0 <= found.start <= found.end <= len(text)


@pytest.mark.parametrize(
    ("text", "key", "value", "expected"),
    [
        ("", "row", "history", "row:history"),
        ("fate:dropped", "turn", "3", "fate:dropped turn:3"),
        ("row:recent fate:dropped", "row", "history", "fate:dropped row:history"),
        ('-row:"tool result" "a  b"', "row", "history", '"a  b" row:history'),
        ("", "tool", "search trains", 'tool:"search trains"'),
        ("arrow:x", "row", "history", "arrow:x row:history"),
    ],
)
def test_a_term_takes_the_place_of_its_likes(text: str, key: str, value: str, expected: str) -> None:
    assert with_term(text, key, value) == expected


def test_every_key_is_told_and_every_example_is_understood(qtbot: QtBot) -> None:
    assert [key for key, about in key_words() if about] == list(KEYS)
    examples = [text for text, _ in help_lines()]
    for text in examples:
        found = parse(text)
        assert found.problem is None, text
        assert found, text
    used = " ".join(examples)
    assert all(key in used for key in KEYS)
