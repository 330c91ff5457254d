"""The published strategies give the reference's messages on any keyword input, and their books balance."""

from __future__ import annotations

from typing import Any

import pytest
from helpers.engine import word_engine
from hypothesis import given, settings
from hypothesis import strategies as st
from stages.published.published_inputs import broken_inputs, keyword_inputs
from stages.published.published_reference import Figures, reference_build
from stages.published.published_runner import (
    check_books,
    counter_of,
    diagnostics_of,
    messages_of,
    published_profile,
    run_keywords,
)

from ctxlab.model.profile import Language
from ctxlab.model.session import Session

_LEAST = {"summarize.max_item_tokens": 1, "summarize.max_tokens": 1}

#: The published figures, and smaller ones under which short texts overflow, too.
SCALES = st.sampled_from([1, 1, 20, 100])


def _condense(language: Language) -> Any:
    counter = counter_of(language)

    def condense(content: Any, limit: int) -> str:
        return content[: counter.prefix(content, limit)]

    return condense


def _fails(run: Any) -> bool:
    return any(one.code == "published_fails" for one in diagnostics_of(run))


def _compare(arguments: dict[str, Any], language: Language, scale: int) -> None:
    figures = Figures().scaled(scale)
    run = run_keywords(arguments, language, figures)
    assert messages_of(run) == reference_build(arguments, language.value, figures, _condense(language))
    assert not _fails(run)
    check_books(run)


@settings(max_examples=600)
@given(keyword_inputs(), SCALES)
def test_the_chinese_edition_gives_the_published_messages(arguments: dict[str, Any], scale: int) -> None:
    _compare(arguments, Language.CHINESE, scale)


@settings(max_examples=600)
@given(keyword_inputs(), SCALES)
def test_the_english_edition_gives_the_published_messages(arguments: dict[str, Any], scale: int) -> None:
    _compare(arguments, Language.ENGLISH, scale)


@pytest.mark.parametrize("language", list(Language))
@settings(max_examples=300)
@given(arguments=broken_inputs())
def test_what_breaks_the_published_build_is_named_and_breaks_nothing(
    language: Language, arguments: dict[str, Any]
) -> None:
    run = run_keywords(arguments, language)
    check_books(run)
    try:
        expected = reference_build(arguments, language.value, Figures(), _condense(language))
    except (KeyError, TypeError):
        assert _fails(run)
    else:
        assert not _fails(run)
        assert messages_of(run) == expected


@settings(max_examples=50)
@given(keyword_inputs(), SCALES)
def test_the_same_input_gives_the_same_run(arguments: dict[str, Any], scale: int) -> None:
    figures = Figures().scaled(scale)
    first, second = (run_keywords(arguments, Language.CHINESE, figures) for _ in range(2))
    assert [message.value for message in first[3].context] == [message.value for message in second[3].context]
    assert first[3].ledger == second[3].ledger
    assert diagnostics_of(first) == diagnostics_of(second)


#: Settings that change what is selected, what is summarised, and the fixed texts, on the same gathered items.
EDITS = st.tuples(
    st.sampled_from(
        [
            "budget.history.cap",
            "budget.tool_result.cap",
            "budget.retrieved_doc.cap",
            "budget.user_message.cap",
            "summarize.max_item_tokens",
            "summarize.max_tokens",
        ]
    ),
    st.sampled_from([0, 1, 5, 20, 200, 5_000]),
)


@settings(max_examples=150)
@given(keyword_inputs(), st.sampled_from(list(Language)), st.lists(EDITS, min_size=1, max_size=5))
def test_edits_on_what_is_kept_give_what_cold_runs_give(
    arguments: dict[str, Any], language: Language, edits: list[tuple[str, int]]
) -> None:
    snapshot = Session.from_keywords(arguments, "build").at()
    profile, warm = published_profile(language), word_engine()
    warm.run(snapshot, profile)
    for key, value in edits:
        profile = profile.set(key, max(value, _LEAST.get(key, 0)))
        assert warm.run(snapshot, profile).to_json() == word_engine().run(snapshot, profile).to_json()
