from __future__ import annotations

from typing import Any

import pytest
import regex
from helpers.strange_text import strange_texts
from hypothesis import example, given
from hypothesis import settings as settings_of
from hypothesis import strategies as st

from ctxlab.paths import resource
from ctxlab.tokens.pieces import PIECE, WHITE_SPACE, Piece, split
from ctxlab.tokens.vocabulary import build_blanks, read_ranks, vocabulary_of


@pytest.fixture(scope="module")
def blank_encodings() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("o200k_base", "cl100k_base"):
        vocabulary = vocabulary_of(name)
        found[name] = build_blanks(vocabulary, read_ranks(vocabulary, resource("tokenizers")))
    return found


def encode_in_pieces(text: str, name: str, plain: Any, blanks: Any, size: int, least: int) -> list[int]:
    final = vocabulary_of(name).final_blanks_alone
    out: list[int] = []
    for piece in split(text, final=final, size=size, least=least):
        out += (blanks if piece.blank else plain).encode_ordinary(piece.text)
    return out


@settings_of(max_examples=400)
@given(text=strange_texts(), size=st.integers(1, 40), least=st.integers(2, 6))
@example(text="\n\n   ", size=9, least=2)
@example(text="!\n   \n  x", size=1, least=2)
@example(text="it's, it'll", size=1, least=2)
@pytest.mark.parametrize("name", ["o200k_base", "cl100k_base"])
def test_pieces_encode_to_the_tokens_of_the_whole(
    name: str,
    text: str,
    size: int,
    least: int,
    plain_encodings: dict[str, Any],
    blank_encodings: dict[str, Any],
) -> None:
    plain = plain_encodings[name]
    assert encode_in_pieces(text, name, plain, blank_encodings[name], size, least) == plain.encode_ordinary(
        text
    )


@given(text=strange_texts(surrogates=True), size=st.integers(1, 40))
def test_pieces_join_to_the_text(text: str, size: int) -> None:
    assert "".join(piece.text for piece in split(text, final=True, size=size, least=2)) == text


def test_a_cut_comes_before_a_space_or_after_a_newline() -> None:
    assert list(split("abc def\nghi", final=True, size=4)) == [
        Piece("abc"),
        Piece(" def"),
        Piece("\nghi"),
    ] or (list(split("abc def\nghi", final=True, size=4)) == [Piece("abc"), Piece(" def\n"), Piece("ghi")])


def test_long_prose_comes_in_pieces_of_at_most_256_kilobytes() -> None:
    text = "明天上午九点去博物馆，不要忘记门票。" * 30_000
    parts = [piece.text for piece in split(text, final=True)]
    assert len(parts) > 8
    assert max(len(part.encode()) for part in parts) <= 262_144
    assert all(len(part) <= PIECE for part in parts)


def test_a_word_without_end_stays_whole() -> None:
    assert [len(piece.text) for piece in split("x" * 300_000, final=True)] == [300_000]


def test_a_run_before_a_word_leaves_its_last_blank_to_it() -> None:
    assert list(split("a" + " " * 5 + "b", final=True, least=3)) == [
        Piece("a"),
        Piece(" " * 4, blank=True),
        Piece(" b"),
    ]


def test_a_run_before_a_newline_is_not_taken_out() -> None:
    assert list(split("a" + " " * 5 + "\nb", final=True, least=3)) == [Piece("a" + " " * 5 + "\nb")]


def test_a_final_run_is_taken_out_only_where_it_is_a_word_of_its_own() -> None:
    assert list(split("a\n   ", final=True, least=3)) == [Piece("a\n"), Piece("   ", blank=True), Piece("")]
    assert list(split("a\n   ", final=False, least=3)) == [Piece("a\n   ")]


def test_white_space_is_what_unicode_calls_so() -> None:
    everything = "".join(map(chr, range(0x110000)))
    assert "".join(regex.findall(r"\p{White_Space}", everything)) == WHITE_SPACE
