"""How one text became another: what is a cut, and what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxlab.analysis.forensic.rewriting import cut_of, rewriting
from ctxlab.model.forensic import How

LONG = " ".join(f"word{number}" for number in range(60))


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        (LONG, LONG[:100], How.CUT),
        (LONG, LONG[:100] + "...", How.CUT),
        (LONG, "[first part left out] " + LONG[-100:], How.CUT),
        (LONG, LONG[:50] + "\n<snip>\n" + LONG[-50:], How.CUT),
        (LONG, "Before it: " + LONG + " and behind", How.WRAPPED),
        (LONG, "something else entirely", How.REWORDED),
        ("The whole budget is 30000 CNY", "The whole budget is 3000 CNY", How.VALUES),
        ("The whole budget is 30000", "The whole budget is 3000", How.VALUES),
        ("Please do not ever delete it", "Please do ever delete it", How.VALUES),
        ('{"a": 1, "b": [2]}', '{"b":[2],"a":1}', How.REFORMATTED),
        ("a  b", "a b", How.REFORMATTED),
    ],
)
def test_the_way_is_told(old: str, new: str, how: How) -> None:
    assert rewriting(old, new).how is how


def test_a_result_that_ends_inside_a_number_is_cut() -> None:
    assert rewriting("The whole budget is 30000", "The whole budget is 3000", sure=True).how is How.CUT


def test_several_holes_are_one_cut() -> None:
    new = f"{LONG[:60]} [...] {LONG[120:180]} [...] {LONG[260:]}"
    found = rewriting(LONG, new)
    assert found.how is How.CUT
    assert len(found.spans) == 2


def test_a_short_text_in_place_of_a_result_is_a_stand_in() -> None:
    found = rewriting(LONG, "(cleared to save space)", sure=True)
    assert (found.how, found.marker) == (How.CLEARED, "(cleared to save space)")
    assert rewriting(LONG, "", sure=True).how is not How.REWORDED


@settings(deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.booleans())
def test_any_two_texts_have_a_way(old: str, new: str, sure: bool) -> None:
    if old == new:
        return
    found = rewriting(old, new, sure=sure)
    assert all(0 <= start < end <= len(old) for start, end in found.spans)


@given(st.text(min_size=40, max_size=90), st.integers(12, 39), st.sampled_from(["", "...", " [cut]"]))
def test_a_cut_puts_the_new_text_together_again(old: str, at: int, marker: str) -> None:
    new = old[:at] + marker
    found = cut_of(old, new)
    if found is not None:
        ((start, end),) = found.spans
        assert old[:start] + found.marker + old[end:] == new
