"""Each loss that the published system takes without a word is there in its context, and its trace says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest
from stages.published.losses import FAILURES, LANGUAGES, LOSSES, Loss, Outcome
from stages.published.published_runner import (
    Run,
    check_books,
    diagnostics_of,
    messages_of,
    run_published,
    told,
)

from ctxlab.model.profile import Language
from ctxlab.model.session import Session
from ctxlab.profiles import builtin
from ctxlab.tokens.exact import ExactCounter


@cache
def _o200k() -> ExactCounter:
    return ExactCounter("o200k_base")


def _outcome(run: Run, language: Language) -> Outcome:
    counted = sum(_o200k().count_all([str(message["content"]) for message in messages_of(run)]))
    limit = builtin(f"gssc-published-{language.value}").window.limit
    assert limit == 123904
    messages: list[Mapping[str, Any]] = [*messages_of(run)]
    return Outcome(
        messages=messages,
        told={item: tuple(told(run, item)) for item in run[0].pool.index},
        notices=frozenset((one.code, one.item) for one in diagnostics_of(run)),
        constructed=run[3].total,
        counted=counted,
        over=max(0, counted - limit),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("loss", LOSSES, ids=lambda loss: loss.name)
def test_the_loss_is_there_and_told(loss: Loss, language: Language) -> None:
    run = run_published(loss.make(), language)
    check_books(run)
    outcome = _outcome(run, language)
    assert loss.lost(outcome)
    assert loss.said(outcome)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("make", "item"), [case[1:] for case in FAILURES], ids=[case[0] for case in FAILURES]
)
def test_what_fails_when_published_is_named_with_its_content_empty(
    make: Callable[[], Session], item: str, language: Language
) -> None:
    run = run_published(make(), language)
    check_books(run)
    failed = [one for one in diagnostics_of(run) if one.code == "published_fails"]
    assert [one.item for one in failed] == [item]
    assert dict(failed[0].numbers)["index"] == 0
    assert run[0].pool.items[run[0].pool.index[item]].text == ""
    assert told(run, item)[0] == ("gather", "kept", "gathered")
