"""Since which request a must-keep is missing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from helpers.tree import ROOT

from ctxlab.analysis.losses import lost_since
from ctxlab.analysis.survival import Judge
from ctxlab.lab import Lab
from ctxlab.model.marks import MustKeep

RULE = MustKeep("rule", text="Do not touch anything under db/migrations/", since="i1")


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    made = Lab(store=False)
    yield made
    made.close()


def _since(lab: Lab, until: int, one: MustKeep = RULE) -> tuple[int | None, list[int]]:
    session = lab.open(ROOT / "sessions" / "migrations.claude.jsonl")
    built: list[int] = []
    found = lost_since(
        lambda request: lab.build(session.at(request.index), "as-recorded"),
        session.requests[:until],
        one,
        Judge(),
        built.append,
    )
    return (found.index if found else None), built


def test_the_first_request_of_the_loss_that_lasts(lab: Lab) -> None:
    """The compaction stands before request 14; 13 still has the rule, so that no more are built."""
    assert _since(lab, 16) == (14, [1, 2, 3, 4])
    assert _since(lab, 14) == (14, [1, 2])


def test_what_is_there_is_not_lost(lab: Lab) -> None:
    assert _since(lab, 13) == (None, [1])


def test_before_it_was_said_it_is_not_lost(lab: Lab) -> None:
    never = MustKeep("never", text="hold the chillies", since="i21")
    assert _since(lab, 8, never) == (6, [1, 2, 3, 4])
    # i47 comes after all of these requests.
    assert _since(lab, 8, MustKeep("later", text="x", since="i47")) == (None, [1])
