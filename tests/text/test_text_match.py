from __future__ import annotations

import time

import pytest

from ctxlab.errors import ProfileError
from ctxlab.model.marks import MustKeep
from ctxlab.text.match import Matcher


def text_matcher(text: str) -> Matcher:
    return Matcher(MustKeep("m1", text=text))


@pytest.mark.parametrize(
    "text",
    [
        "我的预算三千以内。",
        "预算3000以内",
        "预算 3,000 以内",
        "预算３０００以内",
        "预算三千\n以内",
        "预算3k以内",
    ],
)
def test_words_are_found_with_numbers_by_value(text: str) -> None:
    assert text_matcher("预算三千以内").found(text)
    assert text_matcher("预算3000以内").found(text)


@pytest.mark.parametrize(
    "text", ["预算13000以内", "预算3000.5以内", "预算30000以内", "预算三万以内", "预算三千", "以内预算三千"]
)
def test_other_numbers_and_other_words_are_not_found(text: str) -> None:
    assert not text_matcher("预算三千以内").found(text)


@pytest.mark.parametrize(
    "text", ["13000", "3000.5", "30003", "-3000", "v3000", "x3000", "3000.1.2", "３０００１"]
)
def test_a_number_is_not_found_inside_another(text: str) -> None:
    assert not text_matcher("3000").found(text)
    assert not Matcher(MustKeep("m1", number="3000")).found(text)


@pytest.mark.parametrize(
    "text", ["3,000", "三千", "３０００ yen", "USD3000", "¥3000", "(3000)", "3000g", "at 3k."]
)
def test_a_number_is_found_in_every_form(text: str) -> None:
    assert text_matcher("3000").found(text)
    assert Matcher(MustKeep("m1", number="三千")).found(text)


def test_words_are_whole_and_case_and_width_do_not_matter() -> None:
    matcher = text_matcher("no nuts")
    assert matcher.found("Please, NO  Nuts!")
    assert matcher.found("ｎｏ nuts")
    assert not matcher.found("casino nuts")
    assert not matcher.found("no nutshells")
    assert text_matcher("不吃辣").found("她说她不吃辣的")


def test_spans_are_code_points_of_the_original() -> None:
    text = "🚢🚢👩‍🔧 𠮷 预算 ３，０００ 以内；ﬁne, 预算三千以内"
    spans = text_matcher("预算3000以内").spans(text)
    assert [text[start:end] for start, end in spans] == ["预算 ３，０００ 以内", "预算三千以内"]
    ligature = text_matcher("fine").spans(text)
    assert [text[start:end] for start, end in ligature] == ["ﬁne"]
    numbers = Matcher(MustKeep("m1", number="3000")).spans(text)
    assert [text[start:end] for start, end in numbers] == ["３，０００", "三千"]


def test_percentages_are_equal_in_every_form() -> None:
    matcher = Matcher(MustKeep("m1", number="50%"))
    assert all(matcher.found(text) for text in ("５０％", "百分之五十", "0.5", "50 percent"))
    assert not matcher.found("50 people")


def test_patterns_are_searched_and_give_spans() -> None:
    matcher = Matcher(MustKeep("m1", regex=r"(?i)max \d+ t"))
    assert matcher.spans("🚢 Max 5 t, max 7 t") == [(2, 9), (11, 18)]
    assert not matcher.found("none")


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<a>x)(?P<a", r"\p{Nonsense}"])
def test_a_pattern_that_cannot_be_read_is_an_error_of_the_profile(pattern: str) -> None:
    with pytest.raises(ProfileError, match="pattern"):
        Matcher(MustKeep("m1", regex=pattern))


def test_a_number_that_is_none_is_an_error_of_the_profile() -> None:
    with pytest.raises(ProfileError, match="no number"):
        Matcher(MustKeep("m1", number="about three"))


def test_items_and_sources_are_not_matched_by_text() -> None:
    with pytest.raises(ValueError, match="m1"):
        Matcher(MustKeep("m1", item="i7"))


def test_a_catastrophic_pattern_gives_up_and_says_so() -> None:
    matcher = Matcher(MustKeep("m1", regex=r"(a|aa)+$"))
    began = time.process_time()
    assert not matcher.found("a" * 80 + "b")
    assert matcher.too_slow
    assert not matcher.found("a" * 80 + "b")
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "mark", [{"regex": "("}, {"regex": "a{999999999}"}, {"number": "abc"}, {"text": "  "}]
)
def test_what_cannot_be_searched_for_is_named(mark: dict[str, str]) -> None:
    with pytest.raises(ProfileError, match="must-keep m7: "):
        Matcher(MustKeep("m7", **mark))
