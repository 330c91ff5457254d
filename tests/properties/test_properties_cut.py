"""Rules of cutting that hold for every text, limit and counter (design, section 2.5)."""

from __future__ import annotations

import json
import re
from typing import Any

from helpers.borders import is_border
from helpers.counters import Dividing, exact
from helpers.strange_text import strange_texts
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ctxlab.text.cut import cut_text
from ctxlab.text.cut_json import cut
from ctxlab.text.numbers import find_numbers
from ctxlab.tokens.protocols import Counter

WHOLE = (
    "v12.4.1", "/srv/dock.d/berth.toml", "https://dock.example/a.b?c=1.5", "ops@dock.example", "1,024.50",
    "４５，０００", "两万五千", "C:\\docks\\berth.txt", "2026-08-30", "🇰🇷", "👨‍👩‍👧‍👦", "e\u0301",
)  # fmt: skip
GLUE = (" ", "。", "\n", ". ", "，", "；", "! ", "word ", "泊位", " the ")
COUNTERS: st.SearchStrategy[Counter] = st.sampled_from([Dividing(), Dividing(3), exact()])
PROSE = st.lists(st.sampled_from(WHOLE + GLUE), max_size=80).map("".join)
TEXTS = PROSE | strange_texts(surrogates=True, most=60) | st.text(max_size=200)


@settings(max_examples=300)
@given(TEXTS, st.integers(0, 120), COUNTERS)
def test_the_limit_holds_and_cutting_twice_changes_nothing(text: str, limit: int, counter: Counter) -> None:
    shorter = cut_text(text, limit, counter)
    if shorter is None:
        assert counter.count(text) > limit
        return
    assert shorter.tokens == counter.count(shorter.text) <= limit
    again = cut_text(shorter.text, limit, counter)
    assert again is not None
    assert again.text == shorter.text


@settings(max_examples=300)
@example(":0:0000:0佰佰", 10, exact())
@given(TEXTS, st.integers(10, 120), COUNTERS)
def test_head_is_a_prefix_and_tail_a_suffix_with_one_gap_on_borders(
    text: str, limit: int, counter: Counter
) -> None:
    shorter = cut_text(text, limit, counter)
    if shorter is None or not shorter.cuts:
        return
    ((start, end),) = shorter.cuts
    head, tail = text[:start], text[end:]
    assert re.fullmatch(r"…\[[1-9]\d* tokens omitted\]…", shorter.text[start : len(shorter.text) - len(tail)])
    assert shorter.text.startswith(head)
    assert shorter.text.endswith(tail)
    assert head or tail
    assert is_border(text, start)
    assert is_border(text, end)
    for number in find_numbers(text):
        assert not number.start < start < number.end
        assert not number.start < end < number.end


@settings(max_examples=300)
@given(
    st.lists(
        st.tuples(st.sampled_from(WHOLE), st.sampled_from((" ", "。", "\n", "，", "泊位 "))), max_size=60
    ),
    st.integers(10, 200),
)
def test_nothing_that_belongs_together_is_parted(pieces: list[tuple[str, str]], limit: int) -> None:
    text = "".join(whole + glue for whole, glue in pieces)
    shorter = cut_text(text, limit, Dividing())
    if shorter is None or not shorter.cuts:
        return
    ((start, end),) = shorter.cuts
    at = 0
    for whole, glue in pieces:
        assert not at < start < at + len(whole)
        assert not at < end < at + len(whole)
        at += len(whole) + len(glue)


@settings(max_examples=200)
@given(PROSE, st.integers(40, 120), st.integers(10, 60))
def test_markers_are_not_piled_up(text: str, limit: int, lower: int) -> None:
    first = cut_text(text, limit, Dividing())
    if first is None or not first.cuts:
        return
    second = cut_text(first.text, min(lower, limit), Dividing())
    if second is not None:
        assert second.text.count("tokens omitted") == 1


LEAVES = st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=60) | PROSE
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=40,
)


@settings(max_examples=200)
@given(
    st.lists(VALUES, max_size=20) | st.dictionaries(st.text(max_size=8), VALUES, max_size=8),
    st.integers(0, 300),
    st.booleans(),
    COUNTERS,
)
def test_json_stays_json_within_the_limit(value: Any, limit: int, ascii_only: bool, counter: Counter) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only)
    shorter = cut(text, limit, counter)
    if shorter is None:
        assert counter.count(text) > limit
        return
    assert shorter.tokens == counter.count(shorter.text) <= limit
    assert isinstance(json.loads(shorter.text), dict | list)
    again = cut(shorter.text, limit, counter)
    assert again is not None
    assert again.text == shorter.text
