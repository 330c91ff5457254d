from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from string import ascii_letters
from time import perf_counter
from typing import Any

import pytest
from helpers.context_mode_reference import first_tokens
from helpers.strange_text import strange_texts
from hypothesis import example, given
from hypothesis import settings as settings_of
from hypothesis import strategies as st

from ctxlab.tokens.exact import ExactCounter
from ctxlab.tokens.pieces import PIECE
from ctxlab.tokens.protocols import Counter

DATA = Path(__file__).parents[1] / "data" / "bugs"
NAMES = pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])


def test_known_counts_of_plain_sentences(exact_counters: dict[str, ExactCounter]) -> None:
    # Published examples of the encodings: "hello world" is two tokens, "tiktoken is great!" is six.
    assert exact_counters["o200k_base"].count("hello world") == 2
    assert exact_counters["cl100k_base"].count("hello world") == 2
    assert exact_counters["cl100k_base"].count("tiktoken is great!") == 6
    assert exact_counters["o200k_base"].count("") == 0


def test_it_is_a_counter(exact: ExactCounter, encoding: str) -> None:
    counter: Counter = exact
    assert counter.encoding == encoding
    assert len(counter.vocabulary) == 64
    assert exact.is_exact("anything")


@NAMES
@settings_of(max_examples=300)
@given(texts=st.lists(strange_texts(surrogates=True), max_size=4))
@example(texts=["\ud800", "\udc00\ud800", "x\ud83d\ude00y"])
def test_counts_are_those_of_the_plain_encoding(
    name: str, texts: list[str], plain_encodings: dict[str, Any], exact_counters: dict[str, ExactCounter]
) -> None:
    expected = [len(plain_encodings[name].encode_ordinary(text)) for text in texts]
    assert exact_counters[name].count_all(texts) == expected
    assert [exact_counters[name].count(text) for text in texts] == expected


def test_lone_surrogates_count_as_replacement_characters(exact: ExactCounter) -> None:
    assert exact.count("price \ud83d 40") == exact.count("price \ufffd 40")
    assert exact.count("\udc00\ud83d") == exact.count("\ufffd\ufffd")
    assert exact.count("\ud83d\ude00") == exact.count("😀")


def test_a_lone_surrogate_in_a_long_text(exact: ExactCounter) -> None:
    filler = "The river moves, the bridge stands.\n" * 4000
    assert exact.count(filler + "\ud83d " + filler) == exact.count(filler + "\ufffd " + filler)


def test_special_tokens_count_as_text(exact: ExactCounter) -> None:
    messages = json.loads((DATA / "B68_special_token.json").read_text(encoding="utf-8"))["messages"]
    for text in (message["content"] for message in messages):
        without = exact.count(text.replace("<|endoftext|>", ""))
        assert exact.count(text) > without + 1
    assert exact.count("<|endoftext|>") > 1


def test_long_mixed_texts_count_as_a_whole(exact: ExactCounter, plain: Any) -> None:
    random = Random(4)
    words = [
        "harbour",
        " the",
        "预算三千",
        "，",
        "\n",
        "  ",
        "\t",
        "it's",
        "{",
        '"a":',
        "12345",
        "👍",
        "\n\n",
        "…",
        "= ",
    ]
    for _ in range(4):
        text = "".join(random.choices(words, k=90_000))
        assert len(text) > 3 * PIECE
        assert exact.count(text) == len(plain.encode_ordinary(text))


def spaces(number: int) -> int:
    """Tokens of that many spaces as one word: the longest token has 128, and 62 to 64 are one token, too."""
    assert 62 <= number % 128 <= 64
    return number // 128 + 1


@pytest.mark.parametrize("length", [999_999, 1_000_000, 1_000_001])
def test_a_million_spaces_before_a_word(o200k: ExactCounter, length: int) -> None:
    """The plain encoding panics from 1,000,000 on. The last space goes to the letter: " x" is one token."""
    assert o200k.count(" " * length + "x") == spaces(length - 1) + 1


def test_three_million_spaces_at_the_end(o200k: ExactCounter) -> None:
    started = perf_counter()
    assert o200k.count("a" + " " * 3_000_000) == 1 + spaces(3_000_000)
    assert perf_counter() - started < 30


def test_a_million_spaces_between_words_in_cl100k(exact_counters: dict[str, ExactCounter]) -> None:
    assert exact_counters["cl100k_base"].count("a" + " " * 1_000_000 + "x") == 1 + spaces(999_999) + 1


@pytest.mark.parametrize(("name", "longest"), [("o200k_base", 16), ("cl100k_base", 2)])
def test_a_million_wide_blanks(exact_counters: dict[str, ExactCounter], name: str, longest: int) -> None:
    """Before a digit, which takes no blank along, the run is two words: a million blanks, then one."""
    assert exact_counters[name].count("\u3000" * 1_000_001 + "1") == 1_000_000 // longest + 1 + 1


def test_long_runs_equal_the_plain_encoding_where_that_works(exact: ExactCounter, plain: Any) -> None:
    texts = (
        " " * 200_000 + "x",
        "a\n" + " \t" * 50_000,
        "!\n\n" + "\u3000" * 100_000 + "1",
        " " * 80_000 + "\n",
    )
    for text in texts:
        assert exact.count(text) == len(plain.encode_ordinary(text))


@pytest.mark.parametrize(
    ("word", "least", "most"),
    [
        ("a" * 1_000_000, 125_000, 125_000),  # the longest token of the letter a has eight of them
        ("".join(Random(1).choices(ascii_letters, k=1_000_000)), 400_000, 800_000),
        ("中" * 350_000, 350_000, 350_000),
        ("7" * 999_999, 333_333, 333_333),  # digits go in threes
    ],
    ids=["equal letters", "random letters", "Chinese", "digits"],
)
def test_a_word_of_a_megabyte_neither_hangs_nor_fails(
    o200k: ExactCounter, word: str, least: int, most: int
) -> None:
    """Case B70; the bound on time is generous, for busy machines."""
    started = perf_counter()
    assert least <= o200k.count(word) <= most
    assert perf_counter() - started < 20


@NAMES
@settings_of(max_examples=200)
@given(text=strange_texts(surrogates=True), limit=st.integers(0, 40))
@example(text="\ud83d\ude00\ud83d\ude00 ab", limit=1)
@example(text="龘靐齉爩", limit=2)
def test_a_prefix_fits_and_is_nearly_the_longest(
    name: str, text: str, limit: int, exact_counters: dict[str, ExactCounter]
) -> None:
    counter = exact_counters[name]
    end = counter.prefix(text, limit)
    assert 0 <= end <= len(text)
    assert counter.count(text[:end]) <= limit
    if counter.count(text) <= limit:
        assert end == len(text)
    else:
        longest = max(n for n in range(len(text)) if counter.count(text[:n]) <= limit)
        assert longest - end <= 8


def test_a_prefix_never_holds_half_a_character(exact: ExactCounter) -> None:
    """Case B76: one rare character is two or three tokens."""
    messages = json.loads((DATA / "B76_rare_chars.json").read_text(encoding="utf-8"))["messages"]
    text = messages[2]["content"]
    for limit in range(21):
        end = exact.prefix(text, limit)
        assert exact.count(text[:end]) <= limit < exact.count(text[: end + 1])
        assert "\ufffd" not in text[:end]


def test_a_prefix_keeps_surrogate_pairs_whole(o200k: ExactCounter) -> None:
    text = "\ud83d\ude00" * 50
    for limit in range(1, 20):
        assert o200k.prefix(text, limit) % 2 == 0


def test_a_prefix_of_a_long_text(exact: ExactCounter) -> None:
    text = "The river moves, the bridge stands.\n" * 9_000
    total = exact.count(text)
    for limit in (1, 1000, total - 1, total, total + 1):
        end = exact.prefix(text, limit)
        assert exact.count(text[:end]) <= limit
        assert exact.count(text[: end + 20]) > limit or end == len(text)


def test_a_prefix_within_a_million_blanks(o200k: ExactCounter) -> None:
    assert o200k.prefix(" " * 1_500_000, 10) == 1280
    assert o200k.prefix(" " * 1_100_000 + "x", 8_100) == 8_100 * 128


@settings_of(max_examples=200)
@given(text=strange_texts(surrogates=True), limit=st.integers(0, 40))
@example(text="龘靐齉爩", limit=2)
def test_a_head_is_the_first_tokens_decoded(text: str, limit: int, o200k: ExactCounter) -> None:
    head = o200k.head(text, limit)
    assert head == (text if o200k.count(text) <= limit else first_tokens(text, limit))


def test_a_head_may_end_in_half_a_character(o200k: ExactCounter) -> None:
    """One rare character is several tokens: the first of them alone is no character."""
    assert o200k.count("龘") > 1
    assert o200k.head("龘", 1) == "\ufffd"
    assert o200k.head("pier 龘", 0) == ""


def test_threads_share_one_loading() -> None:
    counter = ExactCounter("cl100k_base")
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(counter.count, ["hello world"] * 64))
    assert counts == [2] * 64
    assert counter.is_loaded
