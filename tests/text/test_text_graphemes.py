from __future__ import annotations

import pytest
import regex
from helpers.borders import is_border
from helpers.bug_cases import contents
from hypothesis import given
from hypothesis import strategies as st

from ctxlab.text.graphemes import border_after, border_before

CLUSTERS = [
    "🇰🇷",
    "🇨🇭",
    "👨‍👩‍👧‍👦",
    "👍🏽",
    "e\u0301",
    "कि",
    "❤️",
    "한",
    "か\u3099",
    "龘",
    "a",
    "\r\n",
    "1\ufe0f\u20e3",
]


@given(st.lists(st.sampled_from(CLUSTERS), max_size=30))
def test_borders_lie_between_clusters_and_nowhere_else(clusters: list[str]) -> None:
    text = "".join(clusters)
    places = {0}
    for cluster in clusters:
        places.add(max(places) + len(cluster))
    assert {place for place in range(len(text) + 1) if is_border(text, place)} == places


@given(st.text(max_size=60))
def test_no_border_lies_inside_what_the_standard_keeps_together(text: str) -> None:
    ends = {0, *(found.end() for found in regex.finditer(r"\X", text))}
    for place in range(len(text) + 1):
        before, after = border_before(text, place), border_after(text, place)
        assert before <= place <= after
        assert before in ends
        assert after in ends


@pytest.mark.parametrize("place", [1, 999, 10_001])
def test_flags_keep_their_pairs_in_long_runs(place: int) -> None:
    text = "🇰🇷" * 6000
    assert border_before(text, place) == place - 1
    assert border_after(text, place) == place + 1


def test_two_halves_of_a_surrogate_pair_stay_together() -> None:
    assert border_before("a\ud83d\udea2b", 2) == 1


def test_the_case_with_flags_and_families_has_clusters_of_seven_kinds() -> None:
    (text,) = contents("B78_graphemes.json", "tool")
    assert is_border(text, text.index("👍"))
    assert not is_border(text, text.index("👍") + 1)
